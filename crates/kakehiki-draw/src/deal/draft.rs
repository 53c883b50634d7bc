//! Drafts of offers, edited in place and said as a sentence before they are sent.

use kakehiki_core::Seat;
use maud::{Markup, html};

use crate::{
    Locale, Scene,
    piece::{bar, icon, mark, percent},
};

/// Something that can be traded.
pub(crate) struct Good {
    /// How one of it is written.
    pub(crate) unit: String,
    pub(crate) name: String,
    /// What stands above its column.
    pub(crate) head: Markup,
    /// How many the observer can give at most, and get.
    pub(crate) most: (u32, u32),
    /// How many it gives and gets in the offer that the draft begins from.
    pub(crate) start: (u32, u32),
}

/// A draft.
pub(crate) struct Draft {
    /// What it becomes: `offer` or `counter`.
    pub(crate) kind: &'static str,
    /// The action, with `{give}`, `{get}` and `{to}` to be filled in.
    pub(crate) template: String,
    /// What stands between two goods in the action.
    pub(crate) joint: &'static str,
    pub(crate) goods: Vec<Good>,
    /// Who may be asked, and how each is written; empty for a counter-offer.
    pub(crate) partners: Vec<(Seat, String)>,
    /// Whether only one may be asked.
    pub(crate) is_to_one: bool,
    /// What tells this draft from one about another offer: when it changes, the draft begins again.
    pub(crate) version: String,
    /// How many more offers may be made, in words.
    pub(crate) left: String,
    /// Whether the observer may ask what the partners would answer.
    pub(crate) may_ask: bool,
}

/// A number that is changed by two buttons, by arrows or by typing it.
pub(crate) fn stepper(
    locale: Locale,
    side: &str,
    unit: &str,
    name: &str,
    value: u32,
    most: u32,
) -> Markup {
    let label = locale.say(&format!("deal-step-{side}"), &[("what", name.to_owned().into())]);
    html! {
        span id={ "step-" (side) "-" (unit) } class={ "step" @if value == 0 { " step--0" } } role="spinbutton" tabindex="0" aria-label=(label)
            aria-valuenow=(value) aria-valuemin="0" aria-valuemax=(most)
            data-step="" data-side=(side) data-unit=(unit) data-name=(name) data-start=(value) data-most=(most) {
            button type="button" tabindex="-1" data-less="" aria-label=(locale.word("deal-less")) disabled[value == 0] { "−" }
            output { (value) }
            button type="button" tabindex="-1" data-more="" aria-label=(locale.word("deal-more")) disabled[value >= most] { "+" }
        }
    }
}

/// The two rows of steppers.
pub(super) fn editor(scene: &Scene<'_>, draft: &Draft) -> Markup {
    let locale = scene.locale;
    // The letter goes to the numbers until there is something to send.
    let key = (draft.kind == "counter").then_some("c");
    html! {
        div class="editor" data-key=[key] {
            span {}
            @for good in &draft.goods { (good.head) }
            span class="lab" { (locale.word("deal-give")) }
            @for good in &draft.goods { (stepper(locale, "give", &good.unit, &good.name, good.start.0, good.most.0)) }
            span class="lab" { (locale.word("deal-get")) }
            @for good in &draft.goods { (stepper(locale, "get", &good.unit, &good.name, good.start.1, good.most.1)) }
        }
        (narrow_editor(scene, draft))
    }
}

/// The same draft on a narrow table: one number for each good counts both ways, since nobody gives and
/// gets the same.
fn narrow_editor(scene: &Scene<'_>, draft: &Draft) -> Markup {
    let locale = scene.locale;
    let key = (draft.kind == "counter").then_some("c");
    let title = if draft.kind == "counter" { "deal-your-counter" } else { "deal-your-offer" };
    let says = |word: &str| locale.say(word, &[("n", "{n}".into())]);
    html! {
        div class="nets" data-key=[key] data-get=(says("deal-net-get")) data-give=(says("deal-net-give")) {
            div class="nets__head" { b { (locale.word(title)) } span class="meta" { (locale.word("deal-number-held")) } }
            @for good in &draft.goods { (good.head) }
            @for good in &draft.goods {
                span id={ "net-" (good.unit) } class="net" role="spinbutton" tabindex="0" aria-label=(good.name) data-net="" data-unit=(good.unit)
                    aria-valuenow="0" aria-valuemin=(-i64::from(good.most.0)) aria-valuemax=(good.most.1) {
                    button type="button" tabindex="-1" data-more="" aria-label=(locale.word("deal-more")) { "+" }
                    output {}
                    button type="button" tabindex="-1" data-less="" aria-label=(locale.word("deal-less")) { "−" }
                }
            }
        }
    }
}

/// The sentence of a draft; the script writes it anew with every change.
pub(super) fn sentence(locale: Locale) -> Markup {
    let patterns = |key: &str, names: &[&'static str]| {
        let values: Vec<_> =
            names.iter().map(|name| (*name, format!("{{{name}}}").into())).collect();
        locale.say(key, &values)
    };
    html! {
        p class="offer__text mt8" role="status" data-sentence=(patterns("deal-sentence", &["give", "get"]))
            data-count-of=(patterns("deal-count-of", &["n", "what"])) data-and=(patterns("list-and", &["first", "last"]))
            data-comma=(locale.word("list-comma")) data-nothing=(locale.word("deal-nothing")) {}
    }
}

/// The attributes of a form are read by the script alone.
pub(super) fn open(draft: &Draft, inner: &Markup) -> Markup {
    html! {
        form class="draft" data-draft=(draft.kind) data-template=(draft.template) data-joint=(draft.joint) data-version=(draft.version) { (inner) }
    }
}

/// The draft of an own offer.
pub(super) fn form(scene: &Scene<'_>, draft: &Draft) -> Markup {
    let locale = scene.locale;
    let inner = html! {
        div class="offer__head" {
            b { (locale.word("deal-new-offer")) }
            span class="meta" { (draft.left) }
        }
        (editor(scene, draft))
        fieldset class="row row--wrap mt8" {
            legend class="sr" { (locale.word("deal-to")) }
            span class="meta" aria-hidden="true" { (locale.word("deal-to")) }
            @for (place, (seat, written)) in draft.partners.iter().enumerate() {
                label class="chip chip--pick" {
                    input type=(if draft.is_to_one { "radio" } else { "checkbox" }) name="to" value=(written) data-seat=(seat) checked[!draft.is_to_one || place == 0];
                    (mark(*seat, "s")) (scene.plain_name(*seat))
                }
            }
        }
        (sentence(locale))
        (predicted(scene))
        div class="rowbtns" {
            button id="send-offer" class="btn btn--primary grow" type="button" data-send="" disabled { (locale.word("deal-send")) }
            button class="btn" type="button" data-reset="" { (locale.word("deal-reset")) }
            @if draft.may_ask { button class="btn btn--quiet" type="button" data-asks="" disabled { (icon("eye", "i16")) (locale.word("deal-ask")) } }
        }
    };
    html! { article class="offer" tabindex="-1" data-key="t" { (open(draft, &inner)) } }
}

/// What partners would answer to the draft that was asked about.
pub(super) fn predicted(scene: &Scene<'_>) -> Markup {
    let predicted = scene.overlay.and_then(|overlay| overlay.predicted.as_ref());
    html! {
        @if let Some(predicted) = predicted {
            ul class="predicted" data-predicted=(predicted.draft) {
                @for (seat, chance) in &predicted.accepts {
                    li class="pbar" {
                        (mark(*seat, "s")) (bar(*chance, 110.0))
                        (scene.locale.say("deal-would-accept", &[("chance", percent(*chance).into())]))
                    }
                }
            }
        }
    }
}
