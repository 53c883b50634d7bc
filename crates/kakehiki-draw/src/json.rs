//! Reading the JSON of views: what is not there reads as nothing, so that no view can stop a page.

use kakehiki_core::Seat;
use serde_json::Value;

/// The text of a field, empty where there is none.
pub(crate) fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

/// The number of a field, zero where there is none.
pub(crate) fn number(value: &Value, field: &str) -> u64 {
    value[field].as_u64().unwrap_or_default()
}

/// A seat by its name.
pub(crate) fn seat(value: &Value) -> Option<Seat> {
    value.as_str()?.parse().ok()
}

/// The texts of a list.
pub(crate) fn texts(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The items of a list.
pub(crate) fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The name of a case and what it holds: `{"moved": {…}}` or `"begun"`.
pub(crate) fn case(value: &Value) -> (&str, &Value) {
    match value {
        Value::Object(fields) => {
            fields.iter().next().map_or(("", &Value::Null), |(name, inner)| (name.as_str(), inner))
        }
        Value::String(name) => (name, &Value::Null),
        _ => ("", &Value::Null),
    }
}
