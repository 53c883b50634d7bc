//! The rules of a game at a server, as far as ours know them.

use kakehiki_catan::CATAN_OPTIONS;
use kakehiki_core::Settings;

/// The most players at the classic board.
const CLASSIC: &str = "4";

/// The options of our rules that those of a game amount to. What they are is asked for before the game,
/// and how many sit down is known when it begins.
///
/// The bank is closed: it never runs out, and nobody counts what went into it. Numbers come as they lie,
/// not as a spiral.
pub(super) fn settings(options: &[String], players: usize) -> Result<Settings, String> {
    let mut values = vec![
        ("rules", "jsettlers".to_owned()),
        ("bank", "closed".to_owned()),
        ("numbers", "free".to_owned()),
        ("players", players.to_string()),
    ];
    for option in options {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let is_on = value.starts_with('t');
        let number = value.trim_start_matches(['t', 'f']);
        match name {
            _ if value.starts_with('f') => {}
            // How boards are dealt, and how often something may be undone that may not.
            "BC" | "UBL" | "-" => {}
            "PL" if number <= CLASSIC && number.len() == 1 => {}
            "NT" if is_on => values.push(("trading", "off".to_owned())),
            "VP" if is_on => values.push(("target", number.to_owned())),
            "N7" if is_on && number == "1" => values.push(("early-sevens", "off".to_owned())),
            _ => return Err(format!("its option {option:?} is none of our rules")),
        }
    }
    let values = values.iter().map(|(name, value)| (*name, value.as_str()));
    Settings::new("catan", &CATAN_OPTIONS, values).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(options: &str) -> Result<Settings, String> {
        let options: Vec<String> = options.split(',').map(str::to_owned).collect();
        settings(&options, 4)
    }

    #[test]
    fn options_of_the_classic_game_are_ours() {
        let plain = read("BC=t4,N7=f7,RD=f,PL=4,UBL=t7").unwrap();
        assert_eq!(plain.text("target"), "10");
        let settings = read("PL=4,VP=t12,NT=t,N7=t1,BC=f4").unwrap();
        let told = ["target", "trading", "early-sevens"].map(|name| settings.text(name));
        assert_eq!(told, ["12", "off", "off"]);
    }

    #[test]
    fn other_options_are_refused_by_name() {
        for option in
            ["PL=6", "PLB=t", "SBL=t", "SC=SC_FOG", "RD=t", "N7=t7", "N7C=t", "UB=t", "NEW=3"]
        {
            let problem = read(&format!("BC=t4,{option}")).unwrap_err();
            assert!(problem.contains(option), "{problem}");
        }
        assert!(read("VP=t99").unwrap_err().contains("target"));
    }
}
