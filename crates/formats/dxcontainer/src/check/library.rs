//! Checks legacy libraries: `LIBF` against `LIBH`.

use foldhash::{HashMap, HashMapExt as _};
use glassbox_core::diagnostic::Diagnostics;

use super::Context;
use crate::part::library::{Head, LibraryEntry, LibraryHeader};
use crate::part::{self, PartData};
use crate::raw;
use crate::rules::small as rules;

/// Checks the header of a library against its functions.
pub(crate) fn head(head: &Head<'_>, part: &PartData, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let functions = functions(context).count();
    if head.head.count as usize != functions {
        let location = part.field(context.window, part.start, "head", LibraryHeader::count);
        let message = format!("found {} functions, expected {functions}, one for each LIBF", head.head.count);
        findings
            .report(&rules::LIBRARY, location, message)
            .help("add the missing parts, or fix the header of the library");
    }
    let start = part.start + u64::from(head.head.entries);
    let mut seen: HashMap<&[u8], usize> = HashMap::new();
    for (index, name) in head.names.iter().enumerate() {
        if findings.is_full() {
            return;
        }
        if let Some(first) = seen.insert(name, index) {
            let at = start + 8 * index as u64;
            let location = part.field(context.window, at, &format!("functions[{index}]"), LibraryEntry::name);
            let message = format!(
                "found a second function \"{}\", expected names that differ (the first is number {first})",
                name.escape_ascii()
            );
            findings.report(&rules::LIBRARY, location, message).help("rename or remove one of the two");
        }
    }
}

/// Checks that every function is a container and that a header lists the functions.
pub(crate) fn library(context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let mut first = None;
    for part in functions(context) {
        first = first.or(Some(part));
        let data = part.data(context.window);
        let stated = data
            .get(24..28)
            .and_then(|size| size.first_chunk())
            .map(|size| u64::from(u32::from_le_bytes(*size)));
        let message = match stated {
            _ if !data.starts_with(&raw::MAGIC) || (data.len() as u64) < raw::HEADER_SIZE => {
                "found no container, expected one that begins with DXBC".to_owned()
            }
            Some(size) if size > data.len() as u64 => {
                format!("found a container of {size} bytes in a part of {}, expected it to fit", data.len())
            }
            _ => continue,
        };
        let location = part.location(context.window, part.start, part.end, "");
        findings.report(&rules::LIBRARY, location, message).help("rebuild the library");
    }
    if let Some(part) = first
        && context.find(b"LIBH").is_none()
    {
        let location = part.location(context.window, part.start - 8, part.start, part::HEADER);
        let message = "found a library function, expected a part LIBH that names it";
        findings.report(&rules::LIBRARY, location, message).help("rebuild the library");
    }
}

fn functions<'c>(context: &Context<'c, '_>) -> impl Iterator<Item = &'c PartData> {
    context.parts.iter().filter(|part| part.code.0 == *b"LIBF")
}
