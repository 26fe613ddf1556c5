//! Measures the ratios of engine times, interleaving the runs.
//!
//! The interpreter can be compared with a peer; see `benches/pica.sh`.

use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use glassbox_pica_sim::batch::{Batch, Results};
use glassbox_pica_sim::{Inputs, Limits, Machine, Outputs, Precision, Program, Uniforms};

/// Number of rounds, each with one measurement of everything. The fastest ones count, since nothing
/// interrupted them.
const ROUNDS: usize = 101;

/// Runs over all vertices per measurement: few, so that some are uninterrupted.
const REPEATS: u32 = 2;

/// The same for the peer, which restarts each time and has to warm up.
const PEER_REPEATS: u32 = 16;

type Measured<'m> = (String, Box<dyn FnMut() -> f64 + 'm>);

/// Prints the cost of a program on each engine.
pub(crate) fn ratios(name: &str, program: &Program, uniforms: &Uniforms, inputs: &[Inputs]) {
    let file = std::env::temp_dir().join(format!("glassbox-{}-{name}", std::process::id()));
    let mut all: Vec<Measured<'_>> = Vec::new();
    for precision in Precision::ALL {
        all.push((
            format!("interpreter {precision}"),
            Box::new(interpreter(program, uniforms, inputs, precision)),
        ));
        all.push((format!("batch {precision}"), Box::new(batch(program, uniforms, inputs, precision))));
    }
    if let Some(peer) = std::env::var_os("AZAHAR") {
        std::fs::write(&file, words(program, uniforms, inputs)).expect("the folder of temporary files");
        let file = file.as_path();
        all.push(("peer".to_owned(), Box::new(move || ask(Path::new(&peer), file))));
    }
    let mut fastest = vec![f64::INFINITY; all.len()];
    for _ in 0..ROUNDS {
        for ((_, measure), fastest) in all.iter_mut().zip(&mut fastest) {
            *fastest = fastest.min(measure());
        }
    }
    let instructions = instructions(program, uniforms, inputs);
    println!("{name}: {instructions} instructions a vertex");
    for ((name, _), time) in all.iter().zip(&fastest) {
        println!("    {name:<20} {time:8.1} ns a vertex {:6.2} ns an instruction", time / instructions);
    }
    let [_, batch24, interpreter32, batch32, ref peer @ ..] = fastest[..] else {
        return;
    };
    println!("    batch, float24 to float32: {:.2}", batch24 / batch32);
    if let [peer] = peer {
        println!("    peer to interpreter, both float32: {:.2}", peer / interpreter32);
    }
    // Absent if there is no peer.
    let _ = std::fs::remove_file(&file);
}

fn interpreter<'m>(
    program: &'m Program,
    uniforms: &Uniforms,
    inputs: &'m [Inputs],
    precision: Precision,
) -> impl FnMut() -> f64 + 'm {
    let mut machine = Machine::new(program, uniforms, precision);
    let mut outputs: Vec<Outputs> = vec![[[0.0; 4]; 16]; inputs.len()];
    let limits = Limits::default();
    move || {
        timed(inputs.len(), || {
            for (inputs, outputs) in inputs.iter().zip(&mut outputs) {
                machine.start(inputs);
                machine.run(&limits);
                *outputs = *machine.state().outputs();
            }
            black_box(&mut outputs);
        })
    }
}

fn batch<'m>(
    program: &Program,
    uniforms: &'m Uniforms,
    inputs: &'m [Inputs],
    precision: Precision,
) -> impl FnMut() -> f64 + 'm {
    let batch = Batch::new(program, precision);
    let mut results = Results::default();
    let limits = Limits::default();
    move || {
        timed(inputs.len(), || {
            batch.run_into(uniforms, inputs, &limits, &mut results);
            black_box(&mut results);
        })
    }
}

/// Nanoseconds per vertex.
fn timed(vertices: usize, mut run: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..REPEATS {
        run();
    }
    start.elapsed().as_nanos() as f64 / f64::from(REPEATS) / vertices as f64
}

fn instructions(program: &Program, uniforms: &Uniforms, inputs: &[Inputs]) -> f64 {
    let outputs =
        glassbox_pica_sim::run_batch(program, uniforms, Precision::Float32, inputs, &Limits::default());
    outputs.iter().map(|output| output.steps as f64).sum::<f64>() / inputs.len() as f64
}

/// Input file of the peer: little-endian words, as listed in `benches/pica.sh`.
fn words(program: &Program, uniforms: &Uniforms, inputs: &[Inputs]) -> Vec<u8> {
    let code = program.operations().iter().map(|operation| operation.word);
    let descriptors = program.descriptors().iter().copied();
    let floats = uniforms.float.iter().chain(inputs.iter().flatten()).flatten();
    [code.len(), descriptors.len(), inputs.len()]
        .into_iter()
        .map(|count| count as u32)
        .chain([PEER_REPEATS])
        .chain(code)
        .chain(descriptors)
        .chain(floats.map(|float| float.to_bits()))
        .flat_map(u32::to_le_bytes)
        .collect()
}

fn ask(peer: &Path, file: &Path) -> f64 {
    let output = Command::new(peer).arg(file).output().expect("AZAHAR names a program");
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().expect("the peer prints nanoseconds")
}
