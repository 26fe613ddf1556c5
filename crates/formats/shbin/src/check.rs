//! Checks a parsed file: one module for each structure, one function for each rule or small group.
//!
//! Parse errors (truncated structures, ranges past the end) come with the file. [`rules`] has the text of
//! every rule.

mod code;
mod container;
mod executable;
mod object;
mod references;
mod tables;

use glassbox_core::diagnostic::{Diagnostics, Location, Report, Rule};

use crate::file::File;
use crate::model::Shbin;
use crate::rules;

/// Checks a file; includes the reader's findings.
pub fn check(file: &File<'_>) -> Diagnostics {
    let mut check = Check {
        file,
        found: file.diagnostics.clone(),
        work: file.limits.work(file.size()),
        exhausted: false,
        lacks_generic: false,
    };
    if let (Some(entry), Shbin::Binary(binary)) = (file.heads.bare, &file.model) {
        check.bare_code(binary, entry);
        return check.found;
    }
    match &file.model {
        Shbin::Binary(binary) => {
            check.container(binary);
            check.program(binary);
            check.lacks_generic = executable::lacks_generic(binary);
            for index in 0..binary.executables.len() {
                check.executable(binary, index);
            }
            check.stages(binary);
        }
        Shbin::Object(object) => check.object(object),
    }
    for (position, (path, tables)) in file.tables().into_iter().enumerate() {
        let stated = match (&file.heads.object, file.heads.executables.get(position)) {
            (Some(head), _) => head.symbols_size,
            (None, Some(slot)) => slot.placed.head.symbols_size,
            (None, None) => 0,
        };
        check.tables(&path, tables, stated as usize == tables.symbols.bytes.len());
    }
    match &file.model {
        Shbin::Binary(binary) => check.code(binary),
        Shbin::Object(object) => check.object_code(object),
    }
    check.ends();
    check.found
}

/// Findings so far and the remaining work budget.
struct Check<'c, 'a> {
    file: &'c File<'a>,
    found: Diagnostics,
    work: u64,
    exhausted: bool,
    /// True if vertex executables pass no generic outputs to the geometry stage.
    lacks_generic: bool,
}

impl Check<'_, '_> {
    fn report(&mut self, rule: &'static Rule, location: Location, message: impl Into<String>) -> Report<'_> {
        self.found.report(rule, location, message)
    }

    /// Charges work; on exhaustion reports it once and returns `false`.
    fn spend(&mut self, work: u64, path: &str) -> bool {
        match self.work.checked_sub(work) {
            Some(rest) if !self.exhausted => {
                self.work = rest;
                true
            }
            _ => {
                if !self.exhausted {
                    let file = &self.file;
                    let location = Location::new(file.window.base, file.window.base + file.size(), "");
                    let message = format!(
                        "found more to check than the limit allows, left {path} and what follows unchecked"
                    );
                    self.report(&rules::LIMIT, location, message).help("give each table its own bytes");
                }
                self.exhausted = true;
                false
            }
        }
    }

    /// Number of code words stated in the program header; zero without one.
    fn stated_words(&self) -> u64 {
        match (&self.file.heads.program, &self.file.heads.object) {
            (Some(placed), _) => u64::from(placed.head.code_words),
            (None, Some(head)) => u64::from(head.code_words),
            (None, None) => 0,
        }
    }
}
