//! Checks uniform blocks against std140, the layout of OpenGL and of the symbols of packs.
//!
//! Source: the OpenGL 4.6 core specification, section 7.6.2.2.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::layout::{Extent, Packing, Structure};
use glassbox_spirv::module::{Annotations, Id, Module, Type};

use super::prepare::Form;
use super::rules;
use crate::shader::Class;

/// Deepest nesting of arrays.
const MAX_ARRAYS: u32 = 32;

const STD140: Packing = Packing::Std140;

/// What lies elsewhere than std140 puts it.
#[derive(Clone, Debug)]
struct Fault {
    what: String,
    found: u64,
    expected: u64,
}

/// An extent, or the first thing in it that std140 puts elsewhere; `None` for what no block has.
type Measured = Option<Result<Extent, Fault>>;

struct Measure<'m> {
    module: &'m Module,
    annotations: Annotations<'m>,
    /// By id, scalars, vectors and structures.
    known: Vec<Measured>,
}

impl<'m> Measure<'m> {
    /// Every type of the module. Types name earlier types only, so one pass in their order is enough.
    fn of(module: &'m Module) -> Measure<'m> {
        let annotations = Annotations::of(module);
        let mut measure = Measure { module, annotations, known: vec![None; module.bound()] };
        for &at in &module.globals {
            let extent = match module.type_at(at) {
                Some(Type::Int { width, .. } | Type::Float { width, .. }) => {
                    Some(Ok(STD140.vector(u64::from(width) / 8, 1)))
                }
                Some(Type::Vector { component, count }) => match measure.known(component) {
                    Some(Ok(scalar)) => Some(Ok(STD140.vector(scalar.size, u64::from(count)))),
                    _ => None,
                },
                Some(Type::Struct { members }) => measure.structure(module.get(at).result, members),
                _ => None,
            };
            if let Some(known) = measure.known.get_mut(module.get(at).result as usize) {
                *known = extent;
            }
        }
        measure
    }

    fn known(&self, ty: Id) -> Measured {
        self.known.get(ty as usize).cloned().flatten()
    }

    fn structure(&self, ty: Id, members: &[Id]) -> Measured {
        let name = self.annotations.name(ty).unwrap_or("the block");
        let mut whole = Structure::new(STD140);
        for (index, &member) in (0..).zip(members) {
            let extent = match self.member(member, (ty, index), 0)? {
                Ok(extent) => extent,
                fault => return Some(fault),
            };
            let expected = whole.add(extent);
            let offset = self.annotations.member_value(ty, index, decoration::OFFSET).map(u64::from);
            if let Some(found) = offset.filter(|offset| *offset != expected) {
                let member = self.annotations.member_name(ty, index);
                let member = member.unwrap_or("a member");
                return Some(Err(Fault {
                    what: format!("the offset of {member} in {name}"),
                    found,
                    expected,
                }));
            }
        }
        Some(Ok(whole.extent()))
    }

    /// A member of a structure, which says how matrices in it lie.
    fn member(&self, ty: Id, (of, index): (Id, u32), depth: u32) -> Measured {
        match self.module.ty(ty)? {
            Type::Matrix { column, count } => {
                let Some(Type::Vector { component, count: rows }) = self.module.ty(column) else {
                    return None;
                };
                let Some(Ok(scalar)) = self.known(component) else { return None };
                let by_rows = self.annotations.member_decoration(of, index, decoration::ROW_MAJOR).is_some();
                let counts = if by_rows { [rows, count] } else { [count, rows] }.map(u64::from);
                let expected = STD140.matrix_stride(scalar.size, counts[1]);
                let stated = self.annotations.member_value(of, index, decoration::MATRIX_STRIDE);
                let found = stated.map_or(expected, u64::from);
                let what = "the distance of the columns of a matrix".to_owned();
                Some(if found == expected {
                    Ok(STD140.matrix(scalar.size, counts))
                } else {
                    Err(Fault { what, found, expected })
                })
            }
            Type::Array { element, length } if depth < MAX_ARRAYS => {
                let element = match self.member(element, (of, index), depth + 1)? {
                    Ok(element) => element,
                    fault => return Some(fault),
                };
                let count = u64::from(self.module.constant_u32(length)?);
                let expected = STD140.array_stride(element);
                let stated = self.annotations.value(ty, decoration::ARRAY_STRIDE);
                let found = stated.map_or(expected, u64::from);
                let what = "the distance of the elements of an array".to_owned();
                Some(if found == expected {
                    Ok(STD140.array(element, count))
                } else {
                    Err(Fault { what, found, expected })
                })
            }
            _ => self.known(ty),
        }
    }
}

/// One finding for each uniform block that is not laid out as std140.
pub(super) fn check(form: &Form) -> Vec<Diagnostic> {
    let blocks = form.resources.iter().filter(|one| one.class == Some(Class::ConstantBuffer));
    let mut known = None;
    let mut findings = Vec::new();
    for block in blocks {
        let known = known.get_or_insert_with(|| Measure::of(&form.module));
        let Some(Err(fault)) = known.known(block.block) else {
            continue;
        };
        let message = format!(
            "{:?} is not laid out as std140: {} is {}, and std140 makes it {}",
            block.name, fault.what, fault.found, fault.expected
        );
        let finding = Diagnostic::new(&rules::NOT_STD140, Location::default(), message);
        findings.push(finding.help("order and type the members as std140 lays them out"));
    }
    findings
}
