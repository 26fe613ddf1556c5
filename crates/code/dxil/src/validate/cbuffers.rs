//! Checks the layout of constant buffers, as annotated.

use std::collections::BTreeMap;

use super::bindings::name;
use super::context::Validator;
use super::place::{integer, operand, property};
use super::{Subject, rules};
use crate::ir::{Metadata, MetadataId, Type, TypeId, Typed};
use crate::shader::resource::Resource;

/// Largest constant buffer in bytes.
const MAX_SIZE: u32 = 65536;
/// Bytes of a register.
const ROW: u64 = 16;
/// Nesting of structures followed, and ranges compared in a buffer.
const MAX_DEPTH: u32 = 32;
const MAX_RANGES: usize = 1 << 16;

/// Tags of the annotation of a member.
mod tag {
    pub(super) const MATRIX: u32 = 2;
    pub(super) const OFFSET: u32 = 3;
    pub(super) const COMPONENT: u32 = 7;
}

/// Structures with their annotations.
type Annotations = BTreeMap<TypeId, MetadataId>;

/// Checks a constant buffer.
pub(super) fn check(validator: &mut Validator<'_>, index: usize, resource: &Resource) {
    let subject = Subject::Resource(index);
    let size = resource.size.unwrap_or(0);
    if size > MAX_SIZE {
        let message = format!("found {} of {size} bytes, expected at most {MAX_SIZE}", name(resource));
        validator.report(&rules::LAYOUT, subject, message);
        return;
    }
    let types = validator.types;
    let symbol = resource.symbol_type.and_then(|ty| types.pointee(TypeId(u32::try_from(ty).ok()?)));
    let Some(mut ty) = symbol else { return };
    while let Some(Type::Array { element, .. }) = types.get(ty) {
        ty = element;
    }
    let Some(Type::Named { .. } | Type::Struct { .. }) = types.get(ty) else {
        let message =
            format!("found {} as {}, expected a structure", validator.type_name(ty), name(resource));
        validator.report(&rules::LAYOUT, subject, message);
        return;
    };
    let annotations = validator.annotations.take().unwrap_or_else(|| annotations(validator.program.module));
    let mut buffer = Buffer {
        module: validator.program.module,
        annotations: &annotations,
        has_minimum_precision: validator.has_minimum_precision(),
        ranges: Vec::new(),
        problem: None,
    };
    buffer.structure(ty, 0, MAX_DEPTH);
    buffer.overlap();
    if let Some(problem) = buffer.problem {
        let message =
            format!("found {problem} in {}, expected members with bytes of their own", name(resource));
        validator.report(&rules::LAYOUT, subject, message);
    }
    validator.annotations = Some(annotations);
}

/// Annotated structures of a module.
fn annotations(module: &Typed<'_>) -> Annotations {
    let mut found = Annotations::new();
    for &node in module.metadata.named("dx.typeAnnotations").unwrap_or_default() {
        let operands = module.metadata.node(node).unwrap_or_default();
        let is_structures =
            operands.first().copied().flatten().and_then(|tag| integer(module, tag)) == Some(0);
        if !is_structures {
            continue;
        }
        // Pairs of an undefined value of the type and its annotation.
        for pair in operands.get(1..).unwrap_or_default().chunks_exact(2) {
            let &[Some(value), Some(annotation)] = pair else { continue };
            let value = module.metadata.value(value);
            if let Some(ty) = value.and_then(|value| module.type_of(value)) {
                found.insert(ty, annotation);
            }
        }
    }
    found
}

/// Members of a constant buffer as they are placed.
struct Buffer<'b> {
    module: &'b Typed<'b>,
    annotations: &'b Annotations,
    has_minimum_precision: bool,
    /// First byte and end of what is placed.
    ranges: Vec<(u64, u64)>,
    problem: Option<String>,
}

impl Buffer<'_> {
    fn number(&self, node: MetadataId, tag: u32) -> Option<u64> {
        let value = property(self.module, node, tag)?;
        u64::try_from(integer(self.module, value)?).ok()
    }

    /// Size that the annotation of a structure states.
    fn stated(&self, ty: TypeId) -> Option<u64> {
        let size = operand(self.module, *self.annotations.get(&ty)?, 0)?;
        u64::try_from(integer(self.module, size)?).ok()
    }

    /// Size of one element of a member.
    fn size(&self, ty: TypeId, annotation: MetadataId) -> u64 {
        let types = &self.module.types;
        let bytes = match self.number(annotation, tag::COMPONENT) {
            Some(6 | 7 | 10 | 15 | 16) => 8,
            Some(2 | 3 | 8 | 11 | 12) if !self.has_minimum_precision => 2,
            _ => 4,
        };
        match types.get(ty) {
            Some(Type::Vector { count, .. }) => bytes * u64::from(count),
            Some(Type::Named { .. } | Type::Struct { .. }) => {
                self.stated(ty).or_else(|| self.matrix(annotation)).unwrap_or(0)
            }
            _ => bytes,
        }
    }

    fn matrix(&self, annotation: MetadataId) -> Option<u64> {
        const COLUMN_MAJOR: i64 = 2;
        let node = property(self.module, annotation, tag::MATRIX)?;
        let number = |index| integer(self.module, operand(self.module, node, index)?);
        let (mut rows, mut columns, order) = (number(0)?, number(1)?, number(2)?);
        if order == COLUMN_MAJOR {
            (rows, columns) = (columns, rows);
        }
        u64::try_from((rows - 1).checked_mul(16)?.checked_add(columns.checked_mul(4)?)?).ok()
    }

    fn fail(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    /// Places the members of a structure.
    fn structure(&mut self, ty: TypeId, base: u64, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let (Some(&annotation), Some(limit)) = (self.annotations.get(&ty), self.stated(ty)) else { return };
        let module = self.module;
        let (types, fields) = (&module.types, module.types.fields(ty).unwrap_or_default());
        for (index, &field) in fields.iter().enumerate() {
            if self.problem.is_some() || self.ranges.len() > MAX_RANGES {
                return;
            }
            let Some(member) = operand(module, annotation, index + 1) else { continue };
            if !matches!(module.metadata.get(member), Some(Metadata::Node { .. })) {
                continue;
            }
            let Some(offset) = self.number(member, tag::OFFSET) else { continue };
            let (mut element, mut count) = (field, 1u64);
            let is_array = matches!(types.get(field), Some(Type::Array { .. }));
            while let Some(Type::Array { element: inner, count: times }) = types.get(element) {
                (element, count) = (inner, count.saturating_mul(times));
            }
            if is_array && offset % ROW != 0 {
                self.fail(format!("an array at offset {offset}, which is not a multiple of 16"));
                return;
            }
            let size = self.size(element, member);
            let stride = size.next_multiple_of(ROW);
            let whole = match count {
                0 => 0,
                count => (count - 1).saturating_mul(stride).saturating_add(size),
            };
            if offset.saturating_add(whole) > limit {
                self.fail(format!(
                    "a member at offset {} past the {limit} bytes of its structure",
                    base + offset
                ));
                return;
            }
            let start = base + offset;
            let is_structure = self.annotations.contains_key(&element);
            if is_structure && matches!(types.get(element), Some(Type::Named { .. } | Type::Struct { .. })) {
                for place in 0..count.min(MAX_RANGES as u64) {
                    self.structure(element, start + place * stride, depth);
                    if self.problem.is_some() || self.ranges.len() > MAX_RANGES {
                        return;
                    }
                }
            } else if whole > 0 {
                self.ranges.push((start, start + whole));
            }
        }
    }

    /// Finds two members on the same bytes.
    fn overlap(&mut self) {
        self.ranges.sort_unstable();
        let mut end = 0;
        for &(start, next) in &self.ranges {
            if start < end {
                self.problem.get_or_insert(format!("two members on byte {start}"));
                return;
            }
            end = next;
        }
    }
}
