//! What the learner is paid for.

use kakehiki_core::Seat;

use crate::{
    record::PublicRecord,
    rules::{Players, Role, Team},
};

/// The day from which on a removal's role counts no more.
const LATE: u8 = 7;
/// For each attack that was stopped.
pub(super) const FAILED_ATTACK: f32 = -15.0;

/// What the removal of a player on a day is worth to the werewolves: the sides at −2 and +1, and
/// the roles the more the earlier.
pub(super) fn removal(role: Role, day: u8) -> f32 {
    let earliness = f32::from(LATE.saturating_sub(day));
    let by_role = match role {
        Role::Werewolf => -5.0,
        Role::Seer => 5.0,
        Role::Medium | Role::Bodyguard => 4.0,
        Role::Possessed => -3.0,
        _ => 0.0,
    };
    let by_side = match role {
        Role::Werewolf => -2.0,
        Role::Possessed => 0.0,
        _ => 1.0,
    };
    by_side + by_role * earliness
}

/// What the end of a game is worth, where a defeat is worth `defeat`.
pub(super) fn ending(
    record: &PublicRecord,
    seat: Seat,
    wolves: Players,
    defeat: f32,
    wolves_won: Option<bool>,
) -> f32 {
    match wolves_won {
        Some(true) => {
            let own = if record.alive.contains(seat) { 80.0 } else { 0.0 };
            own + 40.0 * record.alive.and(wolves).except(seat).len() as f32
        }
        Some(false) => defeat,
        None => 0.0,
    }
}

/// How many of the village's side live.
pub(super) fn village_survivors(record: &PublicRecord, roles: &[Role]) -> u8 {
    let living = record.alive.iter().filter_map(|seat| roles.get(seat.index()));
    living.filter(|role| role.team() == Team::Villager).count() as u8
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Settings;

    use super::*;
    use crate::rules::{WEREWOLF_OPTIONS, Werewolf};

    #[test]
    fn removals_are_paid_by_side_role_and_day() {
        let cases = [
            (Role::Werewolf, 1, -2.0 - 30.0),
            (Role::Werewolf, 7, -2.0),
            (Role::Werewolf, 9, -2.0),
            (Role::Seer, 2, 1.0 + 25.0),
            (Role::Medium, 3, 1.0 + 16.0),
            (Role::Bodyguard, 6, 1.0 + 4.0),
            (Role::Possessed, 1, -18.0),
            (Role::Villager, 1, 1.0),
        ];
        for (role, day, worth) in cases {
            assert!((removal(role, day) - worth).abs() < 1e-6, "{role} on day {day}");
        }
    }

    #[test]
    fn endings_pay_survival_and_a_narrow_defeat() {
        let record = PublicRecord::new(&Werewolf::new(&Settings::defaults(&WEREWOLF_OPTIONS)));
        let seats = [0, 1, 2].map(Seat::new);
        let wolves: Players = seats.into_iter().collect();
        let won = ending(&record, seats[0], wolves, -20.0, Some(true));
        assert!((won - 160.0).abs() < 1e-6);
        let mut alone = record.clone();
        seats.iter().take(2).for_each(|seat| alone.alive.remove(*seat));
        let won = ending(&alone, seats[0], wolves, -20.0, Some(true));
        assert!((won - 40.0).abs() < 1e-6, "dead, with one fellow alive");
        let lost = ending(&record, seats[0], wolves, 30.0, Some(false));
        assert!((lost - 30.0).abs() < 1e-6);
    }
}
