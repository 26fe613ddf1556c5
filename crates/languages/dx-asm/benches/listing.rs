//! Time to list DXIL programs in process: the largest library of the corpus and a shader.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dx_asm::dxil::{self, Selection};
use glassbox_testing::corpus;

fn benchmark(criterion: &mut Criterion) {
    for (name, file) in [
        ("library of 3000 functions", "dxcontainer/big/big_lib_3000.dxil"),
        ("pixel shader", "dxcontainer/dxc19/ps_tex_6_6.dxil"),
    ] {
        let bytes = corpus::bytes(file);
        let container = glassbox_dxcontainer::read::open(Window::whole(&bytes), &Limits::default())
            .expect("it is a container");
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function("list", |bencher| {
            bencher.iter(|| dxil::container(&container, &Selection::default()));
        });
        group.bench_function("graph", |bencher| {
            bencher.iter(|| dxil::container_graph(&container, &Selection::default()));
        });
    }
}

criterion_group!(benches, benchmark);
criterion_main!(benches);
