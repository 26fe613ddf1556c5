use glassbox_vsl::{Options, compile};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = std::fs::read_to_string(&a[1]).unwrap();
    let c = compile(
        &t,
        &Options {
            optimize: a.len() > 2,
            ..Options::default()
        },
    );
    for f in &c.findings {
        eprintln!("{} {}", f.rule.id, f.message)
    }
    let p = c.program.unwrap();
    for (i, n) in [(0, "v"), (4, "f")] {
        std::fs::write(format!("/tmp/dump.{n}.spv"), p.modules[i].as_ref().unwrap()).unwrap();
    }
}
