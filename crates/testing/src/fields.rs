//! Records the rules that a change of each field of the base files breaks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use glassbox_core::dump::dump;
use glassbox_core::format::{Format, ScanBudget, WriteLayout};
use glassbox_core::language::Registry;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::text::{Options, assemble_with};
use glassbox_core::walk::leaf_fields;

use crate::digest::Digest;
use crate::golden::golden;
use crate::tree::{diagnostics, rule_ids, tree};

/// Elements of a list whose fields are changed, counted from the first.
const MOST_ELEMENTS: u32 = 3;
/// Size of the longest field that is changed, bytes.
const MOST_BYTES: usize = 8;

/// Compares the rules that changed fields break with `fields.txt` beside the base files.
///
/// The first line of a file has its name, a digest of all reports, one of all that is read, and the rules that most changes break. Each
/// other line has a field, new values, and the rules that only these values break: `header.count: 00 A-01; 80 ff A-02 A-03`. Values are
/// the bytes of the field in hexadecimal.
///
/// # Panics
/// If other rules are broken than recorded.
pub fn assert_current(folder: &Path, format: &dyn Format, registry: &Registry) {
    let mut found = String::new();
    for path in crate::case::files(folder, "gbt") {
        let text = std::fs::read_to_string(&path).expect("the base file is readable");
        let options = Options { size: 1 << 20 };
        let bytes = assemble_with(&text, registry, &options).expect("a base file assembles");
        let name = path.file_stem().expect("it is a file").to_string_lossy();
        found.push_str(&name);
        found.push_str(&lines(format, &bytes));
    }
    golden(folder.join("fields.txt"), found);
}

/// A changed field: its path, and the values that break each set of rules.
struct Change {
    field: String,
    broken: BTreeMap<BTreeSet<&'static str>, Vec<String>>,
}

/// Lines of the fields whose changes break rules.
///
/// A rule that most changes break, such as that of a checksum, stands in the first line alone.
fn lines(format: &dyn Format, bytes: &[u8]) -> String {
    let (mut reports, mut contents) = (Digest::default(), Digest::default());
    let mut changes = changes(format, bytes, &mut reports, &mut contents);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for rules in changes.iter().flat_map(|change| change.broken.keys()) {
        for &rule in rules {
            *counts.entry(rule).or_default() += 1;
        }
    }
    let sets: usize = changes.iter().map(|change| change.broken.len()).sum();
    counts.retain(|_, count| *count > sets / 2);
    let usual: Vec<&str> = counts.keys().copied().collect();
    let most = if usual.is_empty() { String::new() } else { format!(", most {}", usual.join(" ")) };
    let mut text = format!(" (reports {:016x}, contents {:016x}{most})\n", reports.value(), contents.value());
    for change in &mut changes {
        let mut parts = Vec::new();
        for (rules, values) in &change.broken {
            let rules: Vec<&str> = rules.iter().copied().filter(|rule| !counts.contains_key(rule)).collect();
            if !rules.is_empty() {
                parts.push(format!("{} {}", values.join(" "), rules.join(" ")));
            }
        }
        if !parts.is_empty() {
            writeln!(text, "{}: {}", change.field, parts.join("; ")).expect("memory can be written");
        }
    }
    text
}

fn changes(format: &dyn Format, bytes: &[u8], reports: &mut Digest, contents: &mut Digest) -> Vec<Change> {
    let tree = tree(format, bytes);
    let own: BTreeSet<&'static str> = rule_ids(format, bytes).into_iter().collect();
    let mut changes = Vec::new();
    for (id, _) in tree.nodes() {
        for leaf in leaf_fields(&tree, id, bytes) {
            let (start, end) = (leaf.start as usize, leaf.end as usize);
            if leaf.index.is_some_and(|index| index >= MOST_ELEMENTS)
                || end - start > MOST_BYTES
                || end > bytes.len()
            {
                continue;
            }
            let mut broken: BTreeMap<BTreeSet<&'static str>, Vec<String>> = BTreeMap::new();
            for value in values(&bytes[start..end]) {
                let mut changed = bytes.to_vec();
                changed[start..end].copy_from_slice(&value);
                let found = diagnostics(format, &changed);
                found.iter().for_each(|finding| reports.add_finding(finding));
                add_contents(contents, format, &changed);
                let rules: BTreeSet<&'static str> = found.iter().map(|finding| finding.rule.id).collect();
                let new: BTreeSet<&'static str> = rules.difference(&own).copied().collect();
                if !new.is_empty() {
                    broken
                        .entry(new)
                        .or_default()
                        .push(value.iter().map(|byte| format!("{byte:02x}")).collect());
                }
            }
            let index = leaf.index.map_or(String::new(), |index| format!("[{index}]"));
            let field = leaf.field.map_or(String::new(), |field| format!(".{}", field.name));
            changes.push(Change { field: format!("{}{index}{field}", tree.path(id)), broken });
        }
    }
    changes
}

/// Adds the fields, and what the opened file says of itself.
fn add_contents(digest: &mut Digest, format: &dyn Format, bytes: &[u8]) {
    let mut fields = Vec::new();
    dump(bytes, &tree(format, bytes), &mut fields).expect("memory can be written");
    digest.add(&fields);
    let mut effort = ScanBudget::new(1 << 20);
    digest.add(format!("{:?}", format.extent(bytes, &mut effort)).as_bytes());
    if let Ok(file) = format.open(Window::whole(bytes), &Limits::default()) {
        let text = format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            file.summary(),
            file.interface(),
            file.symbols(),
            file.strings_in_code(),
            file.parts(),
            file.repairs(),
            file.write(WriteLayout::Canonical),
        );
        digest.add(text.as_bytes());
    }
}

/// New values of a field: zero, one more, all ones, and with the highest bit changed.
fn values(old: &[u8]) -> BTreeSet<Vec<u8>> {
    let mut more = old.to_vec();
    for byte in &mut more {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            break;
        }
    }
    let mut high = old.to_vec();
    if let Some(last) = high.last_mut() {
        *last ^= 0x80;
    }
    let all = [vec![0; old.len()], more, vec![0xff; old.len()], high];
    all.into_iter().filter(|value| value != old).collect()
}
