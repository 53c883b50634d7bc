//! The figures of the papers, from the files in `studies/`.

use serde::de::DeserializeOwned;

/// A figure of a paper's file by its path, such as `upp.all.right`.
///
/// # Panics
/// If the file has no such figure: files are part of the program, and a test reads every figure.
pub(crate) fn published<T: DeserializeOwned>(file: &str, path: &str) -> T {
    let table: toml::Value = toml::from_str(file).expect("a file of the program is TOML");
    let value = path.split('.').try_fold(&table, |value, key| value.get(key));
    let value = value.unwrap_or_else(|| panic!("no figure is named {path}"));
    value.clone().try_into().unwrap_or_else(|error| panic!("{path}: {error}"))
}
