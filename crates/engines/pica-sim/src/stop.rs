//! Stop reasons and limits of runs.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_pica::format::Field;
use glassbox_pica::opcode::Opcode;

use crate::program::Program;
use crate::rules;
pub use crate::trap::{Trap, TrapKind};

/// Limits of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    /// Maximum number of instructions, including END and one that traps.
    pub steps: u64,
    /// Maximum number of triangles that a geometry program may submit.
    pub triangles: usize,
}

impl Limits {
    /// Limits with this number of instructions.
    #[must_use]
    pub fn steps(steps: u64) -> Limits {
        Limits { steps, ..Limits::default() }
    }
}

impl Default for Limits {
    /// A million instructions, 16384 triangles. The longest terminating programs in use run a few
    /// thousand instructions.
    fn default() -> Limits {
        Limits { steps: 1_000_000, triangles: 16_384 }
    }
}

/// Reason for the end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// END was executed.
    End,
    /// [`Limits::steps`] instructions ran without reaching the end.
    StepLimit,
    /// [`Limits::triangles`] was about to be exceeded.
    TriangleLimit,
    /// An instruction without defined hardware behaviour, or a missing one.
    Trap(Trap),
}

impl Stop {
    /// Finding for a run that did not reach END; `None` for one that did. `history` holds the most
    /// recently executed words, oldest first.
    #[must_use]
    pub fn diagnostic(&self, program: &Program, history: &[u32]) -> Option<Diagnostic> {
        match *self {
            Stop::End => None,
            Stop::StepLimit => Some(step_limit(program, history)),
            Stop::TriangleLimit => {
                let word = history.last().copied().unwrap_or(program.entry());
                Some(
                    Diagnostic::new(
                        &rules::TRIANGLE_LIMIT,
                        program.location(word),
                        format!("word {word} submits more triangles than the limit allows"),
                    )
                    .help("raise the limit on triangles, or check the condition of the loop around `emit`"),
                )
            }
            Stop::Trap(trap) => Some(trapped(trap, program, history)),
        }
    }
}

fn trapped(trap: Trap, program: &Program, history: &[u32]) -> Diagnostic {
    let Trap { kind, word } = trap;
    let from = history.last().copied();
    let (location, message, help) = match kind {
        TrapKind::PastEnd => {
            let words = program.operations().len();
            let message = match from {
                None => format!("the entry point is word {word}, but the code has {words} words"),
                Some(from) => {
                    format!("execution goes from word {from} to word {word}, but the code has {words} words")
                }
            };
            let place = program.location(from.unwrap_or(word));
            (place, message, "end every path of the entry procedure with `end`")
        }
        TrapKind::BreakOutsideLoop => (
            program.location(word),
            format!(
                "`{}` at word {word} runs while no loop is open; the hardware hangs",
                mnemonic(program, word)
            ),
            "break only inside a loop, and not twice for one loop",
        ),
        TrapKind::UnknownOpcode => (
            program.location(word),
            format!(
                "word {word} has opcode {:#04x}, whose meaning is unknown",
                program.word(word).unwrap_or(0) >> 26
            ),
            "check that execution is intended to reach this word; data between procedures is not skipped",
        ),
        TrapKind::Descriptor => (
            program.location(word),
            format!(
                "`{}` at word {word} names operand descriptor {}, but the table has {} entries",
                mnemonic(program, word),
                descriptor(program, word),
                program.descriptors().len()
            ),
            "add the missing descriptors or correct the index",
        ),
        TrapKind::EmitInVertex => (
            program.location(word),
            format!(
                "`{}` at word {word} runs in the vertex stage, which has no vertices to emit",
                mnemonic(program, word)
            ),
            "run the program as a geometry shader, or remove the instruction",
        ),
        TrapKind::VertexSlot => (
            program.location(word),
            format!("`emit` at word {word} writes slot 3, but the slots are 0, 1 and 2"),
            "choose slot 0, 1 or 2 with `setemit`",
        ),
    };
    let diagnostic = Diagnostic::new(kind.rule(), location, message).help(help);
    with_trace(diagnostic, history)
}

fn step_limit(program: &Program, history: &[u32]) -> Diagnostic {
    let last = history.last().copied().unwrap_or(program.entry());
    let low = history.iter().min().copied().unwrap_or(last);
    let high = history.iter().max().copied().unwrap_or(last);
    let message = if low == high {
        format!("the program has not ended within the step limit; it runs word {low} over and over")
    } else {
        format!("the program has not ended within the step limit; it was last in the words {low} to {high}")
    };
    let diagnostic = Diagnostic::new(&rules::STEP_LIMIT, program.location(last), message)
        .help("check the conditions of the jumps there and the depth of calls, or raise the limit");
    with_trace(diagnostic, history)
}

fn with_trace(diagnostic: Diagnostic, history: &[u32]) -> Diagnostic {
    if history.is_empty() {
        return diagnostic;
    }
    let words: Vec<String> = history.iter().map(u32::to_string).collect();
    diagnostic.note(format!("the last words executed were {}", words.join(", ")))
}

fn descriptor(program: &Program, word: u32) -> u32 {
    program.word(word).map_or(0, |word| Opcode::of(word).format().get(word, Field::Descriptor))
}

fn mnemonic(program: &Program, word: u32) -> &'static str {
    program.word(word).map_or("", |word| Opcode::of(word).info().mnemonic)
}
