//! Those who play by what they believe: what statements make them believe, and what they then do.

use std::collections::BTreeMap;

use kakehiki_core::{Agent, Awaited, OngoingGame, Reply, Seat, Seed};
use kakehiki_werewolf::{Action, Channel, Role, Sentence, Species, Stage, WEREWOLF, Werewolf};

use crate::common::{ELEVEN, FIVE, player, table, werewolf};

/// The roles of the village of fifteen: 1 bodyguard, 2 medium, 3 possessed, 4 seer, 5 to 12
/// villagers, 13 to 15 werewolves.
fn fifteen() -> Vec<Role> {
    let mut roles = ELEVEN[..9].to_vec();
    roles.extend([Role::Villager; 3]);
    roles.extend([Role::Werewolf; 3]);
    roles
}

/// An agent in its seat at a table where all others say what they are told to, and nothing else.
pub struct Scene {
    pub table: OngoingGame<Werewolf>,
    pub agent: Box<dyn Agent<Werewolf>>,
    seat: Seat,
    /// What is still to be said, by whom.
    words: Vec<(Seat, Sentence)>,
}

impl Scene {
    /// A new game in which an agent has this player's seat.
    pub fn new(roles: &[Role], number: usize, name: &str) -> Self {
        let village = roles.len().to_string();
        let game = werewolf(&[("village", &village), ("max-skip", "50")]);
        let agent = WEREWOLF.agent(&game, name, Seed::experiment(7)).expect("an agent");
        Self::again(&game, roles, number, agent)
    }

    /// A new game for an agent that has played before.
    fn again(
        game: &Werewolf,
        roles: &[Role],
        number: usize,
        mut agent: Box<dyn Agent<Werewolf>>,
    ) -> Self {
        let (table, seat) = (table(game, roles), player(number));
        agent.sit(seat);
        Self { table, agent, seat, words: Vec::new() }
    }

    /// Goes on until these words were said, in this order.
    pub fn hear(&mut self, words: &[(usize, &str)]) -> &mut Self {
        self.words = words
            .iter()
            .map(|(number, text)| (player(*number), text.parse().expect("a sentence")))
            .collect();
        while !self.words.is_empty() {
            self.step();
        }
        self
    }

    /// Goes on until the agent is asked at a stage, and hands over its answer.
    pub fn ask(&mut self, stage: Stage) -> Action {
        while self.table.state().stage() != stage
            || self.table.awaited() != Awaited::Seat(self.seat)
        {
            self.step();
        }
        let mut menu = Vec::new();
        self.table.menu(&mut menu);
        let view = self.table.view(self.seat);
        let mut rng = self.table.decision_rng(self.seat);
        self.agent.decide(&view, &menu, &mut rng)
    }

    /// The same with a sentence.
    pub fn listen(&mut self) -> String {
        let Action::Say(sentence) = self.ask(Stage::Speak(Channel::Talk)) else {
            panic!("it was asked to speak");
        };
        self.take(Action::Say(sentence));
        sentence.to_string()
    }

    /// What the agent believes of a player.
    pub fn belief(&self, number: usize, role: Role) -> f64 {
        let explanation = self.agent.explain(&self.table.view(self.seat)).expect("a belief");
        let beliefs: BTreeMap<String, f64> = explanation
            .beliefs
            .into_iter()
            .map(|belief| (belief.fact, belief.probability))
            .collect();
        beliefs.get(&format!("{}={role}", player(number))).copied().unwrap_or(0.0)
    }

    fn step(&mut self) {
        let seat = match self.table.awaited() {
            Awaited::Seat(seat) => seat,
            Awaited::Chance => {
                self.table.draw();
                return self.tell();
            }
            Awaited::Nobody(verdict) => panic!("the game is over: {verdict:?}"),
        };
        let state = self.table.state();
        let others = state.alive().except(seat);
        let action = match state.stage() {
            Stage::Speak(Channel::Talk)
                if self.words.first().is_some_and(|(by, _)| *by == seat) =>
            {
                Action::Say(self.words.remove(0).1)
            }
            // No other role is lost.
            Stage::Vote => {
                let villagers = others.and(state.holders(Role::Villager)).or_if_empty(others);
                Action::Vote(villagers.iter().last().expect("another"))
            }
            Stage::Divine => Action::Divine(others.iter().last()),
            Stage::Guard => Action::Guard(None),
            Stage::Attack => Action::Attack(None),
            Stage::Speak(_) if !self.words.is_empty() => Action::Say(Sentence::SKIP),
            _ => Action::Say(Sentence::OVER),
        };
        self.take(action);
    }

    fn take(&mut self, action: Action) {
        self.table.check(&action).expect("a legal action");
        self.table.answer(Reply::Action(action));
        self.tell();
    }

    fn tell(&mut self) {
        if let Some(sight) = self.table.sight(self.seat) {
            self.agent.hear(&self.table.lazy_view(self.seat), sight);
        }
    }
}

/// A seer's story: player 4 found a werewolf.
const STORY: [(usize, &str); 2] =
    [(4, "COMINGOUT Agent[04] SEER"), (4, "DIVINED Agent[05] WEREWOLF")];
/// A contradicting one: player 3 found the same player human.
const OTHER_STORY: [(usize, &str); 2] =
    [(3, "COMINGOUT Agent[03] SEER"), (3, "DIVINED Agent[05] HUMAN")];

/// Villages, and a plain villager in each.
fn villages() -> [(Vec<Role>, usize); 3] {
    [(FIVE.to_vec(), 1), (ELEVEN.to_vec(), 6), (fifteen(), 6)]
}

#[test]
fn who_trusts_believes_a_seer_whom_nobody_contradicts() {
    for (roles, villager) in villages() {
        let mut scene = Scene::new(&roles, villager, "believer+listen(words=trusting)");
        scene.hear(&STORY);
        let (seer, wolf) = (scene.belief(4, Role::Seer), scene.belief(5, Role::Werewolf));
        // About 0.95 each: the share rests on 500 worlds, in few of which the story is true.
        assert!(seer > 0.85 && wolf > 0.8, "{}: {seer}, {wolf}", roles.len());
        let mut scene = Scene::new(&roles, villager, "believer");
        scene.hear(&STORY);
        let [seer, wolf] = [scene.belief(4, Role::Seer), scene.belief(5, Role::Werewolf)];
        assert!(seer < 0.35 && wolf < 0.35, "deaf in {}: {seer}, {wolf}", roles.len());
    }
}

#[test]
fn seers_who_contradict_each_other_share_the_belief_whoever_spoke_last() {
    for (roles, villager) in villages() {
        for stories in [[STORY, OTHER_STORY], [OTHER_STORY, STORY]] {
            let mut scene = Scene::new(&roles, villager, "believer+listen(words=trusting)");
            scene.hear(&stories.concat());
            let shares = [3, 4].map(|number| scene.belief(number, Role::Seer));
            let wolf = scene.belief(5, Role::Werewolf);
            assert!(shares.iter().all(|share| (0.25..0.75).contains(share)), "{shares:?}");
            assert!((0.25..0.75).contains(&wolf), "{}: {wolf}", roles.len());
        }
    }
}

#[test]
fn who_knows_that_liars_report_werewolves_believes_the_seer_who_reports_a_human() {
    for stories in [[STORY, OTHER_STORY], [OTHER_STORY, STORY]] {
        let mut scene = Scene::new(&FIVE, 1, "believer+foresee");
        scene.hear(&stories.concat());
        let [human, wolf] = [3, 4].map(|number| scene.belief(number, Role::Seer));
        assert!(human > 2.0 * wolf, "{human} and {wolf}");
    }
}

/// Two results are what the worlds of a decision can bear in a village of eleven: the two werewolves
/// and the seer are those of a story in one of 360 worlds.
#[test]
fn a_story_is_not_believed_more_for_being_long() {
    let reports =
        [STORY[0], STORY[1], (4, "DIVINED Agent[02] HUMAN"), (4, "DIVINED Agent[03] HUMAN")];
    let repeated = [STORY[0]; 4];
    let cases = [
        (&FIVE[..], 1, &reports[..1]),
        (&FIVE, 1, &repeated),
        (&FIVE, 1, &reports),
        (&ELEVEN, 6, &reports[..1]),
        (&ELEVEN, 6, &repeated),
        (&ELEVEN, 6, &reports[..2]),
        (&ELEVEN, 6, &reports[..3]),
    ];
    for (roles, villager, words) in cases {
        let mut scene = Scene::new(roles, villager, "believer+listen(words=calibrated)");
        scene.hear(words);
        // Before anything was proved half of what somebody says is taken to be true.
        let share = scene.belief(4, Role::Seer);
        assert!((0.3..0.7).contains(&share), "{words:?} in {}: {share}", roles.len());
    }
}

#[test]
fn who_was_caught_lying_is_believed_less_in_the_next_game() {
    let game = werewolf(&[("village", "5"), ("max-skip", "50")]);
    let name = "believer+listen(words=calibrated)";
    let mut scene = Scene::new(&FIVE, 1, name);
    scene.hear(&STORY);
    let before = scene.belief(4, Role::Seer);
    while !matches!(scene.table.awaited(), Awaited::Nobody(_)) {
        scene.step();
    }
    let mut scene = Scene::again(&game, &FIVE, 1, scene.agent);
    scene.hear(&STORY);
    let after = scene.belief(4, Role::Seer);
    // One lie of three makes it a third.
    assert!(before > 0.42 && after < 0.42, "{before}, then {after}");
}

#[test]
fn a_believer_votes_guards_and_attacks_by_what_it_heard() {
    let name = "believer+listen(words=trusting)";
    for (roles, villager) in villages() {
        let vote = Scene::new(&roles, villager, name).hear(&STORY).ask(Stage::Vote);
        assert_eq!(vote, Action::Vote(player(5)), "{}", roles.len());
    }
    let guard = Scene::new(&ELEVEN, 1, name).hear(&STORY).ask(Stage::Guard);
    assert_eq!(guard, Action::Guard(Some(player(4))));
    for wolf in [10, 11] {
        let attack = Scene::new(&ELEVEN, wolf, name).hear(&STORY).ask(Stage::Attack);
        assert_eq!(attack, Action::Attack(Some(player(4))));
        let vote = Scene::new(&ELEVEN, wolf, name).hear(&STORY).ask(Stage::Vote);
        assert_eq!(vote, Action::Vote(player(5)), "whom others are against");
    }
    let divined =
        Scene::new(&ELEVEN, 4, name).hear(&[(2, "COMINGOUT Agent[02] MEDIUM")]).ask(Stage::Divine);
    assert_ne!(divined, Action::Divine(Some(player(2))), "it takes player 2 for the medium");
    assert_ne!(divined, Action::Divine(None));
}

#[test]
fn a_believer_reports_what_its_role_found_out() {
    let mut seer = Scene::new(&ELEVEN, 4, "believer");
    // The first divination is made for it: the last of the others, a werewolf.
    let words: Vec<String> = (0..3).map(|_| seer.listen()).collect();
    assert_eq!(words, ["COMINGOUT Agent[04] SEER", "DIVINED Agent[11] WEREWOLF", "Over"]);
    assert_eq!(seer.ask(Stage::Vote), Action::Vote(player(11)));
    let mut medium = Scene::new(&ELEVEN, 2, "believer");
    assert_eq!([medium.listen(), medium.listen()], ["COMINGOUT Agent[02] MEDIUM", "Over"]);
    let mut villager = Scene::new(&ELEVEN, 6, "believer");
    assert_eq!(villager.listen(), "Over");
}

#[test]
fn the_possessed_calls_somebody_a_werewolf_and_votes_for_it_unless_it_is_silent() {
    let mut possessed = Scene::new(&ELEVEN, 3, "believer+listen(words=trusting)");
    possessed.hear(&STORY[..1]);
    assert_eq!(possessed.listen(), "COMINGOUT Agent[03] SEER");
    let accusation = possessed.listen();
    assert!(accusation.ends_with("WEREWOLF"), "{accusation}");
    assert_eq!(possessed.listen(), "Over");
    let Action::Vote(target) = possessed.ask(Stage::Vote) else { panic!("it votes") };
    assert_eq!(accusation, Sentence::divined(target, Species::Werewolf).to_string());
    assert_eq!(Scene::new(&ELEVEN, 3, "believer(talk=off)").listen(), "Over");
}
