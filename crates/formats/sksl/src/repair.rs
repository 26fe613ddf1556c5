//! Lists and applies repairs.

use glassbox_core::diagnostic::Diagnostics;
use glassbox_core::format::{EditError, Repair};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

use crate::command::Category;
use crate::dialect::Dialect;
use crate::raw::VERSION;
use crate::read::{File, open_with};
use crate::rules;
use crate::write::{Arrangement, write};

/// Renumbers and reorders everything as Skia's encoder does.
pub const CANONICAL: &str = "canonical";
/// Removes the bytes after the top-level item.
pub const TRAILING: &str = "trailing";
/// Sets `stringLength` to the actual end of the strings.
pub const STRING_LENGTH: &str = "string-length";
/// Sets the version to 8 if everything else is of that version.
pub const STATED_VERSION: &str = "version";

/// Maximum candidate ends of the strings tried.
const MAX_TRIALS: usize = 64;

/// Repairs that apply to a file.
pub fn repairs(file: &File<'_>, findings: &Diagnostics, limits: &Limits) -> Vec<Repair> {
    let mut repairs = Vec::new();
    let canonical = [
        &rules::ID_ORDER,
        &rules::STRING_ORDER,
        &rules::UNUSED_STRING,
        &rules::LONG_FORM,
        &rules::TABLE_ORDER,
    ];
    let broken = canonical.into_iter().find(|rule| findings.has(rule));
    if let Some(rule) = broken
        && write(&file.model, Arrangement::Canonical).is_ok()
        && file.stop.is_none()
    {
        repairs.push(Repair {
            name: CANONICAL,
            rule: Some(rule.id),
            description:
                "number ids, order strings and entries, and shorten layouts and modifiers as Skia does"
                    .to_owned(),
            by_default: true,
        });
    }
    if !file.trailing().is_empty() {
        repairs.push(Repair {
            name: TRAILING,
            rule: Some(rules::TRAILING_BYTES.id),
            description: format!("cut the {} bytes after the top-level item", file.trailing().len()),
            by_default: false,
        });
    }
    if let Some(length) = string_length(file, limits) {
        let rule = if file.has_strings() { &rules::STRINGS_END } else { &rules::STRINGS_PAST_END };
        repairs.push(Repair {
            name: STRING_LENGTH,
            rule: Some(rule.id),
            description: format!("set stringLength to {length}, where the strings end and a program begins"),
            by_default: false,
        });
    }
    if is_mislabelled(file, limits) {
        repairs.push(Repair {
            name: STATED_VERSION,
            rule: Some(rules::VERSION.id),
            description: "set the version to 8; the file reads as one of that version and no other"
                .to_owned(),
            by_default: false,
        });
    }
    repairs
}

/// Applies a repair.
pub fn repair(file: &File<'_>, name: &str, limits: &Limits) -> Result<Vec<u8>, EditError> {
    let nothing = || EditError::new(format!("found nothing that `{name}` could fix"));
    let mut bytes = file.window.bytes.to_vec();
    match name {
        CANONICAL if file.stop.is_none() => {
            bytes = write(&file.model, Arrangement::Canonical)?;
            bytes.extend_from_slice(file.trailing());
        }
        TRAILING if !file.trailing().is_empty() => bytes.truncate(file.end),
        STRING_LENGTH => {
            let length = string_length(file, limits).ok_or_else(nothing)?;
            put(&mut bytes, 2, length);
        }
        STATED_VERSION if is_mislabelled(file, limits) => put(&mut bytes, 0, VERSION),
        _ => return Err(nothing()),
    }
    Ok(bytes)
}

fn put(bytes: &mut [u8], at: usize, value: u16) {
    if let Some(slot) = bytes.get_mut(at..at + 2) {
        slot.copy_from_slice(&value.to_le_bytes());
    }
}

/// String length that makes the whole file readable, if the stated one does not.
fn string_length(file: &File<'_>, limits: &Limits) -> Option<u16> {
    file.stop?;
    let bytes = file.window.bytes;
    let dialect = file.model.dialect;
    let mut at = 4;
    let mut trials = 0;
    while let Some(&length) = bytes.get(at) {
        let is_top = dialect.command(length).is_some_and(|command| command.is(Category::Top));
        let size = u16::try_from(at - 4).ok()?;
        if is_top && size != file.string_length {
            trials += 1;
            if trials > MAX_TRIALS {
                return None;
            }
            let mut changed = bytes.to_vec();
            put(&mut changed, 2, size);
            let again = open_with(Window::whole(&changed), limits, dialect);
            if again.stop.is_none() && again.trailing().is_empty() {
                return Some(size);
            }
        }
        at += 1 + usize::from(length);
    }
    None
}

/// True if a file is unreadable as its stated version but readable as version 8.
fn is_mislabelled(file: &File<'_>, limits: &Limits) -> bool {
    if file.stop.is_none() || file.model.dialect.version == VERSION {
        return false;
    }
    let again = open_with(file.window, limits, Dialect::SKIA_8);
    again.stop.is_none() && again.trailing().is_empty()
}
