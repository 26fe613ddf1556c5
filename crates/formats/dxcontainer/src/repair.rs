//! Repairs defects that have a mechanical fix.

use glassbox_core::diagnostic::Diagnostics;
use glassbox_core::format::{Edit, EditError, Repair};
use glassbox_core::reader::Window;

use crate::check::directory;
use crate::container::Container;
use crate::digest::{Signatures, State};
use crate::edit::edit;
use crate::raw;
use crate::read::open;
use crate::rules::container as rules;
use crate::write::Signing;

/// Recomputes the digest.
pub const DIGEST: &str = "digest";
/// Signs an unsigned container with the retail digest.
pub const SIGN: &str = "sign";
/// Sets the container size to the end of the last part.
pub const SIZE: &str = "size";
/// Removes data after the container.
pub const TRAILING: &str = "trailing";
/// Rewrites header, table and parts contiguously.
pub const DIRECTORY: &str = "directory";
/// Moves private data to the end.
pub const PRIVATE: &str = "private";

/// Repairs that apply to a container.
pub(crate) fn repairs(container: &Container<'_>) -> Vec<Repair> {
    let mut findings = Diagnostics::new(256);
    directory::check(container, None, &mut findings);
    let has = |id: &str| findings.items().iter().any(|finding| finding.rule.id == id);
    let mut repairs = Vec::new();
    let mut offer = |name, rule: &'static str, what: &str, by_default| {
        repairs.push(Repair { name, rule: Some(rule), description: what.to_owned(), by_default });
    };
    let size_rules = [&rules::SIZE, &rules::TRUNCATED, &rules::PART_SIZE, &rules::OFFSET];
    let size_rule = size_rules.into_iter().find(|rule| has(rule.id));
    if let (Some(rule), Some(size)) = (size_rule, right_size(container)) {
        offer(
            SIZE,
            rule.id,
            "set the size of the container to where its last part ends, and its digest where it is signed",
            u64::from(size) == container.available(),
        );
    } else if container.digest_state() == State::Wrong {
        offer(DIGEST, rules::DIGEST.id, "sign the container again, keeping its bytes as they are", true);
    } else if !matches!(container.digest_state(), State::Retail | State::Unknown) {
        offer(SIGN, rules::DIGEST.id, "sign the container with the digest of released validators", false);
    }
    if has(rules::TRAILING.id) {
        offer(TRAILING, rules::TRAILING.id, "cut the bytes after the container", false);
    }
    let movable = edit(container, &Edit::Sign, Signing::Same).is_ok();
    if movable && (has(rules::GAP.id) || has(rules::ORDER.id)) {
        let rule = if has(rules::ORDER.id) { &rules::ORDER } else { &rules::GAP };
        offer(
            DIRECTORY,
            rule.id,
            "write the parts one after the other in the order of the table, and the digest where the container is signed",
            false,
        );
    }
    if movable && has(rules::PRIVATE.id) {
        offer(
            PRIVATE,
            rules::PRIVATE.id,
            "move the private data to the end, and write the digest where the container is signed",
            true,
        );
    }
    repairs
}

/// Applies a repair.
pub(crate) fn repair(container: &Container<'_>, name: &str) -> Result<Vec<u8>, EditError> {
    if !repairs(container).iter().any(|repair| repair.name == name) {
        return Err(EditError::new(format!("found nothing that `{name}` could fix")));
    }
    let whole = container.window.bytes;
    match name {
        SIZE => {
            let size = right_size(container).ok_or("found no end of the last part")?;
            let mut bytes = whole.to_vec();
            if let Some(slot) = bytes.get_mut(24..28) {
                slot.copy_from_slice(&size.to_le_bytes());
            }
            match container.digest_state() {
                State::Unsigned | State::Bypass | State::PreviewBypass => Ok(bytes),
                _ => signed(bytes, u64::from(size)),
            }
        }
        DIGEST | SIGN => signed(whole.to_vec(), container.end()),
        TRAILING => Ok(whole.get(..container.end() as usize).unwrap_or(whole).to_vec()),
        PRIVATE => {
            let removed = edit(container, &Edit::Remove { name: "PRIV" }, Signing::Same)?;
            let data = container.data(b"PRIV").unwrap_or_default();
            let opened =
                open(Window::whole(&removed), &container.limits).map_err(|finding| finding.message)?;
            let add = Edit::Add { name: "PRIV", data, before: None };
            edit(&opened, &add, Signing::Same)
        }
        _ => edit(container, &Edit::Sign, Signing::Same),
    }
}

/// Writes the retail digest into a container in place.
fn signed(mut bytes: Vec<u8>, end: u64) -> Result<Vec<u8>, EditError> {
    let covered = bytes.get(raw::DIGEST_FROM as usize..end as usize).ok_or("found no complete container")?;
    let digest = Signatures::of(covered).retail;
    if let Some(slot) = bytes.get_mut(4..20) {
        slot.copy_from_slice(&digest);
    }
    Ok(bytes)
}

/// Correct container size: the end of the last part, if all parts are complete.
fn right_size(container: &Container<'_>) -> Option<u32> {
    let directory = &container.directory;
    let header = directory.header?;
    let whole = directory.entries.len() == header.part_count as usize
        && !directory.entries.is_empty()
        && directory.entries.iter().all(|entry| entry.header.is_some());
    let end = directory.entries.iter().map(crate::container::Entry::end).max()?;
    let fits = end <= container.available() && end >= directory.table_end();
    if !whole || !fits || end == u64::from(header.size) {
        return None;
    }
    u32::try_from(end).ok()
}
