//! Assembles control flow and geometry-stage instructions.

use glassbox_pica::Opcode;
use glassbox_pica::register::{Combine, Condition};

use super::Import;
use super::line::Line;
use super::value::Kind;
use crate::assemble::fault::Result;
use crate::rules;

/// Largest part that NUM can express, words.
const MAX_PART: usize = 0xFF;

/// An open `if` or `loop`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'a> {
    /// Word of the opening instruction.
    start: usize,
    is_loop: bool,
    /// Start of the else part.
    otherwise: Option<usize>,
    /// Opening statement.
    pub(super) opening: &'a str,
}

impl Block<'_> {
    /// Keyword that closes it.
    pub(super) const fn closing(&self) -> &'static str {
        if self.is_loop { "endloop" } else { "endif" }
    }
}

/// A jump or call by label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump<'a> {
    word: usize,
    target: &'a str,
    /// For a call, the label after its last word.
    until: Option<&'a str>,
    line: i32,
}

/// Condition of a jump or block.
enum Test {
    Flags(Condition),
    Bool(u32),
}

impl<'a> Import<'_, 'a> {
    /// Assembles a flow or geometry statement; `None` for other statements.
    pub(super) fn flow(&mut self, word: &'a str, line: &mut Line<'a>) -> Option<Result<()>> {
        let bare = match word.to_ascii_lowercase().as_str() {
            "nop" => Opcode::NOP,
            "end" => Opcode::END,
            "emit" => Opcode::EMIT,
            "else" => return Some(self.otherwise(line)),
            "endif" => return Some(self.close(false, line)),
            "endloop" => return Some(self.close(true, line)),
            "if" => return Some(self.open(false, line)),
            "loop" => return Some(self.open(true, line)),
            "break" | "breakc" => return Some(self.leave(line)),
            "jmp" => return Some(self.jump(false, line)),
            "call" => return Some(self.jump(true, line)),
            "setemitraw" | "setemit" => {
                let result = self.set_emit(line);
                return Some(self.emit_or_keep_place(result, line.statement));
            }
            _ => return None,
        };
        if bare == Opcode::EMIT {
            self.assembler.executable(line.statement).is_geometry = true;
        }
        let result = self.end(line).map(|()| bare.base_word());
        Some(self.emit_or_keep_place(result, line.statement))
    }

    fn open(&mut self, is_loop: bool, line: &mut Line<'a>) -> Result<()> {
        let statement = line.statement;
        self.blocks.push(Block {
            start: self.assembler.code.len(),
            is_loop,
            otherwise: None,
            opening: statement,
        });
        let word = if is_loop {
            self.loop_register(line)
        } else {
            self.test(line).map(|test| tested(&test, Opcode::IFC, Opcode::IFU))
        };
        let word = word.and_then(|word| self.end(line).map(|()| word));
        self.emit_or_keep_place(word, statement)
    }

    fn loop_register(&mut self, line: &mut Line<'a>) -> Result<u32> {
        let name = line.name();
        let here = line.here();
        let value = self.lookup(name, here)?;
        if value.kind != Kind::Integer {
            let message = format!("`loop` takes an integer uniform, `{name}` is {}", value.kind.words());
            let fault = self.assembler.fault(&rules::WRONG_REGISTER, name, "", message);
            return Err(fault.help("declare one: `.alias count i0 as (3, 0, 1, 0)`"));
        }
        Ok(Opcode::LOOP.base_word() | (value.number as u32) << 22)
    }

    fn otherwise(&mut self, line: &mut Line<'a>) -> Result<()> {
        self.end(line)?;
        let words = self.assembler.code.len();
        match self.blocks.last_mut() {
            Some(block) if !block.is_loop && block.otherwise.is_none() => {
                block.otherwise = Some(words);
                Ok(())
            }
            _ => {
                let message = "there is no condition that `else` could belong to";
                let fault = self.assembler.fault(&rules::UNMATCHED, line.statement, "", message);
                Err(fault.help("open one with `if`; it has one `else`"))
            }
        }
    }

    fn close(&mut self, is_loop: bool, line: &mut Line<'a>) -> Result<()> {
        self.end(line)?;
        let Some(block) = self.blocks.pop_if(|block| block.is_loop == is_loop) else {
            let word = if is_loop { "endloop" } else { "endif" };
            let message = format!("there is no open block that `{word}` could close");
            let fault = self.assembler.fault(&rules::UNMATCHED, line.statement, "", message);
            return Err(match self.blocks.last() {
                Some(open) => {
                    let place = self.assembler.place(open.opening);
                    fault
                        .label(place, "this block is open")
                        .help(format!("close it with `{}` first", open.closing()))
                }
                None => fault.help("remove it, or look for a block above that is closed twice"),
            });
        };
        let words = self.assembler.code.len();
        let (target, count) = if is_loop {
            (words.saturating_sub(1), 0)
        } else {
            let otherwise = block.otherwise.unwrap_or(words);
            (otherwise, words - otherwise)
        };
        if is_loop && words == block.start + 1 {
            let fault = self.assembler.fault(&rules::PADDING, line.statement, "", "the loop is empty");
            let mut fault = fault.help("put a `nop` into it");
            fault.finding.severity = glassbox_core::diagnostic::Severity::Error;
            return Err(fault);
        }
        if count > MAX_PART {
            return Err(self.too_long(line.statement, count));
        }
        if let Some(word) = self.assembler.code.get_mut(block.start) {
            *word |= (target as u32) << 10 | count as u32;
        }
        Ok(())
    }

    fn too_long(&self, part: &'a str, count: usize) -> Box<crate::assemble::fault::StatementError> {
        let message = format!("the part has {count} words, the hardware counts {MAX_PART} at most");
        let fault = self.assembler.fault(&rules::PART_SIZE, part, "", message);
        fault.help("move a part of it after a label of its own and call it")
    }

    fn leave(&mut self, line: &mut Line<'a>) -> Result<()> {
        if line.text.is_empty() {
            return self.emit_or_keep_place(Ok(Opcode::BREAK.base_word()), line.statement);
        }
        let part = line.text;
        let word = self.test(line).and_then(|test| match test {
            Test::Flags(_) => Ok(tested(&test, Opcode::BREAKC, Opcode::BREAKC)),
            Test::Bool(_) => {
                let message = "a loop is left on a compare flag, not on a bool";
                let fault = self.assembler.fault(&rules::CONDITION, part, "", message);
                Err(fault.help("compare first, and write `breakc cc.x`"))
            }
        });
        let word = word.and_then(|word| self.end(line).map(|()| word));
        self.emit_or_keep_place(word, line.statement)
    }

    /// `jmp LABEL if …`, `call LABEL until LABEL [if …]`.
    fn jump(&mut self, is_call: bool, line: &mut Line<'a>) -> Result<()> {
        let word = self.jump_word(is_call, line);
        self.emit_or_keep_place(word, line.statement)
    }

    fn jump_word(&mut self, is_call: bool, line: &mut Line<'a>) -> Result<u32> {
        let target = line.name();
        if target.is_empty() {
            let fault =
                self.assembler.fault(&rules::MISSING_OPERAND, line.here(), "", "a label is missing here");
            return Err(fault.help("it is written `jmp label if cc.x` or `call label until label`"));
        }
        let until = if line.take_word("until") { Some(line.name()) } else { None };
        if is_call != until.is_some_and(|name| !name.is_empty()) {
            let (part, message, help) = if is_call {
                (line.here(), "a call states where it ends", "write `call first until last`")
            } else {
                (line.statement, "a jump has no end", "use `call` to come back")
            };
            return Err(self.assembler.fault(&rules::NIHSTRO, part, "", message).help(help));
        }
        let word = if line.take_word("if") {
            let test = self.test(line)?;
            if is_call {
                tested(&test, Opcode::CALLC, Opcode::CALLU)
            } else {
                tested(&test, Opcode::JMPC, Opcode::JMPU)
            }
        } else if is_call {
            Opcode::CALL.base_word()
        } else {
            let message = "a jump needs a condition";
            let fault = self.assembler.fault(&rules::CONDITION, line.here(), "", message);
            return Err(fault.help("write `jmp label if cc.x`"));
        };
        self.end(line)?;
        self.jumps.push(Jump {
            word: self.assembler.code.len(),
            target,
            until,
            line: self.assembler.scope.line,
        });
        Ok(word)
    }

    /// Parses a condition: flags of `cc`, or a bool.
    fn test(&mut self, line: &mut Line<'a>) -> Result<Test> {
        let first = self.flag(line)?;
        let (mut condition, set) = match first {
            Test::Bool(_) => return Ok(first),
            Test::Flags(condition) => (condition, flags_of(condition)),
        };
        let combine = if line.take("&&") || line.take("&") {
            Combine::And
        } else if line.take("||") || line.take("|") {
            Combine::Or
        } else {
            return Ok(Test::Flags(condition));
        };
        let part = line.text;
        let second = match self.flag(line)? {
            Test::Flags(second) if flags_of(second) & set == 0 => second,
            _ => {
                let message = "a condition joins `cc.x` and `cc.y`";
                let fault = self.assembler.fault(&rules::CONDITION, part, "", message);
                return Err(fault.help("write `cc.x && !cc.y`"));
            }
        };
        condition.combine = combine;
        condition.x &= second.x;
        condition.y &= second.y;
        Ok(Test::Flags(condition))
    }

    fn flag(&mut self, line: &mut Line<'a>) -> Result<Test> {
        let start = line.text;
        let invert = line.take("!");
        let name = line.name();
        let here = line.here();
        let value = self.lookup(name, here)?;
        let mut components = value.components;
        if line.take(".") {
            components = self.components(line, components)?;
        }
        let part = start[..start.len() - line.text.len()].trim_end();
        let fault = |message: &str, help: &str| {
            let fault = self.assembler.fault(&rules::CONDITION, part, "", message);
            Err(fault.help(help))
        };
        match (value.kind, components.as_slice()) {
            (Kind::Bool, _) if invert => {
                fault("a bool cannot be inverted in a condition", "swap the two parts of the condition")
            }
            (Kind::Bool, _) => Ok(Test::Bool(value.number as u32)),
            (Kind::Flags, [0]) => Ok(Test::Flags(Condition { combine: Combine::X, x: !invert, y: true })),
            (Kind::Flags, [1]) => Ok(Test::Flags(Condition { combine: Combine::Y, x: true, y: !invert })),
            (Kind::Flags, [0, 1]) => {
                Ok(Test::Flags(Condition { combine: Combine::And, x: !invert, y: !invert }))
            }
            (Kind::Flags, _) => fault("a condition tests `cc.x`, `cc.y` or `cc.xy`", "name the flag"),
            _ => fault(
                "a condition tests flags of `cc` or a bool uniform",
                "compare first: `cmp a.xy, b.xy, <, >=`",
            ),
        }
    }

    /// `setemitraw SLOT[, prim][, inv]`.
    fn set_emit(&mut self, line: &mut Line<'a>) -> Result<u32> {
        self.assembler.executable(line.statement).is_geometry = true;
        let part = line.text;
        let Some(slot @ 0..=2) = line.number() else {
            let part = if part.is_empty() { line.here() } else { part };
            let fault =
                self.assembler.fault(&rules::NUMBER, part, "", "a vertex slot is expected, 0, 1 or 2");
            return Err(fault.help("a triangle has the slots 0, 1 and 2"));
        };
        let mut word = Opcode::SETEMIT.base_word() | (slot as u32) << 24;
        while line.take(",") {
            let part = line.text;
            if line.take_word("prim") {
                word |= 1 << 23;
            } else if line.take_word("inv") {
                word |= 1 << 22;
            } else {
                let fault =
                    self.assembler.fault(&rules::EMIT_FLAG, part, "", "`prim` or `inv` is expected here");
                return Err(fault.help("it is written `setemitraw 2, prim, inv`"));
            }
        }
        self.end(line)?;
        Ok(word)
    }

    /// Sets targets and sizes of jumps and calls.
    pub(super) fn resolve_jumps(&mut self) {
        for jump in std::mem::take(&mut self.jumps) {
            self.assembler.scope.line = jump.line;
            let result = self.resolve(&jump);
            if let Err(fault) = result {
                self.assembler.report(*fault);
            }
        }
    }

    fn resolve(&mut self, jump: &Jump<'a>) -> Result<()> {
        let target = self.find_label(jump.target)?;
        let mut count = 0;
        if let Some(until) = jump.until {
            let end = self.find_label(until)?;
            if end <= target {
                let message = format!("`{until}` does not come after `{}`", jump.target);
                let fault = self.assembler.fault(&rules::NIHSTRO, until, "", message);
                return Err(fault.help("a call runs from its first label up to the second"));
            }
            count = end - target;
            if count > MAX_PART {
                return Err(self.too_long(jump.target, count));
            }
        }
        if let Some(word) = self.assembler.code.get_mut(jump.word) {
            *word |= (target as u32 & 0xFFF) << 10 | count as u32;
        }
        Ok(())
    }

    fn find_label(&mut self, name: &'a str) -> Result<usize> {
        if let Some(&word) = self.labels.get(name) {
            return Ok(word);
        }
        let fault =
            self.assembler.fault(&rules::UNDEFINED_LABEL, name, "", format!("there is no label `{name}`"));
        let close = self.assembler.like(name, self.label_order.iter().copied());
        Err(match close {
            Some(known) => fault.help(format!("did you mean `{known}`?")),
            None => fault.help(format!("set it with `{name}:` on a line of its own")),
        })
    }
}

/// Flags that a condition tests, bit 0 for x.
fn flags_of(condition: Condition) -> u8 {
    match condition.combine {
        Combine::X => 1,
        Combine::Y => 2,
        Combine::And | Combine::Or => 3,
    }
}

fn tested(test: &Test, flags: Opcode, bool: Opcode) -> u32 {
    match test {
        Test::Flags(condition) => flags.base_word() | condition.bits() << 22,
        Test::Bool(register) => bool.base_word() | register << 22,
    }
}
