//! DVOJ.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::reader::{Follows, Kind, Reader, Recorder};
use glassbox_core::record::Record;

use super::Reading;
use super::tables::{Owner, Wanted, object_fields};
use crate::file::Part;
use crate::model::Object;
use crate::raw::{self, ObjectHead};
use crate::rules;

impl<'a, R: Recorder> Reading<'_, 'a, R> {
    /// DVOJ.
    pub(super) fn object(&mut self) -> Object<'a> {
        let mut object = Object::default();
        let root = self.reader.root;
        let Ok((head, node)) = self.reader.record::<ObjectHead>(root.name("dvoj"), 0) else {
            let size = self.reader.size();
            self.reader.node(root.name("dvoj"), 0, size, Kind::Raw);
            let location = self.reader.location(0, size, "dvoj");
            let message = format!("found {size:#x} bytes, expected a header of 0x58");
            self.reader.report(
                Diagnostic::new(&rules::OBJECT_SHORT, location, message)
                    .help("the file is cut off; fetch or build it again"),
            );
            object.missing.push("dvoj".to_owned());
            return object;
        };
        self.heads.object = Some(head);
        self.claim(Part::Object, 0, ObjectHead::SIZE as u64);
        let owner = Owner {
            node,
            start: 0,
            path: "dvoj",
            parent: "",
        };
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
                (ObjectHead::descriptor_offset, head.descriptor_offset),
                (ObjectHead::descriptor_count, head.descriptor_count),
                8,
            ),
            Reader::records,
        );
        let aid = descriptors.as_ref().map(|(_, node)| *node);
        let code = self.code(
            &owner,
            (ObjectHead::code_offset, head.code_offset),
            (ObjectHead::code_words, head.code_words),
            rule,
            aid,
        );
        let lines = self.table(
            &owner,
            entry(
                "lines",
                "source line table",
                Part::SourceLines,
                (ObjectHead::lines_offset, head.lines_offset),
                (ObjectHead::lines_count, head.lines_count),
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
                (ObjectHead::operands_offset, head.operands_offset),
                (ObjectHead::operands_count, head.operands_count),
                12,
            ),
            Reader::records,
        );
        let tables = self.tables(&owner, root, 0, &object_fields(&head));
        if let (Some((_, node)), Some(base)) = (&lines, self.symbols) {
            self.reader
                .link(*node, &raw::SourceLine::file, Follows::Pointer { base, unit: 1 });
        }
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
            missing: std::mem::take(&mut self.missing),
        }
    }
}
