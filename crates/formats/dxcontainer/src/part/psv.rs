//! `PSV0`: what the runtime checks when it builds a pipeline: stage, resources, signatures, and which outputs depend on
//! which inputs.
//!
//! The part has no directory; each section follows from the counts before it. So reading stops at the first section that
//! does not fit, and [`Psv::stopped`] says where.

pub mod raw;
mod sections;

use glassbox_core::reader::{Reader, Recorder};
use glassbox_core::record::{Record as _, Values};

use super::PartData;
use super::area::{Rows, Text};
use raw::{
    AmplificationStage, Bits, Counts, DomainStage, Element, Entry, GeometryStage, HullStage, MeshStage,
    PixelStage, Resource, Resource24, ResourceFlags, ResourceKind, Shared, Stage, Threads, VertexStage,
    Waves,
};

/// Stage information.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum StageInfo {
    /// Vertex shader.
    Vertex(VertexStage),
    /// Hull shader.
    Hull(HullStage),
    /// Domain shader.
    Domain(DomainStage),
    /// Geometry shader.
    Geometry(GeometryStage),
    /// Pixel shader.
    Pixel(PixelStage),
    /// Mesh shader.
    Mesh(MeshStage),
    /// Amplification shader.
    Amplification(AmplificationStage),
    /// A stage without information, or, in version 0, one that the part does not tell.
    Other([u8; 16]),
}

/// Runtime info.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Info {
    /// Its size as stated, bytes.
    pub size: u32,
    /// Stage information.
    pub stage: StageInfo,
    /// Wave sizes.
    pub waves: Waves,
    /// Stage and counts, since version 1. Of a geometry shader the two bytes of `max_vertices` are in `patch_vectors` and
    /// `output_topology`.
    pub counts: Option<Counts>,
    /// Threads of a group, since version 2.
    pub threads: Option<Threads>,
    /// Name of the entry point, since version 3.
    pub entry: Option<Entry>,
    /// Group-shared memory, since version 4.
    pub shared: Option<Shared>,
}

impl Info {
    /// The version, which follows from the size alone.
    pub fn version(&self) -> u32 {
        let newest = raw::INFO_SIZES.iter().rposition(|&size| size <= self.size);
        newest.unwrap_or(0) as u32
    }

    /// Kind of the shader; `None` in version 0.
    pub fn kind(&self) -> Option<Stage> {
        self.counts.map(|counts| counts.stage)
    }

    /// Most vertices of a geometry shader.
    pub fn max_vertices(&self) -> Option<u16> {
        let counts = self.counts.filter(|counts| counts.stage == Stage::GEOMETRY)?;
        Some(u16::from_le_bytes([
            counts.patch_vectors,
            counts.output_topology.0,
        ]))
    }

    /// Vectors of patch constants or primitives; geometry shaders have none.
    pub fn patch_vectors(&self) -> u64 {
        self.counts
            .filter(|counts| counts.stage != Stage::GEOMETRY)
            .map_or(0, |counts| counts.patch_vectors.into())
    }
}

/// A bound resource of any version.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    /// What all versions state.
    pub base: Resource,
    /// Kind and flags, since version 2.
    pub kind: Option<(ResourceKind, ResourceFlags)>,
}

/// A table of dependencies: a bit for each output component, a row for each input component.
#[derive(Clone, PartialEq, Debug)]
pub struct Dependencies<'a> {
    /// What depends on what.
    pub what: Relation,
    /// Vectors that the rows stand for; a row for each of their four components.
    pub rows: u32,
    /// Words of a row.
    pub row_words: u32,
    /// The words.
    pub words: Values<'a, Bits>,
}

/// What a table of dependencies relates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Outputs of a stream that depend on the view id.
    ViewToOutput(u32),
    /// Patch constants or primitives that depend on the view id.
    ViewToPatch,
    /// Outputs of a stream on inputs.
    InputToOutput(u32),
    /// Patch constants on inputs.
    InputToPatch,
    /// Outputs on patch constants.
    PatchToOutput,
}

impl Dependencies<'_> {
    /// Whether output component `output` depends on input component `input`, each counted as 4 times the vector plus the
    /// component. Tables of the view id have one row.
    pub fn depends(&self, input: u32, output: u32) -> bool {
        let word = u64::from(input) * u64::from(self.row_words) + u64::from(output / 32);
        output / 32 < self.row_words
            && usize::try_from(word)
                .ok()
                .and_then(|word| self.words.get(word))
                .is_some_and(|word| word.0 >> (output % 32) & 1 != 0)
    }
}

/// The signatures of the part, since version 1.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Signatures<'a> {
    /// Size of an element record, bytes.
    pub stride: u32,
    /// Inputs.
    pub inputs: Rows<'a, Element>,
    /// Outputs.
    pub outputs: Rows<'a, Element>,
    /// Patch constants or primitives.
    pub patches: Rows<'a, Element>,
}

/// Where reading stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The runtime info does not fit.
    Info,
    /// The size of the runtime info is no version's, so nothing behind it has a place.
    InfoSize,
    /// The resources do not fit.
    Resources,
    /// The string table does not fit.
    Strings,
    /// The semantic indices do not fit.
    Indices,
    /// The signature elements do not fit.
    Elements,
    /// A table of dependencies does not fit.
    Dependencies,
}

/// The content of `PSV0`.
#[derive(Clone, PartialEq, Debug)]
pub struct Psv<'a> {
    /// Runtime info, as far as it is there.
    pub info: Info,
    /// Size of a resource record, bytes; 0 without resources.
    pub resource_stride: u32,
    /// Resources.
    pub resources: Rows<'a, Resource>,
    /// String table, since version 1.
    pub strings: &'a [u8],
    /// Where the string table begins, from the start of the window.
    pub strings_at: u64,
    /// Semantic indices, since version 1.
    pub indices: Values<'a, u32>,
    /// Signatures, since version 1.
    pub signatures: Signatures<'a>,
    /// Tables of dependencies, in the order of the part.
    pub dependencies: Vec<Dependencies<'a>>,
    /// What follows the last section; from the start of the window.
    pub end: u64,
    /// Where reading stopped; `None` when everything was there.
    pub stopped: Option<Stop>,
}

/// The one type that each part offers under this name.
pub type Model<'a> = Psv<'a>;

impl<'a> Psv<'a> {
    /// Resource `index`, with kind and flags where its record has them.
    pub fn resource(&self, index: usize) -> Option<Bound> {
        let bytes = self.resources.bytes(index)?;
        let wide = Resource24::decode(bytes);
        Some(Bound {
            base: self.resources.get(index)?,
            kind: wide.map(|wide| (wide.kind, wide.flags)),
        })
    }

    /// A string of the string table.
    pub fn text(&self, offset: u32) -> Text<'a> {
        Text::at(self.strings, offset.into())
    }

    /// A name of the string table, cut when it is longer than names are.
    pub fn name(&self, offset: u32) -> Text<'a> {
        Text::name(self.strings, offset.into())
    }

    /// Name of the entry point, since version 3.
    pub fn entry_name(&self) -> Option<Text<'a>> {
        self.info.entry.map(|entry| self.name(entry.name))
    }

    /// The semantic indices of an element, one a row.
    pub fn semantic_indices(&self, element: &Element) -> impl Iterator<Item = u32> + '_ {
        let first = element.indices as usize;
        (0..usize::from(element.rows)).map_while(move |row| self.indices.get(first.checked_add(row)?))
    }
}

/// Reads the part. `None` when it has no room for the size of the runtime info.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    sections::read(reader, part)
}
