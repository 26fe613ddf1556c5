//! Modules on a Vulkan device against the interpreter: every vertex program of the corpus, random programs, every number of EX2 and LG2, and
//! geometry programs, with random uniforms and inputs.

#[path = "gpu/geometry.rs"]
mod geometry;
#[path = "gpu/numbers.rs"]
mod numbers;

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use glassbox_core::limits::Limits as ReadLimits;
use glassbox_core::reader::Window;
use glassbox_core::register_map::RegisterMap;
use glassbox_device_testing::vulkan::compute::Buffer;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_lower_pica::{Lowered, Options, lower};
use glassbox_pica_asm::{Input, Mode, assemble};
use glassbox_pica_sim::observe::{Event, Observer};
use glassbox_pica_sim::{Inputs, Limits, Machine, Precision, Program, Stop, Uniforms};
use glassbox_shbin::model::{Binary, Executable, Shbin};
use glassbox_shbin::raw::{self, Stage};
use glassbox_testing::random::Random;
use glassbox_testing::{corpus, pica};

/// The folders of the corpus with valid files.
const FOLDERS: [&str; 7] = ["own", "ext", "generated", "found", "old", "other", "synthetic"];

/// Sets of uniforms for each program, and vertices for each set.
const SETS: usize = 3;
const VERTICES: usize = 32;

/// The agreed tolerance, of the largest magnitude that the run had anywhere.
const TOLERANCE: f64 = 1.0 / 32768.0;

/// Instructions that an interpreted run may take; generated programs may run for ever.
const STEPS: u64 = 200_000;

/// The same for random programs, many of which jump around for long.
const RANDOM_STEPS: u64 = 4_000;

fn open(bytes: &[u8]) -> Option<Binary<'_>> {
    match glassbox_shbin::read::read(Window::whole(bytes), &ReadLimits::default()).ok()?.model {
        Shbin::Binary(binary) => Some(binary),
        Shbin::Object(_) => None,
    }
}

/// How values are chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Values {
    /// Finite numbers of ordinary size.
    Finite,
    /// Zeros, infinities, NaN, the smallest and largest numbers, and ordinary ones.
    Special,
}

fn number(random: &mut Random, values: Values) -> f32 {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        2.0f32.powi(-62),
        2.0f32.powi(-70),
        -(2.0f32.powi(-78)),
        1.8e19,
        -1.8e19,
        0.5,
        127.5,
        -128.5,
        3.0e38,
    ];
    if values == Values::Special && random.below(3) != 0 {
        return special[random.below(special.len() as u64) as usize];
    }
    let mantissa = random.below(1 << 17) as f32 / 65536.0 - 1.0;
    let scale = 2.0f32.powi(random.below(9) as i32 - 4);
    // Every value is a float24, as what a console is given is.
    Precision::Float24.load(mantissa * scale)
}

fn vector(random: &mut Random, values: Values) -> [f32; 4] {
    std::array::from_fn(|_| number(random, values))
}

/// The largest finite magnitude of a run, and whether there was any other number.
#[derive(Default)]
struct Largest {
    magnitude: f64,
    special: bool,
}

impl Largest {
    fn add(&mut self, values: &[f32]) {
        for value in values {
            if value.is_finite() {
                self.magnitude = self.magnitude.max(f64::from(value.abs()));
            } else {
                self.special = true;
            }
        }
    }
}

impl Observer for Largest {
    const WATCHES: bool = true;

    fn executed(&mut self, event: &Event<'_>) {
        for source in &event.sources {
            self.add(source);
        }
        self.add(event.result.as_ref().map_or(&[][..], |result| result.as_slice()));
    }
}

/// The contents of the uniform block.
fn block(map: &RegisterMap, uniforms: &Uniforms) -> Vec<u8> {
    let Some(block) = &map.uniforms else {
        return Vec::new();
    };
    let mut bytes = vec![0u8; block.size as usize];
    for member in &block.members {
        let class = member.register.as_bytes()[0];
        let first: usize = member.register[1..].split('-').next().unwrap().parse().unwrap();
        for element in 0..member.count as usize {
            let register = first + element;
            let words: Vec<u32> = match class {
                b'c' => uniforms.float[register].map(f32::to_bits).to_vec(),
                b'i' => uniforms.int[register].map(u32::from).to_vec(),
                _ => vec![u32::from(uniforms.bool(register as u8))],
            };
            let at = member.offset as usize + 16 * element;
            for (index, word) in words.iter().enumerate() {
                bytes[at + 4 * index..][..4].copy_from_slice(&word.to_le_bytes());
            }
        }
    }
    bytes
}

fn words_of(bytes: &[u8]) -> Vec<u32> {
    let chunks = bytes.chunks_exact(4);
    chunks.map(|chunk| u32::from_le_bytes(chunk.try_into().unwrap())).collect()
}

#[derive(Default, Debug)]
struct Score {
    programs: usize,
    rows: usize,
    values: usize,
    equal: usize,
    skipped: usize,
    worst: f64,
    refused: Vec<String>,
    failures: Vec<String>,
}

struct Case<'a> {
    name: &'a str,
    program: &'a Program,
    precision: Precision,
    values: Values,
    lowered: &'a Lowered,
    steps: u64,
}

fn compare(gpu: &Gpu, case: &Case<'_>, random: &mut Random, score: &mut Score) {
    let words = case.lowered.module.words().unwrap();
    let map = &case.lowered.map;
    let size = map.uniforms.as_ref().map_or(0, |block| block.size as usize);
    let kinds = [Buffer::Uniform(vec![0; size]), Buffer::Input(Vec::new()), Buffer::Output(0)];
    let prepared = match gpu.compute(&words, "main", &kinds) {
        Ok(prepared) => prepared,
        Err(error) => {
            score.failures.push(format!("{}: {error}", case.name));
            return;
        }
    };
    for _ in 0..SETS {
        let mut uniforms = Uniforms::ZERO;
        uniforms.float = std::array::from_fn(|_| vector(random, case.values));
        // Few iterations: nested loops of full length would take the interpreter minutes.
        uniforms.int = std::array::from_fn(|_| {
            [random.below(4) as u8, random.below(256) as u8, random.below(256) as u8, 0]
        });
        uniforms.bool = random.below(1 << 16) as u16;
        let vertices: Vec<Inputs> =
            (0..VERTICES).map(|_| std::array::from_fn(|_| vector(random, case.values))).collect();
        let block = block(map, &uniforms);
        case.program.apply_constants(&mut uniforms);
        let expected: Vec<(Stop, Largest, Inputs)> = vertices
            .iter()
            .map(|inputs| {
                let mut machine = Machine::new(case.program, &uniforms, case.precision);
                let mut largest = Largest::default();
                machine.start(inputs);
                let stop = machine.run_observed(&Limits::steps(case.steps), &mut largest);
                (stop, largest, *machine.state().outputs())
            })
            .collect();
        if expected.iter().any(|(stop, ..)| *stop == Stop::StepLimit) {
            // The device must not be asked to run for ever.
            score.skipped += VERTICES;
            continue;
        }
        let bytes =
            vertices.iter().flatten().flatten().flat_map(|value| value.to_bits().to_le_bytes()).collect();
        let buffers = [Buffer::Uniform(block), Buffer::Input(bytes), Buffer::Output(VERTICES * 256)];
        let results = match prepared.run(&buffers, VERTICES.div_ceil(64) as u32) {
            Ok(results) => results,
            Err(error) => {
                score.failures.push(format!("{}: {error}", case.name));
                return;
            }
        };
        let results = words_of(&results[0]);
        for (vertex, (_, largest, outputs)) in expected.iter().enumerate() {
            if case.values == Values::Finite && largest.special {
                // A finite input that overflows says nothing about the arithmetic of finite numbers.
                score.skipped += 1;
                continue;
            }
            score.rows += 1;
            for register in 0..16 {
                for component in 0..4 {
                    let want = outputs[register][component];
                    let have = f32::from_bits(results[vertex * 64 + register * 4 + component]);
                    score.values += 1;
                    if want.to_bits() == have.to_bits() {
                        score.equal += 1;
                        continue;
                    }
                    let difference = (f64::from(want) - f64::from(have)).abs() / largest.magnitude.max(1e-30);
                    let same = want == have || (want.is_nan() && have.is_nan());
                    let same = same && case.precision == Precision::Float32;
                    let difference =
                        if case.precision == Precision::Float24 { f64::INFINITY } else { difference };
                    // A difference that is no number is too large.
                    if !same && (difference.is_nan() || difference > TOLERANCE) {
                        if score.failures.len() < 60 {
                            score.failures.push(format!(
                                "{}: vertex {vertex} o{register}.{component}: expected {want:e}, found {have:e}, largest {:e}",
                                case.name, largest.magnitude
                            ));
                        }
                        return;
                    }
                    if !same {
                        score.worst = score.worst.max(difference);
                    }
                }
            }
        }
    }
    score.programs += 1;
}

/// A program that is run, with its name.
struct Given<'g> {
    name: String,
    binary: &'g Binary<'g>,
    number: usize,
}

struct Run {
    gpu: Gpu,
    precise: bool,
    values: Values,
    score: Score,
    random: Random,
}

impl Run {
    fn new(precise: bool, values: Values) -> Run {
        Run { gpu: Gpu::open(), precise, values, score: Score::default(), random: Random::new(0x61A55) }
    }

    fn program(&mut self, given: &Given<'_>, step_limit: Option<u32>) {
        let options = Options { precise: self.precise, batch: true, step_limit, ..Options::default() };
        let lowered = match lower(given.binary, given.number, &options) {
            Ok(lowered) => lowered,
            Err(findings) => {
                self.score.refused.push(format!("{}: {}", given.name, findings[0].rule.id));
                return;
            }
        };
        let program = Program::from_shbin(given.binary, given.number).unwrap();
        let case = Case {
            name: &given.name,
            program: &program,
            precision: if self.precise { Precision::Float24 } else { Precision::Float32 },
            values: self.values,
            lowered: &lowered,
            steps: if given.name.starts_with("random") { RANDOM_STEPS } else { STEPS },
        };
        compare(&self.gpu, &case, &mut self.random, &mut self.score);
    }

    fn end(self, least: usize) {
        let Run { precise, values, score, .. } = self;
        eprintln!(
            "precise {precise} {values:?}: {} programs, {} rows, {} values, {} equal bits, {} rows skipped, worst {:e}",
            score.programs, score.rows, score.values, score.equal, score.skipped, score.worst
        );
        for refused in &score.refused {
            eprintln!("refused: {refused}");
        }
        assert!(
            score.failures.is_empty(),
            "{} failures\n{}",
            score.failures.len(),
            score.failures.join("\n")
        );
        assert!(score.programs >= least, "only {} programs", score.programs);
    }
}

/// Calls a function with each program file: those of the corpus, or those below the folder that `GLASSBOX_PICA_PROGRAMS` names, sources of picasso
/// among them. Files that are none are named.
fn each_binary(mut call: impl FnMut(&str, &Binary<'_>)) {
    for path in files() {
        let name = path.display().to_string();
        let bytes = std::fs::read(&path).unwrap();
        if path.extension().is_some_and(|extension| extension == "pica") {
            let options = glassbox_pica_asm::Options { mode: Mode::Picasso, ..Default::default() };
            let text = String::from_utf8_lossy(&bytes);
            let assembly = assemble(&[Input { name: &name, text: &text }], &options);
            match &assembly.binary {
                Some(binary) => call(&name, binary),
                None => eprintln!("not assembled: {name}: {}", assembly.messages.join("; ")),
            }
        } else if let Some(binary) = open(&bytes) {
            call(&name, &binary);
        }
    }
}

fn files() -> Vec<PathBuf> {
    if let Some(folder) = folder() {
        let mut files = Vec::new();
        let mut open = vec![PathBuf::from(folder)];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
                let list = if entry.file_type().unwrap().is_dir() { &mut open } else { &mut files };
                list.push(entry.path());
            }
        }
        files.retain(|path| ["pica", "shbin", "bin"].map(OsStr::new).map(Some).contains(&path.extension()));
        files.sort();
        return files;
    }
    let folders =
        FOLDERS.iter().flat_map(|folder| corpus::files(&format!("shbin/{folder}"), &[".shbin", ".bin"]));
    folders.collect()
}

fn folder() -> Option<OsString> {
    std::env::var_os("GLASSBOX_PICA_PROGRAMS")
}

fn corpus_programs(precise: bool, values: Values) {
    let mut run = Run::new(precise, values);
    each_binary(|name, binary| {
        for (number, executable) in binary.executables.iter().enumerate() {
            if executable.stage == Stage::VERTEX {
                run.program(&Given { name: format!("{name} [{number}]"), binary, number }, None);
            }
        }
    });
    run.end(if folder().is_some() { 1 } else { 50 });
}

/// Random programs, some of which are loops over states.
fn random_programs(precise: bool, values: Values, count: usize) {
    let mut run = Run::new(precise, values);
    let mut random = Random::new(7);
    for number in 0..count {
        let shape = pica::Shape { geometry: false, structured: number % 3 != 0, hostile: number % 16 == 0 };
        let made = pica::shaped(&mut random, shape);
        let binary = binary(&made);
        let limit = (number % 5 == 0).then_some(100_000);
        run.program(&Given { name: format!("random {number}"), binary: &binary, number: 0 }, limit);
    }
    run.end(count / 2);
}

/// A program as a file holds it.
fn binary(made: &pica::Program) -> Binary<'static> {
    let executable = Executable {
        main: made.entry,
        end_main: made.code.len() as u32,
        stage: if made.geometry { Stage::GEOMETRY } else { Stage::VERTEX },
        ..Executable::default()
    };
    Binary {
        program: glassbox_shbin::model::Program {
            code: made.code.iter().copied().collect(),
            descriptors: made.descriptors.iter().map(|word| raw::Descriptor::new(*word)).collect(),
            ..Default::default()
        },
        executables: vec![executable],
        ..Binary::default()
    }
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_fast_arithmetic_on_finite_numbers() {
    corpus_programs(false, Values::Finite);
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_exact_arithmetic_on_finite_numbers() {
    corpus_programs(true, Values::Finite);
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_exact_arithmetic_on_special_numbers() {
    corpus_programs(true, Values::Special);
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_exact_arithmetic_of_random_programs() {
    random_programs(true, Values::Special, 60);
}
