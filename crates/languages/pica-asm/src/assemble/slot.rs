//! Checks operands against the slots of an instruction.

use glassbox_pica::Opcode;
use glassbox_pica::register::Index;

use super::fault::Result;
use super::mnemonic::Mnemonic;
use super::operand::Operand;
use super::state::{Assembler, Class};
use crate::rules;

impl<'a> Assembler<'a> {
    pub(super) fn destination(&mut self, text: &'a str) -> Result<Operand<'a>> {
        let operand = self.operand(text, false)?;
        if !(0..0x20).contains(&operand.register) {
            let fault = self.fault(
                &rules::WRONG_REGISTER,
                text,
                format!("invalid destination register: {}", operand.quoted),
                format!("`{}` cannot be written, expected an output or a temporary register", operand.quoted),
            );
            return Err(fault.help("uniforms and constants are read only; write to r0-r15 or to an output"));
        }
        if self.is_compatible() {
            return Ok(operand);
        }
        if operand.class == Class::Input && operand.register < 0x10 {
            let message = format!("`{}` is an input and cannot be written", operand.quoted);
            self.remark(&rules::WRONG_REGISTER, text, message)
                .note(format!("picasso writes o{} instead", operand.register))
                .help("write to an output or a temporary register");
        }
        if operand.text.starts_with('-') {
            let message = "a destination has no sign, the `-` has no effect";
            self.remark(&rules::MASK_SIGN, &text[..1], message).help("negate a source instead");
        }
        Ok(operand)
    }

    /// Rejects outputs as sources.
    pub(super) fn readable(&mut self, sources: &[&Operand<'a>]) {
        if self.is_compatible() {
            return;
        }
        for source in sources {
            if source.class == Class::Output && source.register < 0x10 {
                let message =
                    format!("`{}` is an output and cannot be read", source.quoted.trim_start_matches('-'));
                self.remark(&rules::WRONG_REGISTER, source.text, message)
                    .note(format!("picasso reads v{} instead", source.register))
                    .help("compute the value in a temporary register and copy it to the output");
            }
            if source.index != Index::None && !(0x20..0x80).contains(&source.register) {
                let message = format!(
                    "the index of `{}` has no effect, only float uniforms are indexed",
                    source.quoted
                );
                self.remark(&rules::IGNORED_INDEX, source.text, message)
                    .help("remove the index, or index a uniform");
            }
        }
    }

    pub(super) fn wide(&self, source: &Operand<'a>, number: u8) -> Result<()> {
        if (0..0x80).contains(&source.register) {
            return Ok(());
        }
        let fault = self.fault(
            &rules::WRONG_REGISTER,
            source.text,
            format!("invalid source{number} register: {}", source.quoted),
            format!("`{}` cannot be a source", source.text),
        );
        Err(match source.class {
            Class::Integer => {
                fault.help("integer registers are read by `for` only, as a loop's count, start and step")
            }
            Class::Bool => fault.help("bool registers are read by `ifu`, `callu` and `jmpu` only"),
            _ => fault.help("sources are v0-v15, r0-r15 and c0-c95"),
        })
    }

    pub(super) fn narrow(
        &self,
        source: &Operand<'a>,
        number: u8,
        row: &Mnemonic,
        wide: [Option<&Operand<'a>>; 2],
    ) -> Result<()> {
        self.narrow_as(source, number, number, row, wide)
    }

    /// Checks a source that cannot be a uniform. `shown` is its number in picasso's message.
    pub(super) fn narrow_as(
        &self,
        source: &Operand<'a>,
        number: u8,
        shown: u8,
        row: &Mnemonic,
        wide: [Option<&Operand<'a>>; 2],
    ) -> Result<()> {
        if (0..0x20).contains(&source.register) {
            return Ok(());
        }
        let name = source.quoted;
        let picasso = format!("invalid source{shown} register: {name}");
        if !(0x20..0x80).contains(&source.register) {
            self.wide(source, number).map_err(|mut fault| {
                fault.picasso = picasso.clone();
                fault
            })?;
        }
        let fault = self.fault(
            &rules::WRONG_REGISTER,
            source.text,
            picasso,
            format!("`{name}` is a uniform and cannot be source {number} of `{}`", row.name),
        );
        let is_uniform = |operand: &Operand<'_>| operand.register >= 0x20;
        let [first, _] = wide;
        Err(match (row.opcode, first) {
            (_, Some(other)) if is_uniform(other) => {
                let fault = fault.label(self.place(other.text), "this is the one uniform that it can read");
                fault.help(self.copy_first(source))
            }
            (
                Opcode::ADD | Opcode::MUL | Opcode::DP3 | Opcode::DP4 | Opcode::MAX | Opcode::MIN,
                Some(other),
            ) => {
                let fault = fault.note("the hardware reads a uniform as source 1 of this instruction only");
                let exchanged = [(source.text, other.text.to_owned()), (other.text, source.text.to_owned())];
                let written = self.with_operands(source.text, &exchanged);
                fault.help(format!("swap the sources: `{written}`"))
            }
            (Opcode::CMP, Some(_)) => {
                let fault = fault.note("the hardware reads a uniform as source 1 of this instruction only");
                fault.help(format!(
                    "swap the sources and reverse the comparisons: `{}`",
                    self.turned_comparison(source.text)
                ))
            }
            (Opcode::MAD, _) if number == 1 => {
                let fault = fault.note("`mad` reads a uniform as source 2 or 3 only");
                match self.exchanged_factors(source.text) {
                    Some(written) => fault.help(format!("swap the factors: `{written}`")),
                    None => fault.help(self.copy_first(source)),
                }
            }
            _ => fault.help(self.copy_first(source)),
        })
    }

    pub(super) fn unindexed(&self, source: &Operand<'a>, shown: u8) -> Result<()> {
        if source.index == Index::None {
            return Ok(());
        }
        let fault = self.fault(
            &rules::INDEX_REGISTER,
            source.text,
            format!("index register not allowed in source{shown}"),
            format!("`{}` cannot be indexed here", source.quoted),
        );
        Err(fault
            .help("one source of an instruction can be indexed, and it must be the one that is a uniform"))
    }

    pub(super) fn distinct_inputs(
        &self,
        statement: &'a str,
        sources: &[&Operand<'a>],
        picasso: &str,
    ) -> Result<()> {
        let mut inputs = sources.iter().filter(|source| source.register < 0x10);
        let Some(first) = inputs.next() else { return Ok(()) };
        let Some(other) = inputs.find(|other| other.register != first.register) else {
            return Ok(());
        };
        let fault = self.fault(
            &rules::TWO_INPUTS,
            other.text,
            picasso,
            format!(
                "v{} and v{} are read by one instruction, the hardware reads one input register at a time",
                first.register, other.register
            ),
        );
        debug_assert!(!statement.is_empty());
        Err(fault.label(self.place(first.text), "the other input register").help(self.copy_first(other)))
    }

    pub(super) fn integer_register(&mut self, text: &'a str) -> Result<u32> {
        let operand = self.operand(text, false)?;
        if !(0x80..0x88).contains(&operand.register) {
            let fault = self.fault(
                &rules::WRONG_REGISTER,
                text,
                format!("invalid integer vector uniform: {}", operand.quoted),
                format!("`for` takes an integer register, `{}` is not one", operand.quoted),
            );
            return Err(fault.help(
                "declare it with `.ivec name`, or as a constant: `.consti name(count - 1, start, step, 0)`",
            ));
        }
        Ok((operand.register - 0x80) as u32)
    }

    pub(crate) fn bool_register(&mut self, text: &'a str) -> Result<u32> {
        let operand = self.operand(text, false)?;
        if !(0x88..0x98).contains(&operand.register) {
            let fault = self.fault(
                &rules::WRONG_REGISTER,
                text,
                format!("invalid boolean uniform: {}", operand.quoted),
                format!("a bool register is expected, `{}` is not one", operand.quoted),
            );
            return Err(fault.help("declare it with `.bool name`, or name one of b0-b15"));
        }
        Ok((operand.register - 0x88) as u32)
    }
}
