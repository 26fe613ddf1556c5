//! Checks extended data: shape, references, layout.

use std::collections::{HashMap, HashSet};

use glassbox_core::diagnostic::{Diagnostic, Location, Reporter};

use super::Check;
use crate::extended::{ExtendedData, MemberType, Structure};
use crate::file::{Role, Section, has_object};
use crate::raw::{Symbol, SymbolType};
use crate::rules;
use crate::sd::names::hash;
use crate::sd::records::{EnumIndex, SdType};
use crate::sd::shape::{self, Shape};
use crate::sd::{Document, View};
use crate::std140::{self, Extent};

/// A structure in the symbol table.
struct Described<'d> {
    symbol: usize,
    object: usize,
    ty: SymbolType,
    structure: Structure<'d>,
}

impl Check<'_, '_> {
    pub(super) fn extended(&mut self) {
        let file = self.file;
        let Some(section) = file.content_of(Role::ExtendedData) else {
            return;
        };
        let objects = std::mem::take(&mut self.objects);
        let symbols = file.symbols();
        let mut structures: Vec<Option<Described<'_>>> = Vec::new();
        structures.resize_with(symbols.len(), || None);
        // Symbols of one type sharing an object would yield the same findings.
        let mut checked: HashMap<(usize, SymbolType), bool> = HashMap::new();
        for (index, symbol) in symbols.iter().enumerate() {
            if !has_object(&symbol, section.content.len()) {
                continue;
            }
            let Some(number) = objects.at(symbol.extended_data) else {
                continue;
            };
            let Some(document) = objects.documents.get(number).filter(|document| document.is_whole()) else {
                continue;
            };
            let key = (number, symbol.symbol_type);
            let fits = match (checked.get(&key), shape::of(symbol.symbol_type)) {
                (Some(&fits), _) => fits,
                (None, Some(shape)) => self.shape(section, number, document, shape, symbol.symbol_type),
                (None, None) => true,
            };
            checked.insert(key, fits);
            if !fits {
                continue;
            }
            let data = ExtendedData::decode(symbol.symbol_type, document.root());
            if let ExtendedData::Structure(structure) = data {
                let described =
                    Described { symbol: index, object: number, ty: symbol.symbol_type, structure };
                structures[index] = Some(described);
            }
        }
        let mut members = Vec::new();
        let extents = self.extents(section, &objects.documents, &structures, &mut members);
        let mut reported = HashSet::new();
        for described in structures.iter().flatten() {
            if reported.insert((described.object, described.ty))
                && let Some(document) = objects.documents.get(described.object)
            {
                self.layout(section, document, described, &extents, &mut members);
            }
        }
        self.findings.extend(members);
        self.objects = objects;
    }

    /// Checks that an object has the shape its symbol requires; reports mismatches.
    fn shape(
        &mut self,
        section: &Section<'_>,
        number: usize,
        document: &Document<'_>,
        shape: &'static Shape,
        ty: SymbolType,
    ) -> bool {
        let object = format!("object[{number}]");
        let file = self.file;
        let mut fits = true;
        let mut shapes: Vec<&'static Shape> = Vec::with_capacity(document.items().len());
        let mut ordinals: Vec<u32> = vec![0; document.items().len()];
        for index in 0..document.items().len() {
            let view = document.view(index as u32);
            let item = view.item();
            let own = if index == 0 {
                shape
            } else {
                let parent = item.parent as usize;
                let ordinal = ordinals[parent];
                ordinals[parent] += 1;
                shapes[parent].of_child(view.at(item.parent), ordinal as usize, item.hash)
            };
            let own = own.settled(view);
            shapes.push(own);
            let Some(message) = misfit(own, view) else {
                continue;
            };
            fits = false;
            let path = view.tree_path(&object).0;
            let location = file.place(section, u64::from(item.start), u64::from(item.end), &path);
            self.report(&rules::EXTENDED_DATA_SHAPE, location, message)
                .note(format!("the symbol is of type {ty}"))
                .help("store what the type of the symbol needs");
        }
        if fits {
            self.vector_sizes(section, &object, document, &shapes);
        }
        fits
    }

    fn vector_sizes(
        &mut self,
        section: &Section<'_>,
        object: &str,
        document: &Document<'_>,
        shapes: &[&'static Shape],
    ) {
        for (index, shape) in shapes.iter().enumerate() {
            let is_vector = matches!(shape, Shape::Object([first, _]) if first.name == "item");
            if !is_vector {
                continue;
            }
            let Some(size) = document.view(index as u32).property(hash("size")) else {
                continue;
            };
            let value = size.byte().unwrap_or_default();
            if (2..=4).contains(&value) {
                continue;
            }
            let item = size.item();
            let path = size.tree_path(object).1;
            let location = self.file.place(section, u64::from(item.payload), u64::from(item.end), &path);
            let message = format!("found a vector of {value}, expected 2 to 4");
            self.report(&rules::VECTOR_SIZE, location, message).help("set a size of 2, 3 or 4");
        }
    }

    /// Computes the std140 extent of each structure. Reports dangling and circular references.
    fn extents(
        &self,
        section: &Section<'_>,
        documents: &[Document<'_>],
        structures: &[Option<Described<'_>>],
        out: &mut Vec<Diagnostic>,
    ) -> Vec<Option<Extent>> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let symbols = self.file.symbols();
        let mut marks = vec![Mark::New; structures.len()];
        let mut extents: Vec<Option<Extent>> = vec![None; structures.len()];
        for start in 0..structures.len() {
            // Explicit stack: each entry is a structure and its next unvisited member.
            let mut stack = vec![(start, 0)];
            while let Some(&(at, next)) = stack.last() {
                let Some(described) = structures.get(at).and_then(Option::as_ref) else {
                    stack.pop();
                    continue;
                };
                if next == 0 {
                    if marks[at] != Mark::New {
                        stack.pop();
                        continue;
                    }
                    marks[at] = Mark::Open;
                }
                let Some(member) = described.structure.props.get(next) else {
                    marks[at] = Mark::Done;
                    let whole = std140::layout(&described.structure, |index| {
                        extents.get(usize::from(index)).copied().flatten()
                    });
                    extents[at] = whole.map(|layout| layout.whole);
                    stack.pop();
                    continue;
                };
                if let Some(top) = stack.last_mut() {
                    top.1 += 1;
                }
                let Some(index) = member.ty.reference() else {
                    continue;
                };
                let target = usize::from(index);
                let ty = symbols.get(target).map(|symbol| symbol.symbol_type);
                if ty == Some(SymbolType::CONSTANT_BUFFER) && marks[target] != Mark::Open {
                    if marks[target] == Mark::New {
                        stack.push((target, 0));
                    }
                    continue;
                }
                let place = reference_place(self.file, section, documents, described, next);
                let name = String::from_utf8_lossy(&member.name);
                out.push(self.wrong_reference(place, &name, index, ty, described));
            }
        }
        extents
    }

    /// Finding for a member whose structure is in no constant buffer, or contains the member.
    fn wrong_reference(
        &self,
        location: Location,
        name: &str,
        index: u16,
        ty: Option<SymbolType>,
        described: &Described<'_>,
    ) -> Diagnostic {
        let found = format!("found `{name}` of the structure of symbol {index}");
        let help = "set the index of the symbol that describes the structure";
        match ty {
            Some(SymbolType::CONSTANT_BUFFER) => {
                let message = format!("{found}, expected one that does not contain it");
                Diagnostic::new(&rules::RECURSIVE_STRUCTURE, location, message)
                    .label(
                        self.file.symbol_field(described.symbol, Symbol::name),
                        "this symbol's structure would hold itself",
                    )
                    .help("set the index of the intended structure")
            }
            Some(ty) => {
                let message = format!("{found}, a {ty}, expected a ConstantBuffer");
                Diagnostic::new(&rules::MEMBER_STRUCTURE, location, message)
                    .label(
                        self.file.symbol_field(usize::from(index), Symbol::symbol_type),
                        "the symbol it leads to",
                    )
                    .help(help)
            }
            None => {
                let count = self.file.symbols().len();
                let message = format!("{found}, expected less than {count}, the number of symbols");
                Diagnostic::new(&rules::MEMBER_STRUCTURE, location, message).help(help)
            }
        }
    }

    fn layout(
        &self,
        section: &Section<'_>,
        document: &Document<'_>,
        described: &Described<'_>,
        extents: &[Option<Extent>],
        out: &mut Vec<Diagnostic>,
    ) {
        let structure = &described.structure;
        let object = format!("object[{}]", described.object);
        let is_buffer = described.ty == SymbolType::CONSTANT_BUFFER;
        let offset = |member: usize| -> Location {
            let view = member_view(document, member).and_then(|view| view.property(hash("offset")));
            self.payload_place(section, &object, view.unwrap_or(document.root()))
        };
        let reference = |index: u16| extents.get(usize::from(index)).copied().flatten();
        let size_of = |ty: MemberType| match (is_buffer, ty) {
            (false, MemberType::Plain(plain)) => Some(u64::from(plain.packed_size())),
            _ => std140::member(ty, reference).map(|extent| extent.size),
        };
        let mut placed: Vec<(u64, u64, usize)> = Vec::new();
        for (index, member) in structure.props.iter().enumerate() {
            let name = String::from_utf8_lossy(&member.name);
            let Some(size) = size_of(member.ty) else { continue };
            let start = u64::from(member.offset);
            let end = start.saturating_add(size);
            if end > u64::from(structure.size) {
                let message = format!(
                    "found `{name}` at {start}..{end}, expected it to end by {}, the size",
                    structure.size
                );
                let view = document.root().property(hash("size")).unwrap_or(document.root());
                out.report(&rules::MEMBER_PAST_BUFFER, offset(index), message)
                    .label(self.payload_place(section, &object, view), format!("says {}", structure.size))
                    .help("correct the offset or the size");
            }
            placed.push((start, end, index));
        }
        placed.sort_unstable();
        let mut overlap = false;
        let mut reach: Option<(u64, usize)> = None;
        for (start, end, index) in placed {
            if let Some((taken, other)) = reach.filter(|reach| reach.0 > start) {
                overlap = true;
                let name = |index: usize| {
                    structure
                        .props
                        .get(index)
                        .map_or_else(String::new, |member| String::from_utf8_lossy(&member.name).into_owned())
                };
                let message = format!(
                    "found `{}` at {start}, expected it from {taken} on, where `{}` ends",
                    name(index),
                    name(other)
                );
                out.report(&rules::MEMBER_OVERLAP, offset(index), message)
                    .label(offset(other), format!("`{}` begins here", name(other)))
                    .help("lay the buffer out by std140");
            }
            if reach.is_none_or(|reach| reach.0 < end) {
                reach = Some((end, index));
            }
        }
        if !is_buffer || overlap {
            return;
        }
        let Some(layout) = std140::layout(structure, reference) else {
            return;
        };
        let wrong = structure
            .props
            .iter()
            .zip(&layout.offsets)
            .position(|(member, &offset)| u64::from(member.offset) != offset);
        let expected: Vec<String> = layout.offsets.iter().map(u64::to_string).collect();
        let note =
            format!("std140 gives the offsets {} and the size {}", expected.join(", "), layout.whole.size);
        if let Some((index, member)) = wrong.and_then(|index| Some((index, structure.props.get(index)?))) {
            let right = layout.offsets.get(index).copied().unwrap_or_default();
            let name = String::from_utf8_lossy(&member.name);
            let message = format!("found `{name}` at {}, expected {right} by std140", member.offset);
            out.report(&rules::STD140, offset(index), message)
                .note(note)
                .help("use the offsets and the size of std140");
        } else if u64::from(structure.size) != layout.whole.size {
            let view = document.root().property(hash("size")).unwrap_or(document.root());
            let message =
                format!("found a size of {}, expected {} by std140", structure.size, layout.whole.size);
            out.report(&rules::STD140, self.payload_place(section, &object, view), message)
                .note(note)
                .help(format!("set the size to {}", layout.whole.size));
        }
    }

    /// Location of a value's payload.
    pub(super) fn payload_place(&self, section: &Section<'_>, object: &str, view: View<'_, '_>) -> Location {
        let item = view.item();
        let end = if item.ty.is_container() { item.payload + 1 } else { item.end };
        let path = view.tree_path(object).1;
        self.file.place(section, u64::from(item.payload), u64::from(end), &path)
    }
}

fn member_view<'d, 'a>(document: &'d Document<'a>, member: usize) -> Option<View<'d, 'a>> {
    document.root().property(hash("props"))?.children().nth(member)
}

/// Location of the index of a member's structure.
fn reference_place(
    file: &crate::file::File<'_>,
    section: &Section<'_>,
    documents: &[Document<'_>],
    described: &Described<'_>,
    member: usize,
) -> Location {
    let object = format!("object[{}]", described.object);
    let Some(document) = documents.get(described.object) else {
        return file.body(section);
    };
    let index = member_view(document, member)
        .and_then(|view| view.property(hash("ty")))
        .and_then(|ty| match ty.item().ty {
            SdType::OBJECT => ty.property(hash("ty"))?.children().nth(1),
            _ => ty.children().nth(1),
        })
        .unwrap_or(document.root());
    let item = index.item();
    let path = index.tree_path(&object).1;
    file.place(section, u64::from(item.payload), u64::from(item.end), &path)
}

/// Describes what is wrong with a value itself, if anything.
fn misfit(shape: &Shape, view: View<'_, '_>) -> Option<String> {
    let item = view.item();
    let found = || format!("found a value of type {}", item.ty);
    match shape {
        Shape::Any | Shape::Optional(_) | Shape::Either(..) => None,
        Shape::Exactly(ty) => (item.ty != *ty).then(|| format!("{}, expected {ty}", found())),
        Shape::Index(index) => match view.byte() {
            None => Some(format!("{}, expected Uint8", found())),
            Some(value) => out_of_range(*index, value),
        },
        Shape::Object(fields) => {
            if item.ty != SdType::OBJECT {
                return Some(format!("{}, expected Object", found()));
            }
            let missing: Vec<&str> = fields
                .iter()
                .filter(|field| view.property(field.hash).is_none())
                .map(|field| field.name)
                .collect();
            if !missing.is_empty() {
                return Some(format!("found no `{}`, expected it in the object", missing.join("`, `")));
            }
            // An array stored as an object must have the variant property; other variants are stored as
            // arrays.
            let variant = fields.iter().any(|field| field.name == "__variant__");
            let tag = shape::member_variant(view).filter(|_| variant)?;
            (tag != crate::kinds::PropKind::ARRAY.0)
                .then(|| format!("found the variant {tag} as an object, expected 4, Array"))
        }
        Shape::Array(_) => (item.ty != SdType::ARRAY).then(|| format!("{}, expected Array", found())),
        Shape::Tagged(index, variants) => {
            if item.ty != SdType::ARRAY {
                return Some(format!("{}, expected Array", found()));
            }
            let Some(tag) = view.children().next().and_then(|first| first.byte()) else {
                return Some("found an array without an index, expected a variant".to_owned());
            };
            match variants.get(usize::from(tag)) {
                // The index itself is reported at its own location.
                None => out_of_range(*index, tag)
                    .is_none()
                    .then(|| format!("found the variant {tag} as an array, expected an object")),
                Some(fields) => {
                    let wanted = fields.len() + 1;
                    let count = view.children().count();
                    (count < wanted).then(|| format!("found an array of {count}, expected {wanted}"))
                }
            }
        }
    }
}

fn out_of_range(index: EnumIndex, value: u8) -> Option<String> {
    let names = index.names();
    if names.name(u64::from(value)).is_some() {
        return None;
    }
    let last = names.entries.len().saturating_sub(1);
    Some(format!("found the index {value}, expected 0 to {last}"))
}
