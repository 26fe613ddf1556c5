//! Makes SPIR-V of arbitrary PICA200 programs, vertex and geometry: no panic, no module that the validator refuses, and none
//! larger than its program explains.
#![no_main]

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_lower_pica::{Options, PositionSpace, lower, rules};
use glassbox_shbin::model::{Binary, Executable, Program, Shbin};
use glassbox_shbin::raw::{Descriptor, GeometryMode, Stage};

/// Most words of code.
const WORDS: usize = 96;

/// Words of SPIR-V that a program may take beside those of its states, and those of a state: exact arithmetic spells out every
/// operation of a word, and each caller has states of its own.
const BASE: usize = 1 << 16;
const STATE: usize = 1 << 12;

struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Source<'_> {
    /// The next word; the words repeat with a different permutation in each round.
    fn word(&mut self) -> u32 {
        let mut word = [0; 4];
        for byte in &mut word {
            let round = (self.at / self.bytes.len().max(1)) as u8;
            *byte = self.bytes.get(self.at % self.bytes.len().max(1)).unwrap_or(&0) ^ round.wrapping_mul(29);
            self.at += 1;
        }
        u32::from_le_bytes(word)
    }
}

/// A file of one executable with these words.
fn made(bytes: &[u8]) -> Binary<'static> {
    let mut source = Source { bytes, at: 0 };
    let shape = source.word();
    let length = 1 + (shape >> 8) as usize % WORDS;
    let code = (0..length).map(|_| source.word()).collect();
    let descriptors = (0..(shape >> 16) % 129).map(|_| Descriptor::new(source.word())).collect();
    let mut executable = Executable {
        stage: if shape & 3 == 0 { Stage::GEOMETRY } else { Stage::VERTEX },
        main: (shape >> 4) % length as u32,
        ..Executable::default()
    };
    let geometry = source.word().to_le_bytes();
    executable.geometry.mode = GeometryMode(geometry[0] % 4);
    executable.geometry.fixed_start = geometry[1];
    executable.geometry.full_vertices = geometry[2];
    executable.geometry.fixed_vertices = geometry[3];
    Binary {
        program: Program { code, descriptors, ..Program::default() },
        executables: vec![executable],
        ..Binary::default()
    }
}

fn check(binary: &Binary<'_>) {
    let positions =
        [PositionSpace::Raw, PositionSpace::Vulkan, PositionSpace::WebGpu, PositionSpace::OpenGl];
    let states = binary.program.code.len() + 1;
    for number in 0..binary.executables.len().min(4) {
        for (index, position) in (0..).zip(positions) {
            let options = Options {
                precise: index & 1 != 0,
                batch: index == 2,
                step_limit: (index == 3).then_some(1000),
                position,
                ..Options::default()
            };
            match lower(binary, number, &options) {
                Ok(lowered) => {
                    let words = lowered.module.words().map_or(usize::MAX, |words| words.len());
                    // A body is written once for each caller, of which there are as many as words.
                    assert!(words <= BASE + STATE * states * states, "{words} words of {states} states");
                }
                Err(findings) => {
                    // A name may be too long, and nothing else.
                    let is_wrong = |finding: &glassbox_core::diagnostic::Diagnostic| {
                        finding.rule.id == rules::INVALID.id && finding.message.contains("breaks the rule")
                    };
                    assert!(!findings.iter().any(is_wrong), "{}", findings[0]);
                }
            }
        }
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check(&made(bytes));
    if let Ok(read) = glassbox_shbin::read::read(Window::whole(bytes), &Limits::default())
        && let Shbin::Binary(binary) = &read.model
    {
        check(binary);
    }
});
