//! Benchmarks compiling a 3 KB effect in process, encoding it, reading the file, and lifting it to a program.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::open;
use glassbox_sksl_lang::{Encoding, Options, compile, encode, lift};

fn benchmark(criterion: &mut Criterion) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/sksl/lantern.rts");
    let text = std::fs::read_to_string(path).expect("the effect is there");
    let options = Options::new(ProgramKind::SHADER);
    let compilation = compile(&text, &options);
    let program = compilation.program.expect("the effect compiles");
    let bytes = encode(&program, Encoding::Strict).expect("the effect fits into a file");
    let limits = Limits::default();
    println!("{} bytes of source, {} of binary", text.len(), bytes.len());

    let mut group = criterion.benchmark_group("lantern.rts");
    group.bench_function("compile", |bencher| bencher.iter(|| compile(black_box(&text), &options)));
    let plain = Options { optimize: false, ..options.clone() };
    group.bench_function("compile without the optimiser", |bencher| {
        bencher.iter(|| compile(black_box(&text), &plain))
    });
    let inlined = Options { inline_threshold: 50, ..options.clone() };
    group.bench_function("compile with the inliner", |bencher| {
        bencher.iter(|| compile(black_box(&text), &inlined))
    });
    group.bench_function("encode", |bencher| bencher.iter(|| encode(black_box(&program), Encoding::Strict)));
    group.bench_function("decode", |bencher| {
        bencher.iter(|| open(Window::whole(black_box(&bytes)), &limits).map(|file| file.model.nodes().len()))
    });
    let file = open(Window::whole(&bytes), &limits).expect("the file reads");
    group.bench_function("lift", |bencher| bencher.iter(|| lift(black_box(&file))));
    group.bench_function("decode and lift", |bencher| {
        bencher.iter(|| {
            let file = open(Window::whole(black_box(&bytes)), &limits);
            file.map(|file| lift(&file).is_ok())
        })
    });
    group.finish();
}

criterion_group!(benches, benchmark);
criterion_main!(benches);
