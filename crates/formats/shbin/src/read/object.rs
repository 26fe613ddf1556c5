//! Parses DVOJ.

use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder};
use glassbox_core::record::Record;

use super::Reading;
use super::tables::{Owner, Wanted, object_fields};
use crate::file::{Part, Placed, field_location};
use crate::model::{Object, References};
use crate::raw::{self, ObjectHeader, ReferencesHeader};
use crate::rules;

impl<'a, R: Recorder> Reading<'_, 'a, R> {
    /// Reads a DVOJ.
    pub(super) fn object(&mut self) -> Object<'a> {
        let mut object = Object::default();
        let root = self.reader.root;
        let Ok((head, node)) = self.reader.record::<ObjectHeader>(root.name("dvoj"), 0) else {
            let size = self.reader.size();
            self.reader.node(root.name("dvoj"), 0, size, NodeKind::Raw);
            let location = self.reader.location(0, size, "dvoj");
            let message = format!("found {size:#x} bytes, expected a header of 0x58");
            self.reader
                .report(&rules::OBJECT_SHORT, location, message)
                .help("the file is cut off; get a complete copy, or rebuild it");
            object.missing.push("dvoj".to_owned());
            return object;
        };
        self.heads.object = Some(head);
        self.claim(Part::Object, 0, ObjectHeader::SIZE as u64);
        let owner = Owner { node, start: 0, path: "dvoj", parent: "" };
        let rule = &rules::OBJECT_RANGE;
        let entry = |name, what, part, offset, count, unit| Wanted {
            name: root.name(name),
            what,
            part,
            rule,
            offset,
            count,
            unit,
            is_size: false,
        };
        let descriptors = self.table(
            &owner,
            entry(
                "descriptors",
                "descriptor table",
                Part::Descriptors,
                (ObjectHeader::descriptor_offset, head.descriptor_offset),
                (ObjectHeader::descriptor_count, head.descriptor_count),
                8,
            ),
            Reader::records,
        );
        let aid = descriptors.as_ref().map(|(_, node)| *node);
        let code = self.code(
            &owner,
            (ObjectHeader::code_offset, head.code_offset),
            (ObjectHeader::code_words, head.code_words),
            rule,
            aid,
        );
        let lines = self.table(
            &owner,
            entry(
                "lines",
                "source line table",
                Part::SourceLines,
                (ObjectHeader::lines_offset, head.lines_offset),
                (ObjectHeader::lines_count, head.lines_count),
                8,
            ),
            Reader::records,
        );
        let operands = self.table(
            &owner,
            entry(
                "operands",
                "operand table",
                Part::OperandRecords,
                (ObjectHeader::operands_offset, head.operands_offset),
                (ObjectHeader::operands_count, head.operands_count),
                12,
            ),
            Reader::records,
        );
        let tables = self.tables(&owner, root, 0, &object_fields(&head));
        if let (Some((_, node)), Some(base)) = (&lines, self.symbols) {
            self.reader.link(*node, &raw::SourceLine::file, LinkKind::Pointer { base, unit: 1 });
        }
        let references = self.references(self.symbols).map(Box::new);
        Object {
            version: head.version.0,
            stage: head.stage,
            merge: head.merge,
            input_mask: head.input_mask.0,
            output_mask: head.output_mask.0,
            geometry: head.geometry.0,
            code,
            descriptors: descriptors.map(|(table, _)| table).unwrap_or_default(),
            lines: lines.map(|(table, _)| table).unwrap_or_default(),
            operands: operands.map(|(table, _)| table).unwrap_or_default(),
            tables,
            references,
            missing: std::mem::take(&mut self.missing),
        }
    }

    /// Reads the reference section, which follows everything the header refers to.
    fn references(&mut self, symbols: Option<NodeId>) -> Option<References<'a>> {
        let end = self.claims.iter().map(|claim| claim.end).max()?;
        let start = end.next_multiple_of(4);
        let magic = self.reader.slice(start, 4).ok()?;
        if magic != raw::REFERENCES.0 {
            return None;
        }
        let root = self.reader.root;
        let Ok((head, node)) = self.reader.record::<ReferencesHeader>(root.name("references"), start) else {
            let size = self.reader.size();
            self.reader.node(root.name("references"), start, size, NodeKind::Raw);
            let message = format!("found {:#x} bytes, expected a header of 0x24", size - start);
            let location = self.reader.location(start, size, "references");
            self.reader
                .report(&rules::REFERENCES_RANGE, location, message)
                .help("the file is cut off; get a complete copy, or rebuild it");
            self.missing.push("references".to_owned());
            return None;
        };
        self.claim(Part::References, start, start + ReferencesHeader::SIZE as u64);
        self.heads.references = Some(Placed { start, head });
        let mut references = References {
            version: head.version,
            flags: head.flags.0,
            entry_name: head.entry_name,
            entry_start: head.entry_start,
            entry_size: head.entry_size,
            ..References::default()
        };
        if head.version != raw::REFERENCES_VERSION {
            self.unknown_version(start, head.version);
            return Some(references);
        }
        let owner = Owner { node, start, path: "references", parent: "references" };
        let wanted = |name, what, part, offset, count, unit| Wanted {
            name: node.name(name),
            what,
            part,
            rule: &rules::REFERENCES_RANGE,
            offset,
            count,
            unit,
            is_size: false,
        };
        let exports = self.table(
            &owner,
            wanted(
                "exports",
                "table of offered procedures",
                Part::Exports,
                (ReferencesHeader::exports_offset, head.exports_offset),
                (ReferencesHeader::exports_count, head.exports_count),
                12,
            ),
            Reader::records,
        );
        let imports = self.table(
            &owner,
            wanted(
                "imports",
                "table of calls",
                Part::Imports,
                (ReferencesHeader::imports_offset, head.imports_offset),
                (ReferencesHeader::imports_count, head.imports_count),
                8,
            ),
            Reader::records,
        );
        if let Some(base) = symbols {
            let follows = LinkKind::Pointer { base, unit: 1 };
            self.reader.link(node, &ReferencesHeader::entry_name, follows);
            if let Some((_, node)) = &exports {
                self.reader.link(*node, &raw::Export::name, follows);
            }
            if let Some((_, node)) = &imports {
                self.reader.link(*node, &raw::Import::name, follows);
            }
        }
        references.exports = exports.map(|(table, _)| table).unwrap_or_default();
        references.imports = imports.map(|(table, _)| table).unwrap_or_default();
        Some(references)
    }

    /// Reports a section whose tables are skipped.
    fn unknown_version(&mut self, start: u64, version: u16) {
        let expected = raw::REFERENCES_VERSION;
        let field = ReferencesHeader::version;
        let location = field_location(self.reader.window(), start, "references", field);
        let message = format!("found version {version}, expected {expected}");
        self.reader
            .report(&rules::REFERENCES_VERSION, location, message)
            .help("use the Glassbox that wrote the object, or reassemble its source");
        self.missing.push("references".to_owned());
    }
}
