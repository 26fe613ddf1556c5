//! Takes arguments from a statement; reports missing and excess ones.

use super::arguments::Arguments;
use super::fault::{Result, StatementError};
use super::mnemonic::mnemonic;
use super::number;
use super::state::Assembler;
use crate::rules;

impl<'a> Assembler<'a> {
    /// Takes the next operand as text.
    pub(crate) fn operand_text(&mut self, arguments: &mut Arguments<'a>, what: &str) -> Result<&'a str> {
        arguments.comma().ok_or_else(|| self.missing(arguments, what))
    }

    /// Takes all operands as text and rejects excess ones.
    pub(super) fn operands<const N: usize>(
        &mut self,
        arguments: &mut Arguments<'a>,
        what: [&str; N],
    ) -> Result<[&'a str; N]> {
        let mut texts = [""; N];
        for (text, what) in texts.iter_mut().zip(what) {
            *text = self.operand_text(arguments, what)?;
        }
        self.done(arguments)?;
        Ok(texts)
    }

    /// Error for a missing argument.
    pub(crate) fn missing(&self, arguments: &Arguments<'a>, what: &str) -> Box<StatementError> {
        let word = arguments.word;
        let fault = self.fault(
            &rules::MISSING_OPERAND,
            arguments.end(),
            "missing parameter",
            format!("`{word}` needs {what} here"),
        );
        let usage = match mnemonic(word) {
            Some(row) => Some(format!("{}{}", row.name, row.shape.operands())),
            None => super::directive::directive(word.trim_start_matches('.')).map(|row| row.usage.to_owned()),
        };
        fault.maybe_help(usage.map(|usage| format!("it is written `{usage}`")))
    }

    /// Rejects excess arguments.
    pub(crate) fn done(&self, arguments: &mut Arguments<'a>) -> Result<()> {
        let left = arguments.rest;
        let Some(argument) = arguments.comma() else {
            return Ok(());
        };
        let word = arguments.word;
        let part = if argument.is_empty() { left } else { left.trim_end_matches(number::is_space) };
        let fault = self.fault(
            &rules::EXTRA_OPERAND,
            part,
            "too many parameters",
            format!("`{word}` takes no more operands, `{argument}` is one too many"),
        );
        let usage = match mnemonic(word) {
            Some(row) => Some(format!("{}{}", row.name, row.shape.operands())),
            None => super::directive::directive(word.trim_start_matches('.')).map(|row| row.usage.to_owned()),
        };
        Err(fault.maybe_help(usage.map(|usage| format!("it is written `{usage}`"))))
    }
}
