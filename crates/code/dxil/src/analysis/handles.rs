//! Traces handles to their resources, as far as the shader flags need it.

use foldhash::{HashMap, HashMapExt as _};

use super::opcode;
use super::program::{Operation, Program};
use crate::ir::{Body, CastOp, Constant, Instruction, Op, Type, TypeId, ValueId};
use crate::shader::Shader;
use crate::shader::resource::{Class, Resource, kind};

/// Known properties of a handle's resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Properties {
    /// True for a UAV.
    pub is_uav: bool,
    /// Resource kind.
    pub kind: u32,
    /// Components of an element, for typed views.
    pub components: u32,
}

impl Properties {
    /// True for textures and typed buffers.
    pub fn is_typed(self) -> bool {
        matches!(self.kind, 1..=10)
    }

    /// True for multisampled textures.
    pub(crate) fn is_multisampled(self) -> bool {
        matches!(self.kind, 3 | 8)
    }
}

/// Bit of the first word of a handle annotation: UAV.
const ANNOTATION_UAV: u32 = 1 << 12;
/// Class number of UAVs in operations.
const CLASS_UAV: u32 = 1;
/// Class number of SRVs in operations.
const CLASS_SRV: u32 = 0;

/// Maximum number of instructions between a handle and its creation; phis may be circular.
const MAX_STEPS: u32 = 1024;

/// First register, last register and space of a UAV.
type Binding = (u32, u32, u32);

/// Handles of a module.
#[derive(Clone, Debug)]
pub struct Handles<'p, 'm> {
    program: &'p Program<'m>,
    shader: &'p Shader,
    /// Resource indices by class and number.
    numbered: HashMap<(Class, u32), usize>,
    /// UAV indices by variable.
    variables: HashMap<ValueId, usize>,
    /// UAV indices by binding.
    bindings: HashMap<Binding, usize>,
}

impl<'p, 'm> Handles<'p, 'm> {
    /// Indexes the resources of a module.
    pub fn new(program: &'p Program<'m>, shader: &'p Shader) -> Self {
        let mut handles = Handles {
            program,
            shader,
            numbered: HashMap::new(),
            variables: HashMap::new(),
            bindings: HashMap::new(),
        };
        for (index, resource) in shader.resources.iter().enumerate() {
            let number = (resource.class, resource.id);
            handles.numbered.entry(number).or_insert(index);
            if resource.class == Class::Uav {
                let binding = (resource.lower, resource.upper(), resource.space);
                handles.bindings.entry(binding).or_insert(index);
                if let Some(symbol) = symbol(program, resource) {
                    handles.variables.entry(symbol).or_insert(index);
                }
            }
        }
        handles
    }

    /// The call that creates a handle: follows the first value of a phi and the true value of a select.
    pub fn origin<'b>(&self, body: &'b Body, handle: ValueId) -> Option<&'b Instruction> {
        let mut at = handle;
        for _ in 0..MAX_STEPS {
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

    /// Resource properties according to the call that creates a handle.
    pub fn properties(&self, body: &Body, operation: Operation<'_>) -> Properties {
        match operation.code {
            opcode::CREATE_HANDLE => self.properties_from_creation(body, operation).unwrap_or_default(),
            opcode::CREATE_HANDLE_FOR_LIB => {
                let found = self.loaded(body, operation);
                found.map(|resource| self.properties_of_resource(resource)).unwrap_or_default()
            }
            opcode::ANNOTATE_HANDLE => self.properties_from_annotation(body, operation).unwrap_or_default(),
            _ => Properties::default(),
        }
    }

    /// Resource properties of a handle.
    pub fn of(&self, body: &Body, handle: ValueId) -> Option<Properties> {
        let origin = self.origin(body, handle)?;
        let operation = self.program.operation(body, origin)?;
        Some(self.properties(body, operation))
    }

    /// UAV of an annotated handle created from a binding or, in libraries, from a variable.
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
                // First register, last register, space and class of the range.
                let [lower, upper, space, class] = self.words(body, inner.argument(1)?)?;
                let binding = (lower, upper, space);
                let index = self.bindings.get(&binding).filter(|_| class == CLASS_UAV);
                self.shader.resources.get(*index?)
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

    fn properties_from_annotation(&self, body: &Body, operation: Operation<'_>) -> Option<Properties> {
        let [first, second] = self.words(body, operation.argument(2)?)?;
        Some(Properties {
            is_uav: first & ANNOTATION_UAV != 0,
            kind: first & 0xFF,
            components: second >> 8 & 0xFF,
        })
    }

    fn properties_from_creation(&self, body: &Body, operation: Operation<'_>) -> Option<Properties> {
        let class = match self.program.unsigned(body, operation.argument(1)?)? {
            CLASS_UAV => Class::Uav,
            CLASS_SRV => Class::Srv,
            _ => return None,
        };
        let mut range = operation.argument(2)?;
        for _ in 0..MAX_STEPS {
            if let Some(id) = self.program.unsigned(body, range) {
                let index = self.numbered.get(&(class, id))?;
                return self
                    .shader
                    .resources
                    .get(*index)
                    .map(|resource| self.properties_of_resource(resource));
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

    /// The resource whose variable a handle argument is loaded from.
    fn loaded(&self, body: &Body, operation: Operation<'_>) -> Option<&'p Resource> {
        let load = body.instruction(self.program.maker(body, operation.argument(1)?)?)?;
        let Op::Load(_) = load.op else { return None };
        let variable = *body.operands(load).first()?;
        self.shader.resources.get(*self.variables.get(&variable)?)
    }

    fn properties_of_resource(&self, resource: &Resource) -> Properties {
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

    /// Components of an element, the first field of the symbol's structure type.
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

/// Global variable of a resource: its symbol, without the cast that newer models add.
pub fn symbol(program: &Program<'_>, resource: &Resource) -> Option<ValueId> {
    let number = u32::try_from(resource.symbol?).ok()?;
    let mut value = ValueId::module(number);
    for _ in 0..8 {
        match program.module.constant(value) {
            Some(Constant::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value: inner }) => {
                value = inner
            }
            _ => break,
        }
    }
    Some(value)
}
