//! The interface for programs as a page for people, drawn from the document that programs read.

use kakehiki_draw::Locale;
use maud::{Markup, html};
use serde_json::{Map, Value};

/// The page; what stands in the document is said in its own words.
pub(crate) fn api_page(locale: Locale, document: &Value) -> Markup {
    let paths = document["paths"].as_object();
    let schemas = document["components"]["schemas"].as_object();
    html! {
        div class="hello" { div class="grow" {
            h1 { (locale.word("api-heading")) }
            p { (locale.word("api-lead")) }
        } }
        section class="helpsec" lang="en" {
            p { (text(&document["info"], "description")) }
            p class="meta" lang=(locale.tag()) {
                (locale.word("api-socket")) " " code { "/api/v1/matches/{id}/socket?format=json" } " · "
                a href="/openapi.json" { "/openapi.json" }
            }
        }
        section class="helpsec" {
            h2 { (locale.word("api-calls")) }
            @for (path, methods) in paths.into_iter().flatten() {
                @for (method, call) in methods.as_object().into_iter().flatten() {
                    (operation(locale, path, method, call))
                }
            }
        }
        section class="helpsec" {
            h2 { (locale.word("api-shapes")) }
            @for (name, schema) in schemas.into_iter().flatten() {
                article class="panel helpgame mt12" id={ "shape-" (name) } {
                    h3 { code { (name) } }
                    (shape(locale, schema))
                }
            }
        }
    }
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn operation(locale: Locale, path: &str, method: &str, call: &Value) -> Markup {
    let parameters = call["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    let body = content(&call["requestBody"]);
    html! {
        article class="panel helpgame mt12" {
            h3 { code { (method.to_uppercase()) " " (path) } }
            p lang="en" { (text(call, "summary")) " " (text(call, "description")) }
            @if !parameters.is_empty() {
                div class="doc-scroll" { table class="table" {
                    (head(locale, &["api-parameter", "api-kind", "api-meaning"]))
                    tbody { @for parameter in parameters {
                        tr {
                            td { code { (text(parameter, "name")) } }
                            td { (kind(&parameter["schema"])) }
                            td lang="en" { (text(parameter, "description")) }
                        }
                    } }
                } }
            }
            @if let Some(schema) = body { p class="mt8" { b { (locale.word("api-body")) } " " (kind(schema)) } }
            div class="doc-scroll" { table class="table" {
                (head(locale, &["api-answer", "api-kind", "api-meaning"]))
                tbody { @for (status, answer) in call["responses"].as_object().into_iter().flatten() {
                    tr {
                        td { code { (status) } }
                        td { @if let Some(schema) = content(answer) { (kind(schema)) } }
                        td lang="en" { (text(answer, "description")) }
                    }
                } }
            } }
        }
    }
}

fn head(locale: Locale, words: &[&str]) -> Markup {
    html! { thead { tr { @for word in words { th scope="col" { (locale.word(word)) } } } } }
}

/// What a body holds, of whatever kind it is.
fn content(body: &Value) -> Option<&Value> {
    body["content"].as_object()?.values().next().map(|kind| &kind["schema"])
}

/// What a value looks like, in a few words.
fn kind(schema: &Value) -> Markup {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return html! { a href={ "#shape-" (name) } { code { (name) } } };
    }
    let cases = ["oneOf", "anyOf", "allOf"].iter().find_map(|many| schema[*many].as_array());
    if let Some(cases) = cases {
        return html! { @for (at, case) in cases.iter().enumerate() { @if at > 0 { " | " } (kind(case)) } };
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        return html! { code { (words.join(" | ")) } };
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    html! {
        code { (types.join(" | ")) }
        @if schema["items"].is_object() { " " (kind(&schema["items"])) }
        @if let Some(fields) = fields(schema) {
            @for (at, name) in fields.keys().enumerate() { @if at > 0 { ", " } @else { " " } code { (name) } }
        }
    }
}

fn fields(schema: &Value) -> Option<&Map<String, Value>> {
    schema["properties"].as_object()
}

/// A named shape: its fields, or its cases.
fn shape(locale: Locale, schema: &Value) -> Markup {
    html! {
        p lang="en" { (text(schema, "description")) }
        @match fields(schema) {
            Some(fields) => {
                div class="doc-scroll" { table class="table" {
                    (head(locale, &["api-field", "api-kind", "api-meaning"]))
                    tbody { @for (name, field) in fields {
                        tr {
                            td { code { (name) } }
                            td { (kind(field)) }
                            td lang="en" { (text(field, "description")) }
                        }
                    } }
                } }
            }
            None => p { (kind(schema)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::document;

    #[test]
    fn every_call_and_every_shape_stands_on_the_page_in_both_languages() {
        let document = document();
        for locale in Locale::ALL {
            let html = api_page(locale, &document).into_string();
            for path in document["paths"].as_object().unwrap().keys() {
                assert!(html.contains(path), "{path}");
            }
            for name in document["components"]["schemas"].as_object().unwrap().keys() {
                assert!(html.contains(&format!("id=\"shape-{name}\"")), "{name}");
            }
            for link in html.split("href=\"#").skip(1) {
                let id = link.split('"').next().unwrap();
                assert!(html.contains(&format!("id=\"{id}\"")), "{id} leads nowhere");
            }
            assert!(!html.contains(">api-"), "a key stands for words");
        }
    }
}
