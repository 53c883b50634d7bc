//! Programs that run as children.

use kakehiki_core::{Cast, Seat, Verdict};
use kakehiki_games::{Fixture, Process, external};

use crate::table;

/// Whoever looks when a program is gone finds all that it complained about.
#[test]
fn last_words_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..50 {
        let file = folder.path().join(number.to_string());
        let mut process = Process::start("sh -c 'echo boom >&2'", Some(file.clone())).unwrap();
        while !process.has_ended() {}
        drop(process);
        assert_eq!(std::fs::read_to_string(file).unwrap(), "boom\n");
    }
}

/// Says what it is asked about and then does the first that it may, and keeps what others say.
const TALKATIVE: &str = r#"
while read -r line; do
    case "$line" in
        '{"type":"said"'*) echo "$line" >> "$1" ;;
        '{"type":"ask"'*)
            seat=$(echo "$line" | sed 's/^{"type":"ask","seat":"\([^"]*\)".*/\1/')
            act=$(echo "$line" | sed 's/.*"actions":\["\([^"]*\)".*/\1/')
            phase=$(echo "$line" | sed 's/.*"phase":\([^,]*\),.*/\1/' | tr -d '"{}')
            echo "$seat in $phase" >> "$2"
            printf '{"type":"say","seat":"%s","text":" %s\\u202e in %s"}\n' "$seat" "$seat" "$phase"
            printf '{"type":"act","seat":"%s","action":"%s"}\n' "$seat" "$act"
            ;;
    esac
done
"#;

#[test]
fn programs_hear_each_other_but_where_nobody_may_know_who_speaks() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(file("talkative.sh"), TALKATIVE).unwrap();
    let table = table("werewolf", &[("rules", "aiwolf-0.6"), ("village", "9")]);
    let casts: Vec<Cast> = (0..9)
        .map(|seat| {
            let (script, heard, said) =
                (file("talkative.sh"), file(&format!("heard-{seat}")), file("said"));
            let name = format!("external(command=\"sh {script} {heard} {said}\")");
            external("werewolf", &table.options(), &name.parse().unwrap()).unwrap().unwrap()
        })
        .collect();
    let fixture = Fixture { casts: &casts, seed: 1, r#match: 0, games: 1, label: "talk" };
    let record = table.play(&fixture, Some(folder.path())).unwrap().remove(0);
    assert!(matches!(record.verdict, Verdict::Ended(_)), "{record:?}");
    let said = std::fs::read_to_string(file("said")).unwrap();
    // All of it is kept in the log.
    let log = std::fs::read_to_string(file("talk-game-0.jsonl")).unwrap();
    let kept = log.lines().filter(|line| line.starts_with("{\"text\"")).count();
    assert_eq!(kept, said.lines().count());
    assert!(said.contains("whisper") && said.contains("attack") && said.contains("vote"), "{said}");
    for seat in 0..9 {
        let heard = std::fs::read_to_string(file(&format!("heard-{seat}"))).unwrap();
        assert!(heard.lines().count() > 10, "{heard}");
        for line in heard.lines() {
            let message: serde_json::Value = serde_json::from_str(line).unwrap();
            let speaker = message["seat"].as_str().unwrap();
            assert_ne!(speaker, format!("P{seat}"));
            assert!(message["step"].is_number());
            assert_eq!(message["text"], format!("{speaker} in talk"), "{line}");
        }
    }
}

/// Answers so often and then goes away, if it is asked that often.
const FAITHLESS: &str = r#"
left=$1
while read -r line; do
    case "$line" in
        '{"type":"ask"'*)
            [ "$left" -gt 0 ] || { printf '{"type":"act",'; exit 0; }
            left=$((left - 1))
            act=$(echo "$line" | sed 's/.*"actions":\["\([^"]*\)".*/\1/')
            printf '{"type":"act","seat":"P0","action":"%s"}\n' "$act"
            ;;
    esac
done
"#;

#[test]
fn a_program_may_break_off_at_any_point_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("faithless.sh");
    std::fs::write(&script, FAITHLESS).unwrap();
    let table = table("geister", &[("cap", "20")]);
    let mut lost = 0;
    loop {
        let name = format!("external(command=\"sh {} {lost}\")", script.display());
        let program = external("geister", &table.options(), &name.parse().unwrap());
        let casts = [program.unwrap().unwrap(), table.cast(&"random".parse().unwrap()).unwrap()];
        let fixture = Fixture { casts: &casts, seed: 1, r#match: 0, games: 1, label: "" };
        let record = table.play(&fixture, None).unwrap().remove(0);
        match record.verdict {
            Verdict::Forfeited(seat) => assert_eq!(seat, Seat::new(0), "{lost}"),
            // The whole game was played.
            Verdict::Ended(_) => break,
        }
        lost += 1;
    }
    assert!(lost > 8, "{lost}");
}
