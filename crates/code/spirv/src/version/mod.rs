//! Converts modules between versions 1.0 to 1.6 of SPIR-V.
//!
//! | change | file |
//! | --- | --- |
//! | entry points list all variables (1.4), or inputs and outputs | `interface.rs` |
//! | `Uniform` with `BufferBlock` becomes `StorageBuffer` (1.4 has no other) | `storage.rs` |
//! | `OpCopyLogical`, `OpSelect` of whole composites (1.4) by parts | `composite.rs` |
//! | subgroup votes and ballots (1.3) become those of extensions; hints and operands that came later | `instruction.rs` |
//! | capabilities and extensions; what no extension has is refused | `declare.rs` |
//!
//! Instructions and enumerants that an extension had first stay as they are: the module gets or loses the extension.

mod composite;
mod declare;
mod error;
mod instruction;
mod interface;
mod storage;

use crate::module::Module;

pub use error::{VersionError, VersionErrorKind};

/// Highest minor version that modules are converted to.
pub const NEWEST: u8 = 6;

/// Converts a module to version `1.minor`. The module stays as it was if that fails.
///
/// # Errors
///
/// The first instruction that that version cannot express.
///
/// ```
/// use glassbox_spirv::module::Module;
/// use glassbox_spirv::version::convert;
///
/// let bytes = glassbox_spirv::assemble("
///     ; Version: 1.0
///     OpCapability Shader
///     OpMemoryModel Logical GLSL450
/// ").map_err(|errors| errors[0].to_string())?;
/// let mut module = Module::read(&bytes)?;
/// convert(&mut module, 5)?;
/// assert_eq!(module.version, 0x0001_0500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convert(module: &mut Module, minor: u8) -> Result<(), VersionError> {
    if minor > NEWEST || module.version >> 16 != 1 || module.version >> 8 & 0xff > u32::from(NEWEST) {
        return Err(VersionError { kind: VersionErrorKind::Version, opcode: 0, range: 0..0 });
    }
    let mut work = module.clone();
    work.version = 0x0001_0000 | u32::from(minor) << 8;
    if minor >= 4 {
        storage::to_storage_buffers(&mut work)?;
    }
    instruction::globals(&mut work, minor)?;
    instruction::functions(&mut work, minor)?;
    interface::convert(&mut work, minor)?;
    declare::convert(&mut work, minor)?;
    *module = work;
    Ok(())
}
