//! A view as a drawing for people: the board, the pieces, the players and the bank, as SVG.
//!
//! A drawing is made from a view and from nothing else, so it shows a player what that player may
//! know. Seats have a colour and a mark; resources have a colour and a letter. There are no fonts
//! or pictures from elsewhere, no styles and no identifiers, so that several drawings can stand on
//! one page.

mod canvas;
mod island;
mod landscape;
mod palette;
mod panel;
mod pieces;

use kakehiki_core::Seat;

use self::{
    canvas::{Anchor, Canvas, Font, Paint},
    palette::{INK, PAPER},
};
use super::{state::Stage, view::View};

const WIDTH: u32 = 1120;
const HEIGHT: u32 = 720;

impl View {
    /// The view as a drawing in SVG. Equal views give equal text.
    ///
    /// # Examples
    ///
    /// ```
    /// use kakehiki_catan::{CATAN, CATAN_OPTIONS, Catan};
    /// use kakehiki_core::{Observed, Seat, Settings};
    ///
    /// let game = Catan::new(&Settings::defaults(&CATAN_OPTIONS));
    /// let view = game.view(&(CATAN.opening)(&game), &None, Seat::new(0));
    /// assert!(view.to_svg().starts_with("<svg"));
    /// ```
    pub fn to_svg(&self) -> String {
        let what = stage_words(self);
        let title = format!("Catan as {} sees it: {what}", self.seat());
        let lines: Vec<String> = Seat::all(self.players().len())
            .zip(self.players())
            .map(|(seat, player)| panel::player_title(self, seat, player))
            .collect();
        let mut canvas = Canvas::new(WIDTH, HEIGHT, &title, &(lines.join("; ") + "."));
        let size = (f64::from(WIDTH), f64::from(HEIGHT));
        canvas.rectangle((0.0, 0.0), size, 0.0, Paint::fill(PAPER));
        let font = Font { size: 21.0, is_bold: true, colour: INK, anchor: Anchor::Start };
        canvas.words((20.0, 42.0), font, &what);
        if let Some(total) = self.last_roll() {
            panel::draw_roll(&mut canvas, total, (676.0, 16.0));
        }
        island::draw(&mut canvas, self);
        pieces::draw(&mut canvas, self);
        panel::draw(&mut canvas, self);
        canvas.finish()
    }
}

/// The turn and what has to be decided, in words.
fn stage_words(view: &View) -> String {
    let mover = view.mover();
    let what = match view.stage() {
        Stage::Deal => "the board is dealt".to_owned(),
        Stage::Found => format!("{mover} founds a settlement"),
        Stage::FirstRoad(_) => format!("{mover} lays its first road"),
        Stage::Begin => format!("{mover} may play a card, then rolls"),
        Stage::Dice => format!("{mover} rolls the dice"),
        Stage::Discard => "hands above seven are halved".to_owned(),
        Stage::Robber => format!("{mover} moves the robber"),
        Stage::Theft(victim) => format!("{mover} robs {victim}"),
        Stage::Speak(seat) => format!("{seat} may say something"),
        Stage::Act => format!("{mover} trades and builds"),
        Stage::Draw => format!("{mover} draws a development card"),
        Stage::FreeRoads(1) => format!("{mover} lays a free road"),
        Stage::FreeRoads(roads) => format!("{mover} lays {roads} free roads"),
        Stage::Answer(seat) => format!("{seat} answers an offer"),
        Stage::Choose => format!("{mover} chooses a partner"),
        Stage::Won(winner) => format!("{winner} has won"),
        Stage::Undecided => "nobody has won".to_owned(),
    };
    if view.turns() == 0 { what } else { format!("turn {}: {what}", view.turns()) }
}
