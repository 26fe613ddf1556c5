//! Writes expressions and blocks with a builder: short names for the instructions that programs are made of.

use glassbox_spirv::build::value::{addressing_model, capability, memory_model, storage_class};
use glassbox_spirv::build::{Builder, Id, glsl, op};

/// The types that programs use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Types {
    pub(crate) void: Id,
    pub(crate) bool: Id,
    pub(crate) int: Id,
    pub(crate) uint: Id,
    pub(crate) float: Id,
    pub(crate) uint4: Id,
    pub(crate) float4: Id,
}

/// A module under construction.
pub(crate) struct Code {
    pub(crate) b: Builder,
    pub(crate) types: Types,
    glsl: Id,
}

impl Code {
    pub(crate) fn new(version: u32) -> Code {
        let mut b = Builder::new(version);
        b.capability(capability::SHADER);
        b.memory_model(addressing_model::LOGICAL, memory_model::GLSL450);
        let glsl = b.import("GLSL.std.450");
        let (uint, float) = (b.uint(), b.float());
        let types = Types {
            void: b.void(),
            bool: b.bool(),
            int: b.int(),
            uint,
            float,
            uint4: b.vector(uint, 4),
            float4: b.vector(float, 4),
        };
        Code { b, types, glsl }
    }

    pub(crate) fn uint(&mut self, value: u32) -> Id {
        self.b.constant(self.types.uint, value)
    }

    pub(crate) fn int(&mut self, value: i32) -> Id {
        self.b.constant(self.types.int, value.cast_unsigned())
    }

    pub(crate) fn float(&mut self, value: f32) -> Id {
        self.b.constant(self.types.float, value.to_bits())
    }

    pub(crate) fn bool(&mut self, value: bool) -> Id {
        self.b.constant_bool(value)
    }

    /// Type of a value.
    pub(crate) fn type_of(&self, value: Id) -> Id {
        self.b.type_of(value).unwrap_or(self.types.void)
    }

    /// Number of components of a value.
    pub(crate) fn width(&self, value: Id) -> u32 {
        self.b.components(self.type_of(value)).unwrap_or(1)
    }

    /// A scalar, or a vector of so many components.
    pub(crate) fn vector_type(&mut self, component: Id, count: usize) -> Id {
        if count <= 1 { component } else { self.b.vector(component, count as u32) }
    }

    /// An instruction whose operands and result are of one type.
    pub(crate) fn same(&mut self, opcode: u16, operands: &[Id]) -> Id {
        let ty = self.type_of(operands[0]);
        self.b.value(opcode, ty, operands)
    }

    /// A comparison.
    pub(crate) fn compare(&mut self, opcode: u16, a: Id, b: Id) -> Id {
        let count = self.width(a) as usize;
        let ty = self.vector_type(self.types.bool, count);
        self.b.value(opcode, ty, &[a, b])
    }

    /// An instruction of GLSL.std.450 whose operands and result are of one type.
    pub(crate) fn math(&mut self, number: u32, operands: &[Id]) -> Id {
        let ty = self.type_of(operands[0]);
        self.b.extended(ty, self.glsl, number, operands)
    }

    /// A value between two numbers; the lower one for what is not a number.
    pub(crate) fn clamp(&mut self, value: Id, low: f32, high: f32) -> Id {
        let (low, high) = (self.float(low), self.float(high));
        self.math(glsl::N_CLAMP, &[value, low, high])
    }

    pub(crate) fn select(&mut self, condition: Id, yes: Id, no: Id) -> Id {
        let ty = self.type_of(yes);
        self.b.value(op::SELECT, ty, &[condition, yes, no])
    }

    pub(crate) fn not(&mut self, value: Id) -> Id {
        self.b.value(op::LOGICAL_NOT, self.types.bool, &[value])
    }

    /// A component of a vector.
    pub(crate) fn part(&mut self, vector: Id, component: u32) -> Id {
        if self.b.is_constant(vector)
            && let Some(&part) = self.b.parts(vector).get(component as usize)
        {
            return part;
        }
        let ty = self.b.component_type(self.type_of(vector)).unwrap_or(self.types.uint);
        self.b.value_with(op::COMPOSITE_EXTRACT, ty, &[vector], &[component])
    }

    /// A value in every component of a vector.
    pub(crate) fn splat(&mut self, value: Id, count: usize) -> Id {
        if count == 1 {
            return value;
        }
        let component = self.type_of(value);
        let ty = self.vector_type(component, count);
        self.construct(ty, &vec![value; count])
    }

    /// A vector of parts.
    pub(crate) fn construct(&mut self, ty: Id, parts: &[Id]) -> Id {
        let scalars = self.b.components(ty) == Some(parts.len() as u32);
        if scalars && parts.iter().all(|part| self.b.is_constant(*part)) {
            self.b.constant_composite(ty, parts)
        } else {
            self.b.value(op::COMPOSITE_CONSTRUCT, ty, parts)
        }
    }

    /// The same bits as a value of another type.
    pub(crate) fn bits(&mut self, value: Id, ty: Id) -> Id {
        if self.type_of(value) == ty { value } else { self.b.value(op::BITCAST, ty, &[value]) }
    }

    pub(crate) fn call(&mut self, function: Id, result: Id, arguments: &[Id]) -> Id {
        let mut operands = vec![function];
        operands.extend(arguments);
        self.b.value(op::FUNCTION_CALL, result, &operands)
    }

    /// A place in a variable, behind indexes.
    pub(crate) fn place(&mut self, class: u32, ty: Id, base: Id, indexes: &[Id]) -> Id {
        let pointer = self.b.pointer(class, ty);
        let mut operands = vec![base];
        operands.extend(indexes);
        self.b.value(op::ACCESS_CHAIN, pointer, &operands)
    }

    pub(crate) fn load(&mut self, ty: Id, pointer: Id) -> Id {
        self.b.value(op::LOAD, ty, &[pointer])
    }

    pub(crate) fn store(&mut self, pointer: Id, value: Id) {
        self.b.effect(op::STORE, &[pointer, value]);
    }

    /// A variable outside of functions that begins as zero, or as a constant.
    pub(crate) fn private(&mut self, name: &str, ty: Id, initial: Option<Id>) -> Id {
        let class = storage_class::PRIVATE;
        let pointer = self.b.pointer(class, ty);
        let initial = initial.unwrap_or_else(|| self.b.constant_null(ty));
        let variable = self.b.global_with(pointer, class, initial);
        self.b.name(variable, name);
        variable
    }

    /// A variable of the open function that begins as zero.
    pub(crate) fn local(&mut self, name: &str, ty: Id) -> Id {
        let pointer = self.b.pointer(storage_class::FUNCTION, ty);
        let zero = self.b.constant_null(ty);
        let variable = self.b.variable_with(pointer, Some(zero));
        self.b.name(variable, name);
        variable
    }

    /// Begins a function with named parameters, whose values are given.
    pub(crate) fn function(&mut self, name: &str, result: Id, parameters: &[(&str, Id)]) -> (Id, Vec<Id>) {
        let types: Vec<Id> = parameters.iter().map(|(_, ty)| *ty).collect();
        let signature = self.b.function_type(result, &types);
        let function = self.b.begin_function(result, signature);
        self.b.name(function, name);
        let values = parameters.iter().map(|(name, ty)| {
            let value = self.b.parameter(*ty);
            self.b.name(value, name);
            value
        });
        (function, values.collect())
    }

    /// A block that runs if a condition holds.
    pub(crate) fn when(&mut self, condition: Id, inside: impl FnOnce(&mut Code)) {
        let (body, after) = (self.b.id(), self.b.id());
        self.b.select_block(condition, body, after, after);
        self.b.open(body);
        inside(self);
        self.b.open(after);
    }

    /// A loop while a condition holds, which is computed before each iteration; `step` ends each.
    pub(crate) fn repeat(
        &mut self,
        condition: impl FnOnce(&mut Code) -> Id,
        inside: impl FnOnce(&mut Code),
        step: impl FnOnce(&mut Code),
    ) {
        let [header, test, body, next, merge] = std::array::from_fn(|_| self.b.id());
        self.b.open_loop(header, test, next, merge);
        self.b.open(test);
        let condition = condition(self);
        self.b.branch_conditional(condition, body, merge);
        self.b.open(body);
        inside(self);
        self.b.open(next);
        step(self);
        self.b.branch(header);
        self.b.open(merge);
    }

    /// Gives a value if a condition holds.
    pub(crate) fn guard(&mut self, condition: Id, value: Id) {
        self.when(condition, |code| code.b.return_value(value));
    }
}
