//! What the JSON of every game looks like is committed, and is what the types say.
//!
//! `KAKEHIKI_WRITE=1 cargo test -p kakehiki-games --test games schemas` writes the files anew.

use std::{fs, path::Path};

use kakehiki_games::{GAMES, log_schema};
use serde_json::Value;

fn compare(name: &str, schema: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.json"));
    let text = serde_json::to_string_pretty(schema).unwrap() + "\n";
    if std::env::var_os("KAKEHIKI_WRITE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "{} is not what the types say: write it anew", path.display());
}

#[test]
fn committed_schemas_are_those_of_the_types() {
    for game in GAMES {
        compare(game.name(), &game.schema());
    }
    compare("log", &log_schema());
}
