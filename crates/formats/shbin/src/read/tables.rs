//! Parses tables referenced by a header's offset and count.

use glassbox_core::diagnostic::{Diagnostic, Location, Rule};
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, NodeName, ReadError, Reader, Recorder};
use glassbox_core::record::{Field, Values};

use super::Reading;
use crate::file::{Part, Table, field_location, join};
use crate::model::{Symbols, Tables};
use crate::raw::{self, ExecutableHeader, ObjectHeader};
use crate::rules;

/// Describes a table to read and its reference.
pub(super) struct Wanted<'s> {
    /// Node name.
    pub(super) name: NodeName,
    /// Name in words, for messages.
    pub(super) what: &'s str,
    /// File part.
    pub(super) part: Part,
    /// Rule reported if it is absent.
    pub(super) rule: &'static Rule,
    /// The fields that hold offset and count, and their values.
    pub(super) offset: (Field, u32),
    pub(super) count: (Field, u32),
    /// Size of an entry in bytes.
    pub(super) unit: u64,
    /// True if the count is a size in units rather than a number of entries.
    pub(super) is_size: bool,
}

impl Wanted<'_> {
    /// Formats a number of entries.
    fn amount(&self, count: u64) -> String {
        match self.unit {
            1 => format!("{count} bytes"),
            4 => format!("{count} words"),
            unit => format!("{count} entries of {unit} bytes"),
        }
    }
}

/// Header that refers to a table.
pub(super) struct Owner<'s> {
    pub(super) node: NodeId,
    pub(super) start: u64,
    pub(super) path: &'s str,
    /// Path of the logical parent, for the tables' paths.
    pub(super) parent: &'s str,
}

impl<'a, R: Recorder> Reading<'_, 'a, R> {
    /// Reads the code words of a program or object.
    pub(super) fn code(
        &mut self,
        owner: &Owner<'_>,
        offset: (Field, u32),
        count: (Field, u32),
        rule: &'static Rule,
        aid: Option<NodeId>,
    ) -> Values<'a, u32> {
        let wanted = Wanted {
            name: self.reader.root.name("code"),
            what: "code",
            part: Part::Code,
            rule,
            offset,
            count,
            unit: 4,
            is_size: true,
        };
        let kind = NodeKind::Code { language: "pica", side_table: aid };
        self.table(owner, wanted, |reader, name, at, count| {
            let (bytes, node) = reader.bytes(name, at, count * 4, kind)?;
            Ok((Values::new(bytes, reader.absolute(at)), node))
        })
        .map(|(words, _)| words)
        .unwrap_or_default()
    }

    /// Reads the five tables of an executable or object, named under `parent`.
    pub(super) fn tables(
        &mut self,
        owner: &Owner<'_>,
        parent: NodeId,
        position: u32,
        fields: &[TableFields; 5],
    ) -> Tables<'a> {
        let mut tables = Tables::default();
        let [constants, labels, outputs, uniforms, symbols] = fields;
        // The symbols are named last, matching their position in most files; names still link to them.
        let wanted = |table, fields: &TableFields| fields.wanted(parent, Part::Table(position, table));
        tables.constants = self
            .table(owner, wanted(Table::Constants, constants), Reader::records)
            .map(|(table, _)| table)
            .unwrap_or_default();
        let labels = self.table(owner, wanted(Table::Labels, labels), Reader::records);
        tables.outputs = self
            .table(owner, wanted(Table::Outputs, outputs), Reader::records)
            .map(|(table, _)| table)
            .unwrap_or_default();
        let uniforms = self.table(owner, wanted(Table::Uniforms, uniforms), Reader::records);
        let symbols = self.table(owner, wanted(Table::Symbols, symbols), |reader, name, at, count| {
            let (bytes, node) = reader.bytes(name, at, count, NodeKind::Strings)?;
            Ok((Symbols::new(bytes, reader.absolute(at)), node))
        });
        self.symbols = symbols.as_ref().map(|(_, node)| *node);
        if let Some(base) = self.symbols {
            let follows = LinkKind::Pointer { base, unit: 1 };
            if let Some((_, node)) = labels {
                self.reader.link(node, &raw::Label::name, follows);
            }
            if let Some((_, node)) = uniforms {
                self.reader.link(node, &raw::Uniform::name, follows);
            }
        }
        tables.labels = labels.map(|(table, _)| table).unwrap_or_default();
        tables.uniforms = uniforms.map(|(table, _)| table).unwrap_or_default();
        tables.symbols = symbols.map(|(table, _)| table).unwrap_or_default();
        tables
    }

    /// Reads a table referenced by a header; `None` if absent.
    pub(super) fn table<V>(
        &mut self,
        owner: &Owner<'_>,
        wanted: Wanted<'_>,
        read: impl FnOnce(&mut Reader<'a, R>, NodeName, u64, u64) -> Result<(V, NodeId), ReadError>,
    ) -> Option<(V, NodeId)> {
        let ((offset_field, offset), (count_field, count)) = (wanted.offset, wanted.count);
        let at = owner.start + u64::from(offset);
        let size = self.reader.size();
        if self.exhausted || count == 0 && (offset == 0 || at > size) {
            return None;
        }
        let path = || join(owner.parent, wanted.name.text);
        match read(self.reader, wanted.name, at, u64::from(count)) {
            Ok((table, node)) => {
                let end = at + u64::from(count) * wanted.unit;
                self.claim(wanted.part, at, end);
                let target = LinkKind::Offset { target: node, base: owner.node, unit: 1 };
                self.reader.link(owner.node, &offset_field, target);
                let follows = if wanted.is_size {
                    LinkKind::Size { of: node, unit: wanted.unit as u32 }
                } else {
                    LinkKind::Count { of: node }
                };
                self.reader.link(owner.node, &count_field, follows);
                Some((table, node))
            }
            Err(ReadError::BudgetExceeded) => {
                let location = field_location(self.reader.window(), owner.start, owner.path, count_field);
                let message =
                    format!("found a {} of {}, left it unread", wanted.what, wanted.amount(u64::from(count)));
                let note = "the tables of this file claim its bytes so often that reading on would cost too much work";
                self.report_limit(location, message, note);
                self.exhausted = true;
                self.missing.push(path());
                None
            }
            Err(ReadError::OutOfBounds { needed, .. }) => {
                self.missing.push(path());
                let window = self.reader.window();
                let offset_place = field_location(window, owner.start, owner.path, offset_field);
                let count_place = field_location(window, owner.start, owner.path, count_field);
                let message = format!(
                    "{} ends at {needed:#x}, expected an end within the file of {size:#x} bytes",
                    wanted.what
                );
                let diagnostic = if at >= size {
                    Diagnostic::new(wanted.rule, offset_place, message)
                        .label(count_place, format!("it has {}", wanted.amount(u64::from(count))))
                        .help("fix the offset, or get a complete copy of the file if it is cut off")
                } else {
                    let fits = (size - at) / wanted.unit;
                    // Appending is a useful fix only if little is missing, as in a truncated file.
                    let more = match needed - size {
                        missing if missing <= size => format!(" or append {missing:#x} bytes"),
                        _ => String::new(),
                    };
                    Diagnostic::new(wanted.rule, count_place, message)
                        .label(offset_place, format!("it starts at {at:#x}"))
                        .help(format!(
                            "{} fit; set {} to {fits}{more}",
                            wanted.amount(fits),
                            count_field.name
                        ))
                };
                self.reader.diagnostics.push(diagnostic.note(format!(
                    "{offset:#x} counts from {:#x}, where {} starts",
                    owner.start, owner.path
                )));
                None
            }
        }
    }

    pub(super) fn report_limit(&mut self, location: Location, message: String, note: &str) {
        self.reader.report(&rules::LIMIT, location, message).note(note).help("give each table its own bytes");
    }
}

/// Offset and count fields of one of the five tables.
pub(super) struct TableFields {
    name: &'static str,
    what: &'static str,
    rule: &'static Rule,
    offset: (Field, u32),
    count: (Field, u32),
    unit: u64,
}

impl TableFields {
    fn wanted(&self, parent: NodeId, part: Part) -> Wanted<'static> {
        Wanted {
            name: parent.name(self.name),
            what: self.what,
            part,
            rule: self.rule,
            offset: self.offset,
            count: self.count,
            unit: self.unit,
            is_size: self.unit == 1,
        }
    }
}

macro_rules! table_fields {
    ($($function:ident $head:ident $constants:ident $labels:ident $outputs:ident $uniforms:ident $symbols:ident)*) => {$(
        pub(super) fn $function(head: &$head) -> [TableFields; 5] {
            macro_rules! fields {
                ($name:literal $what:literal $rule:ident $offset:ident $count:ident $unit:literal) => {
                    TableFields {
                        name: $name,
                        what: $what,
                        rule: &rules::$rule,
                        offset: ($head::$offset, head.$offset),
                        count: ($head::$count, head.$count),
                        unit: $unit,
                    }
                };
            }
            [
                fields!("constants" "constant table" $constants constants_offset constants_count 0x14),
                fields!("labels" "label table" $labels labels_offset labels_count 0x10),
                fields!("outputs" "output table" $outputs outputs_offset outputs_count 8),
                fields!("uniforms" "uniform table" $uniforms uniforms_offset uniforms_count 8),
                fields!("symbols" "symbol table" $symbols symbols_offset symbols_size 1),
            ]
        }
    )*};
}

table_fields! {
    executable_fields ExecutableHeader CONSTANTS_RANGE LABELS_RANGE OUTPUTS_RANGE UNIFORMS_RANGE SYMBOLS_RANGE
    object_fields ObjectHeader OBJECT_RANGE OBJECT_RANGE OBJECT_RANGE OBJECT_RANGE OBJECT_RANGE
}
