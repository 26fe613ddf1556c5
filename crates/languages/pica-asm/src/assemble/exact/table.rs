//! Parses rows of an executable's tables.

use glassbox_shbin::raw::{
    Constant, ConstantKind, DataWord, Hex16, Label, NO_SIZE, Output, Semantic, Uniform,
};
use glassbox_shbin::register::{Class, Register};

use super::{U16, U32};
use crate::assemble::arguments::Arguments;
use crate::assemble::fault::Result;
use crate::assemble::state::Assembler;

pub(super) fn symbol_bytes<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let bytes = assembler.quoted(arguments)?;
    assembler.done(arguments)?;
    assembler.open_executable(arguments)?.symbols.append(bytes);
    Ok(())
}

pub(super) fn constant_row<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let kinds = [("bool", 0), ("int", 1), ("float", 2)];
    let kind = assembler.number_or(arguments, "a kind of constant", U16, &kinds)?;
    let register = assembler.number(arguments, "the number of a register", U16)?;
    let mut data = [DataWord(0); 4];
    for word in &mut data {
        *word = DataWord(assembler.number(arguments, "a word of the constant", U32)? as u32);
    }
    assembler.done(arguments)?;
    let row = Constant { kind: ConstantKind(kind as u16), register: register as u16, data };
    assembler.open_executable(arguments)?.constants.push(row);
    Ok(())
}

pub(super) fn label_row<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let id = assembler.number(arguments, "the number of a label", U16)?;
    let unknown = assembler.number(arguments, "the field of a label whose meaning is unknown", U16)?;
    let position = assembler.number(arguments, "a position", U32)?;
    let size = assembler.number_or(arguments, "a size", U32, &[("none", u64::from(NO_SIZE))])?;
    let name = assembler.name_offset(arguments)?;
    assembler.done(arguments)?;
    let row =
        Label { id: id as u16, unknown: unknown as u16, position: position as u32, size: size as u32, name };
    assembler.open_executable(arguments)?.labels.push(row);
    Ok(())
}

pub(super) fn output_row<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let mut words = Vec::new();
    for semantic in 0..16 {
        words.extend(Semantic(semantic).name().map(|name| (name, u64::from(semantic))));
    }
    let semantic = assembler.number_or(arguments, "the meaning of an output", U16, &words)?;
    let register = assembler.number(arguments, "the number of a register", U16)?;
    let mask = assembler.number(arguments, "a mask", U16)?;
    let unknown = assembler.optional(arguments, "the field of an output whose meaning is unknown", U16)?;
    assembler.done(arguments)?;
    let row = Output {
        semantic: Semantic(semantic as u16),
        register: register as u16,
        mask: Hex16(mask as u16),
        unknown: Hex16(unknown as u16),
    };
    assembler.open_executable(arguments)?.outputs.push(row);
    Ok(())
}

pub(super) fn uniform_row<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let name = assembler.name_offset(arguments)?;
    let first = assembler.unified(arguments)?;
    let last = assembler.unified(arguments)?;
    assembler.done(arguments)?;
    assembler.open_executable(arguments)?.uniforms.push(Uniform { name, first, last });
    Ok(())
}

impl<'a> Assembler<'a> {
    /// Offset of a name in the symbols: a number, or a whole string found there.
    fn name_offset(&mut self, arguments: &mut Arguments<'a>) -> Result<u32> {
        let text = self.operand_text(arguments, "a name")?;
        if !text.starts_with('"') {
            return Ok(self.value_or(text, "a name in quotes or its offset", U32, &[])? as u32);
        }
        let name = self.unquoted(text)?;
        if let Some(offset) = self.open_executable(arguments)?.symbols.find(&name) {
            return Ok(offset);
        }
        let fault = self.wrong(text, format!("{text} is not among the symbols of the executable"));
        Err(fault.help("add it with `.symbol_bytes` above, with `\\0` at its end"))
    }

    /// A register of a uniform table, such as `c12`, or its number.
    fn unified(&mut self, arguments: &mut Arguments<'a>) -> Result<Register> {
        let text = self.operand_text(arguments, "a register")?;
        let named = Class::ALL.into_iter().find_map(|class| {
            let number = text.strip_prefix(class.letter())?.parse().ok()?;
            Register::new(class, number)
        });
        match named {
            Some(register) => Ok(register),
            None => Ok(Register(self.value_or(text, "a register", U16, &[])? as u16)),
        }
    }
}
