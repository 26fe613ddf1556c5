//! The registers of the machine as variables of a module.

use naga::{
    AddressSpace, ArraySize, BinaryOperator, Expression, Function, GlobalVariable, Handle, Literal, Module,
    ResourceBinding, ScalarKind, Span, StructMember, Type, TypeInner,
};

use glassbox_shbin::register::Class;

use super::layout::{Field, Layout, REGISTER};
use super::program::Program;
use crate::build::{Body, Types, Value, private};

/// The library of exact arithmetic, in the one language that can be read and is no output.
const FLOAT24: &str = include_str!("float24.wgsl");

/// Where the uniform block is bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    pub(crate) group: u32,
    pub(crate) binding: u32,
}

/// A module with the registers of a program.
pub(crate) struct Machine<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) layout: &'a Layout,
    pub(crate) module: Module,
    pub(crate) types: Types,
    /// Registers hold the bits of numbers, and arithmetic is done by the library.
    pub(crate) precise: bool,
    pub(crate) inputs: [Option<Handle<GlobalVariable>>; 16],
    pub(crate) temporaries: [Option<Handle<GlobalVariable>>; 16],
    pub(crate) outputs: [Option<Handle<GlobalVariable>>; 16],
    pub(crate) address: [Option<Handle<GlobalVariable>>; 2],
    pub(crate) counter: Option<Handle<GlobalVariable>>,
    pub(crate) flags: [Handle<GlobalVariable>; 2],
    /// The uniform block and its type.
    pub(crate) block: Option<(Handle<GlobalVariable>, Handle<Type>)>,
    /// Constants of the file, as variables that nothing writes: a constant expression must not overflow or have a pole, and
    /// instructions on constants may.
    constants: Vec<Option<Handle<GlobalVariable>>>,
    /// The function that reads a c register by its address.
    indexed: Option<Handle<Function>>,
    /// A variable with the bits of infinity, which no literal may have.
    infinity: Option<Handle<GlobalVariable>>,
}

impl<'a> Machine<'a> {
    /// The registers that the program uses, all of them when `all` is set.
    pub(crate) fn new(
        program: &'a Program<'a>,
        layout: &'a Layout,
        precise: bool,
        slot: Slot,
        inputs: u16,
        outputs: u16,
    ) -> Result<Machine<'a>, String> {
        let mut module = if precise {
            naga::front::wgsl::parse_str(FLOAT24).map_err(|error| error.emit_to_string(FLOAT24))?
        } else {
            Module::default()
        };
        let types = Types::new(&mut module);
        let usage = program.usage();
        let vector = if precise { types.vec4u } else { types.vec4f };
        let mut file = |letter: char, used: u16| -> [Option<Handle<GlobalVariable>>; 16] {
            std::array::from_fn(|number| {
                (used >> number & 1 != 0).then(|| private(&mut module, &format!("{letter}{number}"), vector))
            })
        };
        let inputs = file('v', usage.inputs | inputs);
        let temporaries = file('r', usage.temporaries);
        let outputs = file('o', usage.outputs | outputs);
        let flags = [private(&mut module, "cmp_x", types.bool), private(&mut module, "cmp_y", types.bool)];
        let address =
            [Some(private(&mut module, "a0_x", types.i32)), Some(private(&mut module, "a0_y", types.i32))];
        let counter = Some(private(&mut module, "aL", types.i32));
        let mut machine = Machine {
            program,
            layout,
            module,
            types,
            precise,
            inputs,
            temporaries,
            outputs,
            address,
            counter,
            flags,
            block: None,
            constants: vec![None; 96],
            indexed: None,
            infinity: None,
        };
        machine.add_block(slot);
        machine.add_constants(usage.floats, usage.relative);
        if usage.relative {
            machine.add_indexed();
        }
        Ok(machine)
    }

    /// The type of a register.
    pub(crate) fn vector(&self) -> Handle<Type> {
        if self.precise { self.types.vec4u } else { self.types.vec4f }
    }

    fn add_block(&mut self, slot: Slot) {
        if self.layout.fields.is_empty() {
            return;
        }
        let members = self.layout.fields.iter().map(|field| {
            let element = match field.class {
                Class::Int => self.types.vec4u,
                Class::Bool => self.types.u32,
                _ => self.types.vec4f,
            };
            let count = std::num::NonZeroU32::new(u32::from(field.count));
            let ty = match count {
                Some(count) if count.get() > 1 => self.module.types.insert(
                    Type {
                        name: None,
                        inner: TypeInner::Array {
                            base: element,
                            size: ArraySize::Constant(count),
                            stride: REGISTER,
                        },
                    },
                    Span::UNDEFINED,
                ),
                _ => element,
            };
            StructMember { name: Some(field.name.clone()), ty, binding: None, offset: field.offset }
        });
        let inner = TypeInner::Struct { members: members.collect(), span: self.layout.size };
        let ty = self.module.types.insert(Type { name: Some("Uniforms".to_owned()), inner }, Span::UNDEFINED);
        let block = self.module.global_variables.append(
            GlobalVariable {
                name: Some("uniforms".to_owned()),
                space: AddressSpace::Uniform,
                binding: Some(ResourceBinding { group: slot.group, binding: slot.binding }),
                ty,
                init: None,
                memory_decorations: naga::MemoryDecorations::empty(),
            },
            Span::UNDEFINED,
        );
        self.block = Some((block, ty));
    }

    /// Adds the file's constants that the code reads.
    fn add_constants(&mut self, used: u128, relative: bool) {
        for register in 0..96usize {
            let Some(bits) = self.layout.floats[register] else {
                continue;
            };
            let finite = bits.iter().all(|&bits| f32::from_bits(bits).is_finite());
            if (used >> register & 1 == 0 && !relative) || !(self.precise || finite) {
                continue;
            }
            let (ty, precise) = (self.vector(), self.precise);
            let expressions = &mut self.module.global_expressions;
            let components = bits.map(|bits| {
                let literal =
                    if precise { Literal::U32(loaded(bits)) } else { Literal::F32(f32::from_bits(bits)) };
                expressions.append(Expression::Literal(literal), Span::UNDEFINED)
            });
            let init = expressions
                .append(Expression::Compose { ty, components: components.to_vec() }, Span::UNDEFINED);
            let variable = private(&mut self.module, &format!("c{register}"), ty);
            self.module.global_variables.get_mut(variable).init = Some(init);
            self.constants[register] = Some(variable);
        }
        let special = (0..96usize).any(|register| {
            self.layout.floats[register].is_some() && self.constants[register].is_none() && !self.precise
        });
        if special {
            let expressions = &mut self.module.global_expressions;
            let init = expressions.append(Expression::Literal(Literal::U32(0x7F80_0000)), Span::UNDEFINED);
            let infinity = private(&mut self.module, "infinity_bits", self.types.u32);
            self.module.global_variables.get_mut(infinity).init = Some(init);
            self.infinity = Some(infinity);
        }
    }

    /// A library function. The library is part of this crate, so the name is known.
    pub(crate) fn library(&self, name: &str) -> Option<Handle<Function>> {
        let functions = self.module.functions.iter();
        functions
            .filter(|(_, function)| function.name.as_deref() == Some(name))
            .map(|(handle, _)| handle)
            .next()
    }

    /// Calls a library function.
    pub(crate) fn apply(&self, body: &mut Body, name: &str, arguments: Vec<Value>) -> Value {
        match self.library(name) {
            Some(function) => body.call(function, arguments),
            None => body.uint(0),
        }
    }

    /// A vector from outside as a register holds it.
    pub(crate) fn loaded(&self, body: &mut Body, value: Value) -> Value {
        if self.precise {
            let bits = body.bits(value, ScalarKind::Uint);
            self.apply(body, "f24_load4", vec![bits])
        } else {
            value
        }
    }

    /// The value of a c register.
    pub(crate) fn uniform(&self, body: &mut Body, register: u8) -> Value {
        if let Some(constant) = self.constants.get(usize::from(register)).copied().flatten() {
            return body.read(constant);
        }
        if let Some(Some(bits)) = self.layout.floats.get(usize::from(register)) {
            return self.special(body, *bits);
        }
        match (self.block, self.layout.find(Class::Float, register)) {
            (Some((block, _)), Some((member, field))) => {
                let base = body.global(block);
                let mut pointer = body.part(base, member);
                if field.count > 1 {
                    pointer = body.part(pointer, u32::from(register - field.first));
                }
                let value = body.load(pointer);
                self.loaded(body, value)
            }
            _ => {
                let ty = self.vector();
                body.constant(Expression::ZeroValue(ty))
            }
        }
    }

    /// A constant with components that are infinite or no numbers.
    fn special(&self, body: &mut Body, bits: [u32; 4]) -> Value {
        let components = bits.map(|bits| {
            if f32::from_bits(bits).is_finite() {
                return body.float(f32::from_bits(bits));
            }
            let Some(infinity) = self.infinity else {
                return body.float(0.0);
            };
            let start = body.read(infinity);
            let rest = body.uint(bits & !0x7F80_0000);
            let whole = body.binary(BinaryOperator::InclusiveOr, start, rest);
            body.bits(whole, ScalarKind::Float)
        });
        body.compose(self.types.vec4f, components.to_vec())
    }

    /// The value of the c register at `base` plus an offset (PICA200 brief, section 5.4).
    pub(crate) fn relative(&self, body: &mut Body, base: u8, offset: Value) -> Value {
        let base = body.int(i32::from(base));
        match self.indexed {
            Some(function) => body.call(function, vec![base, offset]),
            None => base,
        }
    }

    /// Adds the function that reads c registers by their address.
    fn add_indexed(&mut self) {
        let mut body = Body::new("c_register");
        let base = body.argument("base", self.types.i32, None);
        let offset = body.argument("offset", self.types.i32, None);
        let vector = self.vector();
        body.returns(vector);
        let (low, high) = (body.int(-128), body.int(127));
        let below = body.binary(BinaryOperator::Less, offset, low);
        let above = body.binary(BinaryOperator::Greater, offset, high);
        let outside = body.binary(BinaryOperator::LogicalOr, below, above);
        let zero = body.int(0);
        let used = body.select(outside, zero, offset);
        let sum = body.binary(BinaryOperator::Add, base, used);
        let mask = body.int(127);
        let address = body.binary(BinaryOperator::And, sum, mask);
        // Constants first: a name may cover the register of a constant.
        let mut register = 0u8;
        while register < 96 {
            if self.layout.floats[usize::from(register)].is_some() {
                let number = body.int(i32::from(register));
                let here = body.binary(BinaryOperator::Equal, address, number);
                body.open();
                let value = self.uniform(&mut body, register);
                body.give(Some(value));
                let accept = body.close();
                body.when(here, accept, naga::Block::new());
            }
            register += 1;
        }
        let fields: Vec<(usize, Field)> = self.layout.fields.iter().cloned().enumerate().collect();
        for (member, field) in fields.iter().filter(|(_, field)| field.class == Class::Float) {
            let end = body.int(i32::from(field.first) + i32::from(field.count));
            let here = body.binary(BinaryOperator::Less, address, end);
            body.open();
            if let Some((block, _)) = self.block {
                let base = body.global(block);
                let mut pointer = body.part(base, *member as u32);
                if field.count > 1 {
                    let first = body.int(i32::from(field.first));
                    let index = body.binary(BinaryOperator::Subtract, address, first);
                    pointer = body.element(pointer, index);
                }
                let value = body.load(pointer);
                let value = self.loaded(&mut body, value);
                body.give(Some(value));
            }
            let accept = body.close();
            body.when(here, accept, naga::Block::new());
        }
        let one = if self.precise { body.uint(1.0f32.to_bits()) } else { body.float(1.0) };
        let ones = body.splat(one, naga::VectorSize::Quad);
        body.give(Some(ones));
        self.indexed = Some(self.module.functions.append(body.finish(), Span::UNDEFINED));
    }

    /// The value of a b register.
    pub(crate) fn boolean(&self, body: &mut Body, register: u8) -> Value {
        if let Some(Some(value)) = self.layout.bools.get(usize::from(register)) {
            return body.bool(*value);
        }
        match (self.block, self.layout.find(Class::Bool, register)) {
            (Some((block, _)), Some((member, _))) => {
                let base = body.global(block);
                let pointer = body.part(base, member);
                let value = body.load(pointer);
                let zero = body.uint(0);
                body.binary(BinaryOperator::NotEqual, value, zero)
            }
            _ => body.bool(false),
        }
    }

    /// Components x, y and z of an i register: iterations less one, start and step of the counter.
    pub(crate) fn integers(&self, body: &mut Body, register: u8) -> [Value; 3] {
        if let Some(Some([x, y, z, _])) = self.layout.ints.get(usize::from(register)) {
            return [*x, *y, *z].map(|value| body.int(i32::from(value)));
        }
        match (self.block, self.layout.find(Class::Int, register)) {
            (Some((block, _)), Some((member, _))) => {
                let base = body.global(block);
                let pointer = body.part(base, member);
                let value = body.load(pointer);
                [0, 1, 2].map(|component| {
                    let part = body.part(value, component);
                    let mask = body.uint(0xFF);
                    let byte = body.binary(BinaryOperator::And, part, mask);
                    body.convert(byte, ScalarKind::Sint)
                })
            }
            _ => [0, 0, 0].map(|value| body.int(value)),
        }
    }
}

/// A constant's component as a register of the hardware holds it: no negative zero, one NaN.
fn loaded(bits: u32) -> u32 {
    let value = f32::from_bits(bits);
    if value == 0.0 {
        0
    } else if value.is_nan() {
        0x7FC0_0000
    } else {
        bits
    }
}
