use kakehiki_arena::{Draft, Pairing, Plan, Spec, Sprt};

const WHOLE: &str = r#"
game = "geister"
agents = ["random", " charge ( )"]
games = 10
seed = 7
rotate = true
pairing = "seats"
series = 5

[options]
cap = 80

[sprt]
p1 = 0.6
"#;

fn error(text: &str) -> String {
    Spec::from_toml(text, "table.toml").unwrap_err().to_string()
}

/// The text of a specification with a line in place of another, or added to it.
fn with(line: &str) -> String {
    let field = line.split_once(" =").map_or(line, |(field, _)| field);
    let base = ["game = \"geister\"", "agents = [\"random\", \"random\"]", "games = 10"];
    let kept = base.into_iter().filter(|other| !other.starts_with(&format!("{field} =")));
    kept.chain([line]).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_field_is_read_and_brought_to_one_spelling() {
    let spec = Spec::from_toml(WHOLE, "table.toml").unwrap();
    let draft = spec.draft();
    assert_eq!(draft.agents, ["random", "charge"]);
    assert_eq!((draft.games, draft.seed, draft.rotate, draft.series), (10, 7, true, 5));
    assert_eq!(draft.pairing, Pairing::Seats);
    assert_eq!(draft.options["cap"], "80");
    assert_eq!(draft.sprt, Some(Sprt { p1: 0.6, ..Sprt::default() }));
}

#[test]
fn a_short_specification_has_the_defaults() {
    let spec = Spec::from_toml(&with(""), "table.toml").unwrap();
    let given = Spec::new(Draft::new("geister", &["random", "random"], 10)).unwrap();
    assert_eq!(spec.draft(), given.draft());
    assert_eq!(spec.draft().seed, 1);
    assert!(spec.draft().options.contains_key("cap"), "options are written out");
}

#[test]
fn as_many_play_as_are_named_where_the_game_allows_it() {
    let spec = |game, agents: &[&str], option: Option<(&str, &str)>| {
        let mut draft = Draft::new(game, agents, 1);
        draft.options.extend(option.map(|(name, value)| (name.to_owned(), value.to_owned())));
        Spec::new(draft)
    };
    for (game, option, agents) in [
        ("monopoly", "players", &["random"; 2][..]),
        ("catan", "players", &["random"; 3]),
        ("werewolf", "village", &["random"; 5]),
        ("werewolf", "village", &["random"; 11]),
    ] {
        let spec = spec(game, agents, None).unwrap();
        assert_eq!(spec.seats(), agents.len(), "{game}");
        assert_eq!(spec.draft().options[option], agents.len().to_string());
    }
    // What was said holds, and so does what a set of rules says where it fits.
    let error = spec("catan", &["random"; 3], Some(("players", "4"))).unwrap_err().to_string();
    assert!(
        error.ends_with("has 4 seats but 3 agents are named; name one for each seat"),
        "{error}"
    );
    let rules = Some(("rules", "moyer2020"));
    let two = spec("monopoly", &["random"; 2], rules).unwrap();
    assert!(!two.draft().options.contains_key("players"), "{two:?}");
    assert_eq!(spec("monopoly", &["random"; 3], rules).unwrap().seats(), 3);
    let error = spec("catan", &["random"; 5], None).unwrap_err().to_string();
    assert!(error.contains("5 agents are named"), "{error}");
    assert!(error.ends_with("where players is a whole number from 2 to 4"), "{error}");
    // In a round robin the number of agents is not that of the seats.
    let agents = vec!["random".to_owned(); 5];
    let draft = Draft { agents, pairing: Pairing::RoundRobin, ..Draft::new("catan", &[], 1) };
    assert_eq!(Spec::new(draft).unwrap().seats(), 4);
}

#[test]
fn wrong_fields_are_named_with_file_line_and_what_would_be_right() {
    for (line, parts) in [
        ("gamez = 5", &["table.toml, line 4", "gamez", "unknown field", "`series`"][..]),
        ("games = \"many\"", &["line 3", "games: ", "expected u64"]),
        ("games = -1", &["games: ", "-1"]),
        ("agents = [\"random\", 3]", &["agents[1]: ", "expected a string"]),
        ("pairing = \"swiss\"", &["pairing", "`seats`", "`round-robin`"]),
        ("options = { cap = [1] }", &["options", "a text, a number, true or false"]),
        ("sprt = { p2 = 1 }", &["sprt", "p2", "`alpha`"]),
        ("sprt = { p0 = 0.7 }", &["table.toml: sprt.p1 is 0.55", "above p0"]),
        ("game = \"chess\"", &["table.toml: game: unknown game \"chess\"", "geister"]),
        ("options = { cup = 1 }", &["options: geister has no parameter \"cup\"", "cap"]),
        ("options = { cap = \"long\" }", &["options: geister: cap is a whole number"]),
        ("agents = [\"random\", \"rndm\"]", &["agents, number 2: unknown agent", "random"]),
        ("agents = [\"random\"]", &["has 2 seats but 1 agents", "one for each seat"]),
        ("games = 0", &["games is 0", "at least 1"]),
        ("series = 3", &["games is 10", "a multiple of the 3 games"]),
        ("series = 0", &["series is 0"]),
        ("games = 9000000000000000", &["at most 1000000000000"]),
        ("game \"geister\"", &["table.toml, line"]),
    ] {
        let message = error(&with(line));
        for part in parts {
            assert!(message.contains(part), "{line}: {message:?} lacks {part:?}");
        }
        assert!(!message.contains('\n'), "{message}");
    }
    assert!(error("game = \"geister\"").contains("missing field `agents`"));
}

#[test]
fn a_missing_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = Spec::read(&folder.path().join("nowhere.toml")).unwrap_err();
    assert!(error.to_string().contains("nowhere.toml"), "{error}");
}

#[test]
fn round_robins_take_any_number_of_agents_from_the_seats_up() {
    let draft = |agents: &[&str]| Draft {
        pairing: Pairing::RoundRobin,
        ..Draft::new("geister", agents, 4)
    };
    let spec = Spec::new(draft(&["random", "random", "charge", "random"])).unwrap();
    assert_eq!(Plan::new(spec).games(), 6 * 4);
    let error = Spec::new(draft(&["random"])).unwrap_err().to_string();
    assert!(error.contains("at least one for each seat"), "{error}");
    let many = vec!["random"; 500];
    let error = Spec::new(draft(&many)).unwrap_err().to_string();
    assert!(error.contains("at most 100000 arrangements"), "{error}");
    let test = Draft { sprt: Some(Sprt::default()), ..draft(&["random"; 3]) };
    let error = Spec::new(test).unwrap_err().to_string();
    assert!(error.contains("2 at a table of 2 for a sequential test"), "{error}");
}
