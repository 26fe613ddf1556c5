//! Measures vertices per second of each engine on a lighting shader and of the same arithmetic in
//! handwritten Rust, and the ratios of their times. `cargo bench --bench engines -- ratios` prints
//! only the ratios.

mod lighting;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use glassbox_pica_sim::batch::{Batch, Results};
use glassbox_pica_sim::{Inputs, Limits, Machine, Outputs, Precision, Program, Uniforms};
use lighting::{Ieee, Pica, light};

/// Vertices per run; inputs and outputs together fit in the second-level cache.
const VERTICES: usize = 1024;

fn engines(
    group: &mut BenchmarkGroup<'_, WallTime>,
    program: &Program,
    uniforms: &Uniforms,
    inputs: &[Inputs],
    precision: Precision,
) {
    let limits = Limits::default();
    let mut outputs: Vec<Outputs> = vec![[[0.0; 4]; 16]; inputs.len()];
    group.bench_function(format!("interpreter-{precision}"), |bencher| {
        let mut machine = Machine::new(program, uniforms, precision);
        bencher.iter(|| {
            for (inputs, outputs) in inputs.iter().zip(&mut outputs) {
                machine.start(inputs);
                machine.run(&limits);
                *outputs = *machine.state().outputs();
            }
            black_box(&mut outputs);
        });
    });
    let mut results = Results::default();
    group.bench_function(format!("batch-{precision}"), |bencher| {
        let batch = Batch::new(program, precision);
        bencher.iter(|| {
            batch.run_into(uniforms, inputs, &limits, &mut results);
            black_box(&mut results);
        });
    });
    #[cfg(feature = "jit")]
    group.bench_function(format!("jit-{precision}"), |bencher| {
        let jit = glassbox_pica_sim::jit::Jit::new(program, precision).expect("the shader compiles");
        bencher.iter(|| {
            jit.run_into(uniforms, inputs, &limits, &mut results);
            black_box(&mut results);
        });
    });
}

fn lighting(criterion: &mut Criterion) {
    let uniforms = lighting::uniforms();
    let inputs = lighting::inputs(VERTICES);
    for specular in [false, true] {
        let name = if specular { "specular" } else { "diffuse" };
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(inputs.len() as u64));
        let program = lighting::program(specular);
        // Skip this when benchmarks are only listed, or run once as tests.
        if std::env::args().any(|argument| argument == "--bench") {
            lighting::ratios(name, &program, &uniforms, &inputs);
        }
        let mut outputs: Vec<Outputs> = vec![[[0.0; 4]; 16]; inputs.len()];
        type Native = fn(&[[f32; 4]; 96], &[Inputs], &mut [Outputs]);
        let (ieee, pica): (Native, Native) = if specular {
            (light::<Ieee, true>, light::<Pica, true>)
        } else {
            (light::<Ieee, false>, light::<Pica, false>)
        };
        for (name, native) in [("native-ieee", ieee), ("native-same-arithmetic", pica)] {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    native(black_box(&uniforms.float), black_box(&inputs), &mut outputs);
                    black_box(&mut outputs);
                });
            });
        }
        for precision in Precision::ALL {
            engines(&mut group, &program, &uniforms, &inputs, precision);
        }
        group.finish();
    }
}

criterion_group!(benches, lighting);
criterion_main!(benches);
