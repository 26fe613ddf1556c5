//! Serialises a model, exactly as read or as Skia's encoder would.
//!
//! [`Arrangement::Kept`] keeps every encoding choice: the order, repeats and unused entries of the string
//! chain, the ids, the form of layouts and modifiers, the order of entries. [`Arrangement::Canonical`] makes
//! those choices as Skia did; a file written by Skia is unchanged.

mod canonical;
mod encode;

use crate::model::Model;
use crate::read::File;
use glassbox_core::format::WriteError;

/// Encoding choices of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrangement {
    /// As in the model.
    Kept,
    /// As made by Skia's encoder.
    Canonical,
}

/// Serialises a model in its dialect. `Err` describes what the format cannot express.
pub fn write(model: &Model<'_>, arrangement: Arrangement) -> Result<Vec<u8>, WriteError> {
    let commands = encode::encode(model, arrangement, false)?;
    let strings = commands.strings.unwrap_or_else(|| model.strings.to_vec());
    let length = u16::try_from(strings.len())
        .map_err(|_| format!("the strings take {} bytes, a file holds at most 65535", strings.len()))?;
    let mut out = Vec::with_capacity(4 + strings.len() + commands.bytes.len());
    out.extend_from_slice(&model.dialect.version.to_le_bytes());
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&strings);
    out.extend_from_slice(&commands.bytes);
    Ok(out)
}

/// Serialises a parsed file, with any bytes after its top-level item.
pub fn write_file(file: &File<'_>) -> Result<Vec<u8>, WriteError> {
    if file.stop.is_some() {
        return Err(WriteError::new("the commands could not be read to their end"));
    }
    let mut out = write(&file.model, Arrangement::Kept)?;
    out.extend_from_slice(file.trailing());
    Ok(out)
}

/// Serialises the commands as read; also returns the start of each command and symbol table entry.
pub(crate) fn commands_with_lines(model: &Model<'_>) -> Result<(Vec<u8>, Vec<u32>), WriteError> {
    let commands = encode::encode(model, Arrangement::Kept, true)?;
    Ok((commands.bytes, commands.lines))
}
