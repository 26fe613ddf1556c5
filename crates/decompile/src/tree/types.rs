//! Collects in one pass what the rest asks of types again and again.

use foldhash::HashMap;
use foldhash::fast::RandomState;
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Id, Module};

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
}

/// Types of a module.
#[derive(Debug)]
pub(super) struct Types {
    /// Their declarations, in order.
    pub(super) all: Vec<At>,
    /// By id.
    numeric: Vec<Numeric>,
    /// Vector types by component and count.
    pub(super) vectors: HashMap<(Id, u32), Id>,
    /// Whether the module has pointers to buffers that are values.
    pub(super) has_references: bool,
}

impl Types {
    pub(super) fn new(module: &Module) -> Types {
        let vectors = HashMap::with_capacity_and_hasher(7, RandomState::default());
        let numeric = vec![Numeric::default(); module.bound()];
        Types { all: Vec::with_capacity(32), numeric, vectors, has_references: false }
    }

    /// Adds a type that is declared after its parts.
    pub(super) fn add(&mut self, module: &Module, at: At) {
        self.all.push(at);
        let id = module.get(at).result;
        let numeric = match (module.opcode(at), module.operands(at)) {
            (op::TYPE_BOOL, _) => Numeric { scalar: Some(Scalar::Bool), size: 1 },
            (op::TYPE_INT, &[width, sign, ..]) => {
                let scalar = if sign == 0 { Scalar::Uint(width) } else { Scalar::Int(width) };
                Numeric { scalar: Some(scalar), size: 1 }
            }
            (op::TYPE_FLOAT, &[width, ..]) => Numeric { scalar: Some(Scalar::Float(width)), size: 1 },
            (op::TYPE_VECTOR, &[component, count, ..]) => {
                self.vectors.entry((component, count)).or_insert(id);
                Numeric { scalar: self.scalar(component), size: count }
            }
            (op::TYPE_MATRIX, &[column, ..]) => Numeric { scalar: self.scalar(column), size: 0 },
            (op::TYPE_POINTER, &[storage_class::PHYSICAL_STORAGE_BUFFER, ..]) => {
                self.has_references = true;
                return;
            }
            _ => return,
        };
        self.numeric[id as usize] = numeric;
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
