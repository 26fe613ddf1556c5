//! Model and layout → bytes.
//!
//! [`Layout::canonical`] gives picasso's order: header, offsets, program, then each executable with constants, labels,
//! outputs, uniforms and symbols, padded to a multiple of 4. [`Layout::of`] keeps the order, gaps and odd offsets of a file
//! that was read, so that writing its model gives its bytes again. After a change of the model offsets and counts follow by
//! themselves, whatever the layout.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use glassbox_core::record::{Field, Record};

use crate::file::{Claim, File, Part, Table};
use crate::model::{Binary, Executable, Object, Shbin, Tables};
use crate::raw::{self, ExecutableHead, FileHead, Hex16, Hex32, ObjectHead, ProgramHead, ShortProgramHead};

/// Where a file puts things.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout<'a> {
    /// Whether the layout is that of a file; else it is picasso's and the rest is empty.
    pub is_of_file: bool,
    /// Parts and gaps in file order. Parts of the model that are not here follow at the end, in canonical order.
    pub pieces: Vec<Piece<'a>>,
    /// Header words that do not follow from the pieces.
    pub pins: Vec<Pin>,
    /// Whether the DVLP header is the short one.
    pub short_header: bool,
    /// Offsets in the offset table, when there are more than executables that could be read.
    pub offsets: u32,
    /// Parts that share the bytes of others and have none of their own.
    pub shared: Vec<Part>,
}

/// A piece of a layout.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece<'a> {
    /// A part of the model.
    Part(Part),
    /// Bytes that belong to no part.
    Gap(Cow<'a, [u8]>),
    /// Zero bytes up to a multiple of 4.
    Align,
}

/// A header word that does not follow from the pieces, such as the offset of an empty table that is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pin {
    /// The part that holds the word.
    pub part: Part,
    /// Offset in the part, bytes.
    pub offset: u32,
    /// The word.
    pub value: u32,
}

impl<'a> Layout<'a> {
    /// picasso's layout.
    pub fn canonical() -> Layout<'static> {
        Layout::default()
    }

    /// The layout of a file that was read.
    pub fn of(file: &File<'a>) -> Layout<'a> {
        let (owned, shared) = owners(file);
        let mut pieces = Vec::with_capacity(owned.len() + 4);
        let bytes = file.window.bytes;
        let mut at = 0;
        for claim in &owned {
            pieces.extend(gap(bytes, at, claim.start));
            pieces.push(Piece::Part(claim.part));
            at = claim.end;
        }
        pieces.extend(gap(bytes, at, bytes.len() as u64));
        let mut layout = Layout {
            is_of_file: true,
            pieces,
            pins: Vec::new(),
            short_header: file.heads.short,
            offsets: offset_claim(file),
            shared,
        };
        layout.pins = pins(file, &owned, &layout);
        layout
    }

    fn is_canonical(&self) -> bool {
        !self.is_of_file
    }
}

/// Number of offsets that a file's offset table holds.
fn offset_claim(file: &File<'_>) -> u32 {
    let claim = file.claims.iter().find(|claim| claim.part == Part::Offsets);
    claim.map_or(0, |claim| ((claim.end - claim.start) / 4) as u32)
}

/// The claims that own their bytes, in file order, and the parts that do not.
fn owners(file: &File<'_>) -> (Vec<Claim>, Vec<Part>) {
    let mut taken: BTreeMap<u64, Claim> = BTreeMap::new();
    let mut shared = Vec::new();
    let mut empty = Vec::new();
    for claim in &file.claims {
        if claim.start == claim.end {
            empty.push(*claim);
            continue;
        }
        let before = taken.range(..claim.end).next_back();
        if before.is_some_and(|(_, other)| other.end > claim.start) {
            shared.push(claim.part);
        } else {
            taken.insert(claim.start, *claim);
        }
    }
    let size = file.size();
    empty.retain(|claim| {
        let before = taken.range(..claim.start).next_back();
        let inside = before.is_some_and(|(_, other)| other.end > claim.start) || claim.start > size;
        if inside {
            shared.push(claim.part);
        }
        !inside
    });
    empty.sort_by_key(|claim| claim.start);
    let mut owned = Vec::with_capacity(taken.len() + empty.len());
    let mut empty = empty.into_iter().peekable();
    for claim in taken.into_values() {
        while let Some(other) = empty.next_if(|other| other.start <= claim.start) {
            owned.push(other);
        }
        owned.push(claim);
    }
    owned.extend(empty);
    (owned, shared)
}

/// The piece for bytes that nobody claimed.
fn gap(bytes: &[u8], start: u64, end: u64) -> Option<Piece<'_>> {
    let gap = bytes
        .get(start as usize..end as usize)
        .filter(|gap| !gap.is_empty())?;
    let is_padding = gap.len() < 4 && end.is_multiple_of(4) && gap.iter().all(|&byte| byte == 0);
    Some(if is_padding {
        Piece::Align
    } else {
        Piece::Gap(Cow::Borrowed(gap))
    })
}

/// The words of headers and offsets that writing without pins gets wrong.
fn pins(file: &File<'_>, owned: &[Claim], layout: &Layout<'_>) -> Vec<Pin> {
    let mut pins = Vec::new();
    let Ok(written) = assemble(&file.model, layout) else {
        return pins;
    };
    for claim in owned {
        let is_head = matches!(
            claim.part,
            Part::Head | Part::Offsets | Part::Program | Part::Executable(_) | Part::Object
        );
        if !is_head {
            continue;
        }
        let range = claim.start as usize..claim.end as usize;
        let (Some(ours), Some(theirs)) = (written.get(range.clone()), file.window.bytes.get(range)) else {
            continue;
        };
        let words = ours.chunks_exact(4).zip(theirs.chunks_exact(4));
        for (index, (_, theirs)) in words.enumerate().filter(|(_, (ours, theirs))| ours != theirs) {
            pins.push(Pin {
                part: claim.part,
                offset: 4 * index as u32,
                value: u32::from_le_bytes([theirs[0], theirs[1], theirs[2], theirs[3]]),
            });
        }
    }
    pins
}

/// Writes a model. `Err` says what cannot be expressed.
pub fn write(model: &Shbin<'_>, layout: &Layout<'_>) -> Result<Vec<u8>, String> {
    if layout.is_canonical() {
        let (missing, lines) = match model {
            Shbin::Binary(binary) => (&binary.missing, binary.program.lines_count),
            Shbin::Object(object) => (&object.missing, 0),
        };
        if let Some(path) = missing.first() {
            return Err(format!(
                "{path} could not be read, so the file cannot be written anew"
            ));
        }
        if lines != 0 {
            return Err("the program has a line table, whose layout is not known".to_owned());
        }
    }
    assemble(model, layout)
}

fn assemble(model: &Shbin<'_>, layout: &Layout<'_>) -> Result<Vec<u8>, String> {
    let mut writer = Writer {
        model,
        layout,
        out: Vec::new(),
        places: HashMap::new(),
    };
    for piece in &layout.pieces {
        match piece {
            Piece::Part(part) => writer.part(*part),
            Piece::Gap(bytes) => writer.out.extend_from_slice(bytes),
            Piece::Align => writer.align(),
        }
    }
    writer.rest();
    if u32::try_from(writer.out.len()).is_err() {
        return Err("the file would pass 4 GiB, which its offsets cannot express".to_owned());
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
            Shbin::Binary(binary) => binary
                .executables
                .get(position as usize)
                .map(|executable| &executable.tables),
            Shbin::Object(object) => (position == 0).then_some(&object.tables),
        }
    }

    /// Number of offsets of the offset table: executables that could not be read have one too.
    fn offset_count(&self) -> usize {
        let executables = self.binary().map_or(0, |binary| binary.executables.len());
        executables.max(self.layout.offsets as usize)
    }

    /// The bytes of a part that is not a header.
    fn body(&self, part: Part) -> &'w [u8] {
        let body = match (part, self.model) {
            (Part::Code, Shbin::Binary(binary)) => binary.program.code.bytes(),
            (Part::Code, Shbin::Object(object)) => object.code.bytes(),
            (Part::Descriptors, Shbin::Binary(binary)) => binary.program.descriptors.bytes(),
            (Part::Descriptors, Shbin::Object(object)) => object.descriptors.bytes(),
            (Part::FileNames, Shbin::Binary(binary)) => &binary.program.file_names,
            (Part::SourceLines, Shbin::Object(object)) => object.lines.bytes(),
            (Part::OperandRecords, Shbin::Object(object)) => object.operands.bytes(),
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
        };
        body
    }

    /// Room for a header, or the bytes of another part.
    fn part(&mut self, part: Part) {
        if self.places.contains_key(&part) {
            return;
        }
        self.places.insert(part, self.out.len());
        let head = match part {
            Part::Head => FileHead::SIZE,
            Part::Offsets => 4 * self.offset_count(),
            Part::Program if self.layout.short_header => ShortProgramHead::SIZE,
            Part::Program => ProgramHead::SIZE,
            Part::Executable(_) => ExecutableHead::SIZE,
            Part::Object => ObjectHead::SIZE,
            _ => {
                let body = self.body(part);
                self.out.extend_from_slice(body);
                return;
            }
        };
        self.out.resize(self.out.len() + head, 0);
    }

    /// Everything that the layout does not place, in canonical order. A layout that was read has places for all it knows, so
    /// only parts that have bytes are new to it.
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
        if self.object().is_some() {
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
        }
    }

    /// Distance of a part from a header; zero for a part without a place.
    fn distance(&self, part: Part, base: usize) -> u32 {
        self.places
            .get(&part)
            .map_or(0, |&place| place.wrapping_sub(base) as u32)
    }

    fn put(&mut self, at: usize, head: &impl Record) {
        let mut bytes = Vec::new();
        head.encode(&mut bytes);
        if let Some(slot) = self.out.get_mut(at..at + bytes.len()) {
            slot.copy_from_slice(&bytes);
        }
    }

    /// Fills in the headers, now that every place is known.
    fn heads(&mut self) {
        if let Some(&at) = self.places.get(&Part::Object)
            && let Some(object) = self.object()
        {
            let head = self.object_head(object, at);
            self.put(at, &head);
        }
        let Some(binary) = self.binary() else {
            return;
        };
        let head = FileHead {
            magic: raw::DVLB,
            count: self.offset_count() as u32,
        };
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
        let lines = if self.layout.is_canonical() && names != 0 {
            Part::FileNames
        } else {
            Part::Lines
        };
        let head = ProgramHead {
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
            if let Some(short) = ShortProgramHead::decode(&bytes) {
                self.put(at, &short);
            }
        } else {
            self.put(at, &head);
        }
    }

    fn executable_head(&self, executable: &Executable<'_>, position: u32, at: usize) -> ExecutableHead {
        let tables = &executable.tables;
        let offset = |table| self.distance(Part::Table(position, table), at);
        ExecutableHead {
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

    fn object_head(&self, object: &Object<'_>, at: usize) -> ObjectHead {
        let tables = &object.tables;
        let offset = |part| self.distance(part, at);
        let table = |table| self.distance(Part::Table(0, table), at);
        ObjectHead {
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
}

/// A place in a header, for pins that programs set.
impl Pin {
    /// Gives a field of a header a value that does not follow from the layout. The field must be a word.
    pub fn new(part: Part, field: Field, value: u32) -> Pin {
        Pin {
            part,
            offset: field.offset as u32,
            value,
        }
    }
}
