//! Checks the string chain and the offsets into it.

use super::Findings;
use super::finding::{Finding, Spot};
use crate::model::Model;
use crate::read::{File, is_chain};
use crate::rules;
use crate::stream::Use;

/// A string in the chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'m> {
    /// Offset of its length byte from the `stringLength` field.
    pub(super) offset: u32,
    /// Bytes of the string.
    pub(super) text: &'m [u8],
}

/// Complete strings of a chain, in order.
pub(super) fn entries<'m>(model: &'m Model<'_>) -> Vec<Entry<'m>> {
    let mut out = Vec::new();
    let mut rest = &*model.strings;
    while let Some((&length, tail)) = rest.split_first() {
        let Some(text) = tail.get(..usize::from(length)) else {
            break;
        };
        let offset = (model.strings.len() - rest.len() + 2) as u32;
        out.push(Entry { offset, text });
        rest = tail.get(text.len()..).unwrap_or(&[]);
    }
    out
}

pub(super) fn check(file: &File<'_>, entries: &[Entry<'_>], uses: &[Use], findings: &mut Findings) {
    let model = &file.model;
    if !file.has_strings() {
        return;
    }
    let end = file.commands as u64;
    if !is_chain(&model.strings) {
        let start = 4 + entries.iter().map(|entry| 1 + entry.text.len() as u64).sum::<u64>();
        let length = model.strings.get(start as usize - 4).copied().unwrap_or(0);
        let message = format!(
            "found a string of {length} bytes where {} are left, expected the strings to end at {:#x}",
            end - start - 1,
            file.window.base + end
        );
        findings.push(
            Finding::at(&rules::STRINGS_END, Spot::Top("strings", start, end), message)
                .label(Spot::Top("stringLength", 2, 4), format!("states {} bytes", file.string_length))
                .help("fix the length byte, or stringLength"),
        );
    }
    for (index, entry) in entries.iter().enumerate() {
        printable(index, entry.text, findings);
    }
    offsets(model, entries, uses, findings);
}

fn printable(index: usize, text: &[u8], findings: &mut Findings) {
    let spot = Spot::Text(index as u32);
    let message = match std::str::from_utf8(text) {
        Err(error) => format!(
            "found the byte {:#04x} in a string, expected UTF-8",
            text.get(error.valid_up_to()).copied().unwrap_or(0)
        ),
        Ok(text) => match text.chars().find(|c| c.is_control()) {
            Some(c) => format!("found the control character {:#04x} in a string", u32::from(c)),
            None => return,
        },
    };
    findings.push(Finding::at(&rules::STRING_CHARACTERS, spot, message).help("rename the symbol"));
}

fn offsets(model: &Model<'_>, entries: &[Entry<'_>], uses: &[Use], findings: &mut Findings) {
    let mut is_named = vec![false; entries.len()];
    for used in uses {
        let spot = Spot::Field(used.at, used.field, used.item);
        let offset = used.name.0;
        let Some(text) = model.text_of(used.name) else {
            let size = model.strings.len() + 2;
            let message = match offset as usize {
                0 | 1 => format!("found string offset {offset}, expected 2 or more"),
                at if at >= size => format!("found string offset {offset}, expected less than {size}"),
                _ => format!(
                    "found string offset {offset}, where a string would not end within the string data"
                ),
            };
            findings.push(
                Finding::at(&rules::STRING_OFFSET, spot, message)
                    .note("offsets count from the stringLength field, so the first string has offset 2")
                    .help("set it to the offset of the length byte of a string"),
            );
            continue;
        };
        let place = entries.binary_search_by_key(&offset, |entry| entry.offset);
        if let Err(behind) = place {
            let before = behind.checked_sub(1).and_then(|before| entries.get(before));
            let mut finding = Finding::at(
                &rules::STRING_MIDDLE,
                spot,
                format!("found string offset {offset}, which is in the middle of a string"),
            );
            if let Some(entry) = before {
                finding =
                    finding.help(format!("set it to {} for \"{}\"", entry.offset, entry.text.escape_ascii()));
            }
            findings.push(finding);
        } else if let Some(is_named) = place.ok().and_then(|place| is_named.get_mut(place))
            && !std::mem::replace(is_named, true)
        {
            identifier(used, text, spot, findings);
        }
    }
}

fn identifier(used: &Use, text: &[u8], spot: Spot, findings: &mut Findings) {
    let is_text = std::str::from_utf8(text).is_ok_and(|text| !text.contains(char::is_control));
    let is_start = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    let is_name = text.first().is_some_and(|&byte| is_start(byte))
        && text.iter().skip(1).all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let may_be_empty = used.field == "instanceName" && text.is_empty();
    if !is_text || is_name || may_be_empty {
        return;
    }
    let message = match text {
        [] => "found an empty name, expected an identifier".to_owned(),
        _ => format!("found the name \"{}\", expected an identifier", text.escape_ascii()),
    };
    findings.push(
        Finding::at(&rules::NAME_CHARACTERS, spot, message)
            .help("use letters, digits and underscores, not beginning with a digit"),
    );
}
