//! Collects findings about inputs.

use glassbox_core::diagnostic::{Diagnostic, Location, Rule};
use glassbox_dxil::BitcodeError;

use super::Input;
pub(super) use crate::message::spoken;
use crate::rules;

/// Maximum number of reasons reported.
const MOST: usize = 64;

/// Reasons why libraries cannot be merged.
pub(super) struct Findings<'a> {
    inputs: &'a [Input<'a>],
    items: Vec<Diagnostic>,
}

/// Marks that a finding was added; the caller stops.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReportedError;

impl<'a> Findings<'a> {
    pub(super) fn new(inputs: &'a [Input<'a>]) -> Findings<'a> {
        Findings { inputs, items: Vec::new() }
    }

    /// Display name of a library.
    pub(super) fn name(&self, input: usize) -> &'a str {
        self.inputs.get(input).map_or("a library", |input| input.name)
    }

    /// Adds a reason: message, location and help.
    pub(super) fn add(
        &mut self,
        rule: &'static Rule,
        input: usize,
        path: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> ReportedError {
        if self.items.len() < MOST {
            let location = Location::new(0, 0, path).input(u32::try_from(input).unwrap_or(u32::MAX));
            self.items.push(Diagnostic::new(rule, location, message).help(help));
        }
        ReportedError
    }

    /// Adds an error in a library's bitcode.
    pub(super) fn fault(&mut self, input: usize, fault: &BitcodeError) -> ReportedError {
        if self.items.len() < MOST {
            let bytes = fault.bytes();
            let input = u32::try_from(input).unwrap_or(u32::MAX);
            let location = Location::new(bytes.start, bytes.end, "bitcode").input(input);
            let message = format!("{} (bits {:?})", fault, fault.bits);
            let help = "recompile the library, or take one that is not damaged";
            self.items.push(Diagnostic::new(&rules::UNREADABLE, location, message).help(help));
        }
        ReportedError
    }

    /// Returns the findings if there are any.
    pub(super) fn stop(&mut self) -> Result<(), Vec<Diagnostic>> {
        if self.items.is_empty() { Ok(()) } else { Err(std::mem::take(&mut self.items)) }
    }
}
