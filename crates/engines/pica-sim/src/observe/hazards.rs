//! Detects hazards: behaviour that freezes the hardware, or that is unexpected on it.
//!
//! Hazards do not end a run. Each is reported once per word, however often the word runs.
//!
//! Source: PICA200 brief, sections 5.4, 6 and 8.

use std::collections::BTreeSet;

use glassbox_core::diagnostic::{Diagnostic, Rule};
use glassbox_pica::check::Stage;
use glassbox_pica::descriptor::Mask;

use super::{Event, Observer};
use crate::machine::uniform_address;
use crate::operation::{Action, Operand};
use crate::program::Program;
use crate::rules;
use crate::state::State;
use crate::stop::Stop;

/// Size of the vertex unit's code memory in words.
const VERTEX_WORDS: u32 = 512;

/// Observer that detects hazards in runs of one program.
#[derive(Clone, Debug)]
pub struct Hazards<'p> {
    program: &'p Program,
    findings: Vec<Diagnostic>,
    /// Rule and word of each finding.
    seen: BTreeSet<(&'static str, u32)>,
    /// Word of the last instruction, if it was a MOVA.
    address_write: Option<u32>,
    /// For each output register, the components written since the start or the last EMIT.
    written: [u8; 16],
    /// First instruction that wrote each of them.
    writers: [[u32; 4]; 16],
}

impl<'p> Hazards<'p> {
    /// Creates an observer without findings.
    #[must_use]
    pub fn new(program: &'p Program) -> Hazards<'p> {
        Hazards {
            program,
            findings: Vec::new(),
            seen: BTreeSet::new(),
            address_write: None,
            written: [0; 16],
            writers: [[0; 4]; 16],
        }
    }

    /// Findings so far, in order of execution.
    #[must_use]
    pub fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }

    /// Returns the findings.
    #[must_use]
    pub fn into_findings(self) -> Vec<Diagnostic> {
        self.findings
    }

    fn find(&mut self, rule: &'static Rule, word: u32, make: impl FnOnce(&Program) -> Diagnostic) {
        if self.seen.insert((rule.id, word)) {
            self.findings.push(make(self.program));
        }
    }

    fn note(&mut self, rule: &'static Rule, word: u32, message: impl FnOnce() -> String, help: &'static str) {
        self.find(rule, word, |program| Diagnostic::new(rule, program.location(word), message()).help(help));
    }

    fn writes(&mut self, word: u32, register: u8, mask: Mask) {
        let number = usize::from(register & 15);
        if self.program.output_mask() >> number & 1 == 0 {
            return;
        }
        let mapped = match self.program.mapped_components(number) {
            Mask(0) => Mask::ALL,
            mapped => mapped,
        };
        let again = Mask(self.written[number] & mask.0 & mapped.0);
        if again.0 != 0 {
            let first = (0..4)
                .find(|&component| again.contains(component))
                .map_or(word, |component| self.writers[number][usize::from(component)]);
            self.find(&rules::WRITTEN_TWICE, word, |program| {
                Diagnostic::new(
                    &rules::WRITTEN_TWICE,
                    program.location(word),
                    format!(
                        "word {word} writes o{number}.{again} a second time in one run; the hardware freezes"
                    ),
                )
                .label(program.location(first), "written here before")
                .help("collect the value in a temporary register and write the output once")
            });
        }
        for component in 0..4 {
            if mask.contains(component) && !Mask(self.written[number]).contains(component) {
                self.writers[number][usize::from(component)] = word;
            }
        }
        self.written[number] |= mask.0;
    }

    fn index(&mut self, event: &Event<'_>, index: i32) {
        let sources: &[Operand] = match &event.operation.action {
            Action::Compute { sources, .. } => sources,
            Action::Address { source, .. } => std::slice::from_ref(source),
            Action::Compare { sources, .. } => sources,
            _ => &[],
        };
        let indexed = sources.iter().find(|operand| operand.index != glassbox_pica::register::Index::None);
        let Some((operand, base)) =
            indexed.and_then(|operand| Some((operand, operand.register.as_uniform()?)))
        else {
            return;
        };
        let word = event.word;
        let name = operand.index.name();
        let help = "keep the sum of register and index between c0 and c95";
        if !(-128..=127).contains(&index) {
            let message =
                || format!("{name} is {index} at word {word}, outside -128 to 127; c{base} is read");
            self.note(&rules::INDEX_RANGE, word, message, help);
        } else if uniform_address(base, index) > 95 {
            let message = || {
                format!(
                    "c{base}[{name}] at word {word} with {name} = {index} is past c95; it reads (1, 1, 1, 1)"
                )
            };
            self.note(&rules::INDEX_RANGE, word, message, help);
        }
    }

    fn control(&mut self, event: &Event<'_>) {
        let word = event.word;
        if event.flow.dropped
            && let Some(stack) = event.flow.pushed
        {
            let message = || {
                format!(
                    "word {word} opens one {} more than the {} that the stack holds; the oldest is lost",
                    stack.name(),
                    stack.depth()
                )
            };
            self.note(&rules::STACK_OVERFLOW, word, message, "nest less deeply");
        }
        if event.flow.is_return_lost() {
            let message =
                || format!("four calls end after word {word}; the hardware returns from three of them");
            let help = "put a `nop` between the ends of the procedures";
            self.note(&rules::RETURN_LOST, word, message, help);
        }
        if event.flow.is_target_lost() {
            let next = event.state.control.next;
            let target = event.flow.target.unwrap_or(next);
            if target == next {
                return;
            }
            let message = || {
                format!(
                    "word {word} should branch to word {target}, but a block ends after it; word {next} runs"
                )
            };
            let help = "put a `nop` between the instruction and the end of the block";
            self.note(&rules::TARGET_LOST, word, message, help);
        }
    }
}

impl Observer for Hazards<'_> {
    fn executed(&mut self, event: &Event<'_>) {
        let word = event.word;
        let before = self.address_write.take();
        match event.operation.action {
            Action::Address { .. } => {
                if before.is_some_and(|before| before + 1 == word) {
                    let message = || {
                        format!("the MOVA at word {word} directly follows another one; the hardware freezes")
                    };
                    self.note(
                        &rules::ADJACENT_MOVA,
                        word,
                        message,
                        "put another instruction or a `nop` between them",
                    );
                }
                self.address_write = Some(word);
            }
            Action::Compute { destination, mask, .. } => {
                if let Some(register) = destination.as_output() {
                    self.writes(word, register, mask);
                }
            }
            Action::Compare { operators, .. } => {
                if let Some(operator) = operators.into_iter().find(|operator| operator.0 > 5) {
                    let message = || {
                        format!("`cmp` at word {word} has operator {}, which is treated as true", operator.0)
                    };
                    self.note(&rules::ALWAYS_TRUE, word, message, "use one of eq, ne, lt, le, gt and ge");
                }
            }
            // Writes after EMIT belong to the next vertex.
            Action::Emit => self.written = [0; 16],
            _ => {}
        }
        if let Some(index) = event.index {
            self.index(event, index);
        }
        self.control(event);
        if word >= VERTEX_WORDS && self.program.stage() == Stage::Vertex {
            // One finding for all such words, at the first.
            self.find(&rules::VERTEX_MEMORY, VERTEX_WORDS, |program| {
                let message = format!("word {word} runs, but the vertex unit has {VERTEX_WORDS} words");
                Diagnostic::new(&rules::VERTEX_MEMORY, program.location(word), message)
                    .help("move what the vertex program needs into the first words")
            });
        }
    }

    fn stopped(&mut self, stop: Stop, state: &State) {
        self.address_write = None;
        let written = std::mem::take(&mut self.written);
        if stop != Stop::End || self.program.stage() == Stage::Geometry {
            return;
        }
        let last = state.control.next;
        let program = self.program;
        for register in program.enabled_outputs() {
            // Without an output table the required components are unknown; any write is enough.
            let missing = match (program.mapped_components(register), written[register]) {
                (Mask(0), 0) => Mask::ALL,
                (Mask(0), _) => continue,
                (mapped, written) => Mask(mapped.0 & !written),
            };
            if missing.0 == 0 {
                continue;
            }
            self.find(&rules::NEVER_WRITTEN, register as u32, |program| {
                let message = format!(
                    "o{register}.{missing} is enabled, but this run does not write it; the hardware freezes"
                );
                Diagnostic::new(&rules::NEVER_WRITTEN, program.location(last), message)
                    .help("write it on every path, or remove it from the outputs")
            });
        }
    }
}
