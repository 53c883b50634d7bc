//! What happens without people: chance, agents, and agents who stand in.

use std::time::Duration;

use kakehiki_core::{Missing, Occupant, Seat};
use kakehiki_games::{Answer, Observer, Waiting};
use tokio::{sync::oneshot, time::Instant};

use super::{HURRY, Running};
use crate::{
    Pace,
    thinker::{Decision, Heard, Thinker, Thought, hurried, stand_in},
};

impl Running {
    /// Lets chance fall and agents act as far as the pace allows.
    pub(super) fn play_on(&mut self) {
        while self.failure.is_none() {
            match self.task.position.waiting() {
                Waiting::Chance => {
                    if !self.task.position.draw() {
                        return;
                    }
                    self.tell_agents(Heard::Chance);
                    self.happened();
                }
                Waiting::Agent(seat) => {
                    if self.ready.is_some() && self.may_act_now() {
                        self.agent_acts(seat);
                        continue;
                    }
                    self.let_think();
                    return;
                }
                Waiting::Outside(_) | Waiting::Nothing => {
                    self.let_listen();
                    return;
                }
            }
        }
    }

    pub(super) fn may_act_now(&self) -> bool {
        match self.task.pace {
            Pace::Step => self.steps > 0,
            pace => self.last_action.elapsed() >= Duration::from_millis(pace.gap()),
        }
    }

    pub(super) fn agent_acts(&mut self, seat: Seat) {
        let Some(decision) = self.ready.take() else { return };
        self.steps = self.steps.saturating_sub(1);
        self.last_action = Instant::now();
        let acted = match &decision {
            Decision::Act(action) => self.task.position.answer(seat, Answer::Action(action)),
            Decision::Fail => self.fail(seat),
        };
        if acted.is_err() {
            // The rules refuse what the same rules have taken elsewhere: that must not hang a match.
            let _ = self.fail(seat);
        }
        self.happened();
    }

    /// The agent of a seat has no answer: the rules answer for it, or it forfeits.
    pub(super) fn fail(&mut self, seat: Seat) -> Result<(), kakehiki_games::Refused> {
        const PROBLEM: Missing = Missing::Failed("it broke down or did what is not allowed");
        self.task.position.answer(seat, Answer::Missing(PROBLEM))
    }

    pub(super) fn let_think(&mut self) {
        let explains = self.has_overlay();
        let (position, ready) = (&self.task.position, self.ready.is_some());
        let Some(thinker) = &mut self.task.thinker else { return };
        if ready || self.substitute.is_some() || !thinker.is_idle() {
            return;
        }
        thinker.start(|| position.log(), true, explains);
        self.thinking_since = Some(Instant::now());
        self.is_thinking_shown = false;
    }

    pub(super) fn let_listen(&mut self) {
        let explains = self.has_overlay();
        let position = &self.task.position;
        if let Some(thinker) = &mut self.task.thinker
            && thinker.has_news()
        {
            thinker.start(|| position.log(), false, explains);
        }
    }

    /// Asks agents what they think, where none of them is about to decide.
    pub(super) fn let_explain(&mut self) {
        let position = &self.task.position;
        if let Some(thinker) = &mut self.task.thinker
            && thinker.is_idle()
            && !matches!(position.waiting(), Waiting::Agent(_))
        {
            thinker.start(|| position.log(), false, true);
        }
    }

    pub(super) fn thought(&mut self, thought: Thought) {
        if let Some(explanations) = thought.explanations {
            self.explanations = explanations;
            self.show_soon();
        }
        if thought.decision.is_some() {
            self.ready = thought.decision;
            self.thinking_since = None;
        }
    }

    pub(super) fn tell_agents(&mut self, heard: Heard) {
        if let Some(thinker) = &mut self.task.thinker {
            thinker.hear(heard);
        }
    }

    /// Writes down what has happened before anybody hears of it.
    pub(super) fn happened(&mut self) {
        if let Err(error) = self.task.journal.write(self.task.position.events()) {
            // What is not written must not be seen: it would be different after a restart.
            eprintln!("error: a match stops, as its log cannot be written: {error}");
            self.failure = Some("its log cannot be written".to_owned());
            return;
        }
        self.ask();
        self.show_soon();
    }

    /// Notes from when on whoever is asked was asked.
    pub(super) fn ask(&mut self) {
        if let Waiting::Outside(seat) = self.task.position.waiting() {
            self.asked_at = self.task.position.seq(Observer::Seat(seat));
        }
        self.asked_since = Instant::now();
    }

    pub(super) fn cut_short(&mut self) {
        let Waiting::Agent(seat) = self.task.position.waiting() else { return };
        let is_deciding = self.task.thinker.as_ref().is_some_and(Thinker::is_deciding);
        if !is_deciding || self.substitute.is_some() {
            return;
        }
        let header = self.task.position.header();
        let Occupant::Agent(name) = &header.seats[seat.index()] else { return };
        let quick = hurried(&header.game, name);
        self.substitute_for(seat, quick.into_iter().chain(["random".to_owned()]).collect());
    }

    /// Lets others decide for a seat, the first who answers in time.
    pub(super) fn substitute_for(&mut self, seat: Seat, agents: Vec<String>) {
        let log = self.task.position.log();
        let (reply, answer) = oneshot::channel();
        tokio::spawn(async move {
            for agent in agents {
                let log = log.clone();
                let work = tokio::task::spawn_blocking(move || stand_in(&log, seat, &agent));
                if let Ok(Ok(Some(action))) = tokio::time::timeout(HURRY, work).await {
                    let _ = reply.send(Some(action));
                    return;
                }
            }
            let _ = reply.send(None);
        });
        self.substitute = Some((seat, answer));
    }

    pub(super) fn substituted(&mut self, action: Option<String>) {
        let Some((seat, _)) = self.substitute.take() else { return };
        let waiting = self.task.position.waiting();
        let is_awaited = waiting == Waiting::Outside(seat) || waiting == Waiting::Agent(seat);
        let Some(action) = action.filter(|_| is_awaited && self.ready.is_none()) else {
            self.asked_since = Instant::now();
            return;
        };
        if self.task.position.answer(seat, Answer::Action(&action)).is_err() {
            return;
        }
        if waiting == Waiting::Agent(seat) {
            if let Some(thinker) = &mut self.task.thinker {
                thinker.abandon();
            }
            self.thinking_since = None;
        } else {
            self.tell_agents(Heard::Answer(seat, action));
            self.stop_clock(seat);
        }
        self.last_action = Instant::now();
        self.happened();
    }
}
