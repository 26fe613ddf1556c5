//! Buffers of structures as arrays of them: with the members that compilers record, or of words.

use glassbox_core::interface::{Block, Interface, Member as Given};
use glassbox_spirv::build::value::{capability, decoration, storage_class};
use glassbox_spirv::build::{Builder, Id};

use crate::arithmetic;
use crate::members::{Layout, Member, Packing, Scalar, Shape, has_halves, shape_of, ty};
use crate::resource::{Access, Binding, Choice, Variable, declare};

/// Most structures in each other.
const MAX_DEPTH: u32 = 16;
/// Name of what reflection has as the only member of a buffer of structures.
const ELEMENT: &str = "$Element";
/// Largest structure that is taken apart.
const MAX_STRIDE: u32 = 1 << 11;

/// Members of a structure in a buffer: each follows the one before, whatever reflection has for offsets.
pub(crate) fn members_of(given: &[Given], is_native: bool, depth: u32) -> Option<Vec<Member>> {
    let mut members = Vec::with_capacity(given.len());
    let mut free = 0u32;
    for member in given {
        let shape = shape_of(member, Packing::Scalars, is_native, depth)?;
        if member.name.is_empty() {
            return None;
        }
        let offset = free.checked_next_multiple_of(shape.alignment())?;
        free = offset.checked_add(size(&shape)?)?;
        members.push(Member { name: member.name.clone(), offset, shape });
    }
    (!members.is_empty()).then_some(members)
}

/// Bytes of a value with those behind a structure that fill it up.
fn size(shape: &Shape) -> Option<u32> {
    match shape {
        Shape::Structure(_) => shape.end().checked_next_multiple_of(shape.alignment()),
        Shape::Array { count, stride, .. } => count.checked_mul(*stride),
        _ => Some(shape.end()),
    }
}

impl Layout {
    /// The layout of the buffer of structures that reflection has by a name; `None` if its structures have another size than `stride`.
    pub fn of_elements(interface: &Interface, name: &str, stride: u32, is_native: bool) -> Option<Layout> {
        let element = |block: &Block| match block.members.as_slice() {
            [only] if only.name == ELEMENT && block.name == name => Some(only.clone()),
            _ => None,
        };
        let element = interface.blocks.iter().find_map(element).filter(|_| !name.is_empty())?;
        let shape = shape_of(&element, Packing::Scalars, is_native, MAX_DEPTH)?;
        if size(&shape)?.checked_next_multiple_of(shape.alignment())? != stride || stride > MAX_STRIDE {
            return None;
        }
        Some(Layout::of_array(shape, stride))
    }

    /// The layout of a buffer of structures of words; `None` if they are none.
    pub fn of_words(word: Scalar, stride: u32) -> Option<Layout> {
        let size = word.size();
        if stride == 0 || !stride.is_multiple_of(size) || stride > MAX_STRIDE {
            return None;
        }
        let element = Box::new(Shape::Vector(word, 1));
        Some(Layout::of_array(
            match stride / size {
                1 => *element,
                count => Shape::Structure(vec![Member {
                    name: "words".to_owned(),
                    offset: 0,
                    shape: Shape::Array { element, count, stride: size },
                }]),
            },
            stride,
        ))
    }

    /// An array of structures. A matrix or an array is the member of one.
    fn of_array(element: Shape, stride: u32) -> Layout {
        let element = match element {
            shape @ (Shape::Matrix { .. } | Shape::Array { .. }) => {
                Shape::Structure(vec![Member { name: "value".to_owned(), offset: 0, shape }])
            }
            shape => shape,
        };
        let shape = Shape::Array { element: Box::new(element), count: u32::MAX, stride };
        Layout { members: vec![Member { name: String::new(), offset: 0, shape }], packing: Packing::Scalars }
    }

    /// Declares a buffer of these structures.
    pub fn declare_elements(&self, b: &mut Builder, binding: &Binding<'_>, access: Access) -> Variable {
        if has_halves(&self.members) {
            b.capability(capability::STORAGE_BUFFER16_BIT_ACCESS);
        }
        let element = match self.members.first().map(|member| &member.shape) {
            Some(Shape::Array { element, stride, .. }) => {
                let element = ty(b, element, binding.name);
                b.runtime_array(element, *stride)
            }
            _ => b.uint(),
        };
        let block = b.new_structure(&[element]);
        b.decorate(block, decoration::BLOCK, &[]);
        b.decorate_member(block, 0, decoration::OFFSET, &[0]);
        for kind in access.decorations() {
            b.decorate_member(block, 0, kind, &[]);
        }
        if !binding.name.is_empty() {
            b.name(block, &format!("type.{}", binding.name));
        }
        declare(b, storage_class::STORAGE_BUFFER, block, binding, access)
    }
}

/// A word of an element of a buffer of structures of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The element.
    pub element: Id,
    /// The word in it.
    pub index: Id,
}

impl Word {
    /// A pointer to it in a buffer of structures of `stride` bytes.
    pub fn pointer(&self, b: &mut Builder, variable: &Variable, choice: Choice, word: Id, stride: u32) -> Id {
        let zero = b.constant_uint(0);
        if stride == b.width(word) / 8 {
            let index = arithmetic::add(b, self.element, self.index);
            return variable.pointer(b, choice, &[zero, index], word);
        }
        variable.pointer(b, choice, &[zero, self.element, zero, self.index], word)
    }
}
