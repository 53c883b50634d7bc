//! What our player decides when the server waits for it, and how that is sent.

use kakehiki_catan::{Action, Card, Event, Hand, Hex, Sight, Stage, Terms};

use super::{
    command,
    message::Chair,
    play::{Astray, Play},
    state,
};

impl Play {
    /// Decides what the server waits for, if it does.
    pub(super) fn act(&mut self) -> Result<(), Astray> {
        if !self.is_asked {
            return Ok(());
        }
        self.is_asked = false;
        let stage = self.view().stage();
        let is_free = matches!(stage, Stage::FreeRoads(_));
        if state::FREE_ROADS.contains(&self.state) && !is_free {
            self.outbox.push(command::forgo_roads(&self.game));
            return Ok(());
        }
        if self.is_won() && self.state == state::ROBBER {
            // The server has still to be told where the robber goes.
            let place = Hex::all().find(|hex| *hex != self.view().robber());
            let order = place.map(|hex| command::move_robber(&self.game, self.own, hex));
            self.outbox.extend(order);
            return Ok(());
        }
        let fits = match self.state {
            state::FIRST_SETTLEMENT | state::SECOND_SETTLEMENT => stage == Stage::Found,
            state::FIRST_ROAD | state::SECOND_ROAD => matches!(stage, Stage::FirstRoad(_)),
            state::ROLL => stage == Stage::Begin,
            state::ACT => stage == Stage::Act,
            state::ROBBER => stage == Stage::Robber,
            _ => is_free,
        };
        if !fits || !self.player.may_be_asked() {
            return Err(Astray::Asked(self.state));
        }
        let action = self.player.decide()?;
        self.send(action);
        Ok(())
    }

    /// Sends what was decided.
    pub(super) fn send(&mut self, action: Action) {
        let (game, own) = (&self.game, self.own);
        let command = match action {
            Action::Road(_) | Action::Settlement(_) | Action::City(_) => {
                command::place(game, own, &action).unwrap_or_default()
            }
            Action::Roll => command::roll(game),
            Action::Discard(cards) => command::discard(game, cards),
            Action::Robber(hex, _) => command::move_robber(game, own, hex),
            Action::Buy => command::buy(game),
            Action::Knight => command::play(game, Card::Knight),
            Action::RoadBuilding => command::play(game, Card::RoadBuilding),
            Action::YearOfPlenty(_) => command::play(game, Card::YearOfPlenty),
            Action::Monopoly(_) => command::play(game, Card::Monopoly),
            Action::Bank(give, get) => {
                let rate = self.view().rate(self.player.seat(), give);
                let give = (0..rate).fold(Hand::EMPTY, |sum, _| sum.plus(Hand::one(give)));
                command::exchange(game, Terms { give, get: Hand::one(get) })
            }
            Action::Offer(terms, partners) => {
                let to: Vec<Chair> = partners.iter().map(|seat| self.chair(seat)).collect();
                command::offer(game, own, &to, terms)
            }
            Action::Accept => command::accept(game, own, self.chair(self.view().mover())),
            Action::Refuse => command::reject(game, own),
            Action::Counter(terms) => {
                command::offer(game, own, &[self.chair(self.view().mover())], terms)
            }
            Action::Confirm(seat) => command::accept(game, own, self.chair(seat)),
            Action::Withdraw => command::clear(game, own),
            // Nobody speaks at this table.
            Action::Say(_) | Action::Quiet | Action::End => command::end_turn(game),
        };
        self.outbox.push(command);
        self.sent = Some(action);
    }

    /// Lays aside what is due, once: a server repeats the question where it did not like the answer.
    pub(super) fn discard(&mut self, due: u32) -> Result<(), Astray> {
        if self.state != state::DISCARD || matches!(self.sent, Some(Action::Discard(_))) {
            return Ok(());
        }
        let is_due = self.view().hand().total() / 2 == due;
        if !is_due || self.view().stage() != Stage::Discard {
            return Err(Astray::Asked(self.state));
        }
        let mut all = Hand::EMPTY;
        self.laid_aside.clear();
        while all.total() < due {
            let Action::Discard(cards) = self.player.decide()? else {
                return Err(Astray::Asked(self.state));
            };
            all = all.plus(cards);
            self.laid_aside.push(cards);
            if all.total() < due {
                let event = Event::LaidAside(cards);
                self.player.foresee(&Sight { event, stacks: None, won: None })?;
            }
        }
        self.send(Action::Discard(all));
        Ok(())
    }

    /// Robs whom we chose, or the first one who can be robbed.
    pub(super) fn choose_victim(&mut self, chairs: &[Chair]) {
        let chosen = match self.sent {
            Some(Action::Robber(_, victim)) => victim.map(|victim| self.chair(victim)),
            _ => None,
        };
        let chosen = chosen.filter(|chair| chairs.contains(chair)).or(chairs.first().copied());
        self.outbox.extend(chosen.map(|chair| command::rob(&self.game, chair)));
    }

    /// The server did not take what we sent. Our turn goes on in the plainest way.
    pub(super) fn end_or_roll(&mut self) {
        match (self.state, self.sent.take()) {
            (state::ACT, Some(sent)) if sent != Action::End => self.send(Action::End),
            (state::ROLL, Some(sent)) if sent != Action::Roll => self.send(Action::Roll),
            (free, Some(_)) if state::FREE_ROADS.contains(&free) => {
                self.outbox.push(command::forgo_roads(&self.game));
            }
            _ => {}
        }
    }
}
