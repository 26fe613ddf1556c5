//! From a handle back to the resource that it is of, as far as the flags of a shader need it.

use std::collections::HashMap;

use super::opcode;
use super::program::{Operation, Program};
use crate::ir::{Body, CastOp, Constant, Instruction, Op, Type, TypeId, ValueId};
use crate::shader::Shader;
use crate::shader::resource::{Class, Resource, kind};

/// What is known of the resource of a handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Properties {
    /// Whether it may be written.
    pub is_uav: bool,
    /// Kind.
    pub kind: u32,
    /// Components of an element, for typed views.
    pub components: u32,
}

impl Properties {
    /// Whether its elements have a type: textures, typed buffers.
    pub fn is_typed(self) -> bool {
        matches!(self.kind, 1..=10)
    }

    /// Whether it is a texture with samples.
    pub fn is_multisampled(self) -> bool {
        matches!(self.kind, 3 | 8)
    }
}

/// Bit of the first word of a handle's annotation: it may be written.
const ANNOTATION_UAV: u32 = 1 << 12;
/// Number of the class of what may be written, in operations.
const CLASS_UAV: u32 = 1;
/// Number of the class of what may be read, in operations.
const CLASS_SRV: u32 = 0;

/// Instructions between a handle and the call that makes it, at most: ways may be circular.
const MAX_WAYS: u32 = 1024;

/// First register, last register and space of a resource that may be written.
type Binding = (u32, u32, u32);

/// Handles of a module.
#[derive(Clone, Debug)]
pub struct Handles<'p, 'm> {
    program: &'p Program<'m>,
    shader: &'p Shader,
    /// Places of resources by class and number.
    numbered: HashMap<(Class, u32), usize>,
    /// Places of resources that may be written by their variable.
    variables: HashMap<ValueId, usize>,
    /// Places of resources that may be written by their binding.
    bindings: HashMap<Binding, usize>,
}

impl<'p, 'm> Handles<'p, 'm> {
    /// The handles of a module.
    pub fn new(program: &'p Program<'m>, shader: &'p Shader) -> Self {
        let mut handles = Handles {
            program,
            shader,
            numbered: HashMap::new(),
            variables: HashMap::new(),
            bindings: HashMap::new(),
        };
        for (place, resource) in shader.resources.iter().enumerate() {
            let number = (resource.class, resource.id);
            handles.numbered.entry(number).or_insert(place);
            if resource.class == Class::Uav {
                let binding = (resource.lower, resource.upper(), resource.space);
                handles.bindings.entry(binding).or_insert(place);
                if let Some(symbol) = symbol(program, resource) {
                    handles.variables.entry(symbol).or_insert(place);
                }
            }
        }
        handles
    }

    /// The call that makes a handle: the first way in where several meet, the value for true where one of two is chosen.
    pub fn origin<'b>(&self, body: &'b Body, handle: ValueId) -> Option<&'b Instruction> {
        let mut at = handle;
        for _ in 0..MAX_WAYS {
            let instruction = body.instruction(self.program.maker(body, at)?)?;
            at = match instruction.op {
                Op::Phi => *body.operands(instruction).first()?,
                Op::Select => *body.operands(instruction).get(1)?,
                Op::Call(_) | Op::Invoke(_) => return Some(instruction),
                _ => return None,
            };
        }
        None
    }

    /// What the call that makes a handle says of its resource.
    pub fn properties(&self, body: &Body, operation: Operation<'_>) -> Properties {
        match operation.code {
            opcode::CREATE_HANDLE => self.created(body, operation).unwrap_or_default(),
            opcode::CREATE_HANDLE_FOR_LIB => {
                let found = self.loaded(body, operation);
                found.map(|resource| self.described(resource)).unwrap_or_default()
            }
            opcode::ANNOTATE_HANDLE => self.annotated(body, operation).unwrap_or_default(),
            _ => Properties::default(),
        }
    }

    /// What the handle of an operation is of, by the call that made it.
    pub fn of(&self, body: &Body, handle: ValueId) -> Option<Properties> {
        let origin = self.origin(body, handle)?;
        let operation = self.program.operation(body, origin)?;
        Some(self.properties(body, operation))
    }

    /// The resource that may be written of an annotated handle that is made of a binding or, in libraries, of a variable.
    pub fn bound(&self, body: &Body, handle: ValueId) -> Option<&'p Resource> {
        let operation = self.program.operation(body, self.origin(body, handle)?)?;
        if operation.code != opcode::ANNOTATE_HANDLE {
            return None;
        }
        let inner = body.instruction(self.program.maker(body, operation.argument(1)?)?)?;
        let inner = self.program.operation(body, inner)?;
        match inner.code {
            opcode::CREATE_HANDLE_FOR_LIB => self.loaded(body, inner),
            opcode::CREATE_HANDLE_FROM_BINDING => {
                // The range's first register, last register, space and class.
                let [lower, upper, space, class] = self.words(body, inner.argument(1)?)?;
                let binding = (lower, upper, space);
                let place = self.bindings.get(&binding).filter(|_| class == CLASS_UAV);
                self.shader.resources.get(*place?)
            }
            _ => None,
        }
    }

    /// The first words of a constant structure; missing ones are zero.
    fn words<const N: usize>(&self, body: &Body, value: ValueId) -> Option<[u32; N]> {
        let scope = self.program.scope(body);
        let mut out = [0; N];
        let (constant, constants) = scope.constant(value)?;
        match constant {
            Constant::Null => {}
            Constant::Aggregate(parts) => {
                for (slot, &part) in out.iter_mut().zip(constants.operands(parts)) {
                    *slot = scope.integer(part)? as u32;
                }
            }
            Constant::Data(words) => {
                for (slot, &word) in out.iter_mut().zip(constants.words(words)) {
                    *slot = word as u32;
                }
            }
            _ => return None,
        }
        Some(out)
    }

    fn annotated(&self, body: &Body, operation: Operation<'_>) -> Option<Properties> {
        let [first, second] = self.words(body, operation.argument(2)?)?;
        Some(Properties {
            is_uav: first & ANNOTATION_UAV != 0,
            kind: first & 0xFF,
            components: second >> 8 & 0xFF,
        })
    }

    fn created(&self, body: &Body, operation: Operation<'_>) -> Option<Properties> {
        let class = match self.program.unsigned(body, operation.argument(1)?)? {
            CLASS_UAV => Class::Uav,
            CLASS_SRV => Class::Srv,
            _ => return None,
        };
        let mut range = operation.argument(2)?;
        for _ in 0..MAX_WAYS {
            if let Some(id) = self.program.unsigned(body, range) {
                let place = self.numbered.get(&(class, id))?;
                return self
                    .shader
                    .resources
                    .get(*place)
                    .map(|resource| self.described(resource));
            }
            let instruction = body.instruction(self.program.maker(body, range)?)?;
            range = match instruction.op {
                Op::Phi => *body.operands(instruction).first()?,
                Op::Select => *body.operands(instruction).get(1)?,
                _ => return None,
            };
        }
        None
    }

    /// The resource whose variable the argument of a handle is loaded from.
    fn loaded(&self, body: &Body, operation: Operation<'_>) -> Option<&'p Resource> {
        let load = body.instruction(self.program.maker(body, operation.argument(1)?)?)?;
        let Op::Load(_) = load.op else { return None };
        let variable = *body.operands(load).first()?;
        self.shader.resources.get(*self.variables.get(&variable)?)
    }

    fn described(&self, resource: &Resource) -> Properties {
        let typed = matches!(resource.kind, 1..=kind::TYPED_BUFFER);
        let components = resource
            .symbol_type
            .filter(|_| typed)
            .and_then(|ty| self.components(TypeId(u32::try_from(ty).ok()?)));
        Properties {
            is_uav: resource.class == Class::Uav,
            kind: resource.kind,
            components: components.unwrap_or(0),
        }
    }

    /// Components of an element: the first field of the structure that a symbol points to is one.
    fn components(&self, pointer: TypeId) -> Option<u32> {
        let types = &self.program.module.types;
        let mut at = types.pointee(pointer)?;
        for _ in 0..types.len() {
            match types.get(at)? {
                Type::Array { element, .. } => at = element,
                _ => break,
            }
        }
        let first = *types.fields(at)?.first()?;
        match types.get(first)? {
            Type::Vector { count, .. } => Some(count),
            _ => Some(1),
        }
    }
}

/// The variable that stands for a resource: its symbol, behind the conversion that newer models put around it.
pub fn symbol(program: &Program<'_>, resource: &Resource) -> Option<ValueId> {
    let number = u32::try_from(resource.symbol?).ok()?;
    let mut value = ValueId::module(number);
    for _ in 0..8 {
        match program.module.constant(value) {
            Some(Constant::Cast {
                op: CastOp::BitCast | CastOp::AddrSpaceCast,
                value: inner,
            }) => value = inner,
            _ => break,
        }
    }
    Some(value)
}
