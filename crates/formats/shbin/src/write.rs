//! Serialises model and layout.
//!
//! [`Layout::canonical`] gives picasso's order: header, offsets, program, then each executable with
//! constants, labels, outputs, uniforms and symbols, padded to a multiple of 4. [`Layout::of`] keeps the
//! order, gaps and odd offsets of a file, so that writing its model reproduces its bytes. With any layout,
//! offsets and counts follow changes of the model.

mod layout;

use glassbox_core::format::WriteError;
use std::collections::{HashMap, HashSet};

use glassbox_core::record::Record;

pub use self::layout::{Layout, Piece, Pin};

use crate::file::{Part, Table};
use crate::model::{Binary, Executable, Object, References, Shbin, Tables};
use crate::raw::{
    self, ExecutableHeader, FileHeader, Hex16, Hex32, ObjectHeader, ProgramHeader, ReferencesHeader,
    ShortProgramHeader,
};

/// Writes a model. `Err` describes what cannot be expressed.
pub fn write(model: &Shbin<'_>, layout: &Layout<'_>) -> Result<Vec<u8>, WriteError> {
    if layout.is_canonical() {
        let (missing, lines) = match model {
            Shbin::Binary(binary) => (&binary.missing, binary.program.lines_count),
            Shbin::Object(object) => (&object.missing, 0),
        };
        if let Some(path) = missing.first() {
            return Err(WriteError::new(format!(
                "{path} could not be read, so the file cannot be rewritten"
            )));
        }
        if lines != 0 {
            return Err(WriteError::new("the program has a line table, whose layout is not known"));
        }
    }
    assemble(model, layout)
}

fn assemble(model: &Shbin<'_>, layout: &Layout<'_>) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer { model, layout, out: Vec::new(), places: HashMap::new() };
    for piece in &layout.pieces {
        match piece {
            Piece::Part(part) => writer.part(*part),
            Piece::Gap(bytes) => writer.out.extend_from_slice(bytes),
            Piece::Align => writer.align(),
        }
    }
    writer.rest();
    if u32::try_from(writer.out.len()).is_err() {
        return Err(WriteError::new("the file would exceed 4 GiB, which its offsets cannot express"));
    }
    writer.heads();
    for pin in &layout.pins {
        if let Some(&place) = writer.places.get(&pin.part) {
            writer.patch(place + pin.offset as usize, pin.value);
        }
    }
    Ok(writer.out)
}

struct Writer<'w, 'a> {
    model: &'w Shbin<'a>,
    layout: &'w Layout<'w>,
    out: Vec<u8>,
    places: HashMap<Part, usize>,
}

impl<'w, 'a> Writer<'w, 'a> {
    fn align(&mut self) {
        self.out.resize(self.out.len().next_multiple_of(4), 0);
    }

    fn patch(&mut self, at: usize, value: u32) {
        if let Some(slot) = self.out.get_mut(at..at + 4) {
            slot.copy_from_slice(&value.to_le_bytes());
        }
    }

    fn binary(&self) -> Option<&'w Binary<'a>> {
        match self.model {
            Shbin::Binary(binary) => Some(binary),
            Shbin::Object(_) => None,
        }
    }

    fn object(&self) -> Option<&'w Object<'a>> {
        match self.model {
            Shbin::Binary(_) => None,
            Shbin::Object(object) => Some(object),
        }
    }

    fn tables(&self, position: u32) -> Option<&'w Tables<'a>> {
        match self.model {
            Shbin::Binary(binary) => {
                binary.executables.get(position as usize).map(|executable| &executable.tables)
            }
            Shbin::Object(object) => (position == 0).then_some(&object.tables),
        }
    }

    /// Number of offset table entries, including those of unreadable executables.
    fn offset_count(&self) -> usize {
        let executables = self.binary().map_or(0, |binary| binary.executables.len());
        executables.max(self.layout.offsets as usize)
    }

    /// Bytes of a part other than a header.
    fn body(&self, part: Part) -> &'w [u8] {
        match (part, self.model) {
            (Part::Code, Shbin::Binary(binary)) => binary.program.code.bytes(),
            (Part::Code, Shbin::Object(object)) => object.code.bytes(),
            (Part::Descriptors, Shbin::Binary(binary)) => binary.program.descriptors.bytes(),
            (Part::Descriptors, Shbin::Object(object)) => object.descriptors.bytes(),
            (Part::FileNames, Shbin::Binary(binary)) => &binary.program.file_names,
            (Part::SourceLines, Shbin::Object(object)) => object.lines.bytes(),
            (Part::OperandRecords, Shbin::Object(object)) => object.operands.bytes(),
            (Part::Exports, Shbin::Object(object)) => {
                object.references.as_ref().map_or(&[], |references| references.exports.bytes())
            }
            (Part::Imports, Shbin::Object(object)) => {
                object.references.as_ref().map_or(&[], |references| references.imports.bytes())
            }
            (Part::Table(position, table), _) => {
                let tables = self.tables(position);
                let bytes = tables.map(|tables| match table {
                    Table::Constants => tables.constants.bytes(),
                    Table::Labels => tables.labels.bytes(),
                    Table::Outputs => tables.outputs.bytes(),
                    Table::Uniforms => tables.uniforms.bytes(),
                    Table::Symbols => &tables.symbols.bytes,
                });
                bytes.unwrap_or_default()
            }
            _ => &[],
        }
    }

    /// Reserves space for a header, or writes the bytes of another part.
    fn part(&mut self, part: Part) {
        if self.places.contains_key(&part) {
            return;
        }
        self.places.insert(part, self.out.len());
        let head = match part {
            Part::Head => FileHeader::SIZE,
            Part::Offsets => 4 * self.offset_count(),
            Part::Program if self.layout.short_header => ShortProgramHeader::SIZE,
            Part::Program => ProgramHeader::SIZE,
            Part::Executable(_) => ExecutableHeader::SIZE,
            Part::Object => ObjectHeader::SIZE,
            Part::References => ReferencesHeader::SIZE,
            _ => {
                let body = self.body(part);
                self.out.extend_from_slice(body);
                return;
            }
        };
        self.out.resize(self.out.len() + head, 0);
    }

    /// Writes the parts that the layout does not place, in canonical order. A layout from a file places every
    /// part it has, so only nonempty parts are new to it.
    fn rest(&mut self) {
        let canonical = self.layout.is_canonical();
        let shared: HashSet<Part> = self.layout.shared.iter().copied().collect();
        let place = |writer: &mut Self, part: Part| {
            let is_new = !writer.places.contains_key(&part) && !shared.contains(&part);
            if is_new && (canonical || !writer.body(part).is_empty()) {
                writer.part(part);
                true
            } else {
                false
            }
        };
        if let Some(binary) = self.binary() {
            if canonical {
                for part in [Part::Head, Part::Offsets, Part::Program] {
                    self.part(part);
                }
            }
            place(self, Part::Code);
            place(self, Part::Descriptors);
            if !binary.program.file_names.is_empty() && place(self, Part::FileNames) {
                self.align();
            }
            if canonical {
                self.places.insert(Part::Lines, self.out.len());
            }
            for position in 0..binary.executables.len() as u32 {
                let part = Part::Executable(position);
                if !self.places.contains_key(&part) && !shared.contains(&part) {
                    self.part(part);
                }
                let mut added = false;
                for table in Table::ALL {
                    added |= place(self, Part::Table(position, table));
                }
                if added {
                    self.align();
                }
            }
        }
        if let Some(object) = self.object() {
            if canonical {
                self.part(Part::Object);
            }
            let parts = [
                Part::Table(0, Table::Constants),
                Part::Table(0, Table::Labels),
                Part::Code,
                Part::Descriptors,
                Part::SourceLines,
                Part::OperandRecords,
                Part::Table(0, Table::Outputs),
                Part::Table(0, Table::Uniforms),
                Part::Table(0, Table::Symbols),
            ];
            let mut added = false;
            for part in parts {
                added |= place(self, part);
            }
            if added {
                self.align();
            }
            if object.references.is_some() {
                // Readers look for the section after everything else.
                if !self.places.contains_key(&Part::References) && !shared.contains(&Part::References) {
                    self.align();
                    self.part(Part::References);
                }
                for part in [Part::Exports, Part::Imports] {
                    place(self, part);
                }
            }
        }
    }

    /// Distance of a part from a header; zero for an unplaced part.
    fn distance(&self, part: Part, base: usize) -> u32 {
        self.places.get(&part).map_or(0, |&place| place.wrapping_sub(base) as u32)
    }

    fn put(&mut self, at: usize, head: &impl Record) {
        let mut bytes = Vec::new();
        head.encode(&mut bytes);
        if let Some(slot) = self.out.get_mut(at..at + bytes.len()) {
            slot.copy_from_slice(&bytes);
        }
    }

    /// Fills in the headers once every part is placed.
    fn heads(&mut self) {
        if let Some(&at) = self.places.get(&Part::Object)
            && let Some(object) = self.object()
        {
            let head = self.object_head(object, at);
            self.put(at, &head);
            if let Some(&at) = self.places.get(&Part::References)
                && let Some(references) = &object.references
            {
                let head = self.references_head(references, at);
                self.put(at, &head);
            }
        }
        let Some(binary) = self.binary() else {
            return;
        };
        let head = FileHeader { magic: raw::DVLB, count: self.offset_count() as u32 };
        if let Some(&at) = self.places.get(&Part::Head) {
            self.put(at, &head);
        }
        if let Some(&at) = self.places.get(&Part::Offsets) {
            for position in 0..binary.executables.len() {
                let offset = self.distance(Part::Executable(position as u32), 0);
                self.patch(at + 4 * position, offset);
            }
        }
        if let Some(&at) = self.places.get(&Part::Program) {
            self.program_head(binary, at);
        }
        for (position, executable) in binary.executables.iter().enumerate() {
            if let Some(&at) = self.places.get(&Part::Executable(position as u32)) {
                let head = self.executable_head(executable, position as u32, at);
                self.put(at, &head);
            }
        }
    }

    fn program_head(&mut self, binary: &Binary<'_>, at: usize) {
        let program = &binary.program;
        let names = program.file_names.len() as u32;
        let lines = if self.layout.is_canonical() && names != 0 { Part::FileNames } else { Part::Lines };
        let head = ProgramHeader {
            magic: raw::DVLP,
            version: Hex32(program.version),
            code_offset: self.distance(Part::Code, at),
            code_words: program.code.len() as u32,
            descriptor_offset: self.distance(Part::Descriptors, at),
            descriptor_count: program.descriptors.len() as u32,
            lines_offset: self.distance(lines, at),
            lines_count: program.lines_count,
            file_names_offset: self.distance(Part::FileNames, at),
            file_names_size: names,
        };
        if self.layout.short_header {
            let mut bytes = Vec::new();
            head.encode(&mut bytes);
            if let Some(short) = ShortProgramHeader::decode(&bytes) {
                self.put(at, &short);
            }
        } else {
            self.put(at, &head);
        }
    }

    fn executable_head(&self, executable: &Executable<'_>, position: u32, at: usize) -> ExecutableHeader {
        let tables = &executable.tables;
        let offset = |table| self.distance(Part::Table(position, table), at);
        ExecutableHeader {
            magic: raw::DVLE,
            version: Hex16(executable.version),
            stage: executable.stage,
            merge: executable.merge,
            main: executable.main,
            end_main: executable.end_main,
            input_mask: Hex16(executable.input_mask),
            output_mask: Hex16(executable.output_mask),
            geometry_mode: executable.geometry.mode,
            fixed_start: executable.geometry.fixed_start,
            full_vertices: executable.geometry.full_vertices,
            fixed_vertices: executable.geometry.fixed_vertices,
            constants_offset: offset(Table::Constants),
            constants_count: tables.constants.len() as u32,
            labels_offset: offset(Table::Labels),
            labels_count: tables.labels.len() as u32,
            outputs_offset: offset(Table::Outputs),
            outputs_count: tables.outputs.len() as u32,
            uniforms_offset: offset(Table::Uniforms),
            uniforms_count: tables.uniforms.len() as u32,
            symbols_offset: offset(Table::Symbols),
            symbols_size: tables.symbols.bytes.len() as u32,
        }
    }

    fn object_head(&self, object: &Object<'_>, at: usize) -> ObjectHeader {
        let tables = &object.tables;
        let offset = |part| self.distance(part, at);
        let table = |table| self.distance(Part::Table(0, table), at);
        ObjectHeader {
            magic: raw::DVOJ,
            version: Hex16(object.version),
            stage: object.stage,
            merge: object.merge,
            input_mask: Hex16(object.input_mask),
            output_mask: Hex16(object.output_mask),
            geometry: Hex32(object.geometry),
            constants_offset: table(Table::Constants),
            constants_count: tables.constants.len() as u32,
            labels_offset: table(Table::Labels),
            labels_count: tables.labels.len() as u32,
            code_offset: offset(Part::Code),
            code_words: object.code.len() as u32,
            descriptor_offset: offset(Part::Descriptors),
            descriptor_count: object.descriptors.len() as u32,
            lines_offset: offset(Part::SourceLines),
            lines_count: object.lines.len() as u32,
            operands_offset: offset(Part::OperandRecords),
            operands_count: object.operands.len() as u32,
            outputs_offset: table(Table::Outputs),
            outputs_count: tables.outputs.len() as u32,
            uniforms_offset: table(Table::Uniforms),
            uniforms_count: tables.uniforms.len() as u32,
            symbols_offset: table(Table::Symbols),
            symbols_size: tables.symbols.bytes.len() as u32,
        }
    }

    fn references_head(&self, references: &References<'_>, at: usize) -> ReferencesHeader {
        ReferencesHeader {
            magic: raw::REFERENCES,
            version: references.version,
            flags: Hex16(references.flags),
            entry_name: references.entry_name,
            entry_start: references.entry_start,
            entry_size: references.entry_size,
            exports_offset: self.distance(Part::Exports, at),
            exports_count: references.exports.len() as u32,
            imports_offset: self.distance(Part::Imports, at),
            imports_count: references.imports.len() as u32,
        }
    }
}
