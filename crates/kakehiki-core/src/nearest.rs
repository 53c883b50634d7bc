//! What to say of a name that nobody has: the one that was probably meant, and all there are.

/// The known name that is nearest to a mistyped one; nothing if all are far from it.
///
/// Near is what a slip of the fingers makes: in every three letters one that is wrong, missing, too
/// many, or in the place of its neighbour, and at least one in short names.
///
/// # Examples
///
/// ```
/// let games = ["geister", "catan"];
/// assert_eq!(kakehiki_core::nearest("catn", &games), Some("catan"));
/// assert_eq!(kakehiki_core::nearest("chess", &games), None);
/// ```
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    let slips = (name.chars().count() / 3).max(1);
    let distance = |known: &&'a str| (strsim::osa_distance(&name, known), *known);
    let (distance, nearest) = known.iter().map(distance).min_by_key(|(distance, _)| *distance)?;
    (distance <= slips).then_some(nearest)
}

/// The end of a message about a name that nobody has: "did you mean …? possible: …".
pub fn possible(name: &str, known: &[&str]) -> String {
    if known.is_empty() {
        return "there are none".to_owned();
    }
    let question = nearest(name, known).map(|near| format!("did you mean {near}? "));
    format!("{}possible: {}", question.unwrap_or_default(), known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_fingers_are_understood() {
        let known = ["geister", "catan", "uct", "playouts", "sample-0.4"];
        for (slip, meant) in [
            ("geistr", "geister"),
            ("gesiter", "geister"),
            ("Catan", "catan"),
            ("CATTAN", "catan"),
            ("utc", "uct"),
            ("playout", "playouts"),
            ("smple-0.4", "sample-0.4"),
        ] {
            assert_eq!(nearest(slip, &known), Some(meant), "{slip}");
        }
    }

    #[test]
    fn names_that_have_little_in_common_are_not_suggested() {
        for other in ["chess", "cap", "", "ガイスター"] {
            assert_eq!(nearest(other, &["geister", "catan"]), None, "{other}");
        }
        assert_eq!(nearest("catan", &[]), None);
    }

    #[test]
    fn messages_suggest_one_and_list_all() {
        let known = ["geister", "catan"];
        assert_eq!(possible("catn", &known), "did you mean catan? possible: geister, catan");
        assert_eq!(possible("chess", &known), "possible: geister, catan");
    }
}
