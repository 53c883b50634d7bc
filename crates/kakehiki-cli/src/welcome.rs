//! What somebody reads who starts the command for the first time.

use std::io::Write;

use anyhow::Result;
use kakehiki_games::GAMES;

use crate::text;

const FIRST_STEPS: &str = "\
Try first:
  kakehiki games                  what can be played, and by which rules
  kakehiki agents catan           who plays it
  kakehiki arena run geister --agents charge,random --games 1000 --rotate
                                  two agents play, and a table says who won
  kakehiki study list             the experiments of papers to repeat
  kakehiki reproduce              all of them, in minutes, with a report

`kakehiki help` lists all commands, `kakehiki help COMMAND` explains one.";

/// `kakehiki` alone.
pub(crate) fn welcome(output: &mut dyn Write) -> Result<()> {
    let titles: Vec<&str> = GAMES.iter().map(|game| game.title()).collect();
    let about = format!(
        "Kakehiki plays games that are won by negotiating and deceiving.\nGames: {}.",
        titles.join(", ")
    );
    text::print(output, &format!("{about}\n\n{FIRST_STEPS}"))
}
