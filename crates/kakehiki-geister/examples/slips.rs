//! Looks through logs of Geister for what lost games: the last bad ghost captured, and moves that walk into a
//! loss within seven plies, by the true colours, which another move avoids.
//!
//! ```sh
//! kakehiki arena run geister --agents "purple,charge" --games 10 --rotate --logs games
//! cargo run --release -p kakehiki-geister --example slips -- games
//! ```

use std::{collections::BTreeMap, error::Error, fs, path::PathBuf};

use kakehiki_core::{Log, Occupant, Settings};
use kakehiki_geister::{GEISTER, GEISTER_OPTIONS, Slips};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The sums of one agent.
#[derive(Default)]
struct Sums {
    games: u32,
    last_captures: u32,
    last_bad_captured: u32,
    lost: u32,
    lost_by_capture: u32,
    walked_into: u32,
    avoidable: u32,
}

impl Sums {
    fn add(&mut self, slips: Slips) {
        self.games += 1;
        self.last_captures += slips.last_captures;
        self.last_bad_captured += slips.last_bad_captured;
        if slips.is_lost {
            self.lost += 1;
            self.lost_by_capture += u32::from(slips.last_bad_captured > 0);
            self.walked_into += u32::from(slips.forced_losses > 0);
            self.avoidable += u32::from(slips.forced_losses + slips.avoidable_captures > 0);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder with logs of Geister")?;
    let logs: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    let is_log = |path: &PathBuf| path.extension().is_some_and(|end| end == "jsonl");
    let read = |path: PathBuf| -> Result<(Vec<String>, [Slips; 2]), String> {
        let wrong = |problem: String| format!("{}: {problem}", path.display());
        let bytes = fs::read(&path).map_err(|error| wrong(error.to_string()))?;
        let log = Log::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
        let options = log.header.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let settings = Settings::new("geister", &GEISTER_OPTIONS, options);
        let settings = settings.map_err(|error| wrong(error.to_string()))?;
        let game = (GEISTER.configure)(&settings);
        let slips = Slips::of(&game, &log).map_err(|error| wrong(error.to_string()))?;
        let name = |seat: &Occupant| match seat {
            Occupant::Agent(name) | Occupant::Person(name) | Occupant::Program(name) => {
                name.clone()
            }
        };
        Ok((log.header.seats.iter().map(name).collect(), slips))
    };
    let games: Vec<_> = logs.into_par_iter().filter(is_log).map(read).collect::<Result<_, _>>()?;
    let mut sums: BTreeMap<String, Sums> = BTreeMap::new();
    for (names, slips) in games {
        for (name, slips) in names.into_iter().zip(slips) {
            sums.entry(name).or_default().add(slips);
        }
    }
    for (name, sums) in sums {
        let Sums { games, last_captures, last_bad_captured, .. } = sums;
        let Sums { lost, lost_by_capture, walked_into, avoidable, .. } = sums;
        println!("{name}: {games} games, {lost} lost");
        println!(
            "  {last_captures} captures with one bad ghost left, {last_bad_captured} of that ghost"
        );
        println!("  {lost_by_capture} lost games by such a capture");
        println!("  {walked_into} lost games with another step into a loss that could be avoided");
        println!(
            "  {avoidable} lost games with such a step, or such a capture that could be avoided"
        );
    }
    Ok(())
}
