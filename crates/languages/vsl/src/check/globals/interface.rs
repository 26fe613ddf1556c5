//! Checks vertex inputs and fragment outputs.
//!
//! Facts: VSL brief, section 5.

use glassbox_vbc::raw::{MAX_INPUT_ARRAY, MAX_INPUT_LOCATION, MAX_OUTPUT_LOCATION};

use crate::check::globals::GlobalChecker;
use crate::check::stage::Entity;
use crate::check::ty::Type;
use crate::model::Variable;
use crate::rules::declaration as rules;
use crate::syntax::tree::{Declaration, Indexed};
use crate::types::ValueType;

impl<'s> GlobalChecker<'_, '_, 's> {
    pub(super) fn input(&mut self, input: &Indexed<'s>) {
        let declaration = &input.declaration;
        let location = self.number(&input.index, &rules::IO_NEGATIVE, i128::from(MAX_INPUT_LOCATION));
        let ty = self.declared_type(declaration);
        let ty = ty.and_then(|(ty, size)| Some((self.io_type(declaration, ty)?, size)));
        let entity = ty.and_then(|(ty, size)| {
            let at = u8::try_from(self.globals.shader.inputs.len()).ok()?;
            self.input_shape(declaration, ty, size);
            self.globals.shader.inputs.push(Variable {
                name: declaration.name.text,
                // Out-of-range values are reported below.
                location: location.and_then(|location| u8::try_from(location).ok()).unwrap_or(0),
                ty,
                size,
            });
            Some(Entity::Input(at))
        });
        self.declare(&declaration.name, entity.unwrap_or(Entity::Wrong));
        let Some(first) = location else { return };
        let count = ty.map_or(1, |(ty, size)| i128::from(ty.columns) * i128::from(size.unwrap_or(1)));
        let last = first + count - 1;
        let most = i128::from(MAX_INPUT_LOCATION);
        if last > most {
            let message = if first > most {
                format!("found location {}, expected 0 to {most}", input.index.text)
            } else {
                format!("found an input that takes locations {first} to {last}, expected at most {most}")
            };
            let help = if first > most {
                "use a lower location".to_owned()
            } else {
                format!("it takes {count} locations: one for each column of each element")
            };
            // An array that is too large has been reported.
            if ty.is_none_or(|(_, size)| size.unwrap_or(1) <= MAX_INPUT_ARRAY) {
                self.report(&rules::INPUT_LOCATION, input.index.span, message).help(help);
            }
            return;
        }
        let places = first as usize..=last as usize;
        let taken = self.input_locations[places.clone()].iter().flatten().next().copied();
        if let Some(taken) = taken {
            let message = match count {
                1 => format!("found location {first}, which is taken"),
                _ => format!("found locations {first} to {last}, which are taken in part"),
            };
            let help = self.free_inputs(count);
            self.report(&rules::INPUT_OVERLAP, input.index.span, message)
                .label(taken, "this input takes it")
                .help(help);
        }
        for place in &mut self.input_locations[places] {
            place.get_or_insert(declaration.span);
        }
    }

    /// Lists where an input of `count` locations fits.
    fn free_inputs(&self, count: i128) -> String {
        let count = count as usize;
        let mut windows = self.input_locations.windows(count);
        match windows.position(|window| window.iter().all(Option::is_none)) {
            Some(free) => format!("location {free} is free"),
            None => "there is no room for it; use fewer inputs".to_owned(),
        }
    }

    fn input_shape(&mut self, declaration: &Declaration<'s>, ty: ValueType, size: Option<u8>) {
        let Some(size) = size else { return };
        if ty.is_matrix() {
            let message = format!("found an array of {ty}, expected scalars or vectors in it");
            self.report(&rules::INPUT_MATRICES, declaration.ty.span, message)
                .help("declare each matrix separately");
        } else if size > MAX_INPUT_ARRAY {
            let message = format!("found an input of {size} elements, expected at most {MAX_INPUT_ARRAY}");
            self.report(&rules::INPUT_ARRAY, declaration.name.span, message)
                .help("each element takes a location");
        }
    }

    /// The type of an input or output, if numeric.
    fn io_type(&mut self, declaration: &Declaration<'s>, ty: Type) -> Option<ValueType> {
        match ty {
            Type::Value(ty) if ty.scalar.is_number() => Some(ty),
            _ => {
                let message = format!("found {}, expected int, uint or float", ty.kind());
                let help = match ty {
                    Type::Resource(_) => "declare it with `bind`",
                    Type::Structure(_) => "declare each field separately",
                    Type::Value(_) => "use `int` and compare with 0",
                };
                self.report(&rules::IO_TYPE, declaration.ty.span, message).help(help);
                None
            }
        }
    }

    pub(super) fn output(&mut self, output: &Indexed<'s>) {
        let declaration = &output.declaration;
        let location = self.number(&output.index, &rules::IO_NEGATIVE, i128::from(MAX_OUTPUT_LOCATION));
        let ty = self.declared_type(declaration);
        let entity = ty.and_then(|(ty, size)| {
            let ty = self.io_type(declaration, ty)?;
            let at = u8::try_from(self.globals.shader.outputs.len()).ok()?;
            self.output_shape(declaration, ty, size);
            self.globals.shader.outputs.push(Variable {
                name: declaration.name.text,
                location: location.and_then(|location| u8::try_from(location).ok()).unwrap_or(0),
                ty,
                size,
            });
            Some(Entity::Output(at))
        });
        self.declare(&declaration.name, entity.unwrap_or(Entity::Wrong));
        let Some(location) = location else { return };
        let place = usize::try_from(location).ok();
        let Some(place) = place.and_then(|place| self.output_locations.get_mut(place)) else {
            let message =
                format!("found location {}, expected 0 to {MAX_OUTPUT_LOCATION}", output.index.text);
            self.report(&rules::OUTPUT_LOCATION, output.index.span, message)
                .help("there are eight colour attachments");
            return;
        };
        let Some(taken) = *place else {
            *place = Some(declaration.span);
            return;
        };
        let free = self.output_locations.iter().position(Option::is_none);
        let help = match free {
            Some(free) => format!("location {free} is free"),
            None => "no location is free".to_owned(),
        };
        let message = format!("found location {location}, which is taken");
        self.report(&rules::OUTPUT_TAKEN, output.index.span, message)
            .label(taken, "this output takes it")
            .help(help);
    }

    fn output_shape(&mut self, declaration: &Declaration<'s>, ty: ValueType, size: Option<u8>) {
        if size.is_some() {
            let message = format!("found an array of {ty}, expected one value");
            self.report(&rules::OUTPUT_ARRAY, declaration.name.span, message)
                .help("declare an output for each attachment");
        } else if ty.is_matrix() {
            let message = format!("found {ty}, expected a scalar or vector");
            self.report(&rules::OUTPUT_MATRIX, declaration.ty.span, message)
                .help("declare an output for each column");
        } else if ty.rows == 3 {
            let message = format!("found {ty}, expected 1, 2 or 4 components");
            self.report(&rules::OUTPUT_COMPONENTS, declaration.ty.span, message)
                .help(format!("use `{}4`", ty.scalar.name()));
        }
    }
}
