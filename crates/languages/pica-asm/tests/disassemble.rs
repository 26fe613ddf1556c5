//! Reassembles disassemblies of the corpus: each style must keep its promise.

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_pica::Opcode;
use glassbox_pica::descriptor::Descriptor;
use glassbox_pica::format::Field;
use glassbox_pica::format::Format;
use glassbox_pica::opcode::Class;
use glassbox_pica_asm::disassemble::{Disassembly, Style, disassemble};
use glassbox_pica_asm::{Assembly, Input, Mode, Options, assemble};
use glassbox_shbin::model::{Binary, Executable, Geometry, Program, Shbin, Symbols, Tables};
use glassbox_shbin::producer::{Producer, producer};
use glassbox_shbin::raw::{
    Constant, ConstantKind, DataWord, Descriptor as Descriptor32, GeometryMode, Hex16, Hex32, Operands,
    Output, Semantic, Stage, Uniform,
};
use glassbox_shbin::register::Register;
use glassbox_testing::corpus;
use glassbox_testing::pica::Shape;
use glassbox_testing::random::Random;

/// A file of the corpus.
struct Real {
    name: String,
    bytes: Vec<u8>,
}

impl Real {
    fn is_by_picasso(&self) -> bool {
        let file = glassbox_shbin::read::read(Window::whole(&self.bytes), &Limits::default());
        file.is_ok_and(|file| producer(&file) == Some(Producer::Picasso))
    }
}

/// SHBIN files in some corpus folders.
fn real(folders: &[&str]) -> Vec<Real> {
    let files = folders.iter().flat_map(|folder| corpus::files(&format!("shbin/{folder}"), &[".shbin"]));
    files
        .map(|path| Real {
            name: corpus::name(&path),
            bytes: std::fs::read(&path).expect("files of the corpus are readable"),
        })
        .collect()
}

const REAL: &[&str] = &["own", "ext", "generated", "found", "old", "other", "errors"];

fn model(bytes: &[u8]) -> Option<Shbin<'_>> {
    let file = glassbox_shbin::read::read(Window::whole(bytes), &Limits::default()).ok()?;
    Some(file.model)
}

fn back(source: &Disassembly, mode: Mode) -> Assembly {
    let inputs: Vec<Input<'_>> =
        source.files.iter().map(|file| Input { name: &file.name, text: &file.text }).collect();
    let options = Options { mode, auto_nop: mode == Mode::Glassbox, ..Options::default() };
    assemble(&inputs, &options)
}

fn faults(assembly: &Assembly) -> Vec<&str> {
    let errors = assembly
        .findings
        .iter()
        .filter(|finding| finding.severity == glassbox_core::diagnostic::Severity::Error);
    errors.map(|finding| finding.message.as_str()).take(5).collect()
}

#[test]
fn picasso_gives_the_same_code_and_descriptors() {
    let (mut files, mut whole) = (0, 0);
    for file in real(REAL) {
        if !file.is_by_picasso() {
            continue;
        }
        let Some(Shbin::Binary(binary)) = model(&file.bytes) else { panic!("{}", file.name) };
        let source = disassemble(&Shbin::Binary(binary.clone()), Style::Picasso);
        let assembly = back(&source, Mode::Picasso);
        let again =
            assembly.binary.as_ref().unwrap_or_else(|| panic!("{}: {:?}", file.name, assembly.messages));
        assert_eq!(again.program.code, binary.program.code, "{}", file.name);
        assert_eq!(again.program.descriptors, binary.program.descriptors, "{}", file.name);
        files += 1;
        whole += usize::from(again.executables == binary.executables);
    }
    assert!(files >= 120, "{files} files");
    println!(
        "{files} files of picasso have the same code and descriptors again, {whole} of them the same executables"
    );
}

#[test]
fn exact_sources_give_the_same_model() {
    let mut files = 0;
    for file in real(REAL) {
        let Some(Shbin::Binary(binary)) = model(&file.bytes) else {
            continue;
        };
        let source = disassemble(&Shbin::Binary(binary.clone()), Style::Exact);
        assert_eq!(source.problems, [], "{}", file.name);
        let assembly = back(&source, Mode::Glassbox);
        assert_eq!(faults(&assembly), [""; 0], "{}", file.name);
        assert_eq!(assembly.findings.len(), 0, "{}: {:?}", file.name, assembly.findings.first());
        assert_eq!(assembly.binary.as_ref(), Some(&binary), "{}", file.name);
        files += 1;
    }
    println!("{files} files have the same model again");
}

#[test]
fn exact_sources_of_malformed_files_give_what_could_be_read() {
    let (mut files, mut alien) = (0, 0);
    for file in real(&["malformed", "synthetic"]) {
        let Some(Shbin::Binary(mut binary)) = model(&file.bytes) else {
            alien += 1;
            continue;
        };
        let source = disassemble(&Shbin::Binary(binary.clone()), Style::Exact);
        let assembly = back(&source, Mode::Glassbox);
        assert_eq!(faults(&assembly), [""; 0], "{}", file.name);
        binary.missing.clear();
        assert_eq!(assembly.binary.as_ref(), Some(&binary), "{}", file.name);
        files += 1;
    }
    println!("{files} malformed files have the same model again, {alien} are objects or no SHBIN");
}

#[test]
fn sources_give_programs_that_do_the_same() {
    let (mut files, mut whole, mut refused) = (0, 0, 0);
    for file in real(REAL) {
        let Some(Shbin::Binary(binary)) = model(&file.bytes) else {
            continue;
        };
        let source = disassemble(&Shbin::Binary(binary.clone()), Style::Source);
        let assembly = back(&source, Mode::Glassbox);
        let Some(again) = &assembly.binary else {
            println!("{}: {:?} {:?}", file.name, faults(&assembly), source.problems.first());
            refused += 1;
            continue;
        };
        same_code(&file.name, again, &binary);
        files += 1;
        whole += usize::from(again.executables == binary.executables);
    }
    println!("{files} sources do the same, {whole} of them have the same tables; {refused} are refused");
}

/// Checks for equal words except descriptor numbers, and descriptors equal in every used bit.
fn same_code(name: &str, one: &Binary<'_>, other: &Binary<'_>) {
    let words = |binary: &Binary<'_>| binary.program.code.iter().collect::<Vec<u32>>();
    let (one_code, other_code) = (words(one), words(other));
    assert_eq!(one_code.len(), other_code.len(), "{name}");
    for (at, (&first, &second)) in one_code.iter().zip(&other_code).enumerate() {
        let opcode = Opcode::of(first);
        let format = opcode.format();
        if format.position(Field::Descriptor).is_none() {
            assert_eq!(first, second, "{name}: word {at}");
            continue;
        }
        let bare = |word| format.set(word, Field::Descriptor, 0);
        assert_eq!(bare(first), bare(second), "{name}: word {at}");
        let descriptor = |binary: &Binary<'_>, word| {
            let index = format.get(word, Field::Descriptor) as usize;
            binary.program.descriptors.get(index).map(|entry| entry.operands.0)
        };
        let (Some(first), Some(second)) = (descriptor(one, first), descriptor(other, second)) else {
            continue;
        };
        let mask = match opcode.info().class {
            Class::Compare => 0,
            _ => Descriptor::decode(first).mask.0,
        };
        let unread = if opcode == Opcode::CMP { 0xF << 14 } else { 0 };
        assert_eq!((first ^ second) & opcode.sharing_mask(mask) & !unread, 0, "{name}: word {at}");
    }
}

/// A file of random words, mostly instructions with near targets.
fn random_file(random: &mut Random) -> Binary<'static> {
    let words = random.below(60) as usize;
    let code = (0..words).map(|at| {
        let word = random.below(1 << 32) as u32;
        let opcode = Opcode::of(word);
        let target = (at as u32 + random.below(12) as u32).saturating_sub(3);
        match (random.below(4), opcode.info().format) {
            (0, _) => word,
            (_, Format::Two | Format::Three) => {
                let near = word & !0x3F_FFFF | target << 10;
                near | if random.below(2) == 0 { 0 } else { random.below(6) as u32 }
            }
            (_, Format::Zero) => word & 0xFC00_0000,
            (1, _) => (random.below(0x40) as u32) << 26 | target << 10 | random.below(4) as u32,
            _ => word & !0x7C,
        }
    });
    let code: Vec<u32> = code.collect();
    let descriptors = (0..random.below(140)).map(|_| Descriptor32 {
        operands: Operands(random.below(1 << 32) as u32),
        second: Hex32(if random.below(4) == 0 { random.below(1 << 32) as u32 } else { 0 }),
    });
    let descriptors: Vec<Descriptor32> = descriptors.collect();
    let executables = (0..random.below(4)).map(|_| random_executable(random, words)).collect();
    Binary {
        program: Program {
            version: random.below(3) as u32,
            code: code.into_iter().collect(),
            descriptors: descriptors.into_iter().collect(),
            ..Program::default()
        },
        executables,
        ..Binary::default()
    }
}

fn random_executable(random: &mut Random, words: usize) -> Executable<'static> {
    let mut number = |limit: u64| random.below(limit) as u32;
    let mut symbols = Symbols::default();
    for _ in 0..number(6) {
        let names = ["a", "main", "x.y", "b0", "has space", "semi;colon:", "\u{e9}", "\"", "\\", ""];
        symbols.add(names[number(10) as usize]);
    }

    let uniforms: Vec<Uniform> = (0..number(8))
        .map(|_| {
            let first = number(0x90) as u16;
            Uniform { name: number(20), first: Register(first), last: Register(first + number(4) as u16) }
        })
        .collect();
    let outputs: Vec<Output> = (0..number(8))
        .map(|_| Output {
            semantic: Semantic(number(12) as u16),
            register: number(18) as u16,
            mask: Hex16(number(20) as u16),
            unknown: Hex16(number(2) as u16),
        })
        .collect();
    let constants: Vec<Constant> = (0..number(8))
        .map(|_| Constant {
            kind: ConstantKind(number(4) as u16),
            register: number(100) as u16,
            data: [0; 4].map(|_| DataWord(number(1 << 24))),
        })
        .collect();
    Executable {
        version: if number(2) == 0 { 0x1002 } else { 0 },
        stage: Stage(number(3) as u8),
        merge: number(2) as u8,
        main: number(words as u64 + 2),
        end_main: number(words as u64 + 2),
        geometry: Geometry {
            mode: GeometryMode(number(4) as u8),
            fixed_start: number(100) as u8,
            full_vertices: number(5) as u8,
            fixed_vertices: number(5) as u8,
        },
        tables: Tables {
            constants: constants.into_iter().collect(),
            outputs: outputs.into_iter().collect(),
            uniforms: uniforms.into_iter().collect(),
            symbols,
            ..Tables::default()
        },
        ..Executable::default()
    }
}

#[test]
fn random_files_are_written_down_exactly_and_in_every_style() {
    let rounds = if cfg!(debug_assertions) { 2000 } else { 10_000 };
    let mut random = Random::new(11);
    let (mut whole, mut picasso) = (0, 0);
    for round in 0..rounds {
        let binary = random_file(&mut random);
        let file = Shbin::Binary(binary.clone());
        let exact = disassemble(&file, Style::Exact);
        let assembly = back(&exact, Mode::Glassbox);
        assert_eq!(faults(&assembly), [""; 0], "{round}\n{}", exact.text());
        assert_eq!(assembly.binary.as_ref(), Some(&binary), "{round}\n{}", exact.text());
        // Styles that report no problems must round-trip.
        let source = disassemble(&file, Style::Source);
        if let Some(again) = &back(&source, Mode::Glassbox).binary
            && source.problems.is_empty()
        {
            same_code(&round.to_string(), again, &binary);
            whole += 1;
        }
        let source = disassemble(&file, Style::Picasso);
        if let Some(again) = &back(&source, Mode::Picasso).binary
            && source.problems.is_empty()
        {
            assert_eq!(again.program.code.len(), binary.program.code.len(), "{round}");
            picasso += 1;
        }
    }
    println!("of {rounds} random files {whole} have a whole source and {picasso} one for picasso");
}

#[test]
fn programs_as_assemblers_write_them_have_a_source() {
    let mut random = Random::new(23);
    let (mut whole, mut with_raw_words) = (0, 0);
    let rounds = 1000;
    for round in 0..rounds {
        let program = glassbox_testing::pica::shaped(&mut random, Shape::STRUCTURED);
        let descriptors = program.descriptors.iter().map(|&bits| Descriptor32::new(bits));
        let binary = Binary {
            program: Program {
                code: program.code.iter().copied().collect(),
                descriptors: descriptors.collect(),
                ..Program::default()
            },
            executables: vec![Executable { main: program.entry, ..Executable::default() }],
            ..Binary::default()
        };
        let source = disassemble(&Shbin::Binary(binary.clone()), Style::Source);
        assert_eq!(source.problems, [], "{round}");
        let assembly = back(&source, Mode::Glassbox);
        let again = assembly
            .binary
            .as_ref()
            .unwrap_or_else(|| panic!("{round}: {:?}\n{}", faults(&assembly), source.text()));
        same_code(&round.to_string(), again, &binary);
        assert_eq!(again.executables[0].main, program.entry, "{round}");
        with_raw_words += usize::from(source.text().contains(".word"));
        whole += 1;
    }
    println!("{whole} of {rounds} programs have a source, {with_raw_words} of them with raw words");
}
