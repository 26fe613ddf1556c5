//! Conversions.

use glassbox_spirv::build::{Guarded, Id, Saturation, op};
use naga::{Scalar, ScalarKind, TypeInner};

use super::expression::{Argument, Wanted};
use super::integers::signedness;
use super::types::{Shape, expect_shape};
use super::{Mode, Said, Writer};

impl<'m> Writer<'m> {
    /// A value as another kind: converted to a width in bytes, or its bits as they are.
    pub(super) fn convert(
        &mut self,
        one: Argument<'m>,
        kind: ScalarKind,
        width: Option<u8>,
        (inner, ty): Wanted<'m>,
    ) -> Said<Id> {
        if let TypeInner::Matrix { columns, rows, scalar } = *one.inner {
            let width = width.unwrap_or(scalar.width);
            if width == scalar.width {
                return Ok(one.id);
            }
            let (from, to) = (Shape::vector(rows, scalar), Shape::vector(rows, Scalar { kind, width }));
            let (from, to) = (self.shape(from), self.shape(to));
            let columns: Vec<Id> = (0..u32::from(columns))
                .map(|index| {
                    let column = self.emit(op::COMPOSITE_EXTRACT, from, &[one.id], &[index]);
                    self.emit(op::F_CONVERT, to, &[column], &[])
                })
                .collect();
            return Ok(self.compose(ty, &columns));
        }
        let from = expect_shape(one.inner)?;
        let Some(width) = width else {
            let is_same = super::types::shape(inner) == Some(from);
            return Ok(if is_same { one.id } else { self.emit(op::BITCAST, ty, &[one.id], &[]) });
        };
        Ok(self.scalar_as(one.id, from, Scalar { kind, width }, ty))
    }

    fn scalar_as(&mut self, id: Id, from: Shape, to: Scalar, ty: Id) -> Id {
        use ScalarKind::{Bool, Float, Sint, Uint};

        let target = from.with(to);
        match (from.scalar.kind, to.kind) {
            _ if from.scalar == to => id,
            (Bool, Bool) => id,
            (Bool, _) => {
                let (one, zero) = (self.wholes(target, 1), self.wholes(target, 0));
                self.emit(op::SELECT, ty, &[id, one, zero], &[])
            }
            (Float, Bool) => {
                let zero = self.wholes(from, 0);
                self.emit(op::F_UNORD_NOT_EQUAL, ty, &[id, zero], &[])
            }
            (_, Bool) => {
                let zero = self.wholes(from, 0);
                self.emit(op::I_NOT_EQUAL, ty, &[id, zero], &[])
            }
            (Float, Sint | Uint) => {
                let from = self.shape(from);
                self.float_to_int([from, ty], signedness(to.kind), id, Saturation::Both)
            }
            (Float, Float) => self.emit(op::F_CONVERT, ty, &[id], &[]),
            (Sint, Float) => self.emit(op::CONVERT_S_TO_F, ty, &[id], &[]),
            (Uint, Float) => self.emit(op::CONVERT_U_TO_F, ty, &[id], &[]),
            (Sint | Uint, Sint | Uint) if from.scalar.width == to.width => {
                if self.mode == Mode::Constant {
                    // Constants cannot be cast, but the operands of a sum may be of any sign.
                    let zero = self.wholes(from, 0);
                    return self.emit(op::I_ADD, ty, &[id, zero], &[]);
                }
                self.emit(op::BITCAST, ty, &[id], &[])
            }
            // The sign of what is converted decides how it is extended.
            (Sint, _) => {
                let signed = self.shape(target.with(Scalar { kind: Sint, width: to.width }));
                let wide = self.emit(op::S_CONVERT, signed, &[id], &[]);
                if to.kind == Sint { wide } else { self.emit(op::BITCAST, ty, &[wide], &[]) }
            }
            _ => {
                let unsigned = self.shape(target.with(Scalar { kind: Uint, width: to.width }));
                let wide = self.emit(op::U_CONVERT, unsigned, &[id], &[]);
                if to.kind == Uint { wide } else { self.emit(op::BITCAST, ty, &[wide], &[]) }
            }
        }
    }
}
