//! Lowers the model to SPIR-V: one module per stage.
//!
//! Facts: VSL brief, section 13. The code is naive: variables stay variables, every expression is computed
//! where it occurs. Optimization is left to `glassbox_spirv`.
//!
//! | module | emits |
//! | --- | --- |
//! | `frame` | types, constants, inputs, outputs, the uniform |
//! | `resource` | descriptor tables and slots |
//! | `texel` | operations on samplers, images, texel buffers and subpass inputs |
//! | `place` | loads and stores |
//! | `expression` | values, in source evaluation order |
//! | `harmless` | cost of speculative evaluation |
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

/// Reason why a valid program cannot be lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmitError {
    /// Control flow nests deeper than [`MAX_DEPTH`], as long chains of `elif` do.
    TooDeep,
    /// A used binding's descriptor table has no entries.
    EmptyTable(BindingId),
    /// An instruction exceeds the length limit of the format.
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

/// Deepest control flow nesting: the minimum every consumer of SPIR-V must accept (specification, 2.16
/// Universal Limits).
pub const MAX_DEPTH: usize = 1023;

/// Lowers a stage to a SPIR-V 1.5 module, as words.
///
/// # Errors
/// See [`EmitError`].
///
/// # Panics
/// If the model contains invalid indices.
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

/// State while lowering a stage. Declarations are emitted on first use.
struct Emitter<'a, 's> {
    shader: &'a Shader<'s>,
    stage: &'a Stage<'s>,
    kind: StageKind,
    options: &'a Options,
    module: Builder,
    /// Global variables in the order of first use.
    interface: Vec<Id>,
    frame: frame::Frame,
    resources: resource::Resources,
    /// Most recent value of each expression.
    values: Vec<Id>,
    /// Cost of computing each expression speculatively.
    costs: Vec<u8>,
    /// Target of the current assignment.
    target: Option<place::Resolved>,
    /// Targets of `break` and `continue` in the open loops.
    loops: Vec<statement::Loop>,
    /// Number of open selections and loops.
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
                self.module.execution_mode(main, execution_mode::ORIGIN_UPPER_LEFT);
                execution_model::FRAGMENT
            }
        };
        self.module.entry_point(model, main, "main", &self.interface);
        self.module.finish().map_err(EmitError::Build)
    }

    /// Names an id if names are wanted.
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

    /// Emits an instruction of `GLSL.std.450`.
    fn glsl(&mut self, instruction: u32, ty: Id, operands: &[Id]) -> Id {
        let set = self.module.import(glsl::SET);
        self.module.extended(ty, set, instruction, operands)
    }

    /// Enters a nested construct.
    fn enter(&mut self) -> Result<(), EmitError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(EmitError::TooDeep);
        }
        Ok(())
    }
}
