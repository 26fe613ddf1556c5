//! Detects binary SkSL and its version. There is no magic number: the string chain must fit.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::format::MatchConfidence;
use glassbox_core::reader::Window;
use glassbox_core::value::Value;

use super::File;
use crate::command::{Category, Command};
use crate::dialect::Dialect;
use crate::rules;

/// Highest version ever written.
pub const LAST_VERSION: u16 = 14;

/// Detection result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recognised {
    /// A file of this version.
    Version(u16),
    /// A file older than the version field, July 2020 to January 2022.
    Unversioned,
    /// Neither.
    No,
}

/// True if bytes are a chain of strings: a length byte and that many bytes, repeated to the end.
pub fn is_chain(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some((&length, tail)) = rest.split_first() {
        match tail.get(usize::from(length)..) {
            Some(tail) => rest = tail,
            None => return false,
        }
    }
    true
}

/// Detects the format.
pub fn recognise(bytes: &[u8]) -> Recognised {
    if bytes.len() < 4 {
        return Recognised::No;
    }
    let first = u16::load(bytes);
    let second = usize::from(u16::load(&bytes[2..]));
    let strings = bytes.get(4..4 + second);
    if (1..=LAST_VERSION).contains(&first) && strings.is_some_and(is_chain) {
        return Recognised::Version(first);
    }
    let end = 2 + usize::from(first);
    let table = bytes.get(end).copied().unwrap_or(0);
    if bytes.get(2..end).is_some_and(is_chain) && first > 0 && (40..=51).contains(&table) {
        return Recognised::Unversioned;
    }
    Recognised::No
}

/// Version of a file; `Err` explains why it is not a file of this format.
pub(super) fn version(window: Window<'_>) -> Result<u16, Box<Diagnostic>> {
    let bytes = window.bytes;
    let size = bytes.len() as u64;
    let place = |end: u64| Location::new(window.base, window.base + end.min(size), "");
    if bytes.len() < 4 {
        let message = format!("found {size} bytes, expected a header of 4");
        return Err(Box::new(
            Diagnostic::new(&rules::HEADER_CUT, place(size), message)
                .help(format!("{} bytes are missing; get a complete copy of the file", 4 - size)),
        ));
    }
    let version = u16::load(bytes);
    if recognise(bytes) == Recognised::Unversioned {
        let message = "found a file without a version, expected version 8";
        return Err(Box::new(
            Diagnostic::new(&rules::VERSION, place(2), message)
                .note("it was made between July 2020 and January 2022, before files stated their version")
                .note(format!("its first number, {version}, is the length of its strings"))
                .help("take the module of the same name from Skia of February or March 2022"),
        ));
    }
    if !(1..=LAST_VERSION).contains(&version) {
        let message = format!("found version {version}, expected 8");
        return Err(Box::new(
            Diagnostic::new(&rules::VERSION, place(2), message)
                .note("Skia wrote versions 1 to 14")
                .help("check that the file is binary SkSL"),
        ));
    }
    Ok(version)
}

/// Finding for a file of another version than requested.
pub(super) fn other_version(window: Window<'_>, found: u16, expected: u16) -> Box<Diagnostic> {
    let location = Location::new(window.base, window.base + 2, "");
    let message = format!("found version {found}, expected {expected}");
    Box::new(
        Diagnostic::new(&rules::VERSION, location, message).help("open the file without naming a layout"),
    )
}

/// Likelihood that bytes are a file of this format.
pub(crate) fn likeness(bytes: &[u8]) -> MatchConfidence {
    let (start, end, is_command) = match recognise(bytes) {
        Recognised::No => return MatchConfidence::No,
        Recognised::Unversioned => (2, 2 + usize::from(u16::load(bytes)), true),
        Recognised::Version(version) => {
            let end = 4 + usize::from(u16::load(&bytes[2..]));
            let first = bytes.get(end).copied();
            let mut dialects = Dialect::candidates(version);
            let is_top = |dialect: Dialect| {
                let command = first.and_then(|byte| dialect.command(byte));
                command.is_some_and(|command| command.is(Category::Top))
            };
            (4, end, dialects.any(is_top))
        }
    };
    // Names are plain text, and hardly anything else is a chain of such strings.
    let strings = bytes.get(start..end).unwrap_or(&[]);
    let is_named = !strings.is_empty() && is_printable_chain(strings);
    match (is_named, is_command) {
        (true, true) if start == 4 => MatchConfidence::Yes,
        (true, _) => MatchConfidence::Maybe,
        // A file without names is not evidence enough.
        (false, true) if start == 4 && end + 1 < bytes.len() => MatchConfidence::Maybe,
        _ => MatchConfidence::No,
    }
}

fn is_printable_chain(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some((&length, tail)) = rest.split_first() {
        let Some((text, tail)) = tail.split_at_checked(usize::from(length)) else {
            return false;
        };
        if !text.iter().all(u8::is_ascii_graphic) {
            return false;
        }
        rest = tail;
    }
    true
}

/// True if the numbers of a file fit the form it was read as, for a version with several forms.
pub(super) fn fits(file: &File<'_>) -> bool {
    let model = &file.model;
    let dialect = model.dialect;
    let modifiers = dialect.modifiers().len();
    let kinds = dialect.program_kinds().len();
    model.nodes().iter().all(|node| match node.command {
        Command::Modifiers => node.c >> modifiers.min(31) == 0,
        Command::Program => usize::from(node.a) < kinds,
        _ => true,
    })
}
