//! Entry points: inputs and outputs of the vertex stage, or arrays of them for a batch.

use glassbox_shbin::raw::{self, Semantic};
use glassbox_shbin::register::Class;
use naga::{
    AddressSpace, ArraySize, BinaryOperator, Binding, BuiltIn, EntryPoint, Expression, Function,
    GlobalVariable, Handle, ResourceBinding, ScalarKind, ShaderStage, Span, StorageAccess, StructMember,
    Type, TypeInner,
};

use super::machine::{Machine, Slot};
use super::program::{Program, Usage};
use super::{Depth, PositionSpace};
use crate::build::{Body, Value};
use glassbox_core::register_map::{Input, Output};

/// Invocations of a work group of a batch.
pub(crate) const GROUP: u32 = 64;

/// Locations that every target has for outputs.
const LOCATIONS: u32 = 16;

/// An output with the registers that it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Mapped {
    pub(crate) output: Output,
    /// Register and component of each component; `None` reads as 1.
    parts: Vec<Option<(u8, u8)>>,
}

/// The inputs: those that the file names and those that the code reads.
pub(crate) fn inputs(program: &Program<'_>, usage: &Usage) -> Vec<Input> {
    let mut names: [Option<String>; 16] = Default::default();
    let tables = &program.executable.tables;
    for uniform in tables.uniforms.iter().take(1024) {
        let (Some((Class::Input, first)), Some((Class::Input, last))) =
            (uniform.first.split(), uniform.last.split())
        else {
            continue;
        };
        for register in first..=last {
            if let Some(slot) = names.get_mut(usize::from(register))
                && slot.is_none()
            {
                let name = tables.symbols.text(uniform.name);
                *slot = Some(if first == last { name } else { format!("{name}_{}", register - first) });
            }
        }
    }
    let registers = names.into_iter().enumerate();
    registers
        .filter(|(register, name)| name.is_some() || usage.inputs >> register & 1 != 0)
        .map(|(register, name)| Input {
            name: name.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("v{register}")),
            register: format!("v{register}"),
            location: register as u32,
            written: None,
        })
        .collect()
}

/// The outputs by semantic, the position first, and what cannot be passed on.
pub(crate) fn outputs(program: &Program<'_>) -> (Vec<Mapped>, Vec<String>) {
    let mut found: Vec<(Semantic, Vec<(u8, u8)>)> = Vec::new();
    let mut left_out = Vec::new();
    let unmapped = unmapped(program);
    for output in program.executable.tables.outputs.iter().take(64).chain(unmapped) {
        let parts: Vec<(u8, u8)> = (0..4u8)
            .filter(|component| output.mask.0 >> component & 1 != 0)
            .map(|component| (output.register as u8, component))
            .collect();
        if output.register > 15 {
            left_out.push(format!(
                "{} is mapped to register {}, expected 0 to 15",
                output.semantic, output.register
            ));
        } else if !parts.is_empty() {
            found.push((output.semantic, parts));
        }
    }
    let mut position = vec![None; 4];
    let mut mapped = Vec::new();
    let mut next = 7;
    for (semantic, parts) in found {
        if semantic == Semantic::POSITION {
            // The first component of a mask is x, whichever it is in its register.
            for (slot, part) in position.iter_mut().zip(parts) {
                *slot = slot.or(Some(part));
            }
            continue;
        }
        let repeated =
            mapped.iter().filter(|other: &&Mapped| other.output.semantic == semantic.to_string()).count();
        let location = match (repeated, location(semantic)) {
            (0, Some(location)) => location,
            _ => {
                next += 1;
                next - 1
            }
        };
        if location >= LOCATIONS {
            left_out.push(format!("{semantic} has no location left, there are {LOCATIONS}"));
            continue;
        }
        let name = match (repeated, parts.as_slice()) {
            // It means what the shaders behind make of it, so the register says more.
            (_, [(register, 0), .., (_, 3)]) if semantic == Semantic::GENERIC => format!("o{register}"),
            (0, _) => semantic.to_string(),
            (_, _) => format!("{semantic}_{}", repeated + 1),
        };
        mapped.push(Mapped {
            output: Output {
                name,
                semantic: semantic.to_string(),
                register: place(&parts),
                components: parts.len() as u32,
                location: Some(location),
                written: None,
            },
            parts: parts.into_iter().map(Some).collect(),
        });
    }
    let known: Vec<(u8, u8)> = position.iter().copied().flatten().collect();
    let first = Mapped {
        output: Output {
            name: "position".to_owned(),
            semantic: Semantic::POSITION.to_string(),
            register: place(&known),
            components: 4,
            location: None,
            written: None,
        },
        parts: position,
    };
    mapped.sort_by_key(|mapped| mapped.output.location);
    mapped.insert(0, first);
    (mapped, left_out)
}

/// The outputs of code without a table of them, which emulators hold: the first register that is written is taken for the
/// position, as programs have it, the others mean what the shaders behind make of them.
fn unmapped(program: &Program<'_>) -> impl Iterator<Item = raw::Output> {
    let executable = program.executable;
    let mask = if executable.tables.outputs.is_empty() { executable.output_mask } else { 0 };
    let registers = (0..16u16).filter(move |register| mask >> register & 1 != 0);
    registers.enumerate().map(|(number, register)| raw::Output {
        semantic: if number == 0 { Semantic::POSITION } else { Semantic::GENERIC },
        register,
        mask: raw::Hex16(0xF),
        unknown: raw::Hex16(0),
    })
}

/// Whether every component of the position is mapped.
pub(crate) fn is_whole(position: &Mapped) -> bool {
    position.parts.iter().all(Option::is_some)
}

/// The registers that outputs read.
pub(crate) fn registers(outputs: &[Mapped]) -> u16 {
    let parts = outputs.iter().flat_map(|mapped| mapped.parts.iter().flatten());
    parts.fold(0, |set, (register, _)| set | 1 << (register & 15))
}

/// The location of a semantic: the same in every program, so that stages fit together.
fn location(semantic: Semantic) -> Option<u32> {
    Some(match semantic {
        Semantic::NORMAL_QUATERNION => 0,
        Semantic::COLOR => 1,
        Semantic::TEXCOORD0 => 2,
        Semantic::TEXCOORD0_W => 3,
        Semantic::TEXCOORD1 => 4,
        Semantic::TEXCOORD2 => 5,
        Semantic::VIEW => 6,
        _ => return None,
    })
}

fn place(parts: &[(u8, u8)]) -> String {
    let Some(&(register, _)) = parts.first() else {
        return String::new();
    };
    if parts.iter().any(|part| part.0 != register) {
        let each: Vec<String> =
            parts.iter().map(|(register, component)| format!("o{register}.{}", letter(*component))).collect();
        return each.join(" ");
    }
    let letters: String = parts.iter().map(|(_, component)| letter(*component)).collect();
    format!("o{register}.{letters}")
}

fn letter(component: u8) -> char {
    ['x', 'y', 'z', 'w'][usize::from(component & 3)]
}

impl Machine<'_> {
    /// Adds the entry point of the vertex stage.
    pub(crate) fn vertex_entry(
        &mut self,
        program: Handle<Function>,
        inputs: &[Input],
        outputs: &[Mapped],
        space: PositionSpace,
        depth: Depth,
    ) {
        let result = self.result_type(outputs);
        let mut body = Body::new("main");
        body.returns(result);
        let mut values = Vec::new();
        for input in inputs {
            let binding = Binding::Location {
                location: input.location,
                interpolation: None,
                sampling: None,
                blend_src: None,
                per_primitive: false,
            };
            values.push(body.argument(&input.name, self.types.vec4f, Some(binding)));
        }
        for (input, value) in inputs.iter().zip(values) {
            if let Some(variable) = self.inputs[input.location as usize & 15] {
                let value = self.loaded(&mut body, value);
                body.write(variable, value);
            }
        }
        body.invoke(program);
        let members: Vec<Value> = outputs
            .iter()
            .map(|mapped| {
                let is_moved = mapped.output.location.is_none() && space == PositionSpace::Target;
                let whole = if is_moved { None } else { self.whole_output(&mut body, mapped) };
                if let Some(value) = whole {
                    return value;
                }
                let parts: Vec<Value> =
                    mapped.parts.iter().map(|part| self.output_part(&mut body, *part)).collect();
                if mapped.output.location.is_none() {
                    let parts = convert(&mut body, parts, space, depth);
                    body.compose(self.types.vec4f, parts)
                } else if parts.len() == 1 {
                    parts[0]
                } else {
                    body.compose(self.types.floats(parts.len()), parts)
                }
            })
            .collect();
        let value = body.compose(result, members);
        body.give(Some(value));
        self.add_entry(ShaderStage::Vertex, [0; 3], body.finish());
    }

    fn add_entry(&mut self, stage: ShaderStage, workgroup_size: [u32; 3], function: Function) {
        self.module.entry_points.push(EntryPoint {
            name: "main".to_owned(),
            stage,
            early_depth_test: None,
            workgroup_size,
            workgroup_size_overrides: None,
            function,
            mesh_info: None,
            task_payload: None,
            incoming_ray_payload: None,
        });
    }

    /// An output whose components all are of one register.
    fn whole_output(&self, body: &mut Body, mapped: &Mapped) -> Option<Value> {
        let (register, _) = mapped.parts.first().copied().flatten()?;
        let own = mapped.parts.iter().map(|part| part.filter(|part| part.0 == register));
        let components: Vec<u8> = own.map(|part| Some(part?.1)).collect::<Option<_>>()?;
        let variable = self.outputs[usize::from(register & 15)]?;
        let value = body.read(variable);
        let value = body.swizzle(value, &components);
        Some(if self.precise { body.bits(value, ScalarKind::Float) } else { value })
    }

    fn output_part(&self, body: &mut Body, part: Option<(u8, u8)>) -> Value {
        let found = part.and_then(|(register, component)| {
            let variable = self.outputs[usize::from(register & 15)]?;
            Some((variable, component))
        });
        let Some((variable, component)) = found else {
            return body.float(1.0);
        };
        let value = body.read(variable);
        let value = body.part(value, u32::from(component));
        if self.precise { body.bits(value, ScalarKind::Float) } else { value }
    }

    fn result_type(&mut self, outputs: &[Mapped]) -> Handle<Type> {
        let mut offset = 0u32;
        let mut members = Vec::new();
        for mapped in outputs {
            let components = mapped.parts.len();
            let ty = self.types.floats(components);
            let binding = match mapped.output.location {
                None => Binding::BuiltIn(BuiltIn::Position { invariant: false }),
                Some(location) => Binding::Location {
                    location,
                    interpolation: Some(naga::Interpolation::Perspective),
                    sampling: Some(naga::Sampling::Center),
                    blend_src: None,
                    per_primitive: false,
                },
            };
            let (align, size) = match components {
                0 | 1 => (4, 4),
                2 => (8, 8),
                3 => (16, 12),
                _ => (16, 16),
            };
            offset = offset.next_multiple_of(align);
            members.push(StructMember {
                name: Some(mapped.output.name.clone()),
                ty,
                binding: Some(binding),
                offset,
            });
            offset += size;
        }
        let inner = TypeInner::Struct { members, span: offset.next_multiple_of(16) };
        self.module.types.insert(Type { name: Some("Output".to_owned()), inner }, Span::UNDEFINED)
    }

    /// Adds a compute entry point that runs the program for each element of an array: sixteen input registers in, sixteen
    /// output registers out, as the bits of numbers.
    pub(crate) fn batch_entry(&mut self, program: Handle<Function>, slot: Slot) {
        let file = self.array(self.types.vec4u, std::num::NonZeroU32::new(16), 16);
        let list = self.array(file, None, 256);
        let given = self.buffer("vertices", list, slot, 1, StorageAccess::LOAD);
        let results = self.buffer("results", list, slot, 2, StorageAccess::LOAD | StorageAccess::STORE);
        let vec3u = self.module.types.insert(
            Type {
                name: None,
                inner: TypeInner::Vector { size: naga::VectorSize::Tri, scalar: naga::Scalar::U32 },
            },
            Span::UNDEFINED,
        );
        let mut body = Body::new("main");
        let id = body.argument("id", vec3u, Some(Binding::BuiltIn(BuiltIn::GlobalInvocationId)));
        let index = body.part(id, 0);
        let results = body.global(results);
        let count = body.add(Expression::ArrayLength(results));
        let outside = body.binary(BinaryOperator::GreaterEqual, index, count);
        body.open();
        body.give(None);
        let leave = body.close();
        body.when(outside, leave, naga::Block::new());
        let given = body.global(given);
        for (register, variable) in self.inputs.into_iter().enumerate() {
            let Some(variable) = variable else { continue };
            let element = body.element(given, index);
            let place = body.part(element, register as u32);
            let value = body.load(place);
            let value = if self.precise {
                self.apply(&mut body, "f24_load4", vec![value])
            } else {
                body.bits(value, ScalarKind::Float)
            };
            body.write(variable, value);
        }
        body.invoke(program);
        for (register, variable) in self.outputs.into_iter().enumerate() {
            let value = match variable {
                Some(variable) => body.read(variable),
                None => body.constant(Expression::ZeroValue(self.types.vec4u)),
            };
            let value =
                if self.precise || variable.is_none() { value } else { body.bits(value, ScalarKind::Uint) };
            let element = body.element(results, index);
            let place = body.part(element, register as u32);
            body.store(place, value);
        }
        self.add_entry(ShaderStage::Compute, [GROUP, 1, 1], body.finish());
    }

    fn array(
        &mut self,
        base: Handle<Type>,
        count: Option<std::num::NonZeroU32>,
        stride: u32,
    ) -> Handle<Type> {
        let size = count.map_or(ArraySize::Dynamic, ArraySize::Constant);
        self.module
            .types
            .insert(Type { name: None, inner: TypeInner::Array { base, size, stride } }, Span::UNDEFINED)
    }

    fn buffer(
        &mut self,
        name: &str,
        ty: Handle<Type>,
        slot: Slot,
        after: u32,
        access: StorageAccess,
    ) -> Handle<GlobalVariable> {
        self.module.global_variables.append(
            GlobalVariable {
                name: Some(name.to_owned()),
                space: AddressSpace::Storage { access },
                binding: Some(ResourceBinding { group: slot.group, binding: slot.binding + after }),
                ty,
                init: None,
                memory_decorations: naga::MemoryDecorations::empty(),
            },
            Span::UNDEFINED,
        )
    }
}

/// The position for the target's clip space.
fn convert(body: &mut Body, mut parts: Vec<Value>, space: PositionSpace, depth: Depth) -> Vec<Value> {
    let (PositionSpace::Target, [_, y, z, w]) = (space, parts.as_slice()) else {
        return parts;
    };
    let (y, z, w) = (*y, *z, *w);
    let negated = body.unary(naga::UnaryOperator::Negate, z);
    parts[2] = match depth {
        Depth::ZeroToW | Depth::ZeroToWDown => negated,
        Depth::Symmetric => {
            let twice = body.binary(BinaryOperator::Add, negated, negated);
            body.binary(BinaryOperator::Subtract, twice, w)
        }
    };
    if depth == Depth::ZeroToWDown {
        parts[1] = body.unary(naga::UnaryOperator::Negate, y);
    }
    parts
}
