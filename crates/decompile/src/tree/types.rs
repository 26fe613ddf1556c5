//! Collects in one pass what the rest asks of types again and again.

use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Id, Module};

/// Storage classes whose pointers may be values: those of buffers by address always, the others where the module declares it.
const POINTER_VALUES: [u32; 3] =
    [storage_class::PHYSICAL_STORAGE_BUFFER, storage_class::STORAGE_BUFFER, storage_class::WORKGROUP];

/// Kind of a scalar and its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Bool,
    Int(u32),
    Uint(u32),
    Float(u32),
}

/// What a type says about the numbers in its values.
#[derive(Clone, Copy, Debug, Default)]
struct Numeric {
    /// The scalar of a scalar, vector or matrix.
    scalar: Option<Scalar>,
    /// Components of a scalar or vector; 0 of anything else.
    size: u32,
    /// Vectors of two to four of these.
    vectors: [Id; 3],
}

/// Types of a module.
#[derive(Debug)]
pub(super) struct Types {
    /// Their declarations, in order.
    pub(super) all: Vec<At>,
    /// By id.
    numeric: Vec<Numeric>,
    /// Storage classes whose pointers are values.
    pub(super) references: &'static [u32],
}

impl Types {
    /// Types of a module of which nothing is known but whether pointers of `POINTER_VALUES` are values.
    pub(super) fn new(module: &Module, has_pointer_values: bool) -> Types {
        let numeric = vec![Numeric::default(); module.bound()];
        let references: &[u32] = if has_pointer_values { &POINTER_VALUES } else { &[] };
        Types { all: Vec::with_capacity(32), numeric, references }
    }

    pub(super) fn has_pointer_values(&self) -> bool {
        self.references.len() == POINTER_VALUES.len()
    }

    /// Adds a type that is declared after its parts.
    pub(super) fn add(&mut self, module: &Module, at: At) {
        self.all.push(at);
        let id = module.get(at).result;
        let (scalar, size) = match (module.opcode(at), module.operands(at)) {
            (op::TYPE_BOOL, _) => (Some(Scalar::Bool), 1),
            (op::TYPE_INT, &[width, sign, ..]) => {
                (Some(if sign == 0 { Scalar::Uint(width) } else { Scalar::Int(width) }), 1)
            }
            (op::TYPE_FLOAT, &[width, ..]) => (Some(Scalar::Float(width)), 1),
            (op::TYPE_VECTOR, &[component, count, ..]) => {
                let vector = self.numeric.get_mut(component as usize);
                let vector = vector.and_then(|of| of.vectors.get_mut((count as usize).wrapping_sub(2)));
                if let Some(vector) = vector.filter(|vector| **vector == 0) {
                    *vector = id;
                }
                (self.scalar(component), count)
            }
            (op::TYPE_MATRIX, &[column, ..]) => (self.scalar(column), 0),
            (op::TYPE_POINTER, &[storage_class::PHYSICAL_STORAGE_BUFFER, ..]) => {
                if self.references.is_empty() {
                    self.references = &POINTER_VALUES[..1];
                }
                return;
            }
            _ => return,
        };
        let numeric = &mut self.numeric[id as usize];
        (numeric.scalar, numeric.size) = (scalar, size);
    }

    /// The vector of this many of a component.
    pub(super) fn vector(&self, component: Id, count: u32) -> Option<Id> {
        let vectors = self.numeric(component).vectors;
        vectors.get((count as usize).wrapping_sub(2)).copied().filter(|vector| *vector != 0)
    }

    fn numeric(&self, ty: Id) -> Numeric {
        self.numeric.get(ty as usize).copied().unwrap_or_default()
    }

    pub(super) fn scalar(&self, ty: Id) -> Option<Scalar> {
        self.numeric(ty).scalar
    }

    pub(super) fn size(&self, ty: Id) -> u32 {
        self.numeric(ty).size
    }
}
