//! Measures WGSL to SPIR-V, all programs of the tests: naga's reader and validator alone, these with naga's writer, and this crate, which checks the
//! modules that it hands out.
//!
//! `cargo bench -p glassbox-lower-wgsl --bench lowering`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glassbox_lower_wgsl::{Options, lower};
use naga::back::spv;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

/// Texts that the peer compiles, too.
fn texts() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let texts =
        files.map(|file| std::fs::read_to_string(file.expect("an entry").path()).expect("the text is read"));
    let mut texts: Vec<String> = texts
        .filter(|text| std::panic::catch_unwind(|| peer(text)).is_ok_and(|is_written| is_written))
        .collect();
    texts.sort();
    texts
}

fn read(text: &str) -> Option<(naga::Module, ModuleInfo)> {
    let module = naga::front::wgsl::parse_str(text).ok()?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module).ok()?;
    Some((module, info))
}

/// Whether naga's writer takes every entry point.
fn peer(text: &str) -> bool {
    let Some((module, info)) = read(text) else { return false };
    let options =
        spv::Options { lang_version: (1, 3), force_loop_bounding: false, ..spv::Options::default() };
    module.entry_points.iter().all(|entry| {
        let pipeline = spv::PipelineOptions { shader_stage: entry.stage, entry_point: entry.name.clone() };
        black_box(spv::write_vec(&module, &info, &options, Some(&pipeline))).is_ok()
    })
}

fn lowering(criterion: &mut Criterion) {
    let texts = texts();
    let mut group = criterion.benchmark_group("lowering");
    group.throughput(Throughput::Bytes(texts.iter().map(|text| text.len() as u64).sum()));
    group.bench_function("read and checked by naga", |bencher| {
        bencher.iter(|| texts.iter().for_each(|text| drop(black_box(read(text)))));
    });
    group.bench_function("written by naga", |bencher| {
        bencher.iter(|| {
            texts.iter().for_each(|text| {
                black_box(peer(text));
            })
        });
    });
    group.bench_function("this crate", |bencher| {
        bencher.iter(|| texts.iter().for_each(|text| drop(black_box(lower(text, &Options::default())))));
    });
    group.finish();
}

criterion_group!(benches, lowering);
criterion_main!(benches);
