//! Declarations of a stage, with types and locations.

use crate::shader::Stage;
use glassbox_bpx::extended::{BlendFunction, Pipeline, Plain, Texture};
use glassbox_core::diagnostic::Location;
use glassbox_core::span::Span;

use crate::sources::Sources;
use crate::symbols::MemberType;

/// Part of a file of the build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// File number.
    pub file: u32,
    /// Byte range in its text.
    pub span: Span,
}

impl Place {
    /// Location for findings.
    #[must_use]
    pub fn location(self, sources: &Sources) -> Location {
        sources.location(self.file, self.span.range())
    }
}

/// Declarations of a stage and its included files, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declared {
    /// Stage from `#stage`, with its position.
    pub stage: Option<(Stage, Place)>,
    /// Layout of the root constants.
    pub root: Option<Structure>,
    /// Structures nested in others.
    pub structures: Vec<Structure>,
    /// Constant buffers.
    pub buffers: Vec<Structure>,
    /// Root constants used by the stage.
    pub constants: Vec<Member>,
    /// Textures and samplers.
    pub objects: Vec<Object>,
    /// Outputs of the pixel stage.
    pub outputs: Vec<Output>,
    /// The vertex format.
    pub vertex_format: Option<Structure>,
    /// The pipeline.
    pub pipeline: Option<(String, Pipeline, Place)>,
    /// Blend functions by output name.
    pub blends: Vec<(String, BlendFunction, Place)>,
}

/// A structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// Name in the source.
    pub name: String,
    /// Explicit register, if any.
    pub register: Option<u8>,
    /// Members in declaration order.
    pub members: Vec<Member>,
    /// Position of the name in the source.
    pub place: Place,
}

/// Structure member or root constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Name in the source.
    pub name: String,
    /// Declared type.
    pub ty: MemberType,
    /// Position of the name in the source.
    pub place: Place,
}

/// Texture or sampler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Name in the source.
    pub name: String,
    /// The texture; `None` for a sampler.
    pub texture: Option<Texture>,
    /// Explicit register, if any.
    pub register: Option<u8>,
    /// Sampler used with the texture.
    pub sampler: Option<String>,
    /// Position of the name in the source.
    pub place: Place,
}

/// Output of the pixel stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Name in the source.
    pub name: String,
    /// Scalar or vector.
    pub ty: Plain,
    /// Render target number.
    pub target: u8,
    /// Position of the name in the source.
    pub place: Place,
}
