//! The board of Geister, with the observer's camp below.

use kakehiki_core::Seat;
use maud::{Markup, html};

use super::model::{Exchange, Ghost, Model, Square, Stage, WIDTH, other};
use crate::Scene;

/// The side of a square.
const SIDE: f64 = 84.0;
/// The side of a ghost.
const GHOST: f64 = SIDE * 0.78;

/// The middle of a square as it is drawn.
fn middle(model: &Model, square: Square) -> (f64, f64) {
    let (x, y) = square.seen_from(model.below);
    (f64::from(x) * SIDE + SIDE / 2.0, f64::from(y) * SIDE + SIDE / 2.0)
}

/// What a ghost is called, with all that the observer knows of it.
pub(super) fn describe(scene: &Scene<'_>, ghost: &Ghost) -> String {
    let square = ghost.square().map(Square::name).unwrap_or_default();
    let whose = if Some(ghost.owner) == scene.own_seat() {
        "geister-own"
    } else if scene.own_seat().is_some() {
        "geister-theirs"
    } else {
        "geister-of"
    };
    let colour = match ghost.is_bad {
        Some(true) => "bad",
        Some(false) => "good",
        None => "unknown",
    };
    let exit = ghost.square().map_or(0, |square| square.steps_to_exit(ghost.owner));
    scene.locale.say(
        whose,
        &[
            ("ghost", ghost.letter.to_string().into()),
            ("square", square.into()),
            ("colour", colour.into()),
            ("steps", exit.into()),
            ("who", scene.plain_name(ghost.owner).to_owned().into()),
        ],
    )
}

/// How likely a ghost is bad to who faces it: by what its agent believes, and by the counts alone where
/// the observer itself sits there.
pub(super) fn chance_of_bad(scene: &Scene<'_>, model: &Model, ghost: &Ghost) -> Option<f64> {
    let thinker = other(ghost.owner);
    let overlay = scene.overlay?;
    if ghost.is_bad.is_some() && scene.own_seat() == Some(thinker) {
        return None;
    }
    let Some(explanation) = overlay.of(thinker) else {
        return (scene.own_seat() == Some(thinker)).then(|| by_count(model, ghost.owner));
    };
    let beliefs = &explanation.beliefs;
    let is_about = |colour: &str| format!("{}:{}={colour}", ghost.owner, ghost.letter);
    beliefs.iter().find_map(|belief| {
        if belief.fact == is_about("bad") {
            Some(belief.probability)
        } else {
            (belief.fact == is_about("good")).then_some(1.0 - belief.probability)
        }
    })
}

/// How likely any unknown ghost of a player is bad, by the counts alone.
fn by_count(model: &Model, owner: Seat) -> f64 {
    let (mut unknown, mut bad) = (0.0, 4.0);
    for ghost in model.of(owner) {
        match ghost.is_bad {
            None => unknown += 1.0,
            Some(true) => bad -= 1.0,
            Some(false) => {}
        }
    }
    if unknown > 0.0 { bad / unknown } else { 0.0 }
}

/// The board as the observer sees it, with everything that may be pressed.
pub(super) fn board(scene: &Scene<'_>, model: &Model) -> Markup {
    let label = scene.locale.word("geister-board");
    html! {
        div class="gboard" {
            svg class="board" viewBox="-30 -34 562 566" role="group" aria-label=(label) data-roving="" {
                (squares(model, true))
                (last_move(model))
                @for ghost in &model.ghosts {
                    @if let Some(square) = ghost.square() { (piece(scene, model, ghost, square)) }
                }
                (arrow(model))
                @if let Stage::Move = model.stage { (move_targets(scene, model)) }
            }
        }
    }
}

/// The board alone, small.
pub(super) fn small(scene: &Scene<'_>, model: &Model) -> Markup {
    html! {
        svg viewBox="0 0 504 504" role="img" aria-label=(scene.locale.word("geister-board")) {
            (squares(model, false))
            @for ghost in &model.ghosts {
                @if let Some(square) = ghost.square() { (figure(scene, model, ghost, square)) }
            }
        }
    }
}

fn squares(model: &Model, with_names: bool) -> Markup {
    let all = (0..WIDTH).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
    let is_corner = |at: i32| at == 0 || at == WIDTH - 1;
    html! {
        g aria-hidden="true" {
            @for (x, y) in all {
                rect x=(f64::from(x) * SIDE + 2.0) y=(f64::from(y) * SIDE + 2.0) width="80" height="80" rx="7"
                    class={ "gcell" @if is_corner(x) && is_corner(y) { " gexit" } } {}
            }
            @for (x, y, turn, class) in [(0, 0, -45, "gx"), (5, 0, 45, "gx"), (0, 5, 225, "gx gx-o"), (5, 5, 135, "gx gx-o")] {
                g class=(class) transform={
                    "translate(" (f64::from(x) * SIDE + SIDE / 2.0) " " (f64::from(y) * SIDE + SIDE / 2.0) ") rotate(" (turn) ")"
                } { use href="#i-exit" x="-16.8" y="-16.8" width="33.6" height="33.6" {} }
            }
            @if with_names {
                @for at in 0..WIDTH {
                    @let square = if model.below.index() == 0 { Square { x: at, y: at } } else { Square { x: WIDTH - 1 - at, y: WIDTH - 1 - at } };
                    @let name = square.name();
                    text x=(f64::from(at) * SIDE + SIDE / 2.0) y="522" class="gco" { (&name[..1]) }
                    text x="-12" y=(f64::from(at) * SIDE + SIDE / 2.0 + 4.0) class="gco" { (&name[1..]) }
                }
            }
        }
    }
}

fn last_move(model: &Model) -> Markup {
    html! {
        @if let Some((from, to)) = model.last_move() {
            g aria-hidden="true" {
                @for square in [Some(from), to].into_iter().flatten() {
                    @let (x, y) = middle(model, square);
                    rect x=(x - 40.0) y=(y - 40.0) width="80" height="80" rx="7" class="glast" {}
                }
            }
        }
    }
}

/// The arrow of the last move, on the square that it left.
fn arrow(model: &Model) -> Markup {
    let Some((from, Some(to))) = model.last_move() else {
        return html! {};
    };
    let ((x, y), (to_x, to_y)) = (middle(model, from), middle(model, to));
    let (right, down) = ((to_x - x) / SIDE, (to_y - y) / SIDE);
    let (start, tip) = (
        (x - right * SIDE * 0.18, y - down * SIDE * 0.18),
        (x + right * SIDE * 0.42, y + down * SIDE * 0.42),
    );
    let wing = |side: f64| {
        (tip.0 - right * 9.0 - side * down * 8.0, tip.1 - down * 9.0 + side * right * 8.0)
    };
    let (one, two) = (wing(1.0), wing(-1.0));
    html! {
        path class="garrow" aria-hidden="true" d={
            "M" (start.0) " " (start.1) "L" (tip.0) " " (tip.1)
            "M" (one.0) " " (one.1) "L" (tip.0) " " (tip.1) "L" (two.0) " " (two.1)
        } {}
    }
}

/// A ghost with what pressing it does, if it does anything.
fn piece(scene: &Scene<'_>, model: &Model, ghost: &Ghost, square: Square) -> Markup {
    let label = describe(scene, ghost);
    let (x, y) = middle(model, square);
    let inner = html! {
        rect x=(x - 40.0) y=(y - 40.0) width="80" height="80" rx="7" class="ghit" {}
        (figure(scene, model, ghost, square))
    };
    let letter = ghost.letter;
    let is_own = scene.own_seat() == Some(ghost.owner);
    let id = format!("ghost-{}{letter}", ghost.owner);
    // Where it stands, for the script that lets it slide there.
    let at = format!("{x} {y}");
    let asks = [format!("ask:{letter}"), format!("for:{letter}")];
    let ask = asks.iter().find(|action| !is_own && scene.may(action));
    let starts = format!("{letter},");
    if is_own && scene.is_called() && matches!(model.stage, Stage::SetUp) {
        return html! {
            g id=(id) data-at=(at) class="piece" role="checkbox" aria-checked="false" tabindex="-1" data-toggle=(letter)
                aria-label=(scene.locale.say("geister-toggle", &[("square", square.name().into())])) { (inner) }
        };
    }
    if let Some(action) = ask {
        let key = if action.starts_with("ask") { "geister-ask" } else { "geister-name" };
        let label = scene.locale.say(key, &[("ghost", label.into())]);
        return html! {
            g id=(id) data-at=(at) class="piece" role="button" tabindex="-1" data-act=(action) aria-label=(label) {
                (inner)
                rect x=(x - 37.0) y=(y - 37.0) width="74" height="74" rx="6" class="gtake" {}
            }
        };
    }
    if is_own && scene.actions().iter().any(|action| action.starts_with(&starts)) {
        return html! {
            g id=(id) data-at=(at) class="piece" role="button" tabindex="-1" aria-pressed="false" data-pick=(letter) aria-label=(label) { (inner) }
        };
    }
    let is_talked_about = match model.stage {
        Stage::Negotiation(exchange) => is_in(exchange, ghost),
        _ => false,
    };
    html! {
        g id=(id) data-at=(at) role="img" aria-label=(label) {
            (inner)
            @if is_talked_about { rect x=(x - 37.0) y=(y - 37.0) width="74" height="74" rx="6" class="gtake gtake--call" {} }
        }
    }
}

/// Whether an exchange is about this ghost.
fn is_in(exchange: Exchange, ghost: &Ghost) -> bool {
    if ghost.owner == exchange.mover {
        exchange.named == Some(ghost.letter)
    } else {
        exchange.asked == ghost.letter
    }
}

/// A ghost by shape and colour; an unknown one with how likely it is bad, where that is shown.
fn figure(scene: &Scene<'_>, model: &Model, ghost: &Ghost, square: Square) -> Markup {
    let (x, y) = middle(model, square);
    let (left, top) = (x - GHOST / 2.0, y - GHOST / 2.0);
    let back = if ghost.owner == model.below { "-back" } else { "" };
    let is_set_up = !matches!(model.stage, Stage::SetUp);
    // An analyst sees both colours; what the other seat believes is worth more than a shape.
    let chance =
        chance_of_bad(scene, model, ghost).filter(|_| ghost.owner != model.below && is_set_up);
    let known = if chance.is_some() && scene.own_seat().is_none() { None } else { ghost.is_bad };
    let plain = |kind: &str, class: &str| {
        html! {
            use href={ "#i-ghost-" (kind) (back) } x=(left) y=(top) width=(GHOST) height=(GHOST) class=(class) {}
        }
    };
    let is_own_draft = !is_set_up && scene.own_seat() == Some(ghost.owner) && !model.has_set_up;
    html! {
        @match known {
            _ if is_own_draft => {
                g class="gside gside--good" { (plain("good", "g-good")) }
                g class="gside gside--bad" { (plain("bad", "g-bad")) }
            }
            Some(true) => (plain("bad", "g-bad")),
            Some(false) => (plain("good", "g-good")),
            None => {
                (plain("unknown", "g-un"))
                @if let Some(chance) = chance { (filled(chance, (x, y))) }
            }
        }
        @if known.is_none() { @if let Some(truth) = ghost.truth.or(ghost.is_bad) { (truth_ring(truth, (x, y))) } }
        @if ghost.is_shown { circle cx=(x - 29.0) cy=(y + 29.0) r="5" class="gshown" {} }
        text x=(x - 34.0) y=(y - 25.0) class="gletter" aria-hidden="true" { (ghost.letter) }
    }
}

/// The lower part of a ghost filled as high as the chance that it is bad, with the number.
fn filled(chance: f64, (x, y): (f64, f64)) -> Markup {
    // The body of the symbol covers its middle three quarters.
    let from = 24.0 * (0.12 + 0.76 * (1.0 - chance.clamp(0.0, 1.0)));
    let shift = from / 24.0 * GHOST;
    html! {
        svg x=(x - GHOST / 2.0) y=(y - GHOST / 2.0 + shift) width=(GHOST) height=(GHOST - shift)
            viewBox={ "0 " (from) " 24 " (24.0 - from) } {
            use href="#i-ghost-unknown" width="24" height="24" class="g-lv" {}
        }
        g class="gpct" {
            rect x=(x - 19.0) y=(y + 15.0) width="38" height="18" rx="9" {}
            text x=(x) y=(y + 28.4) { (format!("{:.0}", 100.0 * chance)) }
        }
    }
}

/// What an unknown ghost is in truth: a disc for good, a diamond for bad.
fn truth_ring(is_bad: bool, (x, y): (f64, f64)) -> Markup {
    let (x, y) = (x + SIDE * 0.3, y - SIDE * 0.3);
    html! {
        @if is_bad { path d={ "M" (x) " " (y - 9.0) "l9 9-9 9-9-9z" } class="tr-tb" {} }
        @else { circle cx=(x) cy=(y) r="7" class="tr-tg" {} }
    }
}

/// Where the ghosts of the observer may go, each hidden until its ghost is picked.
fn move_targets(scene: &Scene<'_>, model: &Model) -> Markup {
    let Some(own) = scene.own_seat() else {
        return html! {};
    };
    let moves = scene.actions().iter().filter_map(|action| {
        let (letter, way) = action.split_once(',')?;
        let ghost = model.ghost(own, letter.chars().next()?)?;
        Some((action, ghost, ghost.square()?, way))
    });
    html! {
        @for (action, ghost, from, way) in moves {
            @if way == "exit" { (exit_target(scene, model, action, ghost, from)) }
            @else { (step_target(scene, model, action, ghost, from.step(way, own))) }
        }
    }
}

fn step_target(
    scene: &Scene<'_>,
    model: &Model,
    action: &str,
    ghost: &Ghost,
    to: Square,
) -> Markup {
    let (x, y) = middle(model, to);
    let takes = model.of(other(ghost.owner)).find(|known| known.square() == Some(to));
    let key = if takes.is_some() { "geister-take" } else { "geister-step" };
    let label = scene
        .locale
        .say(key, &[("ghost", ghost.letter.to_string().into()), ("square", to.name().into())]);
    html! {
        g id={ "to-" (action.replace(',', "-")) } class="target" role="button" tabindex="-1"
            data-group=(ghost.letter) data-act=(action) aria-label=(label) {
            rect x=(x - 40.0) y=(y - 40.0) width="80" height="80" rx="7" class="ghit" {}
            @if takes.is_some() { rect x=(x - 37.0) y=(y - 37.0) width="74" height="74" rx="6" class="gtake" {} }
            @else { circle cx=(x) cy=(y) r="11" class="gdot" {} }
        }
    }
}

fn exit_target(
    scene: &Scene<'_>,
    model: &Model,
    action: &str,
    ghost: &Ghost,
    from: Square,
) -> Markup {
    let (x, y) = middle(model, from);
    let label = scene.locale.say("geister-leave", &[("square", from.name().into())]);
    let turn = if x < SIDE { -45 } else { 45 };
    html! {
        g id={ "to-" (action.replace(',', "-")) } class="target" role="button" tabindex="-1"
            data-group=(ghost.letter) data-act=(action) aria-label=(label) {
            rect x=(x - 40.0) y=(y - 74.0) width="80" height="50" rx="7" class="ghit" {}
            circle cx=(x) cy=(y - 50.0) r="19" class="gleave" {}
            g class="gx" transform={ "translate(" (x) " " (y - 50.0) ") rotate(" (turn) ")" } {
                use href="#i-exit" x="-12" y="-12" width="24" height="24" {}
            }
        }
    }
}

/// The seats in the order in which they sit from the observer's side.
pub(super) fn seats(model: &Model) -> [Seat; 2] {
    [other(model.below), model.below]
}
