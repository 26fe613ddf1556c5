//! A typed program to a SPIR-V module.
//!
//! The code is naive: variables stay variables, every expression is computed where it occurs. Optimization is left to
//! `glassbox_spirv`.

mod arithmetic;
mod assign;
mod call;
mod chain;
mod compare;
mod constant;
mod construct;
mod convert;
mod debug;
mod debug_type;
mod decorate;
mod entry;
mod environment;
mod expression;
mod function;
mod global;
mod heap;
mod heap_layout;
mod intrinsic;
pub(crate) mod layout;
mod logic;
mod matrix;
mod memory;
mod precise;
mod specialize;
mod statement;
mod storage_only;
mod survey;
mod types;

use std::rc::Rc;

use foldhash::{HashMap, HashSet};
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::build::{Builder, Id};
use glassbox_spirv::module::Module;
use glassbox_syntax::report::Reports;

use crate::compile::Options;
use crate::model::{At, ExpressionId, GlobalId, Program};
use crate::rules::LIMIT;
use crate::types::{Scalar, StructId, Type};

pub(crate) use chain::Chain;
use function::{Frame, Instances};
use global::Variable;
use layout::Layouts;
use survey::Survey;
use types::StructureKey;

/// Decorations of textures that image processing reads.
pub(super) const TEXTURE_MARKS: [u32; 3] = [
    decoration::WEIGHT_TEXTURE_QCOM,
    decoration::BLOCK_MATCH_TEXTURE_QCOM,
    decoration::BLOCK_MATCH_SAMPLER_QCOM,
];

/// `GLSL.std.450`.
const GLSL_SET: &str = glassbox_spirv::build::glsl::SET;

/// State while a stage is lowered. Declarations are emitted on first use.
pub(crate) struct Emitter<'a> {
    pub(crate) program: &'a Program,
    pub(crate) options: &'a Options,
    pub(crate) reports: &'a mut Reports,
    pub(crate) module: Builder,
    /// Minor version of SPIR-V 1.
    pub(crate) minor: u8,
    layouts: Layouts,
    /// Scalars and vectors so far, by scalar and number of components.
    plain_types: [[Option<Id>; 5]; Scalar::COUNT],
    /// The first numbers as signed constants, which indices are.
    small_ints: [Option<Id>; 16],
    /// Resources and handles so far, with the formats of images.
    opaque_types: HashMap<(Type, u32), Id>,
    structures: HashMap<StructureKey, Id>,
    kept: HashMap<StructureKey, Rc<[u32]>>,
    /// Pointers to the blocks of buffer references.
    references: HashMap<StructId, Id>,
    uses_references: bool,
    /// Whether the module makes handles of images and images of handles.
    uses_handles: bool,
    heaps: heap::Heaps,
    /// The declarations of blocks that have one.
    blocks: HashMap<StructId, GlobalId>,
    survey: Survey,
    /// By [`GlobalId`]: what the module has of it so far.
    globals: Vec<Option<Variable>>,
    /// Constants of expressions that are made of specialization constants; `None` where they are computed by code.
    specialized: HashMap<ExpressionId, Option<Id>>,
    workgroup_size: Option<Id>,
    workgroup_sizes: Option<[Id; 3]>,
    /// Variables that entry points list.
    interface: Vec<Id>,
    instances: Instances,
    /// The function that is being emitted.
    frame: Frame,
    /// Ids that are decorated as of reduced precision, or as not to be contracted.
    relaxed: HashSet<Id>,
    contracted: HashSet<Id>,
    nonuniform: HashSet<Id>,
    /// Variables with decorations that calls give them.
    marked: HashSet<(Id, u32)>,
    /// Constants that can be specialized, or depend on such.
    special: HashSet<Id>,
    is_named: HashSet<Id>,
    /// Whether the operation that is emitted may not be contracted.
    is_precise: bool,
    /// Operations whose results flow into what is `precise`.
    precise: HashSet<ExpressionId>,
    debug: Option<debug::Debug>,
    /// What has been reported as having no form, to say it once.
    is_failed: bool,
}

/// Lowers a linked stage. `None` where it has no form in SPIR-V, which is reported.
pub(crate) fn emit(program: &Program, options: &Options, reports: &mut Reports) -> Option<Module> {
    let minor = options.environment.minor();
    let survey = Survey::of(program);
    let precise = precise::operations(program, &survey);
    let mut blocks = HashMap::default();
    for (number, global) in program.globals.iter().enumerate() {
        let number = GlobalId(number as u32);
        if let Type::Struct(id) | Type::Reference(id) = program.types.innermost(global.ty)
            && program.types.structure(id).is_block
        {
            blocks.entry(id).or_insert(number);
        }
    }
    let mut emitter = Emitter {
        program,
        options,
        reports,
        module: Builder::new(0x0001_0000 | u32::from(minor) << 8),
        minor,
        layouts: Layouts::default(),
        plain_types: [[None; 5]; Scalar::COUNT],
        small_ints: [None; 16],
        opaque_types: HashMap::default(),
        structures: HashMap::default(),
        kept: HashMap::default(),
        references: HashMap::default(),
        uses_references: false,
        uses_handles: false,
        heaps: heap::Heaps::default(),
        blocks,
        survey,
        globals: vec![None; program.globals.len()],
        specialized: HashMap::default(),
        workgroup_size: None,
        workgroup_sizes: None,
        interface: Vec::new(),
        instances: Instances::default(),
        frame: Frame::default(),
        relaxed: HashSet::default(),
        contracted: HashSet::default(),
        nonuniform: HashSet::default(),
        marked: HashSet::default(),
        special: HashSet::default(),
        is_named: HashSet::default(),
        is_precise: false,
        precise,
        debug: None,
        is_failed: false,
    };
    emitter.module.reserve(program.expressions.len() + 64);
    emitter.stage();
    emitter.finish()
}

impl Emitter<'_> {
    fn finish(mut self) -> Option<Module> {
        self.module.declare_needs();
        if self.is_failed {
            return None;
        }
        let main = self.program.main.map_or(At::NONE, |main| self.program.function(main).at);
        let module = std::mem::replace(&mut self.module, Builder::new(0)).finish_module();
        let mut module = match module {
            Ok(module) => module,
            Err(error) => {
                let finding = self.reports.of(&LIMIT, self.program.from(main), error.to_string());
                self.reports.add(finding.help("divide the value into several"));
                return None;
            }
        };
        storage_only::remove_unneeded(&mut module);
        if let Some((what, environment)) = environment::missing(&module, self.minor) {
            let message = format!("found {what}, which SPIR-V 1.{} has no form for", self.minor);
            self.fail(main, message, format!("choose the environment `{environment}` or a newer one"));
            return None;
        }
        Some(module)
    }

    /// Reports that something has no form in SPIR-V; no module comes of it.
    pub(crate) fn fail(&mut self, at: At, message: impl Into<String>, help: impl Into<String>) {
        self.is_failed = true;
        let from = self.program.from(at);
        let finding = self.reports.of(&crate::rules::NOT_EMITTED, from, message);
        self.reports.add(finding.help(help));
    }

    /// States what the instructions that follow are made from.
    pub(crate) fn at(&mut self, at: At) {
        if at != At::NONE {
            self.module.at(at.0 as usize..at.0 as usize + 1);
            if self.debug.is_some() {
                self.debug_line(at);
            }
        }
    }

    /// Whether an extension of the language is on at the end of the text.
    pub(crate) fn has(&self, extension: &str) -> bool {
        self.program.environment.has(extension)
    }

    /// An instruction of `GLSL.std.450`.
    pub(crate) fn glsl(&mut self, instruction: u32, ty: Id, operands: &[Id]) -> Id {
        let set = self.module.import(GLSL_SET);
        self.module.extended(ty, set, instruction, operands)
    }
}

/// Variables of a function that hold constants which are indexed by numbers that are not, by constant.
type Tables = HashMap<Id, Id>;
