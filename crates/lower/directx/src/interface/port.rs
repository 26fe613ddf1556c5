//! Reads and writes components of an element.

use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Builder, Id, op};

use super::element::{Element, Scalar};
use super::{Direction, Signature};
use crate::arithmetic;

/// What the variable of an element is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PortForm {
    /// A number, a vector, or an array of them.
    Plain,
    /// A vector of floats that is whole whatever columns the element has.
    Whole,
    /// Coordinates of a pixel, whose last component is the reciprocal of what Direct3D has.
    FragCoord,
    /// A truth value.
    Truth,
    /// An array with one mask.
    Mask,
    /// Elements of an array that others share.
    Distances {
        /// First element.
        first: u32,
        /// Elements of a row.
        columns: u32,
    },
    /// An array of floats, one a row.
    List {
        /// Its length.
        count: u32,
    },
}

/// The variable of an element.
#[derive(Clone, Copy, Debug)]
pub struct Port {
    /// The variable.
    pub variable: Id,
    /// What it is.
    pub form: PortForm,
    /// Type of the components of the element.
    pub scalar: Scalar,
    class: u32,
    rows: u32,
    columns: u32,
    per_vertex: bool,
    has_vertices: bool,
}

/// Which component of an element.
#[derive(Clone, Copy, Debug)]
pub struct Component {
    /// Row, an integer.
    pub row: Id,
    /// Column, an integer constant.
    pub column: Id,
    /// Vertex, control point or primitive, in signatures that are arrays over them.
    pub vertex: Option<Id>,
}

impl Port {
    pub(super) fn new(signature: &Signature<'_>, element: &Element, variable: Id, form: PortForm) -> Port {
        let columns = match form {
            PortForm::Plain => built_columns(signature, element),
            _ => u32::from(element.columns),
        };
        Port {
            variable,
            form,
            scalar: element.scalar,
            class: match signature.direction {
                Direction::Input => storage_class::INPUT,
                Direction::Output => storage_class::OUTPUT,
            },
            rows: element.rows,
            columns,
            per_vertex: element.per_vertex,
            has_vertices: signature.vertices.is_some() || element.per_vertex,
        }
    }

    /// Type of the values that are read and written.
    pub fn ty(&self, b: &mut Builder) -> Id {
        self.scalar.ty(b)
    }

    /// Pointer to a component, and what it points to.
    fn place(&self, b: &mut Builder, at: Component) -> (Id, Id) {
        let mut indices = vec![self.variable];
        indices.extend(at.vertex.filter(|_| self.has_vertices));
        if self.per_vertex && at.vertex.is_none() {
            // Where no vertex is asked for, the first one's value is meant.
            indices.push(b.constant_uint(0));
        }
        let ty = match self.form {
            PortForm::Plain => {
                if self.rows > 1 {
                    indices.push(at.row);
                }
                if self.columns > 1 {
                    indices.push(at.column);
                }
                self.scalar.ty(b)
            }
            PortForm::Whole | PortForm::FragCoord => {
                indices.push(at.column);
                b.float()
            }
            PortForm::Truth => b.bool(),
            PortForm::Mask => {
                indices.push(b.constant_uint(0));
                b.uint()
            }
            PortForm::Distances { first, columns } => {
                let row = arithmetic::times(b, at.row, columns);
                let within = arithmetic::add(b, row, at.column);
                let ty = b.type_of(within);
                let first = match ty {
                    Some(ty) => b.constant(ty, first),
                    None => b.constant_uint(first),
                };
                indices.push(arithmetic::add(b, within, first));
                b.float()
            }
            PortForm::List { .. } => {
                // Factors are rows of one column, or columns of one row.
                indices.push(if self.rows > 1 { at.row } else { at.column });
                b.float()
            }
        };
        let pointer = b.pointer(self.class, ty);
        let place =
            if indices.len() > 1 { b.value(op::ACCESS_CHAIN, pointer, &indices) } else { self.variable };
        (place, ty)
    }

    /// A component, of the type of the element.
    pub fn load(&self, b: &mut Builder, at: Component) -> Id {
        let (place, ty) = self.place(b, at);
        let value = b.value(op::LOAD, ty, &[place]);
        let wanted = self.scalar.ty(b);
        match self.form {
            PortForm::Truth => {
                let (yes, no) = (b.constant(wanted, u32::MAX), b.constant(wanted, 0));
                b.value(op::SELECT, wanted, &[value, yes, no])
            }
            PortForm::FragCoord if b.bits(at.column) == Some(3) => {
                let one = arithmetic::float(b, ty, 1.0);
                b.value(op::F_DIV, ty, &[one, value])
            }
            _ => arithmetic::bits_as(b, wanted, value),
        }
    }

    /// Writes a component, given in the type of the element.
    pub fn store(&self, b: &mut Builder, at: Component, value: Id) {
        let (place, ty) = self.place(b, at);
        let value = match self.form {
            PortForm::Truth if b.type_of(value) != Some(ty) => {
                let from = self.scalar.ty(b);
                let zero = b.constant(from, 0);
                b.value(op::I_NOT_EQUAL, ty, &[value, zero])
            }
            _ => arithmetic::bits_as(b, ty, value),
        };
        b.effect(op::STORE, &[place, value]);
    }

    /// A pointer to the whole element at a vertex, for `InterpolateAt…`, and whether a component must be taken out of it.
    pub fn whole(&self, b: &mut Builder, row: Id) -> (Id, Id) {
        let mut ty = self.scalar.ty(b);
        if self.columns > 1 {
            ty = b.vector(ty, self.columns);
        }
        if self.rows < 2 {
            return (self.variable, ty);
        }
        let pointer = b.pointer(self.class, ty);
        (b.value(op::ACCESS_CHAIN, pointer, &[self.variable, row]), ty)
    }
}

/// Columns of the variable of an element.
fn built_columns(signature: &Signature<'_>, element: &Element) -> u32 {
    match super::element::built_in_of(signature, element) {
        Ok(Some(built)) => u32::from(built.columns),
        _ => u32::from(element.columns),
    }
}
