//! Root signatures of Direct3D 12 from any file that has one: containers, the bare data of `RTS0`, and HLSL.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

pub use glassbox_dx_asm::root::{MergeError, merge};

use crate::text::assembly_errors;

/// Size of the header of a root signature.
const HEADER: usize = 24;

/// Why a file gives no root signature.
#[derive(Debug)]
pub enum RootSignatureError {
    /// It is a container without one, or something else.
    Absent,
    /// It is HLSL with errors.
    Source(ErrorList<Diagnostic>),
}

impl std::fmt::Display for RootSignatureError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RootSignatureError::Absent => f.write_str("there is no root signature in it"),
            RootSignatureError::Source(errors) => errors.fmt(f),
        }
    }
}

impl std::error::Error for RootSignatureError {}

/// The data of `RTS0` that a file holds or describes.
///
/// # Errors
///
/// [`RootSignatureError`]: there is none, or its text has mistakes.
pub fn root_signature(bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, RootSignatureError> {
    if let Ok(container) = glassbox_dxcontainer::read::open(Window::whole(bytes), limits) {
        return container.data(b"RTS0").map(<[u8]>::to_vec).ok_or(RootSignatureError::Absent);
    }
    let is_bare = bytes.len() >= HEADER && matches!(bytes.first_chunk(), Some([1..=3, 0, 0, 0]));
    if is_bare {
        return Ok(bytes.to_vec());
    }
    let text = std::str::from_utf8(bytes).map_err(|_| RootSignatureError::Absent)?;
    let language = crate::language("rootsig").ok_or(RootSignatureError::Absent)?;
    language.assemble(text).map_err(|errors| {
        let found = assembly_errors(text, errors);
        RootSignatureError::Source(found.into())
    })
}
