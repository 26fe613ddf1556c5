//! Uniform blocks held against std140, which OpenGL lays them out by and the symbols of packs describe.
//!
//! Source: the OpenGL 4.6 core specification, section 7.6.2.2.

use glassbox_core::diagnostic::Diagnostic;
use naga::{AddressSpace, ArraySize, Module, Scalar, TypeInner, VectorSize};

use super::prepare::{Prepared, location};
use super::rules;

/// Alignment and size, bytes.
#[derive(Clone, Copy, Debug)]
struct Extent {
    align: u64,
    size: u64,
}

/// What lies elsewhere than std140 puts it.
#[derive(Clone, Debug)]
struct Fault {
    what: String,
    found: u64,
    expected: u64,
}

fn vector(size: u64, scalar: Scalar) -> Extent {
    let width = u64::from(scalar.width);
    Extent { align: width * if size == 3 { 4 } else { size }, size: width * size }
}

fn components(size: VectorSize) -> u64 {
    size as u64
}

/// Every type of the module by std140, or the first thing in it that is not; `None` for what no block has. Types name earlier types
/// only, so one pass in their order is enough.
fn measure(module: &Module) -> Vec<Option<Result<Extent, Fault>>> {
    let mut known: Vec<Option<Result<Extent, Fault>>> = Vec::with_capacity(module.types.len());
    for (_, ty) in module.types.iter() {
        let of = |handle: naga::Handle<naga::Type>| known.get(handle.index()).cloned().flatten();
        let name = ty.name.as_deref().unwrap_or("the block");
        let extent = match &ty.inner {
            TypeInner::Scalar(scalar) => Some(Ok(vector(1, *scalar))),
            TypeInner::Vector { size, scalar } => Some(Ok(vector(components(*size), *scalar))),
            TypeInner::Matrix { columns, rows, scalar } => {
                let column = vector(components(*rows), *scalar);
                let expected = column.align.next_multiple_of(16);
                Some(if column.align == expected {
                    Ok(Extent { align: expected, size: expected * components(*columns) })
                } else {
                    Err(Fault {
                        what: "the distance of the columns of a matrix".to_owned(),
                        found: column.align,
                        expected,
                    })
                })
            }
            TypeInner::Array { base, size: ArraySize::Constant(count), stride } => of(*base).map(|element| {
                let element = element?;
                let expected = element.size.next_multiple_of(element.align).next_multiple_of(16);
                if u64::from(*stride) != expected {
                    return Err(Fault {
                        what: "the distance of the elements of an array".to_owned(),
                        found: u64::from(*stride),
                        expected,
                    });
                }
                Ok(Extent {
                    align: element.align.next_multiple_of(16),
                    size: expected.saturating_mul(u64::from(count.get())),
                })
            }),
            TypeInner::Struct { members, .. } => {
                let mut end = 0u64;
                let mut align = 16u64;
                let mut result = Some(Ok(()));
                for member in members {
                    let extent = match of(member.ty) {
                        Some(Ok(extent)) => extent,
                        Some(Err(fault)) => {
                            result = Some(Err(fault));
                            break;
                        }
                        None => {
                            result = None;
                            break;
                        }
                    };
                    let expected = end.next_multiple_of(extent.align);
                    if u64::from(member.offset) != expected {
                        let member_name = member.name.as_deref().unwrap_or("a member");
                        result = Some(Err(Fault {
                            what: format!("the offset of {member_name} in {name}"),
                            found: u64::from(member.offset),
                            expected,
                        }));
                        break;
                    }
                    align = align.max(extent.align);
                    end = expected.saturating_add(extent.size);
                }
                result.map(|result| result.map(|()| Extent { align, size: end.next_multiple_of(align) }))
            }
            _ => None,
        };
        known.push(extent);
    }
    known
}

/// One finding for each uniform block that is not laid out as std140.
pub(super) fn check(prepared: &Prepared) -> Vec<Diagnostic> {
    let module = &prepared.module;
    let is_block = |space: AddressSpace| matches!(space, AddressSpace::Uniform | AddressSpace::Immediate);
    let blocks = prepared.resources.iter().filter(|resource| {
        module.global_variables.try_get(resource.handle).is_ok_and(|variable| is_block(variable.space))
    });
    let mut known = None;
    let mut findings = Vec::new();
    for block in blocks {
        let known = known.get_or_insert_with(|| measure(module));
        let ty = module.global_variables[block.handle].ty;
        let Some(Some(Err(fault))) = known.get(ty.index()) else {
            continue;
        };
        let message = format!(
            "{:?} is not laid out as std140: {} is {}, and std140 makes it {}",
            block.symbol, fault.what, fault.found, fault.expected
        );
        findings
            .push(Diagnostic::new(&rules::NOT_STD140, location(module.types.get_span(ty)), message).help(
            "order and type the members as std140 lays them out; write two-row matrices as vectors of four",
        ));
    }
    findings
}
