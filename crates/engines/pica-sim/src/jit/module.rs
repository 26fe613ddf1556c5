//! Builds a module of native code from a plan.

use cranelift_codegen::ir::{InstBuilder, Signature, UserFuncName};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};

use super::arithmetic::{Arithmetic, Imports, Rounded};
use super::compile::Compiler;
use super::error::{JitError, backend};
use super::{call, imports};
use crate::number::Precision;
use crate::operation::Compute;
use crate::plan::Plan;

/// Maximum stack frame of compiled code in bytes.
const MAX_FRAME: u32 = 1 << 16;

/// Compiles a plan for the host.
pub(super) fn compile(plan: &Plan, precision: Precision) -> Result<call::Code, JitError> {
    let mut builder = JITBuilder::with_isa(host()?, default_libcall_names());
    builder.symbol("ex2", imports::ex2(precision) as *const u8);
    builder.symbol("lg2", imports::lg2(precision) as *const u8);
    let mut maker = Maker { module: JITModule::new(builder), shared: FunctionBuilderContext::new() };
    let [ex2, lg2] = [maker.import("ex2")?, maker.import("lg2")?];
    let mut rounded = [None; 4];
    if precision == Precision::Float24 {
        for (function, operation) in rounded.iter_mut().zip(Rounded::ALL) {
            if plan.computes(|compute| needs(compute, operation)) {
                *function = Some(maker.rounded(operation)?);
            }
        }
    }
    let signature = call::signature(&maker.module);
    let function = maker.define("shader", signature, |module, builder| {
        let imports = Imports {
            ex2: module.declare_func_in_func(ex2, builder.func),
            lg2: module.declare_func_in_func(lg2, builder.func),
            rounded: rounded.map(|function| Some(module.declare_func_in_func(function?, builder.func))),
        };
        Compiler::compile(builder, plan, precision, imports);
    })?;
    call::Code::new(maker.module, function)
}

/// Code generator target for the host.
fn host() -> Result<OwnedTargetIsa, JitError> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("use_colocated_libcalls", "false"),
        ("is_pic", "false"),
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ] {
        flags.set(name, value).map_err(backend)?;
    }
    let isa = cranelift_native::builder()
        .map_err(|reason| JitError::Host(reason.to_string()))?
        .finish(settings::Flags::new(flags))
        .map_err(backend)?;
    let has = |name: &str| {
        let found = isa.isa_flags().into_iter().find(|flag| flag.name == name);
        found.and_then(|flag| flag.as_bool()) == Some(true)
    };
    match isa.name() {
        "aarch64" => Ok(isa),
        "x64" if has("has_sse41") => Ok(isa),
        "x64" => Err(JitError::Host("the processor lacks SSE4.1".to_owned())),
        other => Err(JitError::Host(format!("the target {other} was never tested"))),
    }
}

/// True if an instruction uses an operation.
fn needs(compute: Compute, operation: Rounded) -> bool {
    match compute {
        Compute::Add => operation == Rounded::Sum,
        Compute::Mul | Compute::Dst => operation == Rounded::Product,
        Compute::Mad | Compute::Dp3 | Compute::Dp4 | Compute::Dph => {
            matches!(operation, Rounded::Sum | Rounded::Product)
        }
        Compute::Rcp => operation == Rounded::Reciprocal,
        Compute::Rsq => operation == Rounded::ReciprocalRoot,
        _ => false,
    }
}

/// Module under construction.
struct Maker {
    module: JITModule,
    shared: FunctionBuilderContext,
}

impl Maker {
    fn import(&mut self, name: &str) -> Result<FuncId, JitError> {
        let signature = call::import_signature(&self.module);
        self.module.declare_function(name, Linkage::Import, &signature).map_err(backend)
    }

    fn rounded(&mut self, operation: Rounded) -> Result<FuncId, JitError> {
        let signature = call::vector_signature(&self.module, operation.operands());
        self.define(operation.name(), signature, |_, builder| {
            let entry = builder.create_block();
            builder.append_block_params_for_function_params(entry);
            builder.switch_to_block(entry);
            builder.seal_block(entry);
            let operands = builder.block_params(entry).to_vec();
            let value = Arithmetic::new(builder, Precision::Float24, None).inline(operation, &operands);
            builder.ins().return_(&[value]);
        })
    }

    fn define(
        &mut self,
        name: &str,
        signature: Signature,
        body: impl FnOnce(&mut JITModule, &mut FunctionBuilder<'_>),
    ) -> Result<FuncId, JitError> {
        let mut context = self.module.make_context();
        context.func.signature = signature;
        let function =
            self.module.declare_function(name, Linkage::Local, &context.func.signature).map_err(backend)?;
        context.func.name = UserFuncName::user(0, function.as_u32());
        let mut builder = FunctionBuilder::new(&mut context.func, &mut self.shared);
        body(&mut self.module, &mut builder);
        builder.finalize(self.module.target_config());
        self.module.define_function(function, &mut context).map_err(backend)?;
        let frame = context
            .compiled_code()
            .and_then(|code| code.buffer.frame_layout())
            .map_or(0, |frame| frame.frame_to_fp_offset);
        if frame > MAX_FRAME {
            return Err(JitError::TooLarge);
        }
        Ok(function)
    }
}
