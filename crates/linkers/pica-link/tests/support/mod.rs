//! Builds objects from text and compares the behaviour of executables.
//!
//! A text lists objects: `object NAME` followed by indented lines. `stage geometry`, `entry NAME`,
//! `proc NAME START SIZE`, `call WORD NAME`, `uniform NAME c0 c3`, `constant c95 1 2 3 4`, `output
//! position 0 15`, `descriptor 0x36f` (repeated as often as an optional last number says), `line
//! FILE FIRST` (one line per word), and `code`, whose lines are indented further and are exact
//! assembly; `words 600 nop` repeats a line. `foreign` omits the reference section.
#![allow(dead_code)]

use glassbox_core::record::{Records, Values};
use glassbox_pica::control::{ControlGraph, Exits, Halt, Next, Target, Transition};
use glassbox_pica_link::{ObjectParts, object_from_assembly};
use glassbox_pica_sim::{Limits, Precision, Program, run};
use glassbox_shbin::model::{Binary, Shbin, Symbols, Tables};
use glassbox_shbin::raw::{Constant, Hex16, Output, Semantic, Stage, Uniform};
use glassbox_shbin::register::{Class, Register};

/// Parses the objects of a text, with their names.
pub(crate) fn objects(text: &str) -> Vec<(String, Shbin<'static>)> {
    let mut objects = Vec::new();
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix("object ") else {
            panic!("expected `object`, found {line:?}");
        };
        let mut own = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with(' ')) {
            own.push(line);
        }
        objects.push((name.trim().to_owned(), object(&own)));
    }
    objects
}

fn object(lines: &[&str]) -> Shbin<'static> {
    let mut parts = ObjectParts { version: 0x1002, ..ObjectParts::default() };
    let (mut procedures, mut calls, mut descriptors) = (Vec::new(), Vec::new(), Vec::new());
    let (mut constants, mut outputs, mut uniforms) = (Vec::new(), Vec::new(), Vec::new());
    let mut symbols = Symbols::default();
    let mut assembly = String::new();
    let mut source = None;
    let mut is_foreign = false;
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |index: usize| number(words[index]);
        match words[0] {
            _ if line.starts_with("    ") && words[0] == "words" => {
                for _ in 0..number(1) {
                    assembly.push_str(&(words[2..].join(" ") + "\n"));
                }
            }
            _ if line.starts_with("    ") => assembly.push_str(&(line.trim().to_owned() + "\n")),
            "code" => {}
            "foreign" => is_foreign = true,
            "stage" => parts.stage = Stage::GEOMETRY,
            "entry" => parts.entry = Some(words[1]),
            "proc" => procedures.push((words[1], number(2), number(3))),
            "call" => calls.push((number(1), words[2])),
            "uniform" => uniforms.push(Uniform {
                name: symbols.add(words[1]),
                first: register(words[2]),
                last: register(words[3]),
            }),
            "constant" => constants.push(constant(&words)),
            "output" => outputs.push(Output {
                semantic: if words[1] == "position" { Semantic::POSITION } else { Semantic::COLOR },
                register: number(2) as u16,
                mask: Hex16(number(3) as u16),
                unknown: Hex16(0),
            }),
            "descriptor" => {
                let count = if words.len() > 2 { number(2) } else { 1 };
                // Selectors of the first source count up to make the entries distinct.
                descriptors.extend((0..count).map(|step| number(1) + (step << 5)));
            }
            "line" => source = Some((words[1], number(2))),
            other => panic!("unknown line {other:?}"),
        }
    }
    let bytes = glassbox_pica::assembly::assemble(&assembly).into_result().expect("the code assembles");
    let code: Vec<u32> = Values::<u32>::new(&bytes, 0).iter().collect();
    let lines: Vec<(&str, u32)> = source
        .into_iter()
        .flat_map(|(file, first)| (0..code.len() as u32).map(move |word| (file, first + word)))
        .collect();
    let mut model = object_from_assembly(ObjectParts {
        code: &code,
        descriptors: &descriptors,
        lines: &lines,
        procedures: &procedures,
        calls: &calls,
        tables: Tables {
            constants: Records::from_iter(constants),
            outputs: Records::from_iter(outputs),
            uniforms: Records::from_iter(uniforms),
            labels: Records::default(),
            symbols,
        },
        ..parts
    });
    if let (Shbin::Object(object), true) = (&mut model, is_foreign) {
        object.references = None;
    }
    model
}

fn number(word: &str) -> u32 {
    match word.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => word.parse(),
    }
    .unwrap_or_else(|_| panic!("{word:?} is no number"))
}

fn register(word: &str) -> Register {
    let (class, digits) = word.split_at(1);
    let class = match class {
        "v" => Class::Input,
        "c" => Class::Float,
        "i" => Class::Int,
        _ => Class::Bool,
    };
    Register::new(class, number(digits) as u16).expect("the register exists")
}

fn constant(words: &[&str]) -> Constant {
    let (class, digits) = words[1].split_at(1);
    let register = number(digits) as u16;
    let values: Vec<u32> = words[2..].iter().map(|word| number(word)).collect();
    match class {
        "b" => Constant::bool(register, values[0] != 0),
        "i" => Constant::int(register, [0, 1, 2, 3].map(|at| values[at] as u8)),
        _ => Constant::float(register, [0, 1, 2, 3].map(|at| values[at])),
    }
}

/// Position-independent behaviour of an executable: the exact control graph, each node with its
/// instruction, operand descriptor and numbered exits.
pub(crate) fn behaviour(binary: &Binary<'_>, executable: usize) -> Vec<(u32, Option<u32>, Exits)> {
    let code: Vec<u32> = binary.program.code.iter().collect();
    let main = binary.executables[executable].main as usize;
    let graph = ControlGraph::new(&code, main, ControlGraph::LIMIT).expect("the flow can be followed");
    let nodes = graph.nodes().iter().map(|node| {
        let word = code[usize::from(node.word)];
        let opcode = glassbox_pica::Opcode::of(word);
        let descriptor = glassbox_pica::sharing::index(word).map(|index| {
            let value = binary.program.descriptors.get(usize::from(index));
            let value = value.expect("the descriptor is there").operands.0;
            value & glassbox_pica::sharing::used_bits(word, value)
        });
        let targeted = glassbox_pica::opcode::Flow::Next != opcode.info().flow;
        let plain = if targeted {
            // Targets are part of the exits.
            word & !0x003F_FFFF
        } else {
            glassbox_pica::sharing::with_index(word, 0)
        };
        (plain, descriptor, without_places(node.exits))
    });
    nodes.collect()
}

fn without_places(exits: Exits) -> Exits {
    let target = |target: Target| match target {
        Target::Halt(Halt::PastEnd { .. }) => Target::Halt(Halt::PastEnd { target: 0 }),
        target => target,
    };
    let transition = |transition: Transition| Transition {
        next: match transition.next {
            Next::Go(to) => Next::Go(target(to)),
            other => other,
        },
        ..transition
    };
    match exits {
        Exits::Always(only) => Exits::Always(transition(only)),
        Exits::Branch { test, holds, fails } => {
            Exits::Branch { test, holds: transition(holds), fails: transition(fails) }
        }
    }
}

/// Outputs of a vertex executable when each uniform's value is derived from its name.
pub(crate) fn outputs(binary: &Binary<'_>, index: usize) -> Option<Vec<u32>> {
    let executable = &binary.executables[index];
    let program = Program::from_shbin(binary, index).ok()?;
    if executable.stage != Stage::VERTEX {
        return None;
    }
    let mut uniforms = program.uniforms();
    for uniform in executable.tables.uniforms.iter() {
        let name = executable.tables.symbols.text(uniform.name);
        let seed = name.bytes().fold(7u32, |seed, byte| seed.wrapping_mul(31).wrapping_add(u32::from(byte)));
        let (class, first) = uniform.first.split().expect("a register");
        for offset in 0..=(uniform.last.0 - uniform.first.0) {
            let number = (seed % 17) as f32 * 0.25 + f32::from(offset);
            let register = usize::from(first + offset);
            match class {
                Class::Float => uniforms.float[register] = [number, -number, 0.5, 1.0],
                Class::Int => uniforms.int[register] = [(seed & 3) as u8, 1, 1, 0],
                Class::Bool => uniforms.bool |= ((seed & 1) as u16) << register,
                Class::Input => {}
            }
        }
    }
    let inputs = std::array::from_fn(|register| [register as f32 + 0.5, 2.0, -1.0, 1.0]);
    let output = run(&program, &uniforms, Precision::Float24, &inputs, &Limits::steps(20_000));
    let values = output.outputs.iter().flatten().map(|value| value.to_bits());
    Some(values.collect())
}
