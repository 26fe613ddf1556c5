//! Edits containers: adds, removes and replaces parts, re-signs.
//!
//! An edit rebuilds the container from a modified part list: parts are contiguous, offsets, size and digest are
//! recomputed, and section indices of the proposed symbol tables are updated. Data of unedited parts is preserved byte
//! for byte. A container with a contradictory directory is rejected, since its parts are ambiguous.

use std::borrow::Cow;
use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostics, Severity};
use glassbox_core::format::{DigestPolicy, Edit, EditError, Strip, SymbolNames};

use crate::check::directory;
use crate::container::{Container, may_repeat};
use crate::part::symbol::{SYMBOL_SIZE, ShortSymbol};
use crate::raw;
use crate::rules::{container as rules, program as program_rules};
use crate::symbols::{NameForm, Packing, Source, SymbolTableError, derive};
use crate::write::{Draft, DraftPart, Signing, contiguous};

/// Part codes that a strip operation removes.
pub fn stripped(what: Strip) -> &'static [&'static [u8; 4]] {
    match what {
        Strip::Debug => &[b"ILDB", b"SDBG", b"SPDB", b"SRCI", b"PDBI"],
        Strip::Reflection => &[b"STAT", b"RDEF"],
        Strip::Names => &[b"ILDN", b"SYM0", b"STR0"],
        Strip::RootSignature => &[b"RTS0"],
        Strip::Private => &[b"PRIV"],
    }
}

impl From<DigestPolicy> for Signing {
    fn from(policy: DigestPolicy) -> Signing {
        match policy {
            DigestPolicy::Same => Signing::Same,
            DigestPolicy::Sign => Signing::Sign,
            DigestPolicy::Keep => Signing::Keep,
            DigestPolicy::Bypass => Signing::Bypass,
            DigestPolicy::PreviewBypass => Signing::PreviewBypass,
            DigestPolicy::Zero => Signing::Zero,
        }
    }
}

/// Applies an edit.
pub fn edit(container: &Container<'_>, edit: &Edit<'_>, signing: Signing) -> Result<Vec<u8>, EditError> {
    let mut parts = take_apart(container)?;
    match *edit {
        Edit::Add { name, data, before } => {
            let place = before.map(|before| find(&parts, before)).transpose()?;
            add(&mut parts, code(name)?, data, place)?;
        }
        Edit::Remove { name } => {
            let (code, number) = selector(name)?;
            let first = find(&parts, name)?;
            parts = parts
                .into_iter()
                .enumerate()
                .filter(|(position, part)| match number {
                    Some(_) => *position != first,
                    None => part.part.code != code,
                })
                .map(|(_, part)| part)
                .collect();
            if code == *b"DXIL" {
                parts.retain(|part| !matches!(&part.part.code, b"SYM0" | b"STR0"));
            }
        }
        Edit::Replace { name, data } => {
            let place = find(&parts, name)?;
            if let Some(part) = parts.get_mut(place) {
                part.part.data = Cow::Borrowed(data);
            }
        }
        Edit::Strip(what) => {
            let dropped =
                |code: &[u8; 4]| what.iter().any(|&what| stripped(what).iter().any(|other| **other == *code));
            parts.retain(|part| !dropped(&part.part.code));
        }
        Edit::Sign => {}
        Edit::AddSymbols(table) => {
            let form = match table.names {
                SymbolNames::Stored => NameForm::Raw,
                SymbolNames::Unmarked => NameForm::WithoutMarker,
                SymbolNames::Source => NameForm::Unmangled,
            };
            let packing = if table.packed { Packing::Suffixes } else { Packing::None };
            return derived_symbols(container, form, packing, table.approximate, signing);
        }
        Edit::RemoveSymbols => {
            let before = parts.len();
            parts.retain(|part| !is_symbol_table(part));
            if parts.len() == before {
                return Err(EditError::new("found no part SYM0 or STR0"));
            }
        }
    }
    assemble(container, parts, signing)
}

fn is_symbol_table(part: &Loose<'_>) -> bool {
    matches!(&part.part.code, b"SYM0" | b"STR0")
}

/// Adds symbol tables derived from the program, replacing existing ones.
pub fn add_symbols(
    container: &Container<'_>,
    form: NameForm,
    packing: Packing,
    signing: Signing,
) -> Result<Vec<u8>, EditError> {
    derived_symbols(container, form, packing, true, signing)
}

fn derived_symbols(
    container: &Container<'_>,
    form: NameForm,
    packing: Packing,
    may_be_approximate: bool,
    signing: Signing,
) -> Result<Vec<u8>, EditError> {
    let refused = |refusal: SymbolTableError| EditError::new(refusal.message).rule(refusal.rule);
    let derived = derive(container, form).map_err(refused)?;
    if derived.source == Source::RuntimeData && !may_be_approximate {
        let message = derived.notes.into_iter().next().unwrap_or_default();
        return Err(EditError::new(message)
            .rule(&program_rules::BITCODE)
            .help("fix the bitcode, or use the functions of RDAT by requesting an approximate table"));
    }
    let tables = derived.table.encode(packing).map_err(|refusal| {
        let error = refused(refusal);
        match form {
            NameForm::Unmangled => error.help("keep the decorated names: overloads differ only there"),
            _ => error,
        }
    })?;
    let mut parts = take_apart(container)?;
    parts.retain(|part| !is_symbol_table(part));
    add(&mut parts, *b"SYM0", &tables.symbols, None)?;
    if let Some(strings) = &tables.strings {
        add(&mut parts, *b"STR0", strings, None)?;
    }
    assemble(container, parts, signing)
}

/// A part with its original offset-table index.
struct Loose<'a> {
    old: Option<u32>,
    part: DraftPart<'a>,
}

fn take_apart<'a>(container: &Container<'a>) -> Result<Vec<Loose<'a>>, EditError> {
    let mut findings = Diagnostics::new(64);
    findings.extend(container.diagnostics.items().iter().cloned());
    directory::check(container, None, &mut findings);
    // Findings that the edit fixes do not block it.
    let fixed = [rules::DIGEST.id, rules::DUPLICATE.id, rules::VERSION.id];
    let broken = findings
        .items()
        .iter()
        .find(|finding| finding.severity == Severity::Error && !fixed.contains(&finding.rule.id));
    if let Some(broken) = broken {
        return Err(EditError::new(broken.message.clone())
            .rule(broken.rule)
            .help("fix the container first; edits need to know which parts are intended"));
    }
    let parts = container.parts().iter().zip(Draft::of(container).parts);
    Ok(parts.map(|(data, part)| Loose { old: Some(data.index), part }).collect())
}

fn assemble(
    container: &Container<'_>,
    mut parts: Vec<Loose<'_>>,
    signing: Signing,
) -> Result<Vec<u8>, EditError> {
    // Map section indices from the old table to the new one.
    let places: HashMap<u32, u32> =
        (0u32..).zip(&parts).filter_map(|(new, part)| Some((part.old?, new))).collect();
    for part in &mut parts {
        if part.part.code == *b"SYM0" {
            move_sections(part.part.data.to_mut(), &places);
        }
    }
    let draft = Draft { parts: parts.into_iter().map(|part| part.part).collect(), ..Draft::of(container) };
    let size = draft.size();
    if size > raw::MAX_SIZE {
        let message = format!("found parts of {size:#x} bytes in all, expected at most {:#x}", raw::MAX_SIZE);
        return Err(EditError::new(message).rule(&rules::SIZE).help("leave out a part"));
    }
    Ok(contiguous(&draft, signing)?)
}

fn move_sections(symbols: &mut [u8], places: &HashMap<u32, u32>) {
    for symbol in symbols.chunks_exact_mut(SYMBOL_SIZE as usize) {
        let at = ShortSymbol::section_index.offset;
        let Some(slot) = symbol.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<4>) else {
            continue;
        };
        if let Some(new) = places.get(&u32::from_le_bytes(*slot)) {
            *slot = new.to_le_bytes();
        }
    }
}

/// Inserts a part at an index, or last, before private data.
fn add<'a>(
    parts: &mut Vec<Loose<'a>>,
    code: [u8; 4],
    data: &'a [u8],
    place: Option<usize>,
) -> Result<(), EditError> {
    let is_private = |part: &Loose<'_>| part.part.code == *b"PRIV";
    if !may_repeat(glassbox_core::value::Tag(code)) && parts.iter().any(|part| part.part.code == code) {
        let message = format!("found a part {} already", code.escape_ascii());
        return Err(EditError::new(message).rule(&rules::DUPLICATE).help("replace it instead"));
    }
    let last = match parts.last() {
        Some(part) if is_private(part) => parts.len() - 1,
        _ => parts.len(),
    };
    let place = place.unwrap_or(last).min(parts.len());
    if code == *b"PRIV" && place < parts.len() {
        return Err(EditError::new("found another part after it, expected PRIV to be last")
            .rule(&rules::PRIVATE)
            .help("add it without stating a position"));
    }
    parts.insert(place, Loose { old: None, part: DraftPart { code, data: Cow::Borrowed(data) } });
    Ok(())
}

/// Parses a four-character code.
fn code(name: &str) -> Result<[u8; 4], EditError> {
    <[u8; 4]>::try_from(name.as_bytes()).map_err(|_| {
        EditError::new(format!("found the name `{name}`, expected a code of four characters"))
            .help("such as PRIV or SYM0; case matters")
    })
}

/// Parses `CODE` or `CODE[n]`.
fn selector(name: &str) -> Result<([u8; 4], Option<usize>), EditError> {
    let Some((head, rest)) = name.split_once('[') else {
        return Ok((code(name)?, None));
    };
    let number = rest.strip_suffix(']').and_then(|number| number.parse().ok());
    match number {
        Some(number) => Ok((code(head)?, Some(number))),
        None => Err(EditError::new(format!("found `{name}`, expected a code and a number, as in LIBF[2]"))),
    }
}

/// Index of a part.
fn find(parts: &[Loose<'_>], name: &str) -> Result<usize, EditError> {
    let (code, number) = selector(name)?;
    let mut positions =
        parts.iter().enumerate().filter(|(_, part)| part.part.code == code).map(|(position, _)| position);
    positions.nth(number.unwrap_or(0)).ok_or_else(|| {
        let there: Vec<String> = parts.iter().map(|part| part.part.code.escape_ascii().to_string()).collect();
        EditError::new(format!("found no part {name}")).help(format!("there are {}", there.join(", ")))
    })
}
