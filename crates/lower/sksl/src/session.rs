//! The module under construction, and what all programs in it share.

use std::collections::{BTreeMap, HashMap, HashSet};

use glassbox_core::diagnostic::{Diagnostic, Rule};
use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Scalar, Type};
use glassbox_sksl_lang::Program;
use glassbox_spirv::build::value::{addressing_model, capability, decoration, memory_model};
use glassbox_spirv::build::{Builder, Id, VERSION_1_5, value};

use crate::interface::Interface;
use crate::options::Options;
use crate::rules;

/// Something, or why the program does not become a module.
pub(crate) type Outcome<T> = Result<T, Box<Diagnostic>>;

/// A program with its number among those of the module.
#[derive(Clone, Copy)]
pub(crate) struct Source<'p> {
    pub(crate) number: u32,
    pub(crate) program: &'p Program,
}

impl Source<'_> {
    /// A finding in the program.
    pub(crate) fn finding(&self, rule: &'static Rule, span: Span, message: impl Into<String>) -> Diagnostic {
        let text = &self.program.source;
        let location = if text.is_empty() { span.unplaced() } else { span.location(text) };
        Diagnostic::new(rule, location, message)
    }

    /// A part that no compiler makes.
    pub(crate) fn malformed(&self, span: Span, message: impl Into<String>) -> Box<Diagnostic> {
        self.finding(&rules::MALFORMED, span, message)
            .help("check the file with `glassbox validate`, and compile it again from its source")
            .into()
    }
}

/// A member of the block of uniforms.
#[derive(Clone, Copy)]
pub(crate) struct Member<'p> {
    pub(crate) source: Source<'p>,
    pub(crate) ty: Type,
}

/// What all programs of a module share.
pub(crate) struct Session<'p> {
    pub(crate) b: Builder,
    pub(crate) options: &'p Options,
    pub(crate) interface: Interface,
    pub(crate) glsl: Id,
    /// Types of values, by program.
    pub(crate) logical: HashMap<(u32, Type), Id>,
    /// The same in the block of uniforms.
    pub(crate) stored: HashMap<(u32, Type), Id>,
    pub(crate) members: Vec<Member<'p>>,
    /// Variable of the block of uniforms.
    pub(crate) block: Option<Id>,
    /// Variables that the entry point lists.
    pub(crate) globals: Vec<Id>,
    pub(crate) imports: BTreeMap<String, Id>,
    /// Variables for built-in values, by number.
    pub(crate) built_ins: HashMap<u32, Id>,
    /// Variables for input colors, by location.
    pub(crate) colors: HashMap<u32, Id>,
    /// Variable of the input attachment.
    pub(crate) attachment: Option<Id>,
    /// Ids that are `RelaxedPrecision`.
    relaxed: HashSet<Id>,
    /// Bindings that are taken, by set.
    bindings: HashSet<[u32; 2]>,
    /// Number of the next program.
    pub(crate) next_program: u32,
}

impl<'p> Session<'p> {
    pub(crate) fn new(options: &'p Options) -> Session<'p> {
        let mut b = Builder::new(VERSION_1_5);
        b.capability(capability::SHADER);
        b.memory_model(addressing_model::LOGICAL, memory_model::GLSL450);
        let glsl = b.import("GLSL.std.450");
        Session {
            b,
            options,
            interface: Interface::default(),
            glsl,
            logical: HashMap::new(),
            stored: HashMap::new(),
            members: Vec::new(),
            block: None,
            globals: Vec::new(),
            imports: BTreeMap::new(),
            built_ins: HashMap::new(),
            colors: HashMap::new(),
            attachment: None,
            relaxed: HashSet::new(),
            bindings: HashSet::new(),
            next_program: 0,
        }
    }

    /// Marks a result whose type allows less precision.
    pub(crate) fn relax(&mut self, id: Id, ty: Type) {
        let is_narrow = matches!(ty.scalar(), Some(Scalar::Half | Scalar::Short | Scalar::Ushort));
        if is_narrow && !self.b.is_constant(id) && self.relaxed.insert(id) {
            self.b.decorate(id, decoration::RELAXED_PRECISION, &[]);
        }
    }

    /// Takes a binding that is stated; false if it is taken already.
    pub(crate) fn take_binding(&mut self, place: [u32; 2]) -> bool {
        self.bindings.insert(place)
    }

    /// Takes the next free binding.
    pub(crate) fn next_binding(&mut self) -> [u32; 2] {
        let set = self.options.set;
        let mut binding = self.options.first_binding;
        while !self.bindings.insert([set, binding]) {
            binding = binding.wrapping_add(1);
        }
        [set, binding]
    }

    /// Decorates a variable with its place.
    pub(crate) fn bind(&mut self, variable: Id, [set, binding]: [u32; 2]) {
        self.b.decorate(variable, decoration::DESCRIPTOR_SET, &[set]);
        self.b.decorate(variable, decoration::BINDING, &[binding]);
    }

    /// Declares a variable outside of functions.
    pub(crate) fn global(&mut self, ty: Id, class: u32, name: &str) -> Id {
        let pointer = self.b.pointer(class, ty);
        let variable = self.b.global(pointer, class);
        if !name.is_empty() {
            self.b.name(variable, name);
        }
        self.globals.push(variable);
        variable
    }

    /// The variable of a built-in input.
    pub(crate) fn built_in(&mut self, number: u32, ty: Id, name: &str) -> Id {
        if let Some(&known) = self.built_ins.get(&number) {
            return known;
        }
        let variable = self.global(ty, value::storage_class::INPUT, name);
        self.b.decorate(variable, decoration::BUILT_IN, &[number]);
        self.built_ins.insert(number, variable);
        variable
    }
}
