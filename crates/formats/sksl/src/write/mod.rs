//! Model to bytes: exactly as it was read, or as Skia's encoder would write it.
//!
//! [`Arrangement::Kept`] keeps every choice that a file can make: the chain of strings with its order, repeats and unused
//! entries, the ids, the form of layouts and modifiers, the order of entries. [`Arrangement::Canonical`] makes those
//! choices as Skia did, which for a file that Skia wrote changes nothing.

mod canonical;
mod encode;

use crate::model::Model;
use crate::read::File;
use glassbox_core::format::WriteError;

/// Which choices a file is written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrangement {
    /// Those of the model.
    Kept,
    /// Those of Skia's encoder.
    Canonical,
}

/// The bytes of a model in its dialect. `Err` says what the format cannot express.
pub fn write(model: &Model<'_>, arrangement: Arrangement) -> Result<Vec<u8>, WriteError> {
    let commands = encode::encode(model, arrangement, false)?;
    let strings = commands.strings.unwrap_or_else(|| model.strings.to_vec());
    let length = u16::try_from(strings.len()).map_err(|_| {
        format!(
            "the strings take {} bytes, a file holds at most 65535",
            strings.len()
        )
    })?;
    let mut out = Vec::with_capacity(4 + strings.len() + commands.bytes.len());
    out.extend_from_slice(&model.dialect.version.to_le_bytes());
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&strings);
    out.extend_from_slice(&commands.bytes);
    Ok(out)
}

/// The bytes of a file that was read, with whatever follows its top-level item.
pub fn write_file(file: &File<'_>) -> Result<Vec<u8>, WriteError> {
    if file.stop.is_some() {
        return Err(WriteError::new("the commands could not be read to their end"));
    }
    let mut out = write(&file.model, Arrangement::Kept)?;
    out.extend_from_slice(file.trailing());
    Ok(out)
}

/// The commands of a model as they were read, and where in them each command and each entry of a symbol table begins.
pub(crate) fn commands_with_lines(model: &Model<'_>) -> Result<(Vec<u8>, Vec<u32>), WriteError> {
    let commands = encode::encode(model, Arrangement::Kept, true)?;
    Ok((commands.bytes, commands.lines))
}
