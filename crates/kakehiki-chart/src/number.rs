//! Numbers as people read them.

/// Stands where there is no number.
pub(crate) const NONE: &str = "–";

/// A number with so many decimals, thousands set apart, and a real minus sign.
pub(crate) fn with_decimals(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return NONE.to_owned();
    }
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let is_zero = digits.bytes().all(|digit| matches!(digit, b'0' | b'.'));
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    format!("{sign}{}{fraction}", thousands(whole))
}

/// A measured figure: to three decimals, fewer where it is large; whole numbers from ten on stay
/// whole.
pub(crate) fn figure(value: f64) -> String {
    let [words] = figures([value]);
    words
}

/// Figures that belong together, such as the ends of an interval: all to as many decimals as the
/// largest needs.
pub(crate) fn figures<const COUNT: usize>(values: [f64; COUNT]) -> [String; COUNT] {
    let finite = || values.iter().filter(|value| value.is_finite());
    let size = finite().fold(0.0, |size: f64, value| size.max(value.abs()));
    let are_whole = size >= 10.0 && finite().all(|value| value.fract() == 0.0);
    let decimals = match size {
        _ if are_whole => 0,
        _ if size < 10.0 => 3,
        _ if size < 100.0 => 2,
        _ if size < 1000.0 => 1,
        _ => 0,
    };
    let is_tiny = size > 0.0 && size < 5e-4;
    values.map(|value| {
        if value.is_finite() && value != 0.0 && (is_tiny || size >= 1e15) {
            scientific(value)
        } else {
            with_decimals(value, decimals)
        }
    })
}

/// Digits and a power of ten, for what is too large or too small to be written out.
fn scientific(value: f64) -> String {
    format!("{value:.2e}").replace('-', "−")
}

/// A figure that may be missing.
pub(crate) fn optional(value: Option<f64>) -> String {
    value.map_or_else(|| NONE.to_owned(), figure)
}

/// The two ends of an interval that may be missing.
pub(crate) fn interval(ends: Option<(f64, f64)>) -> String {
    match ends {
        Some((low, high)) if low.is_finite() && high.is_finite() => {
            let [low, high] = figures([low, high]);
            format!("{low} to {high}")
        }
        _ => NONE.to_owned(),
    }
}

/// The two ends of the interval of a difference, which have signs.
pub(crate) fn signed_interval(ends: Option<(f64, f64)>) -> String {
    match ends {
        Some((low, high)) if low.is_finite() && high.is_finite() => {
            let signs = [low, high].map(|value| if value > 0.0 { "+" } else { "" });
            let [low, high] = figures([low, high]);
            format!("{}{low} to {}{high}", signs[0], signs[1])
        }
        _ => NONE.to_owned(),
    }
}

/// A number of games or of whatever else was counted.
pub(crate) fn count(count: u64) -> String {
    thousands(&count.to_string())
}

/// A number that may be missing.
pub(crate) fn optional_count(number: Option<u64>) -> String {
    number.map_or_else(|| NONE.to_owned(), count)
}

/// A length of time.
pub(crate) fn seconds(seconds: f64) -> String {
    if !seconds.is_finite() || seconds < 0.0 {
        return NONE.to_owned();
    }
    if seconds < 60.0 {
        return format!("{seconds:.1} s");
    }
    let whole = seconds.round() as u64;
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 {
        format!("{} h {minutes} min", count(hours))
    } else {
        format!("{minutes} min {rest} s")
    }
}

fn thousands(digits: &str) -> String {
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_the_decimals_they_need() {
        let cases = [
            (0.318_2, "0.318"),
            (1.0, "1.000"),
            (-0.02, "−0.020"),
            (12.345, "12.35"),
            (215.0, "215"),
            (215.34, "215.3"),
            (1_234_567.8, "1,234,568"),
            (0.0, "0.000"),
            (-0.000_1, "−1.00e−4"),
            (2e16, "2.00e16"),
            (f64::NAN, "–"),
            (f64::INFINITY, "–"),
        ];
        for (value, words) in cases {
            assert_eq!(figure(value), words);
        }
        assert_eq!(figures([61.0, 57.25, 0.0001]), ["61.00", "57.25", "0.00"]);
        assert_eq!(with_decimals(-0.04, 1), "0.0", "nothing has no sign");
    }

    #[test]
    fn what_is_missing_is_a_dash() {
        assert_eq!(optional(None), "–");
        assert_eq!(interval(Some((0.1, f64::NAN))), "–");
        assert_eq!(optional_count(Some(100_000)), "100,000");
    }

    #[test]
    fn differences_have_signs() {
        assert_eq!(signed_interval(Some((-0.02, 0.013))), "−0.020 to +0.013");
        assert_eq!(signed_interval(Some((0.0, 1.0))), "0.000 to +1.000");
    }

    #[test]
    fn time_is_told_as_people_do() {
        assert_eq!(seconds(3.21), "3.2 s");
        assert_eq!(seconds(200.0), "3 min 20 s");
        assert_eq!(seconds(22_330.0), "6 h 12 min");
        assert_eq!(seconds(f64::NAN), "–");
    }
}
