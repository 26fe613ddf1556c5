//! Pixels a second: five effects, drawn at 1024 by 1024 pixels by one thread.

use std::path::Path;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_eval::{Code, Effect, Frame, Settings};
use glassbox_sksl_lang::{Options, compile};

const SIDE: u32 = 1024;

/// An effect by its name, and the values of its uniforms.
type Case = (&'static str, &'static [(&'static str, &'static [f64])]);

/// The effects with what they are given.
const EFFECTS: [Case; 5] = [
    ("plasma", &[("time", &[1.5])]),
    ("marble", &[("scale", &[4.0]), ("ink", &[0.2, 0.3, 0.4, 1.0])]),
    ("sphere", &[("light", &[1.0, 2.0, -1.0])]),
    ("fractal", &[("center", &[-0.6, 0.0]), ("zoom", &[1.0])]),
    ("cells", &[("count", &[12.0])]),
];

fn benchmark(criterion: &mut Criterion) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/sksl");
    let mut frame = Frame::new(SIDE, SIDE);
    frame.threads = 1;
    let mut pixels = vec![0_u8; (SIDE * SIDE * 4) as usize];
    let mut group = criterion.benchmark_group("1024x1024, one thread");
    group.throughput(Throughput::Elements(u64::from(SIDE * SIDE)));
    group.sample_size(10);
    for (name, uniforms) in EFFECTS {
        let text = std::fs::read_to_string(folder.join(format!("{name}.rts"))).expect("the effect is there");
        let program = compile(&text, &Options::new(ProgramKind::SHADER)).program;
        let program = program.expect("the effect compiles");
        let code = Code::compile(&program, &Settings::default()).expect("the effect runs");
        let mut effect = Effect::new(Arc::new(code));
        let size = f64::from(SIDE);
        for (name, values) in uniforms.iter().chain([&("size", &[size, size][..])]) {
            effect.set_uniform(name, values).expect("the uniform is there");
        }
        group.bench_function(name, |bencher| bencher.iter(|| effect.render(&frame, &mut pixels, &|_| ())));
    }
    group.finish();
}

criterion_group!(benches, benchmark);
criterion_main!(benches);
