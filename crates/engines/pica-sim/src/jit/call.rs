//! Runs compiled code; contains all `unsafe` code of this crate.
//!
//! Three things here are beyond the compiler's checks: a code address becomes a function, the
//! function is called, and its memory is freed.
//!
//! **Memory accesses of the code.** It gets one pointer, to a [`Context`] that is exclusively
//! borrowed during the call, and has no other address: the module holds no data except the
//! constants that the code generator places after the code, its other functions take and return
//! vectors, and the only symbols are the functions of [`imports`](super::imports), which take and
//! return an `f32`. Every load and store, in `compile.rs` and `operand.rs`, has one of these forms:
//!
//! * context + a constant of [`offset`](super::context::offset), whose range is checked against the
//!   size of the structure when this crate is compiled;
//! * context + `(n & 0x7F) * REGISTER` + the offset of a component of uniform 0, which is within
//!   the table of 128 rows for every `n`.
//!
//! The structure is aligned for vectors, and the offsets are multiples of the size loaded there.
//! Memory loaded as constant (inputs, uniforms, the limit) is not written by the code.
//!
//! It also uses its own stack frame, laid out by the code generator. Its size is limited, and its
//! pages are touched in order, so running out of stack hits the guard page. The code cannot run
//! forever: every block with instructions counts them before it runs and exits when the limit is
//! exceeded, and blocks without instructions always lead to one that has some.
//!
//! **Type of the function.** It was declared in the module with the signature made by
//! [`signature`], in the calling convention of the target, which is that of `extern "C"`; the code
//! generator verified it against that.
//!
//! **Lifetime of the memory.** A [`Code`] owns its module. It is freed when the `Code` is dropped,
//! and `run` borrows the `Code`, so no call is active then and none follows. The memory is
//! executable and not writable from `finalize_definitions` on.

#![allow(unsafe_code)]

use std::mem;
use std::sync::Mutex;

use cranelift_codegen::ir::types::{F32, F32X4, I32};
use cranelift_codegen::ir::{AbiParam, Signature};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module};

use super::context::Context;
use super::error::{JitError, backend};

/// Compiled code, ready to run.
pub(super) struct Code {
    entry: unsafe extern "C" fn(*mut Context) -> u32,
    /// Not accessed again until dropped; the mutex makes the code shareable between threads.
    module: Mutex<Option<JITModule>>,
}

/// Signature of compiled code: context address in, status out.
pub(super) fn signature(module: &JITModule) -> Signature {
    let mut signature = module.make_signature();
    let pointer = module.target_config().pointer_type();
    signature.params.push(AbiParam::new(pointer));
    signature.returns.push(AbiParam::new(I32));
    signature
}

/// Signature of a helper function of the compiled code, on vectors.
pub(super) fn vector_signature(module: &JITModule, operands: usize) -> Signature {
    let mut signature = module.make_signature();
    signature.params.extend([AbiParam::new(F32X4)].repeat(operands));
    signature.returns.push(AbiParam::new(F32X4));
    signature
}

/// Signature of a host function.
pub(super) fn import_signature(module: &JITModule) -> Signature {
    let mut signature = module.make_signature();
    signature.params.push(AbiParam::new(F32));
    signature.returns.push(AbiParam::new(F32));
    signature
}

impl Code {
    /// Takes ownership of a module in which `function` is defined with [`signature`].
    pub(super) fn new(mut module: JITModule, function: FuncId) -> Result<Code, JitError> {
        module.finalize_definitions().map_err(backend)?;
        let address = module.get_finalized_function(function);
        // SAFETY: the address is that of a function with this signature; see the module header.
        let entry =
            unsafe { mem::transmute::<*const u8, unsafe extern "C" fn(*mut Context) -> u32>(address) };
        Ok(Code { entry, module: Mutex::new(Some(module)) })
    }

    /// Runs the code on a context.
    pub(super) fn run(&self, context: &mut Context) -> u32 {
        // SAFETY: the code's memory lives as long as `self`, and the code stays within the context;
        // see the module header.
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
            // SAFETY: `self` is exclusively borrowed, so the code is not running and cannot be run
            // again.
            unsafe { module.free_memory() }
        }
    }
}
