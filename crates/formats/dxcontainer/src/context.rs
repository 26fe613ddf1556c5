//! Input of checks and reflection: the parts of a container with what was read of the program.

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxil::Module;
use glassbox_dxil::ir::Typed;

use crate::container::Container;
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
    /// Shader model of the device that the shader is checked for, if another one than its own.
    pub environment: Option<Version>,
    pub(crate) container: &'c Container<'a>,
}

impl<'c, 'a> Context<'c, 'a> {
    /// Functions and facts of the DXIL program, if it is readable.
    pub fn module(&self) -> Option<&'c Module<'a>> {
        self.container.module()
    }

    /// The DXIL program, if its bitcode has no errors outside of function bodies.
    pub fn code(&self) -> Option<&'c Typed<'a>> {
        self.container.code()
    }

    /// Validator version stated by the DXIL module (`dx.valver`).
    pub fn validator(&self) -> Option<Version> {
        self.container.validator()
    }

    /// Names of the functions that the DXIL program defines, in order; `None` if it is not readable.
    pub fn defined(&self) -> Option<Vec<&'c [u8]>> {
        let Some(code) = self.code() else {
            return Some(self.module()?.defined().map(|function| function.name.as_slice()).collect());
        };
        let defined = code.functions.iter().filter(|function| !function.is_declaration());
        Some(defined.map(|function| code.name(function.value).unwrap_or_default()).collect())
    }

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
