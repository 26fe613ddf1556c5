//! Input of checks and reflection: the parts of a container with what was read of the program.

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxil::Module;

use crate::part::{Content, PartData};
use crate::program::{ShaderKind, Version};

/// Input of a check besides its own part.
#[derive(Clone, Copy, Debug)]
pub struct Context<'c, 'a> {
    /// Bytes of the container.
    pub window: Window<'a>,
    /// Limits in force.
    pub limits: &'c Limits,
    /// Parts, in offset-table order.
    pub parts: &'c [PartData],
    /// Contents of `parts`, in the same order.
    pub contents: &'c [Content<'a>],
    /// Shader kind, if a program part states one.
    pub kind: Option<ShaderKind>,
    /// Shader model, if a program part states one.
    pub model: Option<Version>,
    /// Functions and facts of the DXIL program, if it is readable.
    pub module: Option<&'c Module<'a>>,
    /// Validator version stated by the DXIL module (`dx.valver`).
    pub validator: Option<Version>,
}

impl<'c, 'a> Context<'c, 'a> {
    /// First part with this code, and its content.
    pub fn find(&self, code: &[u8; 4]) -> Option<(&'c PartData, &'c Content<'a>)> {
        let position = self.parts.iter().position(|part| part.code.0 == *code)?;
        Some((self.parts.get(position)?, self.contents.get(position)?))
    }

    /// Data of the first part with this code.
    pub fn data(&self, code: &[u8; 4]) -> Option<&'a [u8]> {
        self.find(code).map(|(part, _)| part.data(self.window))
    }
}
