//! Compares with the results of an emulator's interpreter on corpus programs.
//!
//! The emulator computes in `f32` and does not execute DST and LITP, which it counts as unhandled.
//! For rows with such instructions, the same words are replaced by NOPs here, so that everything
//! else is still compared, and the number executed must match the row.

use glassbox_core::limits::Limits as ReadLimits;
use glassbox_core::reader::Window;
use glassbox_core::record::Values;
use glassbox_pica::Opcode;
use glassbox_pica_sim::observe::{Event, Observer};
use glassbox_pica_sim::{Inputs, Limits, Machine, Precision, Program, Stage, Stop, Uniforms};
use glassbox_shbin::model::{Binary, Shbin};
use glassbox_testing::corpus;

const NOP: u32 = 0x8400_0000;

fn inputs() -> Inputs {
    std::array::from_fn(|i| {
        let i = i as f32;
        [0.5 * i + 0.25, -1.5 + i, 2.0 - 0.25 * i, 1.0]
    })
}

fn uniforms(pattern: &str) -> Uniforms {
    let mut uniforms = Uniforms::ZERO;
    for (i, register) in uniforms.float.iter_mut().enumerate() {
        let i = i as f32;
        *register = [i / 8.0, 1.0 - i / 16.0, 0.5, 0.0 - i / 4.0];
    }
    for (k, register) in uniforms.int.iter_mut().enumerate() {
        *register = [k as u8 + 1, 2 * k as u8, 1, 0];
    }
    for i in 0..16 {
        let value = match pattern {
            "mod3" => i % 3 == 1,
            "even" => i % 2 == 0,
            _ => panic!("bool pattern {pattern}"),
        };
        uniforms.set_bool(i, value);
    }
    uniforms
}

fn unhandled(word: u32) -> bool {
    [Opcode::DST, Opcode::DSTI, Opcode::LITP].contains(&Opcode::of(word))
}

/// Counts the instructions that the emulator does not execute.
struct Count<'c> {
    code: &'c [u32],
    seen: usize,
}

impl Observer for Count<'_> {
    fn executed(&mut self, event: &Event<'_>) {
        self.seen += usize::from(unhandled(self.code[event.word as usize]));
    }
}

fn close(expected: u32, found: f32) -> bool {
    if found.to_bits() == expected {
        return true;
    }
    // A value that float24 can represent must have the same bits; only others may differ by a
    // rounding.
    let rounded = expected & 0x7F != 0;
    let expected = f32::from_bits(expected);
    rounded && (found - expected).abs() <= expected.abs() * (1.0 / 32768.0)
}

fn vector(text: &str, found: &[f32; 4]) -> Result<(), String> {
    let words: Vec<u32> =
        text.split(',').map(|word| u32::from_str_radix(word, 16).expect("hexadecimal")).collect();
    assert_eq!(words.len(), 4, "{text}");
    if words.iter().zip(found).all(|(&word, &found)| close(word, found)) {
        return Ok(());
    }
    let bits = found.map(|value| format!("{:08x}", value.to_bits()));
    Err(format!("expected {text}, found {}", bits.join(",")))
}

fn outputs(text: &str, machine: &Machine<'_>, program: &Program) -> Result<(), String> {
    let mut listed = 0;
    for item in text.split_whitespace() {
        let (register, value) = item.split_once('=').expect("o0=...");
        let register: u16 = register[1..].parse().expect("a number");
        listed |= 1 << register;
        vector(value, &machine.state().outputs()[usize::from(register)])
            .map_err(|message| format!("o{register}: {message}"))?;
    }
    if listed != program.output_mask() {
        return Err(format!("mask {:#x}, listed {listed:#x}", program.output_mask()));
    }
    Ok(())
}

fn vertices(text: &str, machine: &Machine<'_>) -> Result<(), String> {
    let triangles = &machine.emitter().triangles;
    let found: Vec<_> = triangles.iter().flat_map(|triangle| triangle.slots.iter()).collect();
    let inverted: Vec<String> =
        (0..triangles.len()).filter(|&at| triangles[at].inverted).map(|at| (3 * at).to_string()).collect();
    let head = format!("verts={} inv_before=[{}]", found.len(), inverted.join(","));
    let rest = text.strip_prefix(&head).ok_or_else(|| format!("expected {text}, found {head}"))?;
    for (item, vertex) in rest.split_whitespace().zip(&found) {
        let values = item.trim_matches(['{', '}']).split(';');
        assert_eq!(values.clone().count(), vertex.attributes().len(), "{item}");
        for (value, found) in values.zip(vertex.attributes()) {
            vector(value, found)?;
        }
    }
    Ok(())
}

fn run(binary: &mut Binary<'_>, cells: &[&str]) -> Result<(), String> {
    let original: Vec<u32> = binary.program.code.iter().collect();
    binary.program.code =
        original.iter().map(|&word| if unhandled(word) { NOP } else { word }).collect::<Values<'_, u32>>();
    let executable: usize = cells[1].parse().expect("a number");
    let program = Program::from_shbin(binary, executable).map_err(|error| error.to_string())?;
    let mut uniforms = uniforms(cells[3]);
    program.apply_constants(&mut uniforms);
    let mut machine = Machine::new(&program, &uniforms, Precision::Float32);
    machine.start(&inputs());
    let mut count = Count { code: &original, seen: 0 };
    let stop = machine.run_observed(&Limits::default(), &mut count);
    if stop != Stop::End {
        return Err(format!("stopped by {stop:?}"));
    }
    let stage = if program.stage() == Stage::Vertex { "v" } else { "g" };
    assert_eq!(stage, cells[2]);
    match program.stage() {
        Stage::Vertex => outputs(cells[4], &machine, &program)?,
        Stage::Geometry => vertices(cells[4], &machine)?,
    }
    let state = machine.state();
    let [x, y] = state.flags.map(u8::from);
    let [a, b] = state.address;
    let found = format!("cmp={x}{y} a0=({a},{b}) aL={} unhandled={}", state.control.counter, count.seen);
    if found != cells[5] {
        return Err(format!("expected {}, found {found}", cells[5]));
    }
    Ok(())
}

fn endless(binary: &Binary<'_>) -> Result<(), String> {
    for pattern in ["mod3", "even"] {
        let program = Program::from_shbin(binary, 0).map_err(|error| error.to_string())?;
        let mut uniforms = uniforms(pattern);
        program.apply_constants(&mut uniforms);
        let output =
            glassbox_pica_sim::run(&program, &uniforms, Precision::Float32, &inputs(), &Limits::default());
        if output.stop == Stop::End {
            return Err("expected no end".to_owned());
        }
    }
    Ok(())
}

#[test]
fn programs_do_what_the_emulator_does() {
    let mut failures = Vec::new();
    let mut seen = 0;
    for row in corpus::table("shbin/executed.tsv") {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        seen += 1;
        let bytes = corpus::bytes(&format!("shbin/own/{}", cells[0]));
        let file =
            glassbox_shbin::read::read(Window::whole(&bytes), &ReadLimits::default()).expect("a SHBIN");
        let Shbin::Binary(mut binary) = file.model else { panic!("{} is an object", cells[0]) };
        let result = match cells.as_slice() {
            [_, "endless"] => endless(&binary),
            _ => run(&mut binary, &cells),
        };
        if let Err(message) = result {
            failures.push(format!("{} {:?}: {message}", cells[0], &cells[1..cells.len().min(4)]));
        }
    }
    assert!(failures.is_empty(), "{} of {seen} fail\n{}", failures.len(), failures.join("\n"));
    assert_eq!(seen, 64);
}
