//! Builds modules; declarations may come in any order.
//!
//! A [`Builder`] fills a [`Module`]: one list of instructions for each section of its layout, and functions of blocks;
//! [`Builder::finish`] gives its words, [`Builder::finish_module`] the module. Types and constants are declared once,
//! on first use. Ids are allocated in call order, so the same calls give the same words.
//! [`Builder::declare_needs`] adds the capabilities and extensions that a module uses; [`Builder::at`] states what the
//! instructions that follow were made from. [`Guarded`] has the operations that SPIR-V leaves open for some operands.
//!
//! [`op`], [`value`] and [`glsl`] name the numbers used in instructions.
//!
//! ```
//! use glassbox_spirv::build::{Builder, VERSION_1_5, op, value};
//!
//! // A fragment shader that doubles its input at location 0.
//! let mut module = Builder::new(VERSION_1_5);
//! module.capability(value::capability::SHADER);
//! module.memory_model(value::addressing_model::LOGICAL, value::memory_model::GLSL450);
//!
//! let float = module.float();
//! let vec4 = module.vector(float, 4);
//! let mut port = |class, name| {
//!     let pointer = module.pointer(class, vec4);
//!     let variable = module.global(pointer, class);
//!     module.name(variable, name);
//!     module.decorate(variable, value::decoration::LOCATION, &[0]);
//!     variable
//! };
//! let input = port(value::storage_class::INPUT, "input");
//! let color = port(value::storage_class::OUTPUT, "color");
//!
//! let void = module.void();
//! let signature = module.function_type(void, &[]);
//! let main = module.begin_function(void, signature);
//! let two = module.constant(float, 2.0_f32.to_bits());
//! let read = module.value(op::LOAD, vec4, &[input]);
//! let doubled = module.value(op::VECTOR_TIMES_SCALAR, vec4, &[read, two]);
//! module.effect(op::STORE, &[color, doubled]);
//! module.end(op::RETURN);
//! module.end_function();
//!
//! module.entry_point(value::execution_model::FRAGMENT, main, "main", &[input, color]);
//! module.execution_mode(main, value::execution_mode::ORIGIN_UPPER_LEFT);
//! let words = module.finish()?;
//!
//! let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
//! let text = glassbox_spirv::disassemble(&bytes, &Default::default())?;
//! assert!(text.contains("= OpVectorTimesScalar %v4float"), "{text}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotate;
mod constants;
mod declare;
mod function;
mod guarded;
mod image;
mod needs;
mod types;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;

use foldhash::HashMap;
use smallvec::SmallVec;

use crate::grammar::Section;
use crate::module::{At, Module, Operand};

pub use crate::grammar::instruction::glsl_std_450 as glsl;
pub use crate::grammar::{op, value};

use function::Body;

pub use function::{Group, Memory};
pub use guarded::{ByZero, FieldRange, Guarded, OfNan, Saturation};
pub use image::ImageOperands;
pub use types::{Image, Signedness};
pub(crate) use words::string;

/// SPIR-V 1.5, in which entry points list every global variable they use.
pub const VERSION_1_5: u32 = 0x0001_0500;

/// A result id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Id(u32);

impl Id {
    /// The id as an operand.
    pub const fn word(self) -> u32 {
        self.0
    }

    /// The id as an operand of [`Builder::value_of`].
    pub const fn operand(self) -> Operand {
        Operand::Id(self.0)
    }
}

/// An instruction exceeds the 65535 words of its length field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildError {
    /// Opcode of the first such instruction.
    pub opcode: u16,
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = crate::grammar::opcode(self.opcode).map_or("an instruction", |row| row.name);
        write!(f, "{name} came out longer than 65535 words")
    }
}

impl std::error::Error for BuildError {}

/// Opcode, result type and operands of a declaration.
type Key = SmallVec<[u32; 8]>;

/// A module under construction.
#[derive(Clone, Debug)]
pub struct Builder {
    module: Module,
    capabilities: BTreeSet<u32>,
    extensions: BTreeSet<String>,
    /// Instructions before the functions, by section.
    sections: [Vec<At>; Section::COUNT],
    /// Types, constants and imports by opcode and operands.
    known: HashMap<Key, Id>,
    body: Option<Body>,
    /// Functions without a body, which are the first ones.
    declared_functions: usize,
    origin: Range<usize>,
    overlong: Option<u16>,
}

impl Builder {
    /// An empty module; the version word is `0x00MMmm00`.
    pub fn new(version: u32) -> Builder {
        Builder {
            module: Module::new(version),
            capabilities: BTreeSet::new(),
            extensions: BTreeSet::new(),
            sections: Default::default(),
            known: HashMap::default(),
            body: None,
            declared_functions: 0,
            origin: 0..0,
            overlong: None,
        }
    }

    /// Makes room for a number of instructions, which need not be exact.
    pub fn reserve(&mut self, instructions: usize) {
        self.module.reserve(instructions);
    }

    /// States what the instructions that follow are made from, as [`Module::origin`] gives it.
    pub fn at(&mut self, origin: Range<usize>) {
        self.origin = origin;
    }

    /// Allocates an id, for labels that are branched to before they are opened.
    pub fn id(&mut self) -> Id {
        Id(self.module.new_id())
    }

    /// Declares a capability, once.
    pub fn capability(&mut self, capability: u32) {
        self.capabilities.insert(capability);
    }

    /// Declares a SPIR-V extension, once.
    pub fn extension(&mut self, name: &str) {
        if self.extensions.insert(name.to_owned()) {
            self.declare(op::EXTENSION, words::literals(words::string(name)));
        }
    }

    /// Id of an extended instruction set, imported on the first call.
    pub fn import(&mut self, set: &str) -> Id {
        self.declared(op::EXT_INST_IMPORT, None, words::literals(words::string(set)))
    }

    /// Sets the addressing and memory model; the last call wins.
    pub fn memory_model(&mut self, addressing: u32, memory: u32) {
        self.sections[Section::MemoryModel as usize].clear();
        self.declare(op::MEMORY_MODEL, words::literals([addressing, memory]));
    }

    /// Declares an entry point. From SPIR-V 1.4 on, `interface` lists every global variable it uses.
    pub fn entry_point(&mut self, model: u32, function: Id, name: &str, interface: &[Id]) {
        let operands = [Operand::Literal(model), function.operand()]
            .into_iter()
            .chain(words::literals(words::string(name)))
            .chain(words::ids(interface));
        self.declare(op::ENTRY_POINT, operands);
    }

    /// Adds an execution mode without operands to an entry point.
    pub fn execution_mode(&mut self, function: Id, mode: u32) {
        self.execution_mode_with(function, mode, &[]);
    }

    /// Adds an execution mode to an entry point.
    pub fn execution_mode_with(&mut self, function: Id, mode: u32, operands: &[u32]) {
        let operands = words::literals(operands.iter().copied());
        let head = [function.operand(), Operand::Literal(mode)];
        self.declare(op::EXECUTION_MODE, head.into_iter().chain(operands));
    }

    /// Declares a global variable of a pointer type; `class` must match the type's.
    pub fn global(&mut self, pointer: Id, class: u32) -> Id {
        self.declare_result(op::VARIABLE, Some(pointer), [Operand::Literal(class)])
    }

    /// Version word.
    pub fn version(&self) -> u32 {
        self.module.version
    }

    /// Storage class of a global variable.
    pub fn storage_class(&self, id: Id) -> Option<u32> {
        let at = self.module.definition(id.word())?;
        (self.module.opcode(at) == op::VARIABLE).then(|| self.module.word(at, 0))
    }

    /// Declares a global variable that a constant initializes.
    pub fn global_with(&mut self, pointer: Id, class: u32, initializer: Id) -> Id {
        let operands = [Operand::Literal(class), initializer.operand()];
        self.declare_result(op::VARIABLE, Some(pointer), operands)
    }

    /// Returns the whole module, header included. Ends a function still open.
    ///
    /// # Errors
    ///
    /// If an instruction exceeds its length field.
    pub fn finish(self) -> Result<Vec<u32>, BuildError> {
        // Only a phi can have become too long since it was added.
        self.finish_module()?.words().ok_or(BuildError { opcode: op::PHI })
    }

    /// Returns the module. Ends a function still open.
    ///
    /// # Errors
    ///
    /// If an instruction exceeds its length field.
    pub fn finish_module(mut self) -> Result<Module, BuildError> {
        self.end_function();
        if let Some(opcode) = self.overlong {
            return Err(BuildError { opcode });
        }
        for &capability in &self.capabilities {
            let at = self.module.add(op::CAPABILITY, 0, 0, [Operand::Literal(capability)]);
            self.module.globals.push(at);
        }
        for section in &self.sections {
            self.module.globals.extend_from_slice(section);
        }
        Ok(self.module)
    }

    /// Appends an instruction that is in no list yet. One too long for its length field is dropped and recorded.
    fn push(
        &mut self,
        opcode: u16,
        ty: u32,
        result: u32,
        operands: impl IntoIterator<Item = Operand>,
    ) -> Option<At> {
        let at = self.module.add(opcode, ty, result, operands);
        let count = 1 + usize::from(ty != 0) + usize::from(result != 0) + self.module.operands(at).len();
        if count > usize::from(u16::MAX) {
            self.module.remove(at);
            self.overlong.get_or_insert(opcode);
            return None;
        }
        self.module.set_origin(at, self.origin.clone());
        Some(at)
    }

    /// Appends an instruction before the functions.
    fn declare(&mut self, opcode: u16, operands: impl IntoIterator<Item = Operand>) {
        let at = self.push(opcode, 0, 0, operands);
        self.sections[Section::of(opcode) as usize].extend(at);
    }

    /// Appends an instruction with a result before the functions.
    fn declare_result(
        &mut self,
        opcode: u16,
        ty: Option<Id>,
        operands: impl IntoIterator<Item = Operand>,
    ) -> Id {
        let id = self.id();
        let at = self.push(opcode, ty.map_or(0, Id::word), id.word(), operands);
        self.sections[Section::of(opcode) as usize].extend(at);
        id
    }
}
