//! Benchmarks reading the symbols of a library: a corpus library of 3000 functions and a generated one of the same
//! size.

#![allow(missing_docs)]

use std::borrow::Cow;
use std::convert::Infallible;
use std::hint::black_box;
use std::ops::Range;

use criterion::{Criterion, criterion_group, criterion_main};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::edit::add_symbols;
use glassbox_dxcontainer::part::program::{self, DxilVersion, ProgramVersion};
use glassbox_dxcontainer::program::{ShaderKind, Version};
use glassbox_dxcontainer::read::open;
use glassbox_dxcontainer::symbols::library::{LibrarySymbols, sparse};
use glassbox_dxcontainer::symbols::{NameForm, Packing, derive};
use glassbox_dxcontainer::write::{Draft, DraftPart, Signing, contiguous};
use glassbox_dxil::Linkage;
use glassbox_dxil::write::Outline;
use glassbox_testing::corpus;

/// Builds a library of 3000 exported functions.
fn library() -> Vec<u8> {
    let mut outline = Outline::new("lib", 6, 3);
    for number in 0..3000 {
        let name = format!("\u{1}?Function_number_{number:05}@@YAIII@Z");
        outline = outline.define(name.as_bytes(), Linkage::EXTERNAL);
    }
    let version = ProgramVersion::new(ShaderKind::LIBRARY, Version::new(6, 3));
    let data = program::encode(version, DxilVersion(0x103), &outline.bitcode()).expect("it is small");
    let draft =
        Draft { parts: vec![DraftPart { code: *b"DXIL", data: Cow::Owned(data) }], ..Draft::default() };
    contiguous(&draft, Signing::Retail).expect("it is small")
}

fn measure(criterion: &mut Criterion, name: &str, bytes: &[u8]) {
    let limits = Limits::default();
    let mut group = criterion.benchmark_group(name);
    let opened = |bytes| open(Window::whole(bytes), &limits).expect("it is a container");
    group.bench_function("from code", |bencher| {
        bencher.iter(|| LibrarySymbols::from_code(&opened(black_box(bytes))).expect("it has code"));
    });
    if LibrarySymbols::from_tables(&opened(bytes)).is_ok() {
        group.bench_function("from runtime data", |bencher| {
            bencher.iter(|| LibrarySymbols::from_tables(&opened(black_box(bytes))).expect("it has tables"));
        });
    }
    group.bench_function("derive the symbol table", |bencher| {
        bencher.iter(|| {
            let derived = derive(&opened(black_box(bytes)), NameForm::Raw).expect("it has code");
            derived.table.encode(Packing::Suffixes).expect("it is small")
        });
    });
    let listed =
        add_symbols(&opened(bytes), NameForm::Raw, Packing::Suffixes, Signing::Zero).expect("it has code");
    group.bench_function("from its symbol table", |bencher| {
        bencher.iter(|| LibrarySymbols::from_tables(&opened(black_box(&listed))).expect("it has a table"));
    });
    group.bench_function("from its symbol table, fetched", |bencher| {
        let fetch = |range: Range<u64>| {
            Ok::<_, Infallible>(listed[range.start as usize..range.end as usize].to_vec())
        };
        bencher.iter(|| sparse::read(listed.len() as u64, &limits, fetch).expect("it has a table"));
    });
    group.finish();
}

fn symbols(criterion: &mut Criterion) {
    measure(criterion, "3000 functions, made here", &library());
    let bytes = corpus::bytes("dxcontainer/big/big_lib_3000.dxil");
    measure(criterion, "3000 functions, compiled", &bytes);
}

criterion_group!(benches, symbols);
criterion_main!(benches);
