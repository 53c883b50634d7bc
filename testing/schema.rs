//! Checks that what is written as JSON is what its schema says.
//!
//! It knows the part of JSON Schema that derived and hand-written schemas here use, and refuses
//! every other word, so that nothing is passed over. Patterns are left to tests of notations.

use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde::Serialize;
use serde_json::Value;

/// Words that say nothing about a value.
const REMARKS: [&str; 8] =
    ["$schema", "$defs", "title", "description", "default", "format", "pattern", "examples"];

/// The schemas of a type: as it is read and as it is written, which have to agree here.
pub struct Schemas([Value; 2]);

impl Schemas {
    pub fn of<T: JsonSchema>() -> Self {
        let settings = SchemaSettings::default();
        let written = settings.clone().for_serialize();
        Self(
            [settings, written].map(|settings| {
                Schema::into(settings.into_generator().into_root_schema_for::<T>())
            }),
        )
    }

    /// Whether a value is as the schemas say; what is wrong and where if it is not.
    pub fn check(&self, value: &impl Serialize) -> Result<(), String> {
        let value = serde_json::to_value(value).map_err(|error| error.to_string())?;
        self.0.iter().try_for_each(|root| {
            check(root, root, &value).map_err(|problem| format!("{problem} in {value}"))
        })
    }
}

/// Checks a value against one schema of the document `root`.
fn check(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let Some(words) = schema.as_object() else {
        return if schema == &Value::Bool(true) { Ok(()) } else { Err(format!("no {value} here")) };
    };
    let refuse = |word: &str| Err(format!("{value} is not as {word} of {schema} says"));
    let fits = |schemas: &Value| {
        list(schemas).iter().filter(|other| check(root, other, value).is_ok()).count()
    };
    for (word, meaning) in words {
        let is_right = match word.as_str() {
            "$ref" => {
                let place = meaning.as_str().and_then(|place| place.strip_prefix('#'));
                let target = place.and_then(|place| root.pointer(place));
                check(root, target.ok_or_else(|| format!("{meaning} is nowhere"))?, value)?;
                true
            }
            "type" => match meaning {
                Value::Array(kinds) => kinds.iter().any(|kind| is_of(kind, value)),
                kind => is_of(kind, value),
            },
            "const" => meaning == value,
            "enum" => list(meaning).contains(value),
            "oneOf" => fits(meaning) == 1,
            "anyOf" => fits(meaning) > 0,
            "allOf" => fits(meaning) == list(meaning).len(),
            // Limits are for values of their kind only.
            "minimum" => value.as_f64().is_none_or(|size| Some(size) >= meaning.as_f64()),
            "maximum" => value.as_f64().is_none_or(|size| Some(size) <= meaning.as_f64()),
            "minItems" => !value.is_array() || Some(list(value).len() as u64) >= meaning.as_u64(),
            "maxItems" => !value.is_array() || Some(list(value).len() as u64) <= meaning.as_u64(),
            "items" => {
                list(value).iter().try_for_each(|item| check(root, meaning, item))?;
                true
            }
            "prefixItems" => {
                let mut pairs = list(meaning).iter().zip(list(value));
                pairs.try_for_each(|(schema, item)| check(root, schema, item))?;
                true
            }
            "required" => {
                list(meaning).iter().all(|key| value.get(key.as_str().unwrap_or("")).is_some())
            }
            "properties" => {
                for (key, schema) in meaning.as_object().into_iter().flatten() {
                    if let Some(inner) = value.get(key) {
                        check(root, schema, inner)
                            .map_err(|problem| format!("{key}: {problem}"))?;
                    }
                }
                // A key that the schema does not name would be news to its readers.
                let mut keys = value.as_object().into_iter().flat_map(|object| object.keys());
                keys.all(|key| meaning.get(key).is_some())
            }
            // One pattern for all keys, such as seats.
            "patternProperties" => {
                let mut schemas = meaning.as_object().into_iter().flat_map(|it| it.values());
                let (Some(schema), None) = (schemas.next(), schemas.next()) else {
                    return Err(format!("{meaning} has not one pattern"));
                };
                let mut inner = value.as_object().into_iter().flat_map(|object| object.values());
                inner.try_for_each(|inner| check(root, schema, inner))?;
                true
            }
            // Keys beyond `properties` are refused above in any case.
            "additionalProperties" => true,
            word if REMARKS.contains(&word) => true,
            word => return Err(format!("{word} is not known to this test")),
        };
        if !is_right {
            return refuse(word);
        }
    }
    Ok(())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    }
}
