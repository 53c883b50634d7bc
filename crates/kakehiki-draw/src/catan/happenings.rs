//! What happened in a game of Catan, as players perceive it or as a log has it.

use kakehiki_core::Seat;
use serde_json::Value;

use super::model::{Cards, LETTERS, WORDS, read_cards};
use crate::{
    Scene,
    json::{case, items, seat, text},
};

/// Something that happened.
#[derive(Clone, Debug)]
pub(super) enum Happening<'a> {
    Acted { seat: Seat, action: &'a str },
    Rolled { total: u64, gains: Vec<Cards> },
    LaidAside(Cards),
    Discarded(Vec<(u64, Option<Cards>)>),
    Stolen { thief: Seat, victim: Seat, resource: Option<usize> },
    Drew { seat: Seat, card: Option<&'a str> },
    Monopolised { seat: Seat, resource: usize, taken: u64 },
    Traded { seat: Seat, partner: Seat, gave: Cards, got: Cards },
    Won(Seat),
}

/// All that the observer has perceived, in order.
pub(super) fn happenings<'a>(scene: &Scene<'a>) -> Vec<Happening<'a>> {
    let mut all = Vec::new();
    // Of chance a log has the outcome alone: whom it is about follows from what was done before.
    let (mut actor, mut robbed) = (Seat::new(0), Seat::new(0));
    for seen in scene.seen {
        let sight = &seen.sight;
        if sight["event"].is_null() {
            let found = from_log(sight, &mut actor, &mut robbed);
            all.extend(found);
            continue;
        }
        all.extend(from_sight(&sight["event"]));
        if let Some(winner) = seat(&sight["won"]["winner"]) {
            all.push(Happening::Won(winner));
        }
    }
    all
}

/// The acts that the observer has perceived, the last one first; nothing else has to be read for them.
pub(super) fn acts_backwards<'a>(scene: &Scene<'a>) -> impl Iterator<Item = (Seat, &'a str)> {
    scene.seen.iter().rev().filter_map(|seen| {
        let (name, inner) = case(&seen.sight["event"]);
        match name {
            "acted" => Some((seat(&inner["seat"])?, inner["action"].as_str()?)),
            "" => match case(&seen.sight) {
                ("action" | "fallback", inner) => {
                    Some((seat(&inner["seat"])?, inner["play"].as_str()?))
                }
                _ => None,
            },
            _ => None,
        }
    })
}

/// The totals of all throws that the observer has perceived.
pub(super) fn throws(scene: &Scene<'_>) -> impl Iterator<Item = u64> {
    scene.seen.iter().filter_map(|seen| {
        let (name, inner) = case(&seen.sight["event"]);
        match name {
            "rolled" => inner["total"].as_u64(),
            "" => seen.sight["chance"]["fell"].as_str()?.strip_prefix("dice:")?.parse().ok(),
            _ => None,
        }
    })
}

fn from_sight(event: &Value) -> Option<Happening<'_>> {
    let (name, inner) = case(event);
    let who = |field: &str| seat(&inner[field]);
    let kind = |value: &Value| WORDS.iter().position(|word| value.as_str() == Some(*word));
    Some(match name {
        "acted" => Happening::Acted { seat: who("seat")?, action: text(inner, "action") },
        "rolled" => Happening::Rolled {
            total: inner["total"].as_u64()?,
            gains: items(&inner["gains"])
                .iter()
                .map(|hand| read_cards(hand.as_str().unwrap_or("-")))
                .collect(),
        },
        "laid-aside" => Happening::LaidAside(read_cards(inner.as_str()?)),
        "discarded" => {
            let counts =
                items(&inner["counts"]).iter().map(|count| count.as_u64().unwrap_or_default());
            let cards = items(&inner["cards"]).iter().map(|cards| cards.as_str().map(read_cards));
            Happening::Discarded(counts.zip(cards).collect())
        }
        "stolen" => Happening::Stolen {
            thief: who("thief")?,
            victim: who("victim")?,
            resource: kind(&inner["resource"]),
        },
        "drew" => Happening::Drew { seat: who("seat")?, card: inner["card"].as_str() },
        "monopolised" => Happening::Monopolised {
            seat: who("seat")?,
            resource: kind(&inner["resource"])?,
            taken: items(&inner["taken"]).iter().filter_map(Value::as_u64).sum(),
        },
        "traded" => Happening::Traded {
            seat: who("seat")?,
            partner: who("partner")?,
            gave: read_cards(text(inner, "gave")),
            got: read_cards(text(inner, "got")),
        },
        _ => return None,
    })
}

fn from_log<'a>(event: &'a Value, actor: &mut Seat, robbed: &mut Seat) -> Option<Happening<'a>> {
    let (name, inner) = case(event);
    match name {
        "action" | "fallback" => {
            *actor = seat(&inner["seat"])?;
            let action = text(inner, "play");
            if let Some((_, victim)) =
                action.strip_prefix("robber:").and_then(|rest| rest.split_once(','))
            {
                *robbed = victim.parse().ok()?;
            }
            Some(Happening::Acted { seat: *actor, action })
        }
        "chance" => {
            let (what, outcome) = text(inner, "fell").split_once(':')?;
            Some(match what {
                "dice" => Happening::Rolled { total: outcome.parse().ok()?, gains: Vec::new() },
                "stolen" => Happening::Stolen {
                    thief: *actor,
                    victim: *robbed,
                    resource: LETTERS.iter().position(|letter| outcome.starts_with(*letter)),
                },
                "card" => Happening::Drew { seat: *actor, card: Some(outcome) },
                _ => return None,
            })
        }
        _ => None,
    }
}
