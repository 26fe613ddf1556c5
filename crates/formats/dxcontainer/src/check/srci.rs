//! Checks source information: names against contents. Sizes and counts are checked while reading.

use glassbox_core::diagnostic::Diagnostics;

use super::Context;
use crate::part::PartData;
use crate::part::srci::{Model, Sources};
use crate::rules::srci as rules;

/// Checks the part.
pub(crate) fn check(
    model: &Model<'_>,
    part: &PartData,
    context: &Context<'_, '_>,
    findings: &mut Diagnostics,
) {
    let Model::Sources(sources) = model else { return };
    let Some(message) = mismatch(sources) else { return };
    let location = part.location(context.window, part.start, part.end, "");
    findings
        .report(&rules::SIZES, location, message)
        .note("names and contents belong together in their order")
        .help("rebuild the debug file");
}

/// Describes a mismatch between names and contents, if any.
fn mismatch(sources: &Sources<'_>) -> Option<String> {
    if sources.names.is_empty() || sources.files.is_empty() {
        return None;
    }
    if sources.names.len() != sources.files.len() {
        return Some(format!("found {} names and {} contents", sources.names.len(), sources.files.len()));
    }
    let pairs = sources.names.iter().zip(&sources.files).enumerate();
    for (index, (&(_, stated), &(start, end))) in pairs {
        let size = (end - start) as u64;
        // The stated size includes the terminator, which a file may lack.
        if u64::from(stated) != size + 1 && u64::from(stated) != size {
            return Some(format!(
                "name {index} states a content of {stated} bytes, the content has {}",
                size + 1
            ));
        }
    }
    None
}
