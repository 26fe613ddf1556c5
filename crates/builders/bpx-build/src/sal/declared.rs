//! What the declarations of a stage say, with types and places.

use glassbox_bpx::extended::{BlendFunction, Pipeline, Plain, Texture};
use glassbox_core::diagnostic::Location;
use glassbox_core::span::Span;
use glassbox_translate::shader::Stage;

use crate::sources::Sources;
use crate::symbols::MemberType;

/// A part of one of the files of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Number of the file.
    pub file: u32,
    /// Part of its text.
    pub span: Span,
}

impl Place {
    /// The place as findings name it.
    #[must_use]
    pub fn location(self, sources: &Sources) -> Location {
        sources.location(self.file, self.span.range())
    }
}

/// The declarations of a stage, those of included files among them, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declared {
    /// What `#stage` says, and where.
    pub stage: Option<(Stage, Place)>,
    /// The layout of the root constants.
    pub root: Option<Structure>,
    /// Structures that stand inside others.
    pub structures: Vec<Structure>,
    /// Constant buffers.
    pub buffers: Vec<Structure>,
    /// Root constants that the stage asks for.
    pub constants: Vec<Member>,
    /// Textures and samplers.
    pub objects: Vec<Object>,
    /// Outputs.
    pub outputs: Vec<Output>,
    /// The vertex format.
    pub vertex_format: Option<Structure>,
    /// The pipeline.
    pub pipeline: Option<(String, Pipeline, Place)>,
    /// Blend functions by the names of outputs.
    pub blends: Vec<(String, BlendFunction, Place)>,
}

/// A structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// Name.
    pub name: String,
    /// Register, if it asks for one.
    pub register: Option<u8>,
    /// Members in order.
    pub members: Vec<Member>,
    /// The name in the source.
    pub place: Place,
}

/// A member of a structure, or a root constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Name.
    pub name: String,
    /// Type.
    pub ty: MemberType,
    /// The name in the source.
    pub place: Place,
}

/// A texture or a sampler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Name.
    pub name: String,
    /// The texture; `None` for a sampler.
    pub texture: Option<Texture>,
    /// Register, if it asks for one.
    pub register: Option<u8>,
    /// Sampler that the texture is read with.
    pub sampler: Option<String>,
    /// The name in the source.
    pub place: Place,
}

/// An output of the pixel stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Name.
    pub name: String,
    /// Scalar or vector.
    pub ty: Plain,
    /// Render target.
    pub target: u8,
    /// The name in the source.
    pub place: Place,
}
