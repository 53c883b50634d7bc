//! Boards of JSettlers, as servers tell them and as chance deals them.

use std::collections::VecDeque;

use kakehiki_catan::{Chance, Edge, HARBOURS, Harbour, Hex, Resource, State, Terrain};

use crate::{
    jsettlers_book::{GRID, LAND, ORDER, SIDES, edge_code},
    jsettlers_hidden::Message,
};

/// The message that tells a board.
pub fn layout(state: &State) -> String {
    let board = state.board();
    let totals = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
    let code = |it: Resource| 1 + ORDER.iter().position(|one| *one == it).unwrap() as i32;
    let harbour_at = |hex: i32| {
        let steps = [0x02, 0x22, 0x20, -0x02, -0x22, -0x20];
        (0..HARBOURS).find_map(|place| {
            let edge = edge_code(Edge::of_harbour(place).unwrap());
            let facing = (0..6).find(|facing| {
                let land = hex + steps[*facing];
                LAND.contains(&land) && land + SIDES[(facing + 3) % 6] == edge
            })?;
            Some((facing as i32 + 1, board.harbour(place).unwrap()))
        })
    };
    let value = |hex: &i32| match LAND.iter().position(|land| land == hex) {
        Some(index) => {
            let terrain = board.terrain(Hex::new(index).unwrap()).unwrap();
            terrain.resource().map_or(0, code)
        }
        None => match harbour_at(*hex) {
            None => 6,
            Some((facing, Harbour::Three)) => 6 + facing,
            Some((facing, Harbour::Two(resource))) => 16 * facing + code(resource),
        },
    };
    let number = |hex: &i32| {
        let index = LAND.iter().position(|land| land == hex);
        let number = index.and_then(|index| board.number(Hex::new(index).unwrap()));
        number.map_or(-1, |it| totals.iter().position(|one| *one == it).unwrap() as i32)
    };
    let all: Vec<String> = GRID
        .iter()
        .map(value)
        .chain(GRID.iter().map(number))
        .chain([LAND[state.robber().index()]])
        .map(|number| number.to_string())
        .collect();
    format!("1014|{{}},{}", all.join(","))
}

pub fn resource(code: i32) -> Option<Resource> {
    ORDER.get(usize::try_from(code).ok()?.checked_sub(1)?).copied()
}

/// How chance dealt the board.
pub fn deal(layout: &Message) -> VecDeque<Chance> {
    let value = |hex: i32| layout.number(GRID.iter().position(|it| *it == hex).unwrap());
    let number = |hex: i32| layout.number(37 + GRID.iter().position(|it| *it == hex).unwrap());
    let totals = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
    let terrain = LAND.map(|hex| resource(value(hex)).map_or(Terrain::Desert, Terrain::Land));
    let tokens = Hex::all().zip(LAND).filter_map(|(hex, code)| {
        let total = totals.get(usize::try_from(number(code)).ok()?)?;
        Some(Chance::Token(hex, *total))
    });
    let steps = [0x02, 0x22, 0x20, -0x02, -0x22, -0x20];
    let harbours = (0..HARBOURS).map(|place| {
        let edge = edge_code(Edge::of_harbour(place).unwrap());
        let value = GRID.iter().find_map(|sea| {
            let is_there = |facing: &usize| {
                let land = sea + steps[*facing];
                LAND.contains(&land) && land + SIDES[(facing + 3) % 6] == edge
            };
            (!LAND.contains(sea)).then(|| (0..6).find(is_there))?.map(|_| value(*sea))
        });
        let value = value.unwrap();
        Chance::Harbour(if value <= 12 {
            Harbour::Three
        } else {
            Harbour::Two(resource(value & 15).unwrap())
        })
    });
    terrain.into_iter().map(Chance::Terrain).chain(tokens).chain(harbours).collect()
}
