//! Benchmarks verifying, checking and reading packages, and computing checksums.

#![allow(missing_docs)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use glassbox_bpx::extended::{Constant, ExtendedData, Plain, VectorType};
use glassbox_bpx::file::Numbering;
use glassbox_bpx::kinds::BaseType;
use glassbox_bpx::pack::{Pack, PackSymbol, Shader};
use glassbox_bpx::raw::{Stage, SymbolFlags, SymbolType, Target};
use glassbox_bpx::{check, checksum, read, verify};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

/// A program of a thousand symbols, each with its own object or all sharing one.
fn pack(own: bool) -> Vec<u8> {
    let vector = VectorType { item: BaseType::FLOAT, size: 4 };
    let symbols = (0..1000).map(|index| {
        let offset = if own { 16 * index } else { 0 };
        let constant = Constant { ty: Plain::Vector(vector), offset, size: 16 };
        PackSymbol {
            name: format!("symbol_{index:04}").into_bytes().into(),
            symbol_type: SymbolType::CONSTANT,
            flags: SymbolFlags::INTERNAL.with(SymbolFlags::PIXEL),
            register: None,
            data: Some(ExtendedData::Constant(constant).to_object()),
        }
    });
    let shader = |stage| Shader { stage, code: b"#version 400 core\nvoid main() {}\n".as_slice().into() };
    let pack = Pack {
        target: Target::GL40,
        symbols: symbols.collect(),
        shaders: vec![shader(Stage::VERTEX), shader(Stage::PIXEL)],
        ..Pack::default()
    };
    pack.write().expect("the package can be written")
}

fn packages(criterion: &mut Criterion) {
    let limits = Limits::default();
    for (name, own) in [("shared object", false), ("own objects", true)] {
        let bytes = pack(own);
        let mut group = criterion.benchmark_group("1000 symbols");
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(BenchmarkId::new("verify", name), |bencher| {
            bencher.iter(|| verify::verify(std::hint::black_box(&bytes), 1 << 30).is_ok());
        });
        group.bench_function(BenchmarkId::new("read", name), |bencher| {
            let window = Window::whole(&bytes);
            bencher.iter(|| read::open(std::hint::black_box(window), &limits, Numbering::Released).is_ok());
        });
        group.bench_function(BenchmarkId::new("check", name), |bencher| {
            bencher.iter(|| check::check_bytes(std::hint::black_box(&bytes), &limits).items().len());
        });
        group.finish();
    }
}

fn checksums(criterion: &mut Criterion) {
    let bytes: Vec<u8> =
        (0..1u32 << 20).map(|index| (index.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let mut group = criterion.benchmark_group("checksum");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("weak", |bencher| bencher.iter(|| checksum::weak(std::hint::black_box(&bytes))));
    group.bench_function("crc", |bencher| bencher.iter(|| checksum::crc(std::hint::black_box(&bytes))));
    group.bench_function("usual crc", |bencher| {
        bencher.iter(|| checksum::crc32(std::hint::black_box(&bytes)))
    });
    group.finish();
}

criterion_group!(benches, packages, checksums);
criterion_main!(benches);
