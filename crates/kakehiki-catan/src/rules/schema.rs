//! How values that are written in a notation of their own are described to readers of JSON.

/// Describes a type that is written as one text.
macro_rules! text_schema {
    ($name:ident, $pattern:expr, $description:expr) => {
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "type": "string",
                    "pattern": $pattern,
                    "description": $description,
                })
            }
        }
    };
}

/// Describes a type that is written as one of some words.
macro_rules! words_schema {
    ($name:ident, $words:expr, $description:expr) => {
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "type": "string",
                    "enum": $words,
                    "description": $description,
                })
            }
        }
    };
}

/// Describes a type that is written as a number for each kind of something.
macro_rules! counts_schema {
    ($name:ident, $title:literal, $kind:ident, $description:literal) => {
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $title.into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let words = $kind::ALL.map($kind::word);
                let count = generator.subschema_for::<u8>();
                let properties: serde_json::Map<String, serde_json::Value> =
                    words.map(|word| (word.to_owned(), count.clone().into())).into_iter().collect();
                schemars::json_schema!({
                    "type": "object",
                    "properties": properties,
                    "required": words,
                    "additionalProperties": false,
                    "description": $description,
                })
            }
        }
    };
}

pub(super) use {counts_schema, text_schema, words_schema};
