//! From the model to SPIR-V: one module for each stage.
//!
//! Facts: VSL brief, section 13. What comes out is plain: variables stay variables, every expression is computed where it
//! stands. What needs no care is left to `glassbox_spirv`'s optimizer.
//!
//! | module | emits |
//! | --- | --- |
//! | `frame` | what a stage has around its function: types, constants, inputs, outputs, the uniform |
//! | `resource` | descriptor tables and slots |
//! | `texel` | what is done with samplers, images, texel buffers and subpass inputs |
//! | `place` | loads and stores |
//! | `expression` | values, in the order that the source states |
//! | `harmless` | which values may be computed although they are not needed |
//! | `operator`, `convert`, `function` | operators, conversions and constructors, built-in functions |
//! | `statement` | structured control flow |

mod convert;
mod expression;
mod frame;
mod function;
mod harmless;
mod operator;
mod place;
mod resource;
mod statement;
mod texel;

use glassbox_spirv::build::value::{
    addressing_model, capability, execution_mode, execution_model, memory_model,
};
use glassbox_spirv::build::{BuildError, Builder, Id, VERSION_1_5, glsl, op};

use crate::Options;
use crate::model::{BindingId, Shader, Stage, StageKind};

/// What keeps a program from being a module although every rule of the language holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmitError {
    /// Control flow nests deeper than [`MAX_DEPTH`]; long chains of `elif` do.
    TooDeep,
    /// A binding is used whose descriptor table has no entries.
    EmptyTable(BindingId),
    /// An instruction came out longer than the format can say.
    Build(BuildError),
}

impl std::fmt::Display for EmitError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EmitError::TooDeep => write!(f, "control flow nests deeper than {MAX_DEPTH} levels"),
            EmitError::EmptyTable(_) => f.write_str("the descriptor table of a binding has no entries"),
            EmitError::Build(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EmitError {}

/// How deep control flow may nest: what every consumer of SPIR-V must accept (specification, 2.16 Universal Limits).
pub const MAX_DEPTH: usize = 1023;

/// The module of a stage, SPIR-V 1.5, as words.
///
/// # Errors
/// What [`EmitError`] lists.
///
/// # Panics
/// When the model breaks its own promises: numbers that name nothing.
pub fn emit(shader: &Shader<'_>, kind: StageKind, options: &Options) -> Result<Vec<u32>, EmitError> {
    let mut emitter = Emitter::new(shader, kind, options);
    emitter.check_tables()?;
    let void = emitter.module.void();
    let signature = emitter.module.function_type(void, &[]);
    let main = emitter.module.begin_function(void, signature);
    if options.names {
        emitter.module.name(main, "main");
    }
    for place in 0..shader.locals.len() {
        emitter.local(place);
    }
    emitter.statements(&emitter.stage.body)?;
    emitter.module.end(op::RETURN);
    emitter.finish(main)
}

/// A stage on its way to a module. What the module declares is declared when it is first used.
struct Emitter<'a, 's> {
    shader: &'a Shader<'s>,
    stage: &'a Stage<'s>,
    kind: StageKind,
    options: &'a Options,
    module: Builder,
    /// The global variables, in the order of first use.
    interface: Vec<Id>,
    frame: frame::Frame,
    resources: resource::Resources,
    /// What each expression of the stage gave last.
    values: Vec<Id>,
    /// What it takes to compute each expression although it may not be needed.
    costs: Vec<u8>,
    /// Where the assignment that is being emitted writes to.
    target: Option<place::Resolved>,
    /// Where `break` and `continue` of the loops around go to.
    loops: Vec<statement::Loop>,
    /// Selections and loops around.
    depth: usize,
}

impl<'a, 's> Emitter<'a, 's> {
    fn new(shader: &'a Shader<'s>, kind: StageKind, options: &'a Options) -> Self {
        let stage = match kind {
            StageKind::Vertex => &shader.vertex,
            StageKind::Fragment => &shader.fragment,
        };
        let mut module = Builder::new(VERSION_1_5);
        module.capability(capability::SHADER);
        module.memory_model(addressing_model::LOGICAL, memory_model::GLSL450);
        let nothing = module.void();
        Emitter {
            shader,
            stage,
            kind,
            options,
            module,
            interface: Vec::new(),
            frame: frame::Frame::new(shader, stage),
            resources: resource::Resources::new(shader),
            values: vec![nothing; stage.expressions.len()],
            costs: harmless::costs(stage),
            target: None,
            loops: Vec::new(),
            depth: 0,
        }
    }

    fn finish(mut self, main: Id) -> Result<Vec<u32>, EmitError> {
        self.decorate_aliases();
        let model = match self.kind {
            StageKind::Vertex => execution_model::VERTEX,
            StageKind::Fragment => {
                self.module
                    .execution_mode(main, execution_mode::ORIGIN_UPPER_LEFT);
                execution_model::FRAGMENT
            }
        };
        self.module.entry_point(model, main, "main", &self.interface);
        self.module.finish().map_err(EmitError::Build)
    }

    /// Names something where names are wanted.
    fn name(&mut self, id: Id, name: &str) {
        if self.options.names {
            self.module.name(id, name);
        }
    }

    fn name_member(&mut self, structure: Id, member: usize, name: &str) {
        if self.options.names {
            self.module.name_member(structure, member as u32, name);
        }
    }

    /// An instruction of `GLSL.std.450`.
    fn glsl(&mut self, instruction: u32, ty: Id, operands: &[Id]) -> Id {
        let set = self.module.import(glsl::SET);
        self.module.extended(ty, set, instruction, operands)
    }

    /// Goes one level deeper into control flow.
    fn enter(&mut self) -> Result<(), EmitError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(EmitError::TooDeep);
        }
        Ok(())
    }
}
