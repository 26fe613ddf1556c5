//! Implements `.proc`, `.else` and `.end`: opens and closes blocks, and pads them as the hardware requires.

use glassbox_core::diagnostic::Severity;
use glassbox_pica::Opcode;

use crate::assemble::arguments::Arguments;
use crate::assemble::fault::Result;
use crate::assemble::line::is_identifier;
use crate::assemble::state::{Assembler, Block, BlockKind, Closed, Procedure, span};
use crate::rules;

/// Largest part that NUM can express, words.
const MAX_PART: usize = 0xFF;

pub(super) fn procedure<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let name = assembler.operand_text(arguments, "a name")?;
    let result = assembler.done(arguments);
    if result.is_err() && assembler.is_compatible() {
        return result;
    }
    assembler.suspect_before_procedure();
    assembler.open(BlockKind::Procedure(name), arguments.statement)?;
    result?;
    if !is_identifier(name) || name.is_empty() {
        let message = format!("`{name}` cannot be called: it is not a valid name");
        assembler
            .remark(&rules::IDENTIFIER, name, message)
            .severity(Severity::Warning)
            .help("names consist of letters, digits, `_` and `$`, and do not begin with a digit");
    }
    let open = assembler.blocks.len().saturating_sub(1);
    let around = assembler.blocks[..open].iter().find(|block| block.kind == BlockKind::Procedure(name));
    let first = match (assembler.procedures.get(name), around) {
        (Some(known), _) => Some(assembler.place_in(known.input, known.name)),
        (None, Some(block)) if !assembler.is_compatible() => Some(assembler.place(block.opening)),
        _ => None,
    };
    let Some(first) = first else { return Ok(()) };
    let fault = assembler.fault(
        &rules::DUPLICATE_PROCEDURE,
        name,
        format!("proc already exists: {name}"),
        format!("procedure `{name}` already exists"),
    );
    Err(fault
        .label(first, "it is defined here first")
        .help("procedures are known in every file of a program; give one of them another name"))
}

pub(super) fn otherwise<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    assembler.done(arguments)?;
    let statement = arguments.statement;
    let Some(&Block { kind, start, opening }) = assembler.blocks.last() else {
        let fault = assembler.fault(
            &rules::UNMATCHED,
            statement,
            ".else with unmatched IF",
            "there is no condition that `.else` could belong to",
        );
        return Err(fault.help("open one with `ifc cmp.x` or `ifu b0`"));
    };
    let BlockKind::If(otherwise) = kind else {
        let fault = assembler.fault(
            &rules::UNMATCHED,
            statement,
            ".else with unmatched IF",
            format!("`.else` belongs to a condition, but the innermost open block is a `{}`", kind.opening()),
        );
        let place = assembler.place(opening);
        return Err(fault.label(place, "this block is open").help("close it with `.end` first"));
    };
    if otherwise.is_some() {
        let fault = assembler.fault(
            &rules::UNMATCHED,
            statement,
            "spurious .else",
            "the condition already has an `.else`",
        );
        let place = assembler.place(opening);
        return Err(fault
            .label(place, "this condition")
            .help("close it with `.end` first, or remove one of them"));
    }
    let needs_padding = ends_badly(assembler, kind, start);
    pad(assembler, needs_padding, statement);
    let word = assembler.code.len();
    set_target(assembler, start, word);
    if let Some(block) = assembler.blocks.last_mut() {
        block.kind = BlockKind::If(Some(word));
    }
    Ok(())
}

pub(super) fn end<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    assembler.done(arguments)?;
    let statement = arguments.statement;
    let Some(block) = assembler.blocks.pop() else {
        let fault = assembler.fault(
            &rules::UNMATCHED,
            statement,
            ".end with unmatched block",
            "there is no open block that `.end` could close",
        );
        return Err(fault.help("remove it, or look for a block above that is closed twice"));
    };
    let Block { kind, start, .. } = block;
    if kind == BlockKind::Array {
        return super::constant::end_array(assembler, statement);
    }
    assembler.closed(block, statement);
    let needs_padding = ends_badly(assembler, kind, start);
    pad(assembler, needs_padding, statement);
    let word = assembler.code.len();
    match kind {
        BlockKind::Procedure(name) => assembler.end_procedure(name, start, word - start),
        BlockKind::Loop => {
            set_target(assembler, start, word.wrapping_sub(1));
            assembler.last_was_end = true;
        }
        BlockKind::If(None) => {
            set_target(assembler, start, word);
            assembler.last_was_end = true;
        }
        BlockKind::If(Some(otherwise)) => {
            let size = word - otherwise;
            if let Some(instruction) = assembler.code.get_mut(start) {
                // Longer parts overflow the field, as in picasso.
                *instruction = *instruction & !0x3FF | size as u32;
            }
            if size > MAX_PART {
                let message =
                    format!("the else part has {size} words, the hardware counts {MAX_PART} at most");
                assembler
                    .remark(&rules::PART_SIZE, statement, message)
                    .note("picasso lets the count spill into the bits beside it")
                    .help("move a part of it to a procedure and call it");
            }
            assembler.last_was_end = true;
        }
        BlockKind::Array => {}
    }
    Ok(())
}

impl<'a> Assembler<'a> {
    /// Records a closed block, for messages about unclosed ones.
    fn closed(&mut self, block: Block<'a>, end: &'a str) {
        if self.is_compatible() {
            return;
        }
        let depth = self.blocks.len();
        let closed = Closed { block, end, depth };
        if depth == 0 {
            self.scope.suspect = None;
        } else if self.scope.suspect.is_none() && self.is_outdented(&closed) {
            self.scope.suspect = Some(closed);
        }
        self.scope.last_closed = Some(closed);
    }

    /// A procedure inside another block suggests that the previous `.end` was meant for that block.
    fn suspect_before_procedure(&mut self) {
        if !self.blocks.is_empty() && self.scope.suspect.is_none() {
            self.scope.suspect = self.unindented();
        }
    }

    /// True if a block's `.end` is indented less than its opening.
    fn is_outdented(&self, closed: &Closed<'a>) -> bool {
        let (opening, end) = (self.indentation(closed.block.opening), self.indentation(closed.end));
        opening.zip(end).is_some_and(|(opening, end)| end < opening)
    }

    /// The last closed block, if it was the first inside the open one and indentation gives no hint: either
    /// may lack its `.end`.
    pub(crate) fn unindented(&self) -> Option<Closed<'a>> {
        let closed = self.scope.last_closed?;
        let around = self.blocks.last()?;
        let is_flat = self.indentation(closed.block.opening) == self.indentation(around.opening);
        let is_inside = closed.depth == self.blocks.len() && closed.block.start >= around.start;
        let is_procedure = matches!(closed.block.kind, BlockKind::Procedure(_));
        (is_flat && is_inside && !is_procedure).then_some(closed)
    }

    /// Indentation of a statement, tabs counting 4; `None` after other text.
    fn indentation(&self, statement: &str) -> Option<usize> {
        let head = self.text.get(..span(self.text, statement).start)?;
        let line = &head[head.rfind('\n').map_or(0, |end| end + 1)..];
        line.chars().try_fold(0, |width, c| match c {
            '\t' => Some((width / 4 + 1) * 4),
            ' ' => Some(width + 1),
            _ => None,
        })
    }

    /// Registers a complete procedure.
    pub(crate) fn end_procedure(&mut self, name: &'a str, start: usize, size: usize) {
        let procedure = Procedure { start, size, name, input: self.input };
        // A second one of that name can only be nested in the first, and the inner one ends first.
        if !self.procedures.contains_key(name) {
            self.procedures.insert(name, procedure);
            self.procedure_order.push(name);
        }
    }
}

/// Reason why the last word cannot end its block, if any: the hardware compares addresses after each
/// instruction, and misses the end at a flow instruction, the end of an inner block or the opening
/// instruction itself.
fn ends_badly(assembler: &Assembler<'_>, kind: BlockKind<'_>, start: usize) -> Option<&'static str> {
    if assembler.last_was_end {
        return Some("an inner block ends there");
    }
    let words = assembler.code.len();
    let last = Opcode::of(*assembler.code.last()?);
    let is_call = matches!(last, Opcode::CALL | Opcode::CALLC | Opcode::CALLU);
    let is_break = matches!(last, Opcode::BREAK | Opcode::BREAKC);
    let least = match kind {
        BlockKind::Procedure(_) => 1,
        _ => 2,
    };
    if matches!(last, Opcode::JMPC | Opcode::JMPU) {
        Some("the last instruction jumps")
    } else if is_call {
        Some("the last instruction calls")
    } else if is_break && kind == BlockKind::Loop {
        Some("the last instruction leaves the loop")
    } else if words.saturating_sub(start) < least {
        Some("the block is empty")
    } else {
        None
    }
}

/// Adds the NOP that a block needs, or reports that one is missing.
fn pad<'a>(assembler: &mut Assembler<'a>, reason: Option<&'static str>, statement: &'a str) {
    let Some(reason) = reason.filter(|_| !assembler.exact.keeps_words) else {
        return;
    };
    assembler.last_was_end = false;
    if assembler.options.auto_nop {
        assembler.emit(Opcode::NOP.base_word(), statement);
        return;
    }
    assembler.picasso_says("warning", "a padding NOP is required here");
    let message = format!("a `nop` is needed here: {reason}");
    assembler
        .remark(&rules::PADDING, statement, message)
        .note("without it the hardware runs past the end of the block")
        .help("write `nop` before it, or assemble without --no-nop");
}

/// Sets DST of the word that opens a block.
fn set_target(assembler: &mut Assembler<'_>, start: usize, target: usize) {
    if let Some(word) = assembler.code.get_mut(start) {
        *word = *word & !(0xFFF << 10) | (target as u32) << 10;
    }
}
