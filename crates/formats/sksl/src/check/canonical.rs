//! Checks for deviations from the output of Skia's encoder. Each kind is reported once per file.

use foldhash::{HashMap, HashSet};

use super::Findings;
use super::finding::{Finding, Spot};
use super::strings::Entry;
use crate::command::Command;
use crate::model::{Layout, Model, ModelNode};
use crate::rules;
use crate::stream::Use;

pub(super) fn check(model: &Model<'_>, entries: &[Entry<'_>], uses: &[Use], findings: &mut Findings) {
    ids(model, findings);
    strings(model, entries, uses, findings);
    forms(model, findings);
    order(model, findings);
}

fn all(model: &Model<'_>) -> impl Iterator<Item = ModelNode> + use<> {
    (0..model.nodes().len() as u32).map(ModelNode)
}

fn ids(model: &Model<'_>, findings: &mut Findings) {
    let mut defining = all(model).filter(|&at| model.command(at).defines());
    let mut expected: u32 = 0;
    let found = defining.find(|&at| {
        expected += 1;
        model.node(at).b != expected
    });
    if let Some(at) = found {
        let message = format!("found id {}, expected {expected}, the next number", model.node(at).b);
        findings.push(
            Finding::new(&rules::ID_ORDER, at, message)
                .field("id")
                .help("repair `canonical` renumbers the symbols"),
        );
    }
}

fn strings(model: &Model<'_>, entries: &[Entry<'_>], uses: &[Use], findings: &mut Findings) {
    // The missing part may use the remaining strings.
    if !model.is_whole {
        return;
    }
    let mut seen = HashSet::default();
    let offsets = uses.iter().map(|used| used.name.0);
    let used: Vec<u32> = offsets.filter(|offset| seen.insert(*offset)).collect();
    let mut texts: HashMap<&[u8], usize> = HashMap::default();
    for (index, entry) in entries.iter().enumerate() {
        let text = entry.text.escape_ascii();
        let first = *texts.entry(entry.text).or_insert(index);
        let message = if !seen.contains(&entry.offset) {
            format!("found the string \"{text}\", which nothing uses")
        } else if first != index {
            format!("found the string \"{text}\" for the second time")
        } else {
            continue;
        };
        let mut finding = Finding::at(&rules::UNUSED_STRING, Spot::Text(index as u32), message)
            .help("repair `canonical` keeps each string that is used once");
        if first != index {
            finding = finding.label(Spot::Text(first as u32), "is the first");
        }
        findings.push(finding);
        break;
    }
    out_of_order(entries, &used, findings);
}

fn out_of_order(entries: &[Entry<'_>], used: &[u32], findings: &mut Findings) {
    let mut last = 0;
    for &offset in used {
        if offset < last {
            let index = entries.iter().position(|entry| entry.offset == offset);
            if let Some(index) = index {
                let text = entries.get(index).map_or(&[][..], |entry| entry.text);
                let message = format!(
                    "found the string \"{}\" before strings that are used earlier",
                    text.escape_ascii()
                );
                findings.push(
                    Finding::at(&rules::STRING_ORDER, Spot::Text(index as u32), message)
                        .help("repair `canonical` puts the strings in order"),
                );
            }
            return;
        }
        last = offset;
    }
}

fn forms(model: &Model<'_>, findings: &mut Findings) {
    for at in all(model) {
        let shorter = match model.command(at) {
            Command::Layout => {
                let layout = model.layout(at);
                let only_builtin = Layout { builtin: layout.builtin, ..Layout::default() };
                if layout == Layout::default() {
                    "kDefaultLayout"
                } else if layout == only_builtin {
                    "kBuiltinLayout"
                } else {
                    continue;
                }
            }
            Command::BuiltinLayout if model.layout(at) == Layout::default() => "kDefaultLayout",
            command @ (Command::Modifiers8Bit | Command::Modifiers) => {
                let flags = model.node(at).c;
                let is_default = model.layout(ModelNode(at.0 + 1)) == Layout::default();
                if flags == 0 && is_default {
                    "kDefaultModifiers"
                } else if command == Command::Modifiers && flags <= 0xff {
                    "kModifiers8Bit"
                } else {
                    continue;
                }
            }
            _ => continue,
        };
        let message = format!("found {}, expected {shorter}, which means the same", model.command(at).name());
        findings.push(
            Finding::new(&rules::LONG_FORM, at, message).help("repair `canonical` writes the shortest form"),
        );
        return;
    }
}

fn order(model: &Model<'_>, findings: &mut Findings) {
    for table in all(model).filter(|&at| model.command(at) == Command::SymbolTable) {
        let owned: Vec<ModelNode> = model.owned(table).collect();
        let mut last: &[u8] = &[];
        for (index, entry) in model.entries(table).iter().enumerate() {
            let name = model.entry_name(&owned, entry);
            if name < last {
                let message = format!(
                    "found `{}` after `{}`, expected entries sorted by name",
                    String::from_utf8_lossy(name),
                    String::from_utf8_lossy(last)
                );
                findings.push(
                    Finding::new(&rules::TABLE_ORDER, table, message)
                        .field("symbols")
                        .item(index)
                        .help("repair `canonical` sorts the entries"),
                );
                return;
            }
            last = name;
        }
    }
}
