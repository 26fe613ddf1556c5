//! Disassembles damaged files: no panic, bounded time, and the exact style stays exact.

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_pica_asm::disassemble::{Style, disassemble};
use glassbox_pica_asm::{Input, Options, assemble, view};
use glassbox_shbin::model::{Binary, Executable, Program, Shbin};
use glassbox_testing::corpus;
use glassbox_testing::random::{Random, mutate};

/// Runs everything on some bytes; true for a linked file.
fn run(bytes: &[u8], what: &str) -> bool {
    let Ok(mut file) = glassbox_shbin::read::read(Window::whole(bytes), &Limits::default()) else {
        return false;
    };
    every_view(&file.model);
    let exact = disassemble(&file.model, Style::Exact).text();
    let Shbin::Binary(binary) = &mut file.model else {
        return false;
    };
    let input = Input { name: "exact.pica", text: &exact };
    let assembly = assemble(&[input], &Options::default());
    binary.missing.clear();
    assert_eq!(assembly.binary.as_ref(), Some(&*binary), "{what}\n{exact}");
    true
}

fn every_view(model: &Shbin<'_>) {
    for style in [Style::Source, Style::Picasso] {
        let _ = disassemble(model, style).text();
    }
    for view in [view::listing, view::graph, view::cost] {
        let _ = view(model);
    }
}

#[test]
fn damaged_files_are_written_down_as_far_as_they_can_be_read() {
    let mut random = Random::new(5);
    let mut read = 0;
    for expected in corpus::expected("shbin") {
        let bytes = expected.bytes();
        run(&bytes, &expected.name);
        for _ in 0..20 {
            let damaged = mutate(&bytes, &mut random);
            read += usize::from(run(&damaged, &expected.name));
        }
    }
    println!("{read} damaged files are written down exactly");
}

/// A file of code and executables that all start at one word.
fn file(code: impl Iterator<Item = u32>, executables: u32) -> Shbin<'static> {
    Shbin::Binary(Binary {
        program: Program { code: code.collect(), ..Program::default() },
        executables: (0..executables).map(|at| Executable { main: at, ..Executable::default() }).collect(),
        ..Binary::default()
    })
}

#[test]
fn large_and_tangled_code_is_shown() {
    let flow = |opcode: u32, target: u32, count: u32| opcode << 26 | (target & 0xFFF) << 10 | count;
    let cases: [(&str, Shbin<'static>); 7] = [
        ("nested conditions", file((0..4096).map(|at| flow(0x28, 4095 - at / 2, 0)), 4)),
        ("nested loops", file((0..4096).map(|_| flow(0x29, 4094, 0)), 4)),
        ("calls of everything", file((0..30_000).map(|at| flow(0x24, at / 16, at % 256)), 4)),
        ("conditional calls", file((0..4096).map(|at| flow(0x25, at + 1, 255)), 64)),
        ("jumps forward", file((0..4096).map(|at| flow(0x2C, at + 64, 0)), 64)),
        (
            "jumps everywhere",
            file((0..30_000).map(|at: u32| flow(0x2C, at.wrapping_mul(2_654_435_761) >> 20, 0)), 64),
        ),
        ("executables everywhere", file((0..30_000).map(|at| flow(0x27, at + 3, 5)), 6_000)),
    ];
    for (name, model) in &cases {
        println!("{name}");
        let _ = disassemble(model, Style::Exact).text();
        every_view(model);
    }
}
