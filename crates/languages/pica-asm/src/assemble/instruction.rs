//! Assembles instructions: parses operands, encodes code words.

use glassbox_pica::Opcode;
use glassbox_pica::instruction::Instruction;
use glassbox_pica::register::{Comparison, Condition, Destination, Index, Source};
use glassbox_pica::sharing::TableFullError;

use super::arguments::Arguments;
use super::fault::{Result, StatementError};
use super::mnemonic::{MNEMONICS, Mnemonic, Shape, foreign, mnemonic};
use super::number;
use super::operand::{Operand, disorder};
use super::state::{Assembler, Block, BlockKind, Call, Jump, MAX_NESTING};
use crate::rules;
use glassbox_core::suggest::similar;

/// Code size past which picasso rejects further instructions in a vertex file, words.
const PICASSO_VERTEX_WORDS: usize = 512;

/// Descriptor of an instruction.
struct Operation {
    /// Selects the significant bits: the plain form, even if the inverted one is encoded.
    opcode: Opcode,
    mask: u8,
    selections: [u32; 3],
}

impl<'a> Assembler<'a> {
    /// Assembles one instruction.
    pub(crate) fn instruction(&mut self, arguments: &mut Arguments<'a>) -> Result<()> {
        if self.blocks.is_empty() {
            return Err(self.outside_block(arguments));
        }
        self.last_was_end = false;
        let words = self.code.len();
        let statement = arguments.statement;
        let is_geometry = self.executable(statement).is_geometry;
        if self.is_compatible() && !is_geometry && words > PICASSO_VERTEX_WORDS {
            let text = format!(
                "instruction outside vertex shader code memory (max {PICASSO_VERTEX_WORDS} instructions, currently {words})"
            );
            return Err(self.fault(&rules::CODE_SIZE, statement, text.clone(), text));
        }
        let Some(row) = mnemonic(arguments.word) else {
            return Err(self.unknown_mnemonic(arguments));
        };
        let depth = self.blocks.len();
        let result = self
            .take_pin(arguments)
            .and_then(|()| self.shaped(row, arguments))
            .and_then(|()| self.no_pin_left(arguments));
        let result = match result {
            Err(fault) if !self.is_compatible() => Err(self.missing_comma(row, statement).unwrap_or(fault)),
            result => result,
        };
        if result.is_err() && !self.is_compatible() {
            // Parse the rest as if the instruction were valid.
            if let Some(kind) = row.shape.opens()
                && self.blocks.len() == depth
            {
                self.blocks.push(Block { kind, start: words, opening: statement });
            }
            if self.code.len() == words {
                self.emit(row.opcode.base_word(), statement);
            }
        }
        result
    }

    /// Appends a word given as a number.
    pub(crate) fn raw_word(&mut self, word: u32, arguments: &Arguments<'a>) -> Result<()> {
        if self.blocks.is_empty() {
            return Err(self.outside_block(arguments));
        }
        self.last_was_end = false;
        self.executable(arguments.statement);
        self.emit(word, arguments.statement);
        Ok(())
    }

    fn outside_block(&mut self, arguments: &Arguments<'a>) -> Box<StatementError> {
        let word = arguments.word;
        let fault = self.fault(
            &rules::OUTSIDE_BLOCK,
            arguments.statement,
            "instruction outside block",
            match mnemonic(word) {
                Some(_) => format!("`{word}` is outside any procedure"),
                None => format!("`{word}` is outside any procedure, and is not an instruction"),
            },
        );
        if std::mem::replace(&mut self.scope.outside_reported, true) {
            return fault.known();
        }
        let other = match mnemonic(word) {
            None => self.expansion(arguments).or_else(|| foreign(word).map(str::to_owned)),
            Some(_) => None,
        };
        fault.help(other.unwrap_or_else(|| {
            "open a procedure before it, `.proc main`, and close it with `.end` after the last instruction"
                .to_owned()
        }))
    }

    fn unknown_mnemonic(&self, arguments: &Arguments<'a>) -> Box<StatementError> {
        let word = arguments.word;
        let fault = self.fault(
            &rules::UNKNOWN_COMMAND,
            word,
            format!("invalid instruction: {word}"),
            format!("`{word}` is not an instruction"),
        );
        match (self.expansion(arguments), foreign(word)) {
            (Some(expansion), Some(help)) => return fault.note(help).help(expansion),
            (Some(expansion), None) => return fault.help(expansion),
            (None, Some(help)) => return fault.help(help),
            (None, None) => {}
        }
        let close = similar(word, MNEMONICS.iter().map(|row| row.name));
        let is_directive = super::directive::directive(word).is_some();
        match close {
            _ if is_directive => fault.help(format!("directives begin with a dot: `.{word}`")),
            Some(name) => fault.help(format!("did you mean `{name}`?")),
            None => fault,
        }
    }

    /// The fault of a statement with all its operands, but missing commas.
    fn missing_comma(&self, row: &Mnemonic, statement: &'a str) -> Option<Box<StatementError>> {
        let (gap, [left, right], written) = self.with_commas(row, statement)?;
        let fault = self.fault(
            &rules::MISSING_OPERAND,
            gap,
            "missing parameter",
            format!("a comma is missing between `{left}` and `{right}`"),
        );
        Some(fault.help(format!("operands are separated by commas: `{written}`")))
    }

    fn shaped(&mut self, row: &'static Mnemonic, arguments: &mut Arguments<'a>) -> Result<()> {
        let statement = arguments.statement;
        let word = match row.shape {
            Shape::Bare => {
                self.done(arguments)?;
                row.opcode.base_word()
            }
            Shape::Binary => self.binary(row, arguments)?,
            Shape::Unary => self.unary(row, arguments)?,
            Shape::Address => self.address(row, arguments)?,
            Shape::Compare => self.compare(row, arguments)?,
            Shape::Mad => self.mad(row, arguments)?,
            Shape::SetEmit => self.set_emit(arguments)?,
            Shape::Call => {
                let [name] = self.operands(arguments, ["a procedure"])?;
                self.call_target(name)?;
                row.opcode.base_word()
            }
            Shape::Loop => {
                let [register] = self.operands(arguments, ["an integer register"])?;
                let register = self.integer_register(register)?;
                self.open(BlockKind::Loop, statement)?;
                row.opcode.base_word() | register << 22
            }
            Shape::Break | Shape::CallIf | Shape::JumpIf | Shape::If => {
                let text = self.operand_text(arguments, "a condition")?;
                let condition = self.condition(text)?;
                match row.shape {
                    Shape::CallIf => {
                        let name = self.operand_text(arguments, "a procedure")?;
                        self.done(arguments)?;
                        self.call_target(name)?;
                    }
                    Shape::JumpIf => {
                        let name = self.operand_text(arguments, "a label")?;
                        self.done(arguments)?;
                        self.jump_target(name)?;
                    }
                    _ => self.done(arguments)?,
                }
                if row.shape == Shape::If {
                    self.open(BlockKind::If(None), statement)?;
                }
                flagged(row.opcode, condition)
            }
            Shape::CallBool | Shape::JumpBool | Shape::IfBool => self.on_bool(row, arguments)?,
        };
        self.emit(word, statement);
        Ok(())
    }

    fn on_bool(&mut self, row: &'static Mnemonic, arguments: &mut Arguments<'a>) -> Result<u32> {
        // Avoids a second report on text after a register.
        if !self.is_compatible()
            && let Some(fault) = self.missing_comma(row, arguments.statement)
        {
            return Err(fault);
        }
        let mut text = self.operand_text(arguments, "a bool register")?;
        let mut invert = 0;
        if let Some(register) = text.strip_prefix('!') {
            if row.shape != Shape::JumpBool {
                let name = row.name.to_ascii_uppercase();
                let fault = self.fault(
                    &rules::CONDITION,
                    text,
                    format!("Inverting the condition is not supported by {name}"),
                    format!("`{}` cannot test that a bool is false", row.name),
                );
                let help = match row.shape {
                    Shape::IfBool => "leave the first part empty and use `.else`",
                    _ => "put the call into the `.else` part of an `ifu`",
                };
                return Err(fault.note("only `jmpu` can invert its bool").help(help));
            }
            invert = 1;
            text = register;
        }
        let register = self.bool_register(text)?;
        match row.shape {
            Shape::CallBool => {
                let name = self.operand_text(arguments, "a procedure")?;
                self.done(arguments)?;
                self.call_target(name)?;
            }
            Shape::JumpBool => {
                let name = self.operand_text(arguments, "a label")?;
                self.done(arguments)?;
                self.jump_target(name)?;
            }
            _ => {
                self.done(arguments)?;
                self.open(BlockKind::If(None), arguments.statement)?;
            }
        }
        Ok(row.opcode.base_word() | register << 22 | invert)
    }

    fn binary(&mut self, row: &'static Mnemonic, arguments: &mut Arguments<'a>) -> Result<u32> {
        let [to, a, b] = self.operands(arguments, ["a destination", "a first source", "a second source"])?;
        let to = self.destination(to)?;
        let a = self.operand(a, true)?;
        let b = self.operand(b, true)?;
        let inverted = row.inverted.filter(|_| a.register < 0x20 && b.register >= 0x20);
        let index = match inverted {
            None => {
                self.wide(&a, 1)?;
                self.narrow(&b, 2, row, [Some(&a), None])?;
                self.unindexed(&b, 2)?;
                a.index
            }
            Some(_) => {
                self.narrow(&a, 1, row, [None, None])?;
                self.unindexed(&a, 1)?;
                self.wide(&b, 2)?;
                b.index
            }
        };
        self.distinct_inputs(
            arguments.statement,
            &[&a, &b],
            "source operands must be different input registers (v0..v15)",
        )?;
        self.readable(&[&a, &b]);
        let opcode = inverted.unwrap_or(row.opcode);
        let mask = self.mask_of(&to);
        let descriptor = self.descriptor(
            arguments.statement,
            &Operation { opcode: row.opcode, mask, selections: [a.selection, b.selection, 0] },
        )?;
        Ok(encoded(Instruction::Binary {
            opcode,
            destination: Destination(to.register as u8),
            sources: [Source(a.register as u8), Source(b.register as u8)],
            index,
            descriptor,
        }))
    }

    fn unary(&mut self, row: &'static Mnemonic, arguments: &mut Arguments<'a>) -> Result<u32> {
        let [to, a] = self.operands(arguments, ["a destination", "a source"])?;
        let to = self.destination(to)?;
        let a = self.operand(a, true)?;
        self.wide(&a, 1)?;
        self.readable(&[&a]);
        let mask = self.mask_of(&to);
        let descriptor = self.descriptor(
            arguments.statement,
            &Operation { opcode: row.opcode, mask, selections: [a.selection, 0, 0] },
        )?;
        Ok(encoded(Instruction::Unary {
            opcode: row.opcode,
            destination: Destination(to.register as u8),
            source: Source(a.register as u8),
            index: a.index,
            descriptor,
            reserved: 0,
        }))
    }

    fn address(&mut self, row: &'static Mnemonic, arguments: &mut Arguments<'a>) -> Result<u32> {
        let [to, a] = self.operands(arguments, ["an address register", "a source"])?;
        let is = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(to));
        let mask = if is(&["a0", "a0.x"]) {
            0b1000
        } else if is(&["a1", "a0.y"]) {
            0b0100
        } else if is(&["a01", "a0.xy"]) {
            0b1100
        } else {
            let fault = self.fault(
                &rules::WRONG_REGISTER,
                to,
                format!("invalid destination register for mova: {to}"),
                format!("`mova` cannot write `{to}`, expected `a0.x`, `a0.y` or `a0.xy`"),
            );
            return Err(
                fault.help("`mova` writes address registers; `mov` writes temporary and output registers")
            );
        };
        let a = self.operand(a, true)?;
        self.wide(&a, 1)?;
        self.readable(&[&a]);
        let descriptor = self.descriptor(
            arguments.statement,
            &Operation { opcode: row.opcode, mask, selections: [a.selection, 0, 0] },
        )?;
        Ok(encoded(Instruction::Unary {
            opcode: row.opcode,
            destination: Destination(0),
            source: Source(a.register as u8),
            index: a.index,
            descriptor,
            reserved: 0,
        }))
    }

    fn compare(&mut self, row: &'static Mnemonic, arguments: &mut Arguments<'a>) -> Result<u32> {
        let what = ["a first source", "a comparison for x", "a comparison for y", "a second source"];
        let [a, x, y, b] = self.operands(arguments, what)?;
        let a = self.operand(a, true)?;
        self.wide(&a, 1)?;
        let x: Comparison = self.comparison(x)?;
        let y = self.comparison(y)?;
        let b = self.operand(b, false)?;
        self.narrow(&b, 2, row, [Some(&a), None])?;
        self.readable(&[&a, &b]);
        let descriptor = self.descriptor(
            arguments.statement,
            &Operation { opcode: row.opcode, mask: 0, selections: [a.selection, b.selection, 0] },
        )?;
        Ok(encoded(Instruction::Compare {
            operators: [x, y],
            sources: [Source(a.register as u8), Source(b.register as u8)],
            index: a.index,
            descriptor,
        }))
    }

    fn mad(&mut self, row: &'static Mnemonic, arguments: &mut Arguments<'a>) -> Result<u32> {
        let what = ["a destination", "a first source", "a second source", "a third source"];
        let [to, a, b, c] = self.operands(arguments, what)?;
        let to = self.destination(to)?;
        let a = self.operand(a, false)?;
        // picasso numbers the first source 2 in this message.
        self.narrow_as(&a, 1, 2, row, [None, None])?;
        let b = self.operand(b, true)?;
        let c = self.operand(c, true)?;
        let indexed = |operand: &Operand<'_>| operand.index != Index::None;
        let inverted = row
            .inverted
            .filter(|_| b.register < 0x20 && (c.register >= 0x20 || (indexed(&c) && !indexed(&b))));
        let index = match inverted {
            None => {
                self.wide(&b, 2)?;
                self.narrow(&c, 3, row, [Some(&b), None])?;
                self.unindexed(&c, 2)?;
                b.index
            }
            Some(_) => {
                self.narrow(&b, 2, row, [None, None])?;
                self.wide(&c, 3)?;
                self.unindexed(&b, 2)?;
                c.index
            }
        };
        self.distinct_inputs(
            arguments.statement,
            &[&a, &b, &c],
            "source registers must be different input registers (v0..v15)",
        )?;
        self.readable(&[&a, &b, &c]);
        let opcode = inverted.unwrap_or(row.opcode);
        let mask = self.mask_of(&to);
        let descriptor = self.descriptor(
            arguments.statement,
            &Operation { opcode: row.opcode, mask, selections: [a.selection, b.selection, c.selection] },
        )?;
        Ok(encoded(Instruction::Ternary {
            opcode,
            destination: Destination(to.register as u8),
            sources: [a, b, c].map(|source| Source(source.register as u8)),
            index,
            descriptor,
        }))
    }

    fn set_emit(&mut self, arguments: &mut Arguments<'a>) -> Result<u32> {
        let vertex = self.operand_text(arguments, "a vertex slot")?;
        let flags = arguments.comma();
        self.done(arguments)?;
        let (slot, rest) = number::integer(vertex);
        if rest.len() == vertex.len() {
            let fault = self.fault(
                &rules::NUMBER,
                vertex,
                format!("Invalid value: {vertex}"),
                format!("`{vertex}` is not a vertex slot, expected 0, 1 or 2"),
            );
            return Err(fault.help("`setemit 0` names the slot that the next `emit` fills"));
        }
        if !(0..=2).contains(&slot) {
            let fault = self.fault(
                &rules::NUMBER,
                vertex,
                format!("Value out of range (0..2): {}", slot as i32),
                format!("there is no vertex slot {slot}, expected 0, 1 or 2"),
            );
            return Err(fault.help("a triangle has the slots 0, 1 and 2"));
        }
        if !rest.is_empty() {
            self.ignored_number(vertex, rest, &slot.to_string());
        }
        let (mut primitive, mut invert) = (false, false);
        for flag in flags.unwrap_or_default().split_ascii_whitespace() {
            if flag.eq_ignore_ascii_case("prim") || flag.eq_ignore_ascii_case("primitive") {
                primitive = true;
            } else if flag.eq_ignore_ascii_case("inv") || flag.eq_ignore_ascii_case("invert") {
                invert = true;
            } else {
                // picasso calls this an error but continues.
                self.picasso_says("error", &format!("unknown setemit flag: {flag}"));
                let message = format!("`{flag}` is not a flag, expected `prim` or `inv`");
                self.remark(&rules::EMIT_FLAG, flag, message)
                    .note("picasso reports it too, but assembles the instruction without the flag")
                    .help("flags are separated by spaces: `setemit 2, prim inv`");
            }
        }
        let executable = self.executable(arguments.statement);
        if !executable.is_geometry {
            executable.is_geometry = true;
            executable.is_legacy = true;
        }
        Ok(encoded(Instruction::SetEmit { vertex: slot as u8, primitive, invert, reserved: 0 }))
    }

    /// Descriptor number of an instruction.
    fn descriptor(&mut self, statement: &'a str, operation: &Operation) -> Result<u8> {
        let [a, b, c] = operation.selections;
        let value = u32::from(operation.mask) | a << 4 | b << 13 | c << 22;
        if let Some(entry) = self.pinned(statement, operation.opcode, operation.mask, value)? {
            return Ok(entry);
        }
        let full = match self.descriptors.entry(operation.opcode.base_word(), value, &mut self.code) {
            Ok(entry) => return Ok(entry),
            Err(full) => full,
        };
        let (picasso, message, help) = match full {
            TableFullError::Table => (
                "too many operand descriptors (limit is 128)",
                "the program needs more than 128 operand descriptors, the hardware has no more",
                "a descriptor holds the write mask, the selectors and the signs; use the same ones more often",
            ),
            TableFullError::Mad => (
                "opdesc allocation error",
                "the `mad` instructions need more than 32 operand descriptors, they cannot address more",
                "use the same masks, selectors and signs more often, or write `mul` and `add` for some",
            ),
        };
        let fault = self.fault(&rules::DESCRIPTORS, statement, picasso, message).help(help);
        if self.is_first(&rules::DESCRIPTORS) { Err(fault) } else { Err(fault.known()) }
    }

    /// Mask of a destination; reports letters out of order.
    fn mask_of(&mut self, to: &Operand<'a>) -> u8 {
        self.check_mask_order(to.selection, to.text);
        to.mask()
    }

    /// Reports mask letters that are not in component order.
    pub(crate) fn check_mask_order(&mut self, selection: u32, text: &'a str) {
        let times = disorder(selection);
        for _ in 0..times {
            self.picasso_says("warning", "arbitrary swizzling has no effect for destination mask");
        }
        if times > 0 && !self.is_compatible() {
            let letters = text.rsplit_once('.').map_or(text, |(_, letters)| letters);
            let message = format!("`{letters}` is a set of components here, its order has no effect");
            self.remark(&rules::MASK_ORDER, letters, message)
                .help("rearrange the components of the sources instead");
        }
    }

    /// Opens a block.
    pub(crate) fn open(&mut self, kind: BlockKind<'a>, statement: &'a str) -> Result<()> {
        if self.blocks.len() >= MAX_NESTING {
            let fault = self.fault(
                &rules::NESTING,
                statement,
                "too many nested blocks",
                format!("blocks nest deeper than {MAX_NESTING}"),
            );
            return Err(fault.help("move the inner blocks to a procedure and call it"));
        }
        self.blocks.push(Block { kind, start: self.code.len(), opening: statement });
        self.scope.outside_reported = false;
        Ok(())
    }

    fn call_target(&mut self, name: &'a str) -> Result<()> {
        self.target(name, "procedure")?;
        self.calls.push(Call { word: self.code.len(), name, input: self.input });
        Ok(())
    }

    fn jump_target(&mut self, name: &'a str) -> Result<()> {
        self.target(name, "label")?;
        self.scope.jumps.push(Jump {
            word: self.code.len(),
            name,
            file: self.scope.file,
            line: self.scope.line,
        });
        Ok(())
    }

    fn target(&self, name: &'a str, what: &str) -> Result<()> {
        if super::line::is_identifier(name) {
            return Ok(());
        }
        let fault = self.fault(
            &rules::IDENTIFIER,
            name,
            format!("invalid target: {name}"),
            format!("`{name}` cannot be the name of a {what}"),
        );
        Err(fault.help("names consist of letters, digits, `_` and `$`, and do not begin with a digit"))
    }
}

/// Encodes an instruction whose fields have been checked.
fn encoded(instruction: Instruction) -> u32 {
    let encoded = instruction.encode();
    debug_assert!(encoded.is_ok(), "{encoded:?}");
    encoded.unwrap_or_else(|_| Opcode::NOP.base_word())
}

fn flagged(opcode: Opcode, condition: Condition) -> u32 {
    opcode.base_word() | condition.bits() << 22
}
