//! Builds modules; declarations may come in any order.
//!
//! A [`Builder`] keeps one list of words per section of a module (capabilities, extensions, imports, memory model,
//! entry points, execution modes, names, annotations, types with constants and global variables, functions);
//! [`Builder::finish`] concatenates them. Types and constants are declared once, on first use. Ids are allocated in
//! call order, so the same calls give the same words. All numbers are 32 bits wide.
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
mod function;
mod types;
mod words;

use std::collections::{BTreeSet, HashMap, HashSet};

pub use crate::grammar::instruction::glsl_std_450 as glsl;
pub use crate::grammar::{op, value};

use function::Body;

pub use types::Image;

/// SPIR-V 1.5, in which entry points list every global variable they use.
pub const VERSION_1_5: u32 = 0x0001_0500;

/// Generator word of built modules: 0, reserved by the registry for tools without a number.
pub(crate) const GENERATOR: u32 = 0;

/// A result id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Id(u32);

impl Id {
    /// The id as an operand.
    pub const fn word(self) -> u32 {
        self.0
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

/// A module under construction.
#[derive(Clone, Debug)]
pub struct Builder {
    version: u32,
    last_id: u32,
    capabilities: BTreeSet<u32>,
    extensions: Vec<u32>,
    imports: Vec<u32>,
    memory_model: Vec<u32>,
    entry_points: Vec<u32>,
    modes: Vec<u32>,
    names: Vec<u32>,
    annotations: Vec<u32>,
    globals: Vec<u32>,
    functions: Vec<u32>,
    /// Types, constants and imports by opcode and operands.
    known: HashMap<Vec<u32>, Id>,
    key: Vec<u32>,
    constants: HashSet<Id>,
    body: Option<Body>,
    overlong: Option<u16>,
}

impl Builder {
    /// An empty module; the version word is `0x00MMmm00`.
    pub fn new(version: u32) -> Builder {
        Builder {
            version,
            last_id: 0,
            capabilities: BTreeSet::new(),
            extensions: Vec::new(),
            imports: Vec::new(),
            memory_model: Vec::new(),
            entry_points: Vec::new(),
            modes: Vec::new(),
            names: Vec::new(),
            annotations: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            known: HashMap::new(),
            key: Vec::new(),
            constants: HashSet::new(),
            body: None,
            overlong: None,
        }
    }

    /// Allocates an id, for labels that are branched to before they are opened.
    pub fn id(&mut self) -> Id {
        self.last_id += 1;
        Id(self.last_id)
    }

    /// Declares a capability, once.
    pub fn capability(&mut self, capability: u32) {
        self.capabilities.insert(capability);
    }

    /// Declares a SPIR-V extension.
    pub fn extension(&mut self, name: &str) {
        let name = words::string(name);
        words::write(&mut self.extensions, &mut self.overlong, op::EXTENSION, name);
    }

    /// Id of an extended instruction set, imported on the first call.
    pub fn import(&mut self, set: &str) -> Id {
        let mut key = vec![u32::from(op::EXT_INST_IMPORT)];
        key.extend(words::string(set));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let id = self.id();
        let operands = std::iter::once(id.word()).chain(key[1..].iter().copied());
        words::write(&mut self.imports, &mut self.overlong, op::EXT_INST_IMPORT, operands);
        self.known.insert(key, id);
        id
    }

    /// Sets the addressing and memory model; the last call wins.
    pub fn memory_model(&mut self, addressing: u32, memory: u32) {
        self.memory_model.clear();
        let operands = [addressing, memory];
        words::write(&mut self.memory_model, &mut self.overlong, op::MEMORY_MODEL, operands);
    }

    /// Declares an entry point. From SPIR-V 1.4 on, `interface` lists every global variable it uses.
    pub fn entry_point(&mut self, model: u32, function: Id, name: &str, interface: &[Id]) {
        let operands = [model, function.word()]
            .into_iter()
            .chain(words::string(name))
            .chain(interface.iter().map(|id| id.word()));
        words::write(&mut self.entry_points, &mut self.overlong, op::ENTRY_POINT, operands);
    }

    /// Adds an execution mode to an entry point.
    pub fn execution_mode(&mut self, function: Id, mode: u32) {
        let operands = [function.word(), mode];
        words::write(&mut self.modes, &mut self.overlong, op::EXECUTION_MODE, operands);
    }

    /// Declares a global variable of a pointer type; `class` must match the type's.
    pub fn global(&mut self, pointer: Id, class: u32) -> Id {
        let id = self.id();
        let operands = [pointer.word(), id.word(), class];
        words::write(&mut self.globals, &mut self.overlong, op::VARIABLE, operands);
        id
    }

    /// Returns the whole module, header included. Ends a function still open.
    ///
    /// # Errors
    ///
    /// If an instruction exceeds its length field.
    pub fn finish(mut self) -> Result<Vec<u32>, BuildError> {
        self.end_function();
        if let Some(opcode) = self.overlong {
            return Err(BuildError { opcode });
        }
        let mut capabilities = Vec::new();
        for &capability in &self.capabilities {
            words::write(&mut capabilities, &mut self.overlong, op::CAPABILITY, [capability]);
        }
        let sections = [
            capabilities,
            self.extensions,
            self.imports,
            self.memory_model,
            self.entry_points,
            self.modes,
            self.names,
            self.annotations,
            self.globals,
            self.functions,
        ];
        let mut module = vec![crate::walk::MAGIC, self.version, GENERATOR, self.last_id + 1, 0];
        module.reserve(sections.iter().map(Vec::len).sum());
        for section in sections {
            module.extend(section);
        }
        Ok(module)
    }
}
