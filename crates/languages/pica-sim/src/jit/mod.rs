//! Programs as native code, four vertices at a time.
//!
//! A program is compiled once for its precision; uniforms are data. The code runs four vertices in the lanes of vector
//! registers. Where their paths part, they are run again one by one, and where the step limit comes near, the
//! interpreter runs them: compiled code is for the ordinary case, and every result is that of the interpreter.

mod arithmetic;
mod call;
mod compile;
mod compute;
mod context;
mod imports;
mod run;

use std::fmt;

use cranelift_codegen::ir::UserFuncName;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use glassbox_pica::check::Stage;

use crate::number::Precision;
use crate::plan::Plan;
use crate::program::Program;

/// States of word and stacks that a program may have to be compiled. Time and memory for compiling grow with them; programs
/// that people write have a few hundred.
pub const MAX_STATES: usize = 1 << 13;

/// A compiled program.
pub struct Jit {
    program: Program,
    precision: Precision,
    plan: Plan,
    code: call::Code,
}

/// Why a program is not compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unsupported {
    /// The host has no code generator, or lacks instructions.
    Host(String),
    /// The program is for the geometry unit, whose runs follow from each other.
    Geometry,
    /// The control flow has more states than [`MAX_STATES`].
    TooLarge,
    /// The code generator refused the program.
    Backend(String),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Host(reason) => write!(f, "no native code for this machine: {reason}"),
            Unsupported::Geometry => f.write_str("geometry programs run on the interpreter only"),
            Unsupported::TooLarge => write!(
                f,
                "the control flow has more than {MAX_STATES} states of word and stacks"
            ),
            Unsupported::Backend(reason) => write!(f, "the code generator refused the program: {reason}"),
        }
    }
}

impl std::error::Error for Unsupported {}

impl fmt::Debug for Jit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jit")
            .field("precision", &self.precision)
            .field("blocks", &self.plan.blocks.len())
            .finish_non_exhaustive()
    }
}

impl Jit {
    /// Compiles a program.
    ///
    /// # Errors
    ///
    /// [`Unsupported`], when it has to run on another engine.
    pub fn new(program: &Program, precision: Precision) -> Result<Jit, Unsupported> {
        if program.stage() == Stage::Geometry {
            return Err(Unsupported::Geometry);
        }
        let plan = Plan::new(program, MAX_STATES).ok_or(Unsupported::TooLarge)?;
        let code = compile(&plan, precision)?;
        Ok(Jit {
            program: program.clone(),
            precision,
            plan,
            code,
        })
    }
}

fn backend(error: impl fmt::Display) -> Unsupported {
    Unsupported::Backend(error.to_string())
}

fn compile(plan: &Plan, precision: Precision) -> Result<call::Code, Unsupported> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("use_colocated_libcalls", "false"),
        ("is_pic", "false"),
    ] {
        flags.set(name, value).map_err(backend)?;
    }
    let isa = cranelift_native::builder()
        .map_err(|reason| Unsupported::Host(reason.to_string()))?
        .finish(settings::Flags::new(flags))
        .map_err(backend)?;
    let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
    builder.symbol("ex2", imports::ex2(precision) as *const u8);
    builder.symbol("lg2", imports::lg2(precision) as *const u8);
    let mut module = JITModule::new(builder);

    let mut context = module.make_context();
    context.func.signature = call::signature(&module);
    let function = module
        .declare_function("shader", Linkage::Local, &context.func.signature)
        .map_err(backend)?;
    context.func.name = UserFuncName::user(0, function.as_u32());
    let signature = call::import_signature(&module);
    let mut import = |name| {
        let function = module
            .declare_function(name, Linkage::Import, &signature)
            .map_err(backend)?;
        Ok(module.declare_func_in_func(function, &mut context.func))
    };
    let imports = arithmetic::Imports {
        ex2: import("ex2")?,
        lg2: import("lg2")?,
    };
    let mut shared = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut context.func, &mut shared);
    compile::Compiler::compile(&mut builder, plan, precision, imports);
    builder.finalize(module.target_config());
    module.define_function(function, &mut context).map_err(backend)?;
    call::Code::new(module, function).map_err(backend)
}
