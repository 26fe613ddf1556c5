//! Constructors.

use glassbox_spirv::build::{Id, op};

use super::{Chain, Emitter};
use crate::model::{ExpressionId, ExpressionKind};
use crate::types::{ParametricKind, Scalar, Type};

impl Emitter<'_> {
    /// A composite of its parts: a constant where all of them are.
    pub(crate) fn composite(&mut self, ty: Type, parts: &[Id]) -> Id {
        let result = self.ty(ty);
        self.composite_of(result, parts)
    }

    /// A composite of a type of the module.
    pub(super) fn composite_of(&mut self, ty: Id, parts: &[Id]) -> Id {
        let are_constant = parts.iter().all(|part| self.module.is_constant(*part));
        if !are_constant || parts.is_empty() {
            return self.module.value(op::COMPOSITE_CONSTRUCT, ty, parts);
        }
        if parts.iter().any(|part| self.special.contains(part)) {
            let id = self.module.spec_constant_composite(ty, parts);
            self.special.insert(id);
            return id;
        }
        self.module.constant_composite(ty, parts)
    }

    /// A scalar in every component of a type that is a vector, matrix or cooperative matrix.
    pub(crate) fn splat(&mut self, ty: Type, scalar: Id) -> Id {
        match ty {
            Type::Vector(_, count) => {
                // A vector of constants has as many parts as components.
                self.composite(ty, &vec![scalar; usize::from(count)])
            }
            Type::Matrix(component, columns, rows) => {
                let column = self.splat(Type::Vector(component, rows), scalar);
                self.composite(ty, &vec![column; usize::from(columns)])
            }
            Type::Parametric(_) => match self.long_length(ty) {
                None => self.composite(ty, &[scalar]),
                Some(Some(count)) => self.composite(ty, &vec![scalar; count as usize]),
                Some(None) => {
                    let ty = self.ty(ty);
                    self.module.extension("SPV_EXT_replicated_composites");
                    self.module.value(op::COMPOSITE_CONSTRUCT_REPLICATE_EXT, ty, &[scalar])
                }
            },
            _ => scalar,
        }
    }

    /// Length of a long or cooperative vector, which a specialization constant may state; `None` of other types.
    pub(crate) fn long_length(&self, ty: Type) -> Option<Option<u32>> {
        let Type::Parametric(id) = ty else { return None };
        let parametric = self.program.types.parametric.get(id.0 as usize)?;
        if !matches!(parametric.kind, ParametricKind::CooperativeVector | ParametricKind::LongVector) {
            return None;
        }
        let length = self.program.constant(*parametric.arguments.first()?);
        Some(length.and_then(|length| length.first().map(|length| *length as u32)))
    }

    /// A scalar on the diagonal of a matrix.
    pub(super) fn diagonal(&mut self, ty: Type, scalar: Id) -> Id {
        let Type::Matrix(component, columns, rows) = ty else { return scalar };
        let zero = self.number(Type::Scalar(component), 0);
        let columns: Vec<Id> = (0..columns)
            .map(|column| {
                let parts: Vec<Id> = (0..rows).map(|row| if row == column { scalar } else { zero }).collect();
                self.composite(Type::Vector(component, rows), &parts)
            })
            .collect();
        self.composite(ty, &columns)
    }

    /// A matrix of another size: cut, or extended from the identity.
    pub(super) fn resize(&mut self, to: Type, from: Type, value: Id) -> Id {
        let (Type::Matrix(scalar, columns, rows), Type::Matrix(_, old_columns, old_rows)) = (to, from) else {
            return value;
        };
        let mut parts = Vec::new();
        for column in 0..columns {
            if column >= old_columns {
                let unit: Vec<Id> = (0..rows)
                    .map(|row| self.number(Type::Scalar(scalar), i32::from(row == column)))
                    .collect();
                parts.push(self.composite(Type::Vector(scalar, rows), &unit));
                continue;
            }
            let old = self.extract(value, Type::Vector(scalar, old_rows), u32::from(column));
            parts.push(self.resized_column(old, (scalar, old_rows), (column, rows)));
        }
        self.composite(to, &parts)
    }

    fn resized_column(&mut self, old: Id, (scalar, old_rows): (Scalar, u8), (column, rows): (u8, u8)) -> Id {
        let result = Type::Vector(scalar, rows);
        if rows == old_rows {
            return old;
        }
        let ty = self.ty(result);
        if rows < old_rows {
            let numbers: Vec<u32> = (0..u32::from(rows)).collect();
            return self.module.value_with(op::VECTOR_SHUFFLE, ty, &[old, old], &numbers);
        }
        let mut parts = vec![old];
        for row in old_rows..rows {
            parts.push(self.number(Type::Scalar(scalar), i32::from(row == column)));
        }
        self.module.value(op::COMPOSITE_CONSTRUCT, ty, &parts)
    }

    /// A constructor whose parts have exactly as many components as the type.
    pub(super) fn construct(&mut self, ty: Type, parts: &[ExpressionId]) -> Id {
        match ty {
            Type::Sampled(_) => return self.sampled_image(ty, parts),
            Type::Scalar(_) | Type::Vector(..) | Type::Matrix(..) => {}
            _ => {
                let values: Vec<Id> = parts.iter().map(|part| self.value(*part)).collect();
                return self.composite(ty, &values);
            }
        }
        let values: Vec<(Id, Type)> =
            parts.iter().map(|part| (self.value(*part), self.program.expression(*part).ty)).collect();
        self.construct_of(ty, &values)
    }

    /// A scalar, vector or matrix of values with exactly as many components.
    pub(crate) fn construct_of(&mut self, ty: Type, values: &[(Id, Type)]) -> Id {
        if let [(value, part)] = values
            && *part == ty
        {
            return *value;
        }
        match ty {
            Type::Vector(..) => {
                let are_constant = values.iter().all(|(value, _)| self.module.is_constant(*value));
                let are_vectors = values.iter().any(|(_, part)| !part.is_scalar());
                if are_constant && are_vectors {
                    let scalars = self.scalars_of(values);
                    return self.composite(ty, &scalars);
                }
                if values.iter().any(|(_, part)| part.is_matrix()) {
                    let scalars = self.scalars_of(values);
                    return self.composite(ty, &scalars);
                }
                let ids: Vec<Id> = values.iter().map(|(value, _)| *value).collect();
                self.composite(ty, &ids)
            }
            Type::Matrix(scalar, _, rows) => {
                let column = Type::Vector(scalar, rows);
                if values.iter().all(|(_, part)| *part == column) {
                    let ids: Vec<Id> = values.iter().map(|(value, _)| *value).collect();
                    return self.composite(ty, &ids);
                }
                let scalars = self.scalars_of(values);
                let columns: Vec<Id> =
                    scalars.chunks(usize::from(rows)).map(|parts| self.composite(column, parts)).collect();
                self.composite(ty, &columns)
            }
            _ => values.first().map_or_else(|| self.null(ty), |(value, _)| *value),
        }
    }

    /// The components of values, in order.
    fn scalars_of(&mut self, values: &[(Id, Type)]) -> Vec<Id> {
        let mut scalars = Vec::new();
        for (value, ty) in values {
            let Some(scalar) = ty.scalar() else { continue };
            match ty {
                Type::Vector(_, count) => {
                    for index in 0..*count {
                        scalars.push(self.extract_constant(
                            *value,
                            Type::Scalar(scalar),
                            &[u32::from(index)],
                        ));
                    }
                }
                Type::Matrix(_, columns, rows) => {
                    for column in 0..*columns {
                        for row in 0..*rows {
                            let path = [u32::from(column), u32::from(row)];
                            scalars.push(self.extract_constant(*value, Type::Scalar(scalar), &path));
                        }
                    }
                }
                _ => scalars.push(*value),
            }
        }
        scalars
    }

    /// A part of a value; of a specialization constant, a constant.
    fn extract_constant(&mut self, value: Id, part: Type, path: &[u32]) -> Id {
        let ty = self.ty(part);
        if self.module.is_constant(value) {
            let id = self.module.spec_constant_op(op::COMPOSITE_EXTRACT, ty, &[value], path);
            self.special.insert(id);
            return id;
        }
        self.module.value_with(op::COMPOSITE_EXTRACT, ty, &[value], path)
    }

    /// A texture and a sampler in one.
    fn sampled_image(&mut self, ty: Type, parts: &[ExpressionId]) -> Id {
        let [texture, sampler] = parts else { return self.null(ty) };
        let (texture, sampler) = (self.place_of_resource(*texture), self.place_of_resource(*sampler));
        self.joined(&texture, &sampler)
    }

    /// The place of a texture or sampler.
    fn place_of_resource(&mut self, id: ExpressionId) -> Chain {
        self.place(id)
    }

    /// The combined sampler of a texture and a sampler in memory.
    pub(super) fn joined(&mut self, texture: &Chain, sampler: &Chain) -> Id {
        let image = self.load(texture);
        if let Type::Texture(kind) = texture.ty
            && self.is_plain_buffer(kind)
        {
            return image;
        }
        let state = self.load(sampler);
        let image_type = self.pointee_type(texture);
        let result = self.module.sampled_image(image_type);
        let joined = self.module.value(op::SAMPLED_IMAGE, result, &[image, state]);
        if texture.is_nonuniform || sampler.is_nonuniform {
            self.decorate_nonuniform(joined);
        }
        joined
    }

    /// Whether an expression is a constant of the module: folded, or made of specialization constants.
    pub(super) fn is_constant(&self, id: ExpressionId) -> bool {
        let expression = self.program.expression(id);
        matches!(expression.kind, ExpressionKind::Constant(_)) || expression.is_specialized
    }
}
