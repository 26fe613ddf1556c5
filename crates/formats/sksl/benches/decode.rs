//! Benchmarks decoding Skia's GPU module, the largest file written by Skia. `GLASSBOX_CORPUS` names a corpus
//! that contains it.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Reader, Window};
use glassbox_sksl::read::{open, read_named};
use glassbox_sksl::write::{Arrangement, write};
use glassbox_testing::corpus;

fn decode(criterion: &mut Criterion) {
    let path = corpus::needed().join("sksl/v8/module/sksl_gpu.bin");
    let bytes = std::fs::read(path).expect("the corpus has it");
    let limits = Limits::default();
    let mut group = criterion.benchmark_group("sksl gpu module");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("decode", |bencher| {
        bencher.iter(|| open(Window::whole(black_box(&bytes)), &limits));
    });
    let Ok(file) = open(Window::whole(&bytes), &limits) else {
        return;
    };
    group.bench_function("encode", |bencher| {
        bencher.iter(|| write(black_box(&file.model), Arrangement::Kept));
    });
    group.bench_function("name", |bencher| {
        bencher.iter(|| {
            let map = Map::new(bytes.len() as u64, &limits);
            let mut reader = Reader::new(Window::whole(black_box(&bytes)), map, limits);
            read_named(&mut reader, file.model.dialect)
        });
    });
    group.finish();
}

criterion_group!(benches, decode);
criterion_main!(benches);
