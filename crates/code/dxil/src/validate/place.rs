//! Finds where a finding is: bits in the bitcode, function, block and instruction of the listing, and line of the source.

use std::ops::Range;

use super::context::shown;
use super::{List, Subject};
use crate::analysis::Program;
use crate::analysis::program::Kind;
use crate::ir::{
    Body, DebugKind, FunctionId, InstructionId, LabelId, Metadata, MetadataId, Op, Type, Typed, ValueId,
};
use crate::operation::Operation;
use crate::shader::Shader;
use crate::shader::resource::Class;

/// Steps between a scope and its file.
const MAX_SCOPES: u32 = 64;

/// Where a finding is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Bits in the bitcode, counted from the first of the input; empty if not known.
    pub bits: Range<u64>,
    /// Path of metadata from a named node; empty for code.
    pub path: String,
    /// Name of the function; empty outside of functions.
    pub function: String,
    /// Block, as in the listing, such as `%4`.
    pub block: String,
    /// Instruction, as in the listing without its operands, such as `%7 = call FAbs`.
    pub instruction: String,
    /// File, line and column of the source; the file may be empty.
    pub source: Option<(String, u32, u32)>,
}

/// Finds places in a module.
pub struct Places<'p> {
    program: &'p Program<'p>,
    shader: Option<&'p Shader>,
    debug: Option<&'p Program<'p>>,
}

impl<'p> Places<'p> {
    /// Places in a program. `debug` is the same program with debug information, if that is kept apart.
    pub fn new(program: &'p Program<'p>, shader: Option<&'p Shader>, debug: Option<&'p Program<'p>>) -> Self {
        Places { program, shader, debug }
    }

    /// Place of a subject.
    pub fn of(&self, subject: &Subject) -> Place {
        let module = self.program.module;
        let value_bits = |value: Option<ValueId>| {
            value.and_then(|value| module.value_places.get(value.index())).unwrap_or_default()
        };
        match subject {
            Subject::Module => Place::default(),
            Subject::Bits(bits, path) => Place { bits: bits.clone(), path: path.clone(), ..Place::default() },
            &Subject::Instruction(function, instruction) => self.instruction(function, instruction),
            &Subject::Function(function) => Place {
                bits: value_bits(module.functions.get(function.index()).map(|function| function.value)),
                function: self.function_name(function),
                source: self.function_source(function),
                ..Place::default()
            },
            Subject::Variable(variable) => {
                let value = module.variables.get(variable.index()).map(|variable| variable.value);
                Place { bits: value_bits(value), ..Place::default() }
            }
            &Subject::Metadata(id) => self.metadata(Some(id), String::new()),
            Subject::Named(name) => {
                let first = module.metadata.named(name).and_then(|nodes| nodes.first().copied());
                self.metadata(first, name.clone())
            }
            &Subject::Entry(entry) => self.metadata(self.entry(entry), format!("dx.entryPoints[{entry}]")),
            &Subject::Property(entry, tag) => {
                let path = format!("dx.entryPoints[{entry}].properties");
                let list = self.entry(entry).and_then(|node| operand(module, node, 4));
                self.metadata(list.and_then(|list| property(module, list, tag)).or(list), path)
            }
            &Subject::Element(entry, list, index) => self.element(entry, list, index),
            &Subject::Resource(index) => self.resource(index),
        }
    }

    fn metadata(&self, id: Option<MetadataId>, path: String) -> Place {
        let bits = id.and_then(|id| self.program.module.metadata_places.get(id.index()));
        Place { bits: bits.unwrap_or_default(), path, ..Place::default() }
    }

    fn entry(&self, entry: usize) -> Option<MetadataId> {
        self.program.module.metadata.named("dx.entryPoints")?.get(entry).copied()
    }

    fn element(&self, entry: usize, list: List, index: usize) -> Place {
        let (place, name) = match list {
            List::Inputs => (0, "inputs"),
            List::Outputs => (1, "outputs"),
            List::Patches => (2, "patchConstants"),
        };
        let module = self.program.module;
        let node = self.entry(entry).and_then(|node| {
            let signatures = operand(module, node, 2)?;
            operand(module, operand(module, signatures, place)?, index)
        });
        self.metadata(node, format!("dx.entryPoints[{entry}].signatures.{name}[{index}]"))
    }

    fn resource(&self, index: usize) -> Place {
        let module = self.program.module;
        let resources = self.shader.map(|shader| shader.resources.as_slice()).unwrap_or_default();
        let Some(class) = resources.get(index).map(|resource| resource.class) else {
            return Place::default();
        };
        let before = resources.iter().take(index).filter(|resource| resource.class == class).count();
        let place = Class::ALL.iter().position(|&other| other == class).unwrap_or_default();
        let lists = module.metadata.named("dx.resources").and_then(|nodes| nodes.first().copied());
        let node = lists.and_then(|lists| operand(module, operand(module, lists, place)?, before));
        self.metadata(node, format!("dx.resources[0].{}[{before}]", class.name()))
    }

    fn function_name(&self, function: FunctionId) -> String {
        let module = self.program.module;
        let value = module.functions.get(function.index()).map(|function| function.value);
        shown(value.and_then(|value| module.name(value)).unwrap_or_default()).to_string()
    }

    fn instruction(&self, function: FunctionId, id: InstructionId) -> Place {
        let Some(body) = self.program.body(function) else { return Place::default() };
        let block = body.blocks.iter().position(|range| range.contains(&id.0));
        let numbers = Numbers::of(body);
        Place {
            bits: body.places.get(id.index()).unwrap_or_default(),
            path: String::new(),
            function: self.function_name(function),
            block: block.map_or_else(String::new, |block| numbers.block(body, LabelId::at(block))),
            instruction: self.words(body, id, &numbers),
            source: self.source(function, body, id),
        }
    }

    /// An instruction without its operands.
    fn words(&self, body: &Body, id: InstructionId, numbers: &Numbers) -> String {
        let Some(instruction) = body.instruction(id) else { return String::new() };
        let result = match (self.program.module.types.get(instruction.ty), instruction.result) {
            (Some(Type::Void) | None, _) | (_, None) => String::new(),
            (_, Some(value)) => format!("{} = ", numbers.value(body, value)),
        };
        let name = match instruction.op {
            Op::Call(_) => match self.program.operation(body, instruction) {
                Some(operation) => {
                    let known = Operation::of(u64::from(operation.code));
                    let name =
                        known.map_or_else(|| operation.code.to_string(), |known| known.name.to_owned());
                    format!("call {name}")
                }
                None => match self.program.callee(body, instruction) {
                    Some(callee) => format!("call @{}", self.function_name(callee)),
                    None => "call".to_owned(),
                },
            },
            op => op.name().to_owned(),
        };
        format!("{result}{name}")
    }

    /// Source position of an instruction; in the debug program that of the instruction of the same number.
    fn source(&self, function: FunctionId, body: &Body, id: InstructionId) -> Option<(String, u32, u32)> {
        let own = body.instruction(id).and_then(|instruction| body.location(instruction));
        if let Some(location) = own {
            let file = file_of(self.program.module, location.scope);
            return Some((file, location.line, location.column));
        }
        let debug = self.debug?;
        let name = self.program.module.name(self.program.module.functions.get(function.index())?.value)?;
        let twin = debug.functions().find(|&other| {
            let value = debug.module.functions.get(other.index()).map(|function| function.value);
            value.and_then(|value| debug.module.name(value)) == Some(name)
        })?;
        let twin = debug.body(twin)?;
        let ordinal = code(self.program, body).position(|(other, _)| other == id)?;
        let (_, instruction) = code(debug, twin).nth(ordinal)?;
        let location = twin.location(instruction)?;
        Some((file_of(debug.module, location.scope), location.line, location.column))
    }

    /// Source position of a function: the line of its declaration.
    fn function_source(&self, function: FunctionId) -> Option<(String, u32, u32)> {
        let body = self.program.body(function)?;
        let first = body.instructions.first()?;
        let location = body.location(first)?;
        Some((file_of(self.program.module, location.scope), location.line, location.column))
    }
}

/// Instructions except for calls that describe variables to debuggers.
fn code<'b>(
    program: &'b Program<'_>,
    body: &'b Body,
) -> impl Iterator<Item = (InstructionId, &'b crate::ir::Instruction)> {
    let numbered = body.instructions.iter().enumerate();
    let numbered = numbered.map(|(index, instruction)| (InstructionId::at(index), instruction));
    numbered.filter(|(_, instruction)| {
        let callee =
            program.callee(body, instruction).filter(|&callee| program.kind(callee) == Kind::Intrinsic);
        let value = callee.and_then(|callee| program.module.functions.get(callee.index()));
        !value
            .and_then(|function| program.module.name(function.value))
            .is_some_and(|name| name.starts_with(b"llvm.dbg."))
    })
}

/// Operand of a metadata node.
pub(super) fn operand(module: &Typed<'_>, node: MetadataId, index: usize) -> Option<MetadataId> {
    module.metadata.node(node)?.get(index).copied().flatten()
}

/// Integer that a metadata item holds.
pub(super) fn integer(module: &Typed<'_>, id: MetadataId) -> Option<i64> {
    module.integer(module.metadata.value(id)?)
}

/// Value of a tag in a list of tags and values.
pub(super) fn property(module: &Typed<'_>, list: MetadataId, tag: u32) -> Option<MetadataId> {
    let operands = module.metadata.node(list)?;
    let pairs = operands.chunks_exact(2);
    pairs
        .filter_map(|pair| Some((pair.first().copied()??, pair.get(1).copied()??)))
        .find_map(|(key, value)| (integer(module, key) == Some(i64::from(tag))).then_some(value))
}

/// Path of the file that a debug scope is in.
fn file_of(module: &Typed<'_>, scope: Option<MetadataId>) -> String {
    let mut at = scope;
    for _ in 0..MAX_SCOPES {
        let Some(Metadata::Debug { kind, fields, .. }) = at.and_then(|at| module.metadata.get(at)) else {
            break;
        };
        let fields = module.metadata.fields(fields);
        let field = |name: &str| {
            let index = kind.fields().iter().position(|field| field.name == name)?;
            kind.field(index)?.reference(*fields.get(index)?)
        };
        if kind == DebugKind::File {
            let name = field("filename").and_then(|name| module.metadata.string(name));
            return shown(name.unwrap_or_default()).to_string();
        }
        at = field("file").or_else(|| field("scope"));
    }
    String::new()
}

/// Numbers that a listing gives to unnamed values and blocks of a function.
struct Numbers {
    values: Vec<u32>,
    blocks: Vec<u32>,
}

impl Numbers {
    fn of(body: &Body) -> Numbers {
        let mut numbers = Numbers { values: vec![0; body.locals.len()], blocks: Vec::new() };
        let mut next = 0;
        let mut number = |slot: Option<&mut u32>| {
            if let Some(slot) = slot {
                *slot = next;
            }
            next += 1;
        };
        for argument in body.arguments() {
            if body.symbols.value(argument).is_none() {
                number(numbers.values.get_mut(argument.index()));
            }
        }
        for block in 0..body.blocks.len() {
            let label = LabelId::at(block);
            numbers.blocks.push(0);
            if body.symbols.block(label).is_none() {
                number(numbers.blocks.last_mut());
            }
            for (_, instruction) in body.block(label) {
                if let Some(result) = instruction.result
                    && body.symbols.value(result).is_none()
                {
                    number(numbers.values.get_mut(result.index()));
                }
            }
        }
        numbers
    }

    fn value(&self, body: &Body, value: ValueId) -> String {
        match body.symbols.value(value) {
            Some(name) => format!("%{}", shown(name)),
            None => format!("%{}", self.values.get(value.index()).copied().unwrap_or_default()),
        }
    }

    fn block(&self, body: &Body, label: LabelId) -> String {
        match body.symbols.block(label) {
            Some(name) => format!("%{}", shown(name)),
            None => format!("%{}", self.blocks.get(label.index()).copied().unwrap_or_default()),
        }
    }
}
