//! Lists and applies repairs.

use glassbox_core::format::{EditError, Repair};

use crate::file::File;
use crate::model::Shbin;
use crate::producer::{Producer, producer};
use crate::raw::ExecutableHeader;
use crate::rules;

/// Appends missing final padding.
pub const PADDING: &str = "padding";
/// Removes the bytes after the last structure.
pub const TRAILING: &str = "trailing";
/// Converts entry points that are name offsets to word indices.
pub(crate) const NIHSTRO_MAIN: &str = "nihstro-main";

/// Repairs that apply to a file.
pub fn repairs(file: &File<'_>) -> Vec<Repair> {
    let mut repairs = Vec::new();
    let mains = nihstro_mains(file);
    if !mains.is_empty() {
        repairs.push(Repair {
            name: NIHSTRO_MAIN,
            rule: Some(rules::MAIN_RANGE.id),
            description: format!(
                "set the entry points of {} executables to the positions of their labels",
                mains.len()
            ),
            by_default: false,
        });
    }
    if trailing(file).is_some() {
        repairs.push(Repair {
            name: TRAILING,
            rule: Some(rules::FILE_TRAILING.id),
            description: "cut the bytes after the last structure".to_owned(),
            by_default: false,
        });
    } else if is_whole(file) && !file.size().is_multiple_of(4) && !file.heads.short {
        repairs.push(Repair {
            name: PADDING,
            rule: Some(rules::FILE_PADDING.id),
            description: "append zero bytes up to a multiple of 4".to_owned(),
            by_default: true,
        });
    }
    repairs
}

/// Applies a repair.
pub fn repair(file: &File<'_>, name: &str) -> Result<Vec<u8>, EditError> {
    if !repairs(file).iter().any(|repair| repair.name == name) {
        return Err(EditError::new(format!("found nothing that `{name}` could fix")));
    }
    let mut bytes = file.window.bytes.to_vec();
    match name {
        PADDING => bytes.resize(bytes.len().next_multiple_of(4), 0),
        TRAILING => {
            let end = trailing(file).unwrap_or(bytes.len());
            bytes.truncate(end);
            bytes.resize(end.next_multiple_of(4), 0);
        }
        _ => {
            for (start, main) in nihstro_mains(file) {
                let at = start as usize + ExecutableHeader::main.offset;
                if let Some(slot) = bytes.get_mut(at..at + 4) {
                    slot.copy_from_slice(&main.to_le_bytes());
                }
            }
        }
    }
    Ok(bytes)
}

fn is_whole(file: &File<'_>) -> bool {
    let missing = match &file.model {
        Shbin::Binary(binary) => &binary.missing,
        Shbin::Object(object) => &object.missing,
    };
    missing.is_empty()
}

/// End of the last structure, if more than padding follows.
fn trailing(file: &File<'_>) -> Option<usize> {
    let end = usize::try_from(file.end_of_claims()).ok()?;
    let tail = file.window.bytes.get(end..)?;
    let padding = end.next_multiple_of(4) - end;
    let is_more = tail.len() > padding || tail.iter().any(|&byte| byte != 0);
    (is_whole(file) && is_more).then_some(end)
}

/// Headers whose entry point is the offset of a label's name, with the label's position. Only nihstro's files
/// have this defect; it is invisible if both the label's name and its code come first.
fn nihstro_mains(file: &File<'_>) -> Vec<(u64, u32)> {
    let Shbin::Binary(binary) = &file.model else {
        return Vec::new();
    };
    if producer(file) != Some(Producer::Nihstro) {
        return Vec::new();
    }
    let executables = file.heads.executables.iter().zip(&binary.executables);
    executables
        .filter_map(|(slot, executable)| {
            let mut labels = executable.tables.labels.iter();
            let label = labels.find(|label| label.name == executable.main)?;
            (label.position != executable.main).then_some((slot.placed.start, label.position))
        })
        .collect()
}
