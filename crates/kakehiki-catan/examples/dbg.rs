use kakehiki_catan::*;
use kakehiki_core::*;
use kakehiki_search::*;
fn main() {
    let settings = Settings::new("catan", &CATAN_OPTIONS, [("trading", "off")]);
    let game = Catan::new(&settings.unwrap());
    let mut scratch = Scratch::default();
    let mut rng = Seed::experiment(0).rng();
    let t = std::time::Instant::now();
    let n = 20000;
    let (mut steps, mut turns) = (0u64, 0u64);
    let mut pts = [0u64; 8];
    for i in 0..n {
        let mut state = game.start();
        steps += Weighted.run(&game, &mut state, None, &mut scratch, &mut rng) as u64;
        turns += state.turns() as u64;
        if i < 2 {
            println!("{}", game.picture(&state));
        }
        for s in 0..4 {
            let s = Seat::new(s);
            let st = state.stock(s);
            for k in 0..3 {
                pts[k] += st[k] as u64;
            }
            pts[3] += state.knights(s) as u64;
            pts[4] += state.cards(s).total() as u64;
            pts[5] += state.points(s) as u64;
        }
    }
    println!(
        "{} us/game {} steps {} turns {:?}",
        t.elapsed().as_secs_f64() * 1e6 / n as f64,
        steps / n,
        turns / n,
        pts.map(|x| x as f64 / (4 * n) as f64)
    );
}
