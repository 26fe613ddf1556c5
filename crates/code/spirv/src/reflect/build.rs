//! Gathers declarations in one pass and runs the remaining steps of [`reflect`].

use std::collections::{HashMap, HashSet};

use super::decorate::Decorations;
use super::types::{Constant, Types};
use super::{
    DebugInfo, Declared, EntryPoint, ExecutionMode, Extent, Reflection, Source, SpecConstant, Variable,
    interface, usage,
};
use crate::grammar::op;
use crate::grammar::value::{decoration, execution_mode as mode, storage_class as storage};
use crate::walk::{Binary, Instruction, NotSpirvError};

/// Reads a module's declarations.
///
/// # Errors
///
/// Only if the bytes do not start with the magic number.
pub fn reflect(bytes: &[u8]) -> Result<Reflection, NotSpirvError> {
    Binary::read(bytes).map(|module| reflect_module(&module))
}

/// Reads the declarations of a module whose header was read.
pub fn reflect_module(module: &Binary<'_>) -> Reflection {
    let decorations = Decorations::of(module);
    let mut builder = Builder {
        out: Reflection {
            header: module.header(),
            endian: module.endian(),
            capabilities: Vec::new(),
            extensions: Vec::new(),
            imports: Vec::new(),
            memory_model: None,
            sources: Vec::new(),
            debug: DebugInfo { names: decorations.names(), ..DebugInfo::default() },
            types: Vec::new(),
            variables: Vec::new(),
            descriptors: Vec::new(),
            spec_constants: Vec::new(),
            entry_points: Vec::new(),
        },
        decorations,
        types: Types::new(),
        constants: HashMap::new(),
        strings: HashMap::new(),
        modes: HashMap::new(),
        seen: HashSet::new(),
        inside: false,
    };
    for instruction in module.walk() {
        builder.read(&instruction);
    }
    builder.finish(module)
}

struct Builder {
    out: Reflection,
    decorations: Decorations,
    types: Types,
    constants: HashMap<u32, Constant>,
    strings: HashMap<u32, String>,
    /// Execution modes by function id.
    modes: HashMap<u32, Vec<ExecutionMode>>,
    /// Ids of variables and specialization constants seen; the first definition wins.
    seen: HashSet<u32>,
    /// True inside a function body.
    inside: bool,
}

impl Builder {
    fn read(&mut self, instruction: &Instruction<'_>) {
        match instruction.opcode {
            op::FUNCTION => self.inside = true,
            op::FUNCTION_END => self.inside = false,
            _ if self.inside => {}
            op::TYPE_VOID..=op::TYPE_FORWARD_POINTER
            | op::TYPE_RAY_QUERY_KHR
            | op::TYPE_ACCELERATION_STRUCTURE_KHR => {
                self.types.define(instruction, &self.decorations, &self.constants);
            }
            op::CONSTANT_TRUE..=op::SPEC_CONSTANT_OP => self.constant(instruction),
            op::VARIABLE => self.variable(instruction),
            _ => self.declaration(instruction),
        }
    }

    fn declaration(&mut self, instruction: &Instruction<'_>) {
        let word = |place| instruction.word(place);
        let range = instruction.range();
        let Some(first) = word(0) else { return };
        match instruction.opcode {
            op::CAPABILITY => self.out.capabilities.push(Declared { value: first, range }),
            op::EXTENSION => {
                if let Some((value, _)) = instruction.string(0) {
                    self.out.extensions.push(Declared { value, range });
                }
            }
            op::EXT_INST_IMPORT => {
                if let Some((name, _)) = instruction.string(1) {
                    self.out.imports.push(Declared { value: (first, name), range });
                }
            }
            op::MEMORY_MODEL => {
                if let (Some(memory), None) = (word(1), &self.out.memory_model) {
                    self.out.memory_model = Some(Declared { value: (first, memory), range });
                }
            }
            op::STRING => {
                self.out.debug.strings += 1;
                // Only file names are needed later, and those are short; each `OpSource` gets a copy.
                if instruction.len() <= 128
                    && let Some((text, _)) = instruction.string(1)
                {
                    self.strings.entry(first).or_insert(text);
                }
            }
            op::LINE => self.out.debug.lines += 1,
            op::SOURCE => {
                let file = word(2).and_then(|id| self.strings.get(&id).cloned());
                let value = Source {
                    language: first,
                    version: word(1).unwrap_or(0),
                    file,
                    text: instruction.len() > 3,
                };
                self.out.sources.push(Declared { value, range });
            }
            op::ENTRY_POINT => {
                if let (Some(function), Some((name, at))) = (word(1), instruction.string(2)) {
                    self.out.entry_points.push(EntryPoint {
                        model: first,
                        function,
                        name,
                        interface: instruction.operands().skip(at).collect(),
                        modes: Vec::new(),
                        local_size: None,
                        uses: Vec::new(),
                        push_reads: Vec::new(),
                        truncated: false,
                        range,
                    });
                }
            }
            op::EXECUTION_MODE | op::EXECUTION_MODE_ID => {
                if let Some(mode) = word(1) {
                    let operands = instruction.operands().skip(2).take(8).collect();
                    self.modes.entry(first).or_default().push(ExecutionMode { mode, operands, range });
                }
            }
            _ => {}
        }
    }

    fn constant(&mut self, instruction: &Instruction<'_>) {
        let (Some(ty), Some(id)) = (instruction.word(0), instruction.word(1)) else {
            return;
        };
        let specialized = matches!(
            instruction.opcode,
            op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE | op::SPEC_CONSTANT | op::SPEC_CONSTANT_OP
        );
        let value = match instruction.opcode {
            op::CONSTANT | op::SPEC_CONSTANT => instruction.word(2).map(|low| {
                let high = instruction.word(3).unwrap_or(0);
                u64::from(high) << 32 | u64::from(low)
            }),
            op::CONSTANT_TRUE | op::SPEC_CONSTANT_TRUE => Some(1),
            op::CONSTANT_FALSE | op::SPEC_CONSTANT_FALSE => Some(0),
            op::CONSTANT_NULL => Some(0),
            _ => None,
        };
        self.constants.entry(id).or_insert(Constant { value, specialized });
        if let (true, Some(default)) = (specialized, value)
            && self.seen.insert(id)
        {
            self.out.spec_constants.push(SpecConstant {
                id,
                spec_id: self.decorations.value(id, None, decoration::SPEC_ID),
                name: self.decorations.name(id).map(str::to_owned),
                ty: self.types.find(ty),
                default,
                range: instruction.range(),
            });
        }
    }

    fn variable(&mut self, instruction: &Instruction<'_>) {
        let word = |place| instruction.word(place);
        let (Some(ty), Some(id), Some(class)) = (word(0), word(1), word(2)) else {
            return;
        };
        if class == storage::FUNCTION || !self.seen.insert(id) {
            return;
        }
        let value = |kind| self.decorations.value(id, None, kind);
        let has = |kind| self.decorations.has(id, None, kind);
        self.out.variables.push(Variable {
            id,
            name: self.decorations.name(id).map(str::to_owned),
            class,
            ty: self.types.target(ty),
            set: value(decoration::DESCRIPTOR_SET),
            binding: value(decoration::BINDING),
            input_attachment: value(decoration::INPUT_ATTACHMENT_INDEX),
            location: value(decoration::LOCATION),
            component: value(decoration::COMPONENT),
            index: value(decoration::INDEX),
            built_in: value(decoration::BUILT_IN),
            flat: has(decoration::FLAT),
            no_perspective: has(decoration::NO_PERSPECTIVE),
            centroid: has(decoration::CENTROID),
            sample: has(decoration::SAMPLE),
            patch: has(decoration::PATCH),
            non_writable: has(decoration::NON_WRITABLE),
            non_readable: has(decoration::NON_READABLE),
            range: instruction.range(),
        });
    }

    fn finish(mut self, module: &Binary<'_>) -> Reflection {
        // Entry points that share a function share its modes, usually a handful; this bounds the number of
        // copies.
        let mut copies = module.bytes().len() / 4;
        for entry in &mut self.out.entry_points {
            let modes = self.modes.get(&entry.function).map(Vec::as_slice).unwrap_or_default();
            entry.truncated = modes.len() > copies;
            entry.modes = modes.iter().take(copies).cloned().collect();
            copies -= entry.modes.len();
            for one in &entry.modes {
                let constants = &self.constants;
                let extents = |make: &dyn Fn(u32) -> Extent| match one.operands[..] {
                    [x, y, z] => Some([make(x), make(y), make(z)]),
                    _ => None,
                };
                let found = match one.mode {
                    mode::LOCAL_SIZE => extents(&Extent::Fixed),
                    mode::LOCAL_SIZE_ID => extents(&|id| {
                        Extent::Constant(id, constants.get(&id).and_then(|constant| constant.value))
                    }),
                    _ => None,
                };
                entry.local_size = entry.local_size.or(found);
            }
        }
        usage::fill(module, &mut self.out, &self.types, &self.constants);
        self.out.types = self.types.list;
        interface::fill(&mut self.out);
        self.out
    }
}
