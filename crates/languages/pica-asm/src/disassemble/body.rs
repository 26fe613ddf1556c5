//! Writes the code of a source file: procedures, blocks, labels, instructions.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use glassbox_pica::Opcode;
use glassbox_pica::assembly::{Swizzles, pretty};
use glassbox_pica::format::Field;
use glassbox_pica::register::Index;
use glassbox_pica::structure::{Event, Kind, Sizes};

use super::instruction::{Letters, Words, instruction};
use super::plan::{Part, Plan, is_procedure};
use super::program::Program;
use super::{Finding, Problems};

/// Names of registers; the rest of [`Words`] follows from the plan.
pub(crate) trait Registers {
    fn destination(&self, field: u8, mask: u8) -> String;
    fn source(&self, field: u8, index: Index) -> String;
    fn boolean(&self, number: u8) -> String;
    fn integer(&self, number: u8) -> String;
}

/// Options for writing code.
pub(crate) struct Manner<'r> {
    pub(crate) letters: Letters,
    /// True to add the descriptor number to each instruction that has one.
    pub(crate) pins: bool,
    /// True to write words without a source form as numbers; otherwise they are problems.
    pub(crate) raw_words: bool,
    pub(crate) registers: &'r dyn Registers,
}

/// Code of a part.
pub(crate) struct Body {
    pub(crate) text: String,
    /// True if the assembler would add a missing NOP.
    pub(crate) would_pad: bool,
    /// True if a word written as a number refers to a descriptor by index.
    pub(crate) names_descriptors: bool,
}

/// Writes the code of a part.
pub(crate) fn write(
    program: &Program<'_>,
    plan: &Plan,
    part: &Part,
    manner: &Manner<'_>,
    problems: &mut Problems,
) -> Body {
    let mut writer = Writer {
        program,
        plan,
        labels: plan.labels(part),
        manner,
        out: String::new(),
        problems,
        depth: 0,
        loose: false,
        padding: Padding::default(),
        names_descriptors: false,
    };
    for &event in &part.events {
        writer.event(event);
    }
    writer.tie(part.words.end);
    // A jump may target the end of the code, which then needs a label.
    if writer.labels.contains_key(&part.words.end) {
        writer.mark(part.words.end);
    }
    Body {
        would_pad: writer.padding.is_wanted,
        names_descriptors: writer.names_descriptors,
        text: writer.out,
    }
}

/// Tracks where the assembler would add a NOP (section 9.7).
#[derive(Default)]
struct Padding {
    is_wanted: bool,
    last_was_end: bool,
    /// Kind and first word of each open block.
    open: Vec<(Block, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Procedure,
    If,
    Loop,
}

impl Padding {
    /// Handles the end of a part of a block before a word. Returns the kind of the block.
    fn part_ends(&mut self, code: &[u32], at: usize) -> Option<Block> {
        let &(block, start) = self.open.last()?;
        let before = at.checked_sub(1).and_then(|before| code.get(before));
        let last = before.map(|&word| Opcode::of(word));
        let leaves =
            matches!(last, Some(Opcode::JMPC | Opcode::JMPU | Opcode::CALL | Opcode::CALLC | Opcode::CALLU));
        let breaks = block == Block::Loop && matches!(last, Some(Opcode::BREAK | Opcode::BREAKC));
        let least = if block == Block::Procedure { 1 } else { 2 };
        let short = last.is_some() && at - start.min(at) < least;
        self.is_wanted |= self.last_was_end || leaves || breaks || short;
        Some(block)
    }
}

struct Writer<'w> {
    program: &'w Program<'w>,
    plan: &'w Plan,
    labels: BTreeMap<usize, String>,
    manner: &'w Manner<'w>,
    out: String,
    problems: &'w mut Problems,
    depth: usize,
    /// True if a procedure is open only to hold words outside procedures.
    loose: bool,
    padding: Padding,
    names_descriptors: bool,
}

impl Words for Writer<'_> {
    fn destination(&self, field: u8, mask: u8) -> String {
        self.manner.registers.destination(field, mask)
    }

    fn source(&self, field: u8, index: Index) -> String {
        self.manner.registers.source(field, index)
    }

    fn boolean(&self, number: u8) -> String {
        self.manner.registers.boolean(number)
    }

    fn integer(&self, number: u8) -> String {
        self.manner.registers.integer(number)
    }

    fn procedure(&self, start: usize, size: usize) -> Option<&str> {
        self.plan.procedure(start, start + size)
    }

    fn label(&self, word: usize) -> Option<&str> {
        self.labels.get(&word).map(String::as_str)
    }
}

impl Writer<'_> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Word(at) => {
                self.open_loose(at);
                self.mark(at);
                self.word(at, false);
            }
            Event::Open(node) if is_procedure(&self.plan.structure, node) => {
                let range = &self.plan.structure.nodes[node];
                let at = range.start;
                if self.depth == usize::from(self.loose) {
                    self.tie(at);
                }
                let name = self.plan.procedure(range.start, range.end).map(str::to_owned);
                if let Some(name) = name {
                    if self.depth == 0 && !self.out.is_empty() && !self.out.ends_with("\n\n") {
                        self.out.push('\n');
                    }
                    self.line(&format!(".proc {name}"));
                    self.depth += 1;
                    self.padding.open.push((Block::Procedure, at));
                }
            }
            Event::Open(node) => {
                let at = self.plan.structure.nodes[node].start;
                self.open_loose(at);
                self.mark(at);
                self.word(at, self.plan.shown[node]);
                if self.plan.shown[node] {
                    self.depth += 1;
                    let block = match self.plan.structure.nodes[node].kind {
                        Kind::Loop => Block::Loop,
                        _ => Block::If,
                    };
                    self.padding.open.push((block, at));
                }
            }
            Event::Else(node) if self.plan.shown[node] => {
                let at = self.plan.structure.nodes[node].else_part().start;
                self.padding.part_ends(&self.program.code, at);
                self.depth -= 1;
                self.line(".else");
                self.depth += 1;
            }
            Event::Close(node) if self.plan.shown[node] => {
                let at = self.plan.structure.nodes[node].end;
                self.close(at);
            }
            Event::Else(_) | Event::Close(_) => {}
        }
    }

    fn close(&mut self, at: usize) {
        let block = self.padding.part_ends(&self.program.code, at);
        self.padding.open.pop();
        self.padding.last_was_end = block != Some(Block::Procedure);
        self.depth -= 1;
        self.line(".end");
    }

    /// Opens a procedure for words outside procedures.
    fn open_loose(&mut self, at: usize) {
        if self.depth == 0 {
            if !self.out.is_empty() && !self.out.ends_with("\n\n") {
                self.out.push('\n');
            }
            self.line(&format!(".proc code_{at}"));
            self.depth = 1;
            self.loose = true;
            self.padding.open.push((Block::Procedure, at));
        }
    }

    /// Closes it.
    fn tie(&mut self, at: usize) {
        if std::mem::take(&mut self.loose) {
            self.depth = 1;
            self.close(at);
        }
    }

    fn mark(&mut self, at: usize) {
        if let Some(name) = self.labels.get(&at) {
            let _ = writeln!(self.out, "{name}:");
        }
    }

    fn line(&mut self, text: &str) {
        let width = 4 * self.depth;
        let _ = writeln!(self.out, "{:width$}{text}", "");
    }

    /// Writes a word. The opening word of a block that does not nest is written as a number.
    fn word(&mut self, at: usize, opens: bool) {
        let Some(&word) = self.program.code.get(at) else {
            return;
        };
        self.padding.last_was_end = false;
        let opcode = Opcode::of(word);
        let info = opcode.info();
        let spilled = info.format.get(word, Field::Reserved) != 0 && self.plan.sizes == Sizes::Machine;
        let is_block = matches!(opcode, Opcode::IFC | Opcode::IFU | Opcode::LOOP);
        let said = if is_block && !opens {
            Err("its block does not nest or is too deep")
        } else if spilled && opcode.is_known() {
            Err("reserved bits are set")
        } else {
            instruction(word, &self.program.descriptors, self.manner.letters, self)
        };
        match said {
            Ok(text) => {
                if self.manner.pins && info.format.position(Field::Descriptor).is_some() {
                    let number = info.format.get(word, Field::Descriptor);
                    self.line(&format!("{text} {{{number}}}"));
                } else {
                    self.line(&text);
                }
            }
            Err(reason) => self.raw(at, word, reason),
        }
    }

    fn raw(&mut self, at: usize, word: u32, reason: &str) {
        let readable = if Opcode::of(word).is_known() {
            format!(": {}", pretty(word, &self.program.descriptors, Swizzles::Used))
        } else {
            String::new()
        };
        if self.manner.raw_words {
            let has_descriptor = Opcode::of(word).format().position(Field::Descriptor).is_some();
            self.names_descriptors |= has_descriptor;
            self.line(&format!(".word {word:#010x} ; {reason}{readable}"));
        } else {
            self.line(&format!("; word {at}, {word:#010x}, has no spelling: {reason}{readable}"));
            self.problems.push(Finding {
                word: Some(at),
                message: format!("word {at} ({word:#010x}) has no spelling: {reason}"),
            });
        }
    }
}

/// Appends code after an empty line.
pub(super) fn append(text: &mut String, body: &str) {
    let body = body.trim_start_matches('\n');
    if !text.is_empty() && !body.is_empty() {
        text.push('\n');
    }
    text.push_str(body);
}
