//! The rules over a file that was read: one module a structure, one function a rule or a small group of them.
//!
//! What the reading finds (cut structures, ranges past the end) comes with the file; here follows everything that needs the
//! whole model. The text of every rule is in [`rules`].

mod code;
mod container;
mod executable;
mod object;
mod references;
mod tables;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};

use crate::file::File;
use crate::model::Shbin;
use crate::rules;

/// Everything that is wrong with a file: what the reading found and what the rules find.
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

/// The findings so far and the work that is left.
struct Check<'c, 'a> {
    file: &'c File<'a>,
    found: Diagnostics,
    work: u64,
    exhausted: bool,
    /// Whether vertex executables hand nothing on to the geometry stage.
    lacks_generic: bool,
}

impl Check<'_, '_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Counts work; `false` and one finding when there was too much of it.
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
                    let message =
                        format!("found more to check than the limit allows, left {path} and what follows");
                    self.found.push(
                        Diagnostic::new(&rules::LIMIT, location, message)
                            .help("let the tables have bytes of their own"),
                    );
                }
                self.exhausted = true;
                false
            }
        }
    }

    /// Number of code words that the program header states; zero without one.
    fn stated_words(&self) -> u64 {
        match (&self.file.heads.program, &self.file.heads.object) {
            (Some(placed), _) => u64::from(placed.head.code_words),
            (None, Some(head)) => u64::from(head.code_words),
            (None, None) => 0,
        }
    }
}
