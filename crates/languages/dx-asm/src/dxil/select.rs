//! Selects the part and function to list.

use glassbox_core::suggest;
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::program;
use glassbox_dxil::ir::{FunctionId, Typed};
use glassbox_dxil::{unmangled, without_marker};

use super::error::Error;

/// Most names listed in an [`Error`].
const MAX_NAMES: usize = 16;
/// Most functions examined for a similar name.
const MAX_SIMILAR: usize = 4096;

/// Selection of a part and function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Selection<'s> {
    /// Function to list; all if `None`. Matches the name in the module, with or without a leading byte 0x01,
    /// or the unmangled name if it is unique.
    pub function: Option<&'s str>,
    /// Code of the program part, `DXIL`, `ILDB` or `STAT`. If `None`, the program with debug information is
    /// preferred.
    pub part: Option<&'s str>,
}

/// Bitcode of a part of the container.
pub(super) fn bitcode<'a>(container: &Container<'a>, code: &[u8; 4]) -> Option<&'a [u8]> {
    let part = container.directory.find(code)?;
    // The legacy compiler's part with this code holds statistics.
    let (_, _, bitcode) = program::peek(container.window, part)?;
    Some(bitcode)
}

/// Bitcode of the selected program.
pub(super) fn program<'a>(container: &Container<'a>, selection: &Selection<'_>) -> Result<&'a [u8], Error> {
    let found = match selection.part {
        None => bitcode(container, b"ILDB").or_else(|| bitcode(container, b"DXIL")),
        Some(name) => {
            let code = <[u8; 4]>::try_from(name.to_ascii_uppercase().as_bytes()).ok();
            let known = code.filter(|code| [b"DXIL", b"ILDB", b"STAT"].contains(&code));
            known.and_then(|code| bitcode(container, &code))
        }
    };
    found.ok_or_else(|| Error::NoProgram { part: selection.part.map(str::to_owned) })
}

/// The function with this name.
pub(super) fn function(module: &Typed<'_>, name: &str) -> Result<FunctionId, Error> {
    let names = || {
        let functions = module.functions.iter().enumerate();
        functions
            .map(|(index, function)| (FunctionId::at(index), module.name(function.value).unwrap_or_default()))
    };
    let wanted = name.strip_prefix("\\01").unwrap_or(name).as_bytes();
    let wanted = without_marker(wanted);
    if let Some((id, _)) = names().find(|(_, name)| without_marker(name) == wanted) {
        return Ok(id);
    }
    let found: Vec<_> = names().filter(|(_, name)| unmangled(name) == wanted).collect();
    match *found.as_slice() {
        [(id, _)] => Ok(id),
        [] => Err(Error::NoFunction {
            name: name.to_owned(),
            similar: similar(wanted, names().map(|(_, name)| name)),
        }),
        _ => Err(Error::Ambiguous {
            name: name.to_owned(),
            found: found.iter().take(MAX_NAMES).map(|(_, name)| shown(name)).collect(),
        }),
    }
}

/// A name in the form accepted for selection.
fn shown(name: &[u8]) -> String {
    without_marker(name).escape_ascii().to_string()
}

/// A similar name in the module.
fn similar<'n>(wanted: &[u8], names: impl Iterator<Item = &'n [u8]>) -> Option<String> {
    let wanted = std::str::from_utf8(wanted).ok()?;
    let both = names.take(MAX_SIMILAR).flat_map(|name| [unmangled(name), without_marker(name)]);
    let known = both.filter_map(|name| std::str::from_utf8(name).ok());
    suggest::similar(wanted, known).map(|name| shown(name.as_bytes()))
}
