//! Checks runtime data, `RDAT`.

mod module;

use foldhash::HashSet;
use glassbox_core::diagnostic::{Diagnostics, Location, Report, Rule};
use glassbox_core::record::{Field, Record};

use super::{Context, rts};
use crate::part::PartData;
use crate::part::rdat::layout::{Items, Reference, Refers, info_table};
use crate::part::rdat::raw::{Function52, NONE, TableType};
use crate::part::rdat::{Model, Table};
use crate::rules::rdat as rules;

/// Checks the part.
pub(crate) fn check(
    model: &Model<'_>,
    part: &PartData,
    context: &Context<'_, '_>,
    findings: &mut Diagnostics,
) {
    let base = context.window.base;
    tables(model, &part.path, base, context.limits.work(part.size()), findings);
    for (index, signature) in &model.root_signatures {
        let path = format!("{}.bytes.content.root_signature[{index}]", part.path);
        rts::check_at(signature, &path, base, findings);
    }
    module::check(model, part, context, findings);
}

/// Checks the references of all tables; `base` is the file offset of the window, `work` the number of index array items
/// that may be examined.
pub(crate) fn tables(model: &Model<'_>, path: &str, base: u64, work: u64, findings: &mut Diagnostics) {
    let mut check = Check { model, path, base, seen: HashSet::default(), work, findings };
    check.strings();
    for table in &model.tables {
        check.table(table);
    }
}

struct Check<'c, 'a> {
    model: &'c Model<'a>,
    path: &'c str,
    base: u64,
    /// Index arrays already checked, with their item type.
    seen: HashSet<(u32, Items)>,
    work: u64,
    findings: &'c mut Diagnostics,
}

impl Check<'_, '_> {
    fn report(&mut self, rule: &'static Rule, location: Location, message: impl Into<String>) -> Report<'_> {
        self.findings.report(rule, location, message)
    }

    fn strings(&mut self) {
        let Some(table) = self.model.table(TableType::STRINGS) else {
            return;
        };
        if self.model.strings.last().is_some_and(|&last| last != 0) {
            let (start, end) = table.range;
            let path = format!("{}.{}.content", self.path, table.name);
            let location = Location::new(self.base + start, self.base + end, path);
            let message = "the string buffer does not end with a zero byte";
            self.report(&rules::TEXTS, location, message).help("end the last string with a zero byte");
        }
    }

    fn table(&mut self, table: &Table<'_>) {
        let Some(rows) = table.layout().and_then(|layout| layout.rows.as_ref()) else {
            return;
        };
        for index in 0..table.len() {
            if self.findings.is_full() {
                return;
            }
            let Some(bytes) = table.row(index) else { return };
            let Some(row) = rows.row(bytes) else { return };
            for reference in row.references {
                self.reference(table, index, bytes, reference);
            }
            if table.table == TableType::FUNCTIONS {
                self.info(table, index, bytes);
            }
        }
    }

    fn reference(&mut self, table: &Table<'_>, index: usize, bytes: &[u8], reference: &Reference) {
        let Some(value) = word(bytes, reference.field.offset) else {
            return;
        };
        if let Refers::Bytes = reference.to {
            self.bytes(table, index, bytes, value, reference.field);
            return;
        }
        if value == NONE {
            return;
        }
        match reference.to {
            Refers::Text => {
                let size = self.model.strings.len();
                if value as usize >= size {
                    let message =
                        format!("found a name at offset {value:#x}, the string buffer has {size:#x} bytes");
                    self.report(&rules::TEXTS, self.at(table, index, reference.field), message)
                        .help("set it to the offset of the name in the string buffer");
                }
            }
            Refers::Row(target) => self.row(table, index, reference.field, value, target),
            Refers::Array(items) => self.array(table, index, reference.field, value, items),
            Refers::Bytes => {}
        }
    }

    fn at(&self, table: &Table<'_>, index: usize, field: Field) -> Location {
        table.location(self.path, index, field)
    }

    fn bytes(&mut self, table: &Table<'_>, index: usize, bytes: &[u8], offset: u32, field: Field) {
        let size = word(bytes, field.offset + 4).unwrap_or(0);
        let have = self.model.bytes.len() as u64;
        let end = u64::from(offset) + u64::from(size);
        if size == 0 || end <= have {
            return;
        }
        let message =
            format!("found {size} raw bytes at {offset:#x}, which end at {end:#x}; there are {have:#x}");
        self.report(&rules::REFERENCES, self.at(table, index, field), message)
            .help("set offset and size to a range of the raw bytes");
    }

    fn row(&mut self, table: &Table<'_>, index: usize, field: Field, value: u32, target: TableType) {
        let have = self.model.table(target).map_or(0, Table::len);
        if value as usize >= have {
            let message = format!("found row {value} of {target}, which has {have} rows");
            self.report(&rules::REFERENCES, self.at(table, index, field), message)
                .help("set it to an existing row, or to 0xffffffff for none");
        }
    }

    fn array(&mut self, table: &Table<'_>, index: usize, field: Field, value: u32, items: Items) {
        let have = self.model.indices.len() as u64;
        let count = self.model.indices.get(value as usize);
        let end = count.map(|count| u64::from(value) + 1 + u64::from(count));
        let message = match end {
            None => format!("found an index array at word {value}, there are {have} words"),
            Some(end) if end > have => {
                format!("found an index array at word {value} that ends at word {end}, there are {have}")
            }
            Some(_) => return self.items(value, items),
        };
        self.report(&rules::REFERENCES, self.at(table, index, field), message)
            .note("an array is a word with its number of items, then the items")
            .help("set it to the word where the array begins, or to 0xffffffff for none");
    }

    /// Checks the items of a complete array.
    fn items(&mut self, array: u32, items: Items) {
        let count = self.model.indices.get(array as usize).unwrap_or(0);
        if items == Items::Numbers || !self.seen.insert((array, items)) {
            return;
        }
        let Some(work) = self.work.checked_sub(u64::from(count) + 1) else {
            return;
        };
        self.work = work;
        let (what, have, rule) = match items {
            Items::Numbers => return,
            Items::Texts => ("the string buffer".to_owned(), self.model.strings.len(), &rules::TEXTS),
            Items::Rows(target) => {
                let have = self.model.table(target).map_or(0, Table::len);
                (target.to_string(), have, &rules::REFERENCES)
            }
        };
        let name = self.model.table(TableType::INDICES).map_or("indices", |table| table.name.as_str());
        for (number, item) in self.model.array(array).enumerate() {
            if (item as usize) < have || item == NONE {
                continue;
            }
            if self.findings.is_full() {
                return;
            }
            let path = format!("{}.{name}.content", self.path);
            let location = self.model.indices.location(&path, array as usize + 1 + number);
            let message = match items {
                Items::Texts => {
                    format!("found a name at offset {item:#x}, the string buffer has {have:#x} bytes")
                }
                _ => format!("found row {item} of {what}, which has {have} rows"),
            };
            self.report(rule, location, message).help("set it to an existing entry");
        }
    }

    /// Checks the row index of a function in the table of its kind.
    fn info(&mut self, table: &Table<'_>, index: usize, bytes: &[u8]) {
        let Some(function) = Function52::decode(bytes).filter(|function| function.info != NONE) else {
            return;
        };
        let Some(target) = info_table(function.kind) else {
            let message = format!(
                "found row {}, but functions of kind {} have no table of their own",
                function.info, function.kind
            );
            self.report(&rules::REFERENCES, self.at(table, index, Function52::info), message)
                .help("set it to 0xffffffff for none");
            return;
        };
        self.row(table, index, Function52::info, function.info, target);
    }
}

fn word(bytes: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(offset..)?.first_chunk()?))
}
