//! Running compiled code: all that is `unsafe` in this crate.
//!
//! Three things are done here that the compiler cannot check: a code address becomes a function, the function is called,
//! and its memory is given back.
//!
//! **What the code may touch.** It gets one pointer, to a [`Context`] that is borrowed alone for the time of the call, and
//! has no other address: the module holds no data but the constants that the code generator puts behind the code, the
//! functions that it defines besides take and give vectors, and the only symbols are the functions of
//! [`imports`](super::imports), which take and give an `f32`. Every load and store, in `compile.rs` and `operand.rs`, has
//! one of these forms:
//!
//! * context + a constant of [`offset`](super::context::offset), whose ends are compared with the size of the structure
//!   when this crate is compiled;
//! * context + `(n & 0x7F) * REGISTER` + the offset of a component of uniform 0, which lies in the table of 128 rows for
//!   every `n`.
//!
//! The structure is aligned for vectors, and the offsets are multiples of what is loaded there. What is loaded as constant
//! memory (inputs, uniforms, the limit) is not written by the code.
//!
//! Besides these it uses its own stack frame, whose layout is the code generator's. Its size is limited, and its pages are
//! touched in order, so a stack that is nearly used up ends at its guard page. It cannot run for ever: every block that stands for an instruction counts before it runs and leaves when the limit is passed, and blocks that
//! stand for none follow each other only up to the next that does.
//!
//! **Why the function is what its type says.** It was declared in the module with the signature made by [`signature`],
//! in the calling convention of the target, which is that of `extern "C"`; the code generator verified it against that.
//!
//! **Why the memory is there.** A [`Code`] owns its module. It is given back when the `Code` is dropped, and `run`
//! borrows the `Code`, so no call is under way then and none follows. The memory is executable and not writable from
//! `finalize_definitions` on.

#![allow(unsafe_code)]

use std::mem;
use std::sync::Mutex;

use cranelift_codegen::ir::types::{F32, F32X4, I32};
use cranelift_codegen::ir::{AbiParam, Signature};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module};

use super::context::Context;
use super::{JitError, backend};

/// Compiled code, ready to run.
pub(super) struct Code {
    entry: unsafe extern "C" fn(*mut Context) -> u32,
    /// Nobody looks into the module again; the lock lets threads share the code.
    module: Mutex<Option<JITModule>>,
}

/// The signature of compiled code: the address of a context in, a status out.
pub(super) fn signature(module: &JITModule) -> Signature {
    let mut signature = module.make_signature();
    let pointer = module.target_config().pointer_type();
    signature.params.push(AbiParam::new(pointer));
    signature.returns.push(AbiParam::new(I32));
    signature
}

/// The signature of a function of the compiled code itself, on vectors.
pub(super) fn vector_signature(module: &JITModule, operands: usize) -> Signature {
    let mut signature = module.make_signature();
    signature.params.extend([AbiParam::new(F32X4)].repeat(operands));
    signature.returns.push(AbiParam::new(F32X4));
    signature
}

/// The signature of a function of the host.
pub(super) fn import_signature(module: &JITModule) -> Signature {
    let mut signature = module.make_signature();
    signature.params.push(AbiParam::new(F32));
    signature.returns.push(AbiParam::new(F32));
    signature
}

impl Code {
    /// Takes over a module in which `function` is defined with [`signature`].
    pub(super) fn new(mut module: JITModule, function: FuncId) -> Result<Code, JitError> {
        module.finalize_definitions().map_err(backend)?;
        let address = module.get_finalized_function(function);
        // SAFETY: the address is that of a function with this signature, see above.
        let entry =
            unsafe { mem::transmute::<*const u8, unsafe extern "C" fn(*mut Context) -> u32>(address) };
        Ok(Code {
            entry,
            module: Mutex::new(Some(module)),
        })
    }

    /// Runs the code on a context.
    pub(super) fn run(&self, context: &mut Context) -> u32 {
        // SAFETY: the memory of the code lives as long as `self`, and the code stays in the context, see above.
        unsafe { (self.entry)(context) }
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        let module = match self.module.get_mut() {
            Ok(module) => module.take(),
            Err(poisoned) => poisoned.into_inner().take(),
        };
        if let Some(module) = module {
            // SAFETY: `self` is borrowed alone, so nobody runs the code, and nobody can afterwards.
            unsafe { module.free_memory() }
        }
    }
}
