//! Puts assembled programs into containers and makes the other parts agree with them.

use std::borrow::Cow;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_core::format::EditError;
use glassbox_core::language::SourceError;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::build::{Options as BuildOptions, Signing, container, parts, subobjects};
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::part::program::peek;
use glassbox_dxcontainer::read::open;
use glassbox_dxcontainer::write::{Draft, DraftPart, contiguous};
use glassbox_dxil::BitcodeError;
use glassbox_dxil::ir::{Typed, encode};

use super::{Options, rules};

/// A container with another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// The container.
    pub bytes: Vec<u8>,
    /// Parts that are gone or made anew, one sentence each.
    pub notes: Vec<SourceError>,
}

/// Parts that describe the sources or the separate debug information of a program.
const DEBUG_PARTS: [&[u8; 4]; 5] = [b"ILDB", b"ILDN", b"SRCI", b"PDBI", b"SPDB"];
/// Parts that follow from the program, or that it is built with.
const DERIVED: [&[u8; 4]; 13] = [
    b"SFI0", b"ISG1", b"OSG1", b"PSG1", b"PSV0", b"RTS0", b"VERS", b"RDAT", b"ILDB", b"STAT", b"ILDN",
    b"HASH", b"DXIL",
];

/// Builds a signed container for a program alone.
///
/// # Errors
///
/// What in the program's metadata prevents a part from being built.
pub fn minimal(bitcode: &[u8]) -> Result<Vec<u8>, EditError> {
    let programs = Programs::of(bitcode).map_err(|fault| unreadable(&fault))?;
    let options = BuildOptions {
        debug_program: programs.debug.as_deref().map(Cow::Borrowed),
        ..BuildOptions::default()
    };
    container(&programs.program, &options).map_err(unbuilt)
}

/// A program without debug information, and the one with it.
struct Programs {
    program: Vec<u8>,
    debug: Option<Vec<u8>>,
}

impl Programs {
    fn of(bitcode: &[u8]) -> Result<Programs, BitcodeError> {
        let module = Typed::read(bitcode)?;
        if module.metadata.named("llvm.dbg.cu").is_none() {
            return Ok(Programs { program: bitcode.to_vec(), debug: None });
        }
        let program = encode(&module.without_debug_info()?)?;
        Ok(Programs { program, debug: Some(bitcode.to_vec()) })
    }
}

fn unreadable(fault: &BitcodeError) -> EditError {
    EditError::new(format!("the program cannot be read: {fault}")).help("assemble it again")
}

/// The first reason why no container can be built.
fn unbuilt(findings: ErrorList<Diagnostic>) -> EditError {
    match findings.into_vec().into_iter().next() {
        Some(finding) => {
            let help = finding.help.clone().unwrap_or_else(|| finding.rule.cure.to_owned());
            EditError::new(finding.message.clone()).rule(finding.rule).help(help)
        }
        None => EditError::new("the parts of the container cannot be built"),
    }
}

/// Bitcode of a program part.
fn bitcode<'a>(container: &Container<'a>, code: &[u8; 4]) -> Option<&'a [u8]> {
    let part = container.directory.find(code)?;
    peek(container.window, part).map(|(_, _, bitcode)| bitcode)
}

impl Options {
    /// What the listing of a container's program would not say. The default if it has none that can be read.
    pub fn of_container(container: &Container<'_>) -> Options {
        let found = bitcode(container, b"ILDB").or_else(|| bitcode(container, b"DXIL"));
        let module = found.and_then(|bitcode| Typed::read(bitcode).ok());
        module.and_then(|module| Options::of(&module).ok()).unwrap_or_default()
    }
}

/// Replaces the program of a container and makes the parts that follow from it: feature flags, signatures, pipeline
/// state, runtime data, reflection, hash and digest. A program with debug information becomes two, with and without.
/// Parts with other debug information are left out; all others are kept. Signed if the container was.
///
/// # Errors
///
/// If the container has no program, or if a part cannot be built from the new one.
pub fn replace(file: &[u8], program: &[u8], limits: &Limits) -> Result<Replaced, EditError> {
    let opened = open(Window::whole(file), limits)
        .map_err(|finding| EditError::new(finding.message.clone()).rule(finding.rule))?;
    let Some(old) = bitcode(&opened, b"DXIL") else {
        return Err(EditError::new("found no part DXIL with bitcode, expected a program to be replaced")
            .help("leave out --into to make a container with the program alone"));
    };
    let programs = Programs::of(program).map_err(|fault| unreadable(&fault))?;
    let is_same = match &programs.debug {
        Some(debug) => bitcode(&opened, b"ILDB") == Some(debug),
        None => old == programs.program && opened.data(b"ILDB").is_none(),
    };
    if is_same {
        return Ok(Replaced { bytes: file.to_vec(), notes: Vec::new() });
    }
    let mut notes = Vec::new();
    let data = |code: &[u8; 4]| opened.data(code).map(Cow::Borrowed);
    let subobjects = match opened.content(b"RDAT") {
        Some(Content::Rdat(rdat)) => subobjects(rdat),
        _ => Vec::new(),
    };
    let options = BuildOptions {
        version: data(b"VERS"),
        root_signature: data(b"RTS0"),
        subobjects,
        debug_program: programs.debug.as_deref().map(Cow::Borrowed),
        statistics: statistics(&opened, old, &programs.program, &mut notes)?,
        ..BuildOptions::default()
    };
    let mut made = parts(&programs.program, &options).map_err(unbuilt)?;
    keep_equal(&mut made, &opened, old, &options);
    let mut made: Vec<Option<DraftPart<'_>>> = made.into_iter().map(Some).collect();
    let mut list: Vec<DraftPart<'_>> = Vec::new();
    let draft = Draft::of(&opened);
    for part in draft.parts {
        if DERIVED.contains(&&part.code) {
            // The new ones take the places of the old ones, up to each.
            let place = made.iter().position(|made| made.as_ref().is_some_and(|made| made.code == part.code));
            match place {
                Some(place) => list.extend(made.iter_mut().take(place + 1).filter_map(Option::take)),
                None if DEBUG_PARTS.contains(&&part.code) => notes.push(dropped(&part.code)),
                None => {}
            }
        } else if DEBUG_PARTS.contains(&&part.code) {
            notes.push(dropped(&part.code));
        } else if matches!(&part.code, b"SYM0" | b"STR0") {
            notes.push(note(format!(
                "the part {} is left out: its table is that of the program before the change",
                part.code.escape_ascii()
            )));
        } else {
            list.push(part);
        }
    }
    let rest: Vec<DraftPart<'_>> = made.iter_mut().filter_map(Option::take).collect();
    // Private data stays last.
    let last = list.iter().position(|part| part.code == *b"PRIV").unwrap_or(list.len());
    list.splice(last..last, rest);
    let draft = Draft { parts: list, ..Draft::of(&opened) };
    Ok(Replaced { bytes: contiguous(&draft, Signing::Same)?, notes })
}

/// Parts that say the same of two programs if they are built alike from both.
const FACTS: [&[u8; 4]; 6] = [b"SFI0", b"ISG1", b"OSG1", b"PSG1", b"PSV0", b"RDAT"];

/// Takes parts of the container instead of new ones that are as they would have been for the old program: what the
/// compiler wrote may say more, such as spellings that the program has lost.
fn keep_equal<'a>(
    made: &mut [DraftPart<'a>],
    opened: &Container<'a>,
    old: &[u8],
    options: &BuildOptions<'_>,
) {
    let Ok(before) = parts(old, options) else { return };
    for part in made.iter_mut().filter(|part| FACTS.contains(&&part.code)) {
        let is_same = before.iter().any(|before| before.code == part.code && before.data == part.data);
        if let (true, Some(kept)) = (is_same, opened.data(&part.code)) {
            part.data = Cow::Borrowed(kept);
        }
    }
}

fn dropped(code: &[u8; 4]) -> SourceError {
    note(format!(
        "the part {} is left out: its debug information is that of the program before the change",
        code.escape_ascii()
    ))
}

fn note(message: String) -> SourceError {
    SourceError { rule: Some(&rules::PART), span: 0..0, message, help: Some(rules::PART.cure.to_owned()) }
}

/// Reflection of the new program. That of the old one, which has names that no program has, is kept while the resources,
/// types and entry points are the same.
fn statistics<'a>(
    opened: &Container<'a>,
    old: &[u8],
    new: &[u8],
    notes: &mut Vec<SourceError>,
) -> Result<Option<Cow<'a, [u8]>>, EditError> {
    let Some(kept) = bitcode(opened, b"STAT") else { return Ok(None) };
    let of = |bitcode: &[u8]| Typed::read(bitcode).and_then(|module| encode(&module.statistics()));
    let made = of(new).map_err(|fault| unreadable(&fault))?;
    if of(old).is_ok_and(|old| old == made) {
        return Ok(Some(Cow::Borrowed(kept)));
    }
    let message = "the part STAT is made anew from the program, which has no names of members, since its interface is \
                   another one";
    notes.push(note(message.to_owned()));
    Ok(Some(Cow::Owned(made)))
}
