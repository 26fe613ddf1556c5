//! Reads the subset of the module's type table that buffers need.

use glassbox_dxil::block::BlockId;
use glassbox_dxil::walk::{Event, Walk};

/// Type record codes. Source: LLVM 3.7 bitcode.
const COUNT: u64 = 1;
const POINTER: u64 = 8;
const ARRAY: u64 = 11;
const VECTOR: u64 = 12;
const ANONYMOUS_STRUCT: u64 = 18;
const STRUCT_NAME: u64 = 19;
const NAMED_STRUCT: u64 = 20;

/// Block id of the type table.
const TYPES: u32 = 17;

/// Structure of a type.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Pointee type.
    Pointer(u64),
    /// Element count and element type.
    Array(u64, u64),
    /// Element count of a scalar vector.
    Vector(u64),
    /// Field types.
    Struct(Vec<u64>),
    /// Any other type.
    Other,
}

/// Types of a module, by type number.
#[derive(Debug, Default)]
pub(super) struct Types {
    shapes: Vec<Shape>,
}

impl Types {
    /// Reads the first type block of the first module.
    pub(super) fn read(bytes: &[u8]) -> Types {
        let mut types = Types::default();
        // A record may take one bit per operand; retained operands are limited to the file size.
        let mut room = bytes.len();
        let mut walk = Walk::new(bytes);
        let mut inside = false;
        while let Some(event) = walk.next() {
            match event {
                Ok(Event::Enter(block)) => {
                    let is_types = block.depth == 1 && block.id.0 == TYPES;
                    let is_open =
                        block.depth == 0 && matches!(block.id, BlockId::MODULE | BlockId::BLOCKINFO);
                    inside = is_types;
                    if !is_types && !is_open && block.id != BlockId::BLOCKINFO {
                        walk.skip_block();
                    }
                }
                Ok(Event::Leave(_)) if inside => return types,
                Ok(Event::Record(record)) if inside => {
                    let size = usize::try_from(record.len()).unwrap_or(usize::MAX);
                    let Some(left) = room.checked_sub(size.saturating_add(1)) else {
                        return types;
                    };
                    room = left;
                    let operand = |place| record.operand(place).unwrap_or(u64::MAX);
                    types.shapes.push(match record.code {
                        COUNT | STRUCT_NAME => continue,
                        POINTER => Shape::Pointer(operand(0)),
                        ARRAY => Shape::Array(operand(0), operand(1)),
                        VECTOR => Shape::Vector(operand(0)),
                        // The first operand is the packed flag.
                        ANONYMOUS_STRUCT | NAMED_STRUCT => Shape::Struct(record.operands().skip(1).collect()),
                        _ => Shape::Other,
                    });
                }
                Ok(_) => {}
                Err(_) => return types,
            }
        }
        types
    }

    /// Structure of a type.
    pub(super) fn shape(&self, number: u64) -> Option<&Shape> {
        self.shapes.get(usize::try_from(number).ok()?)
    }
}
