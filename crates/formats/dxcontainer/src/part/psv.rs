//! Parses `PSV0`, which the runtime checks when creating a pipeline: stage, resources, signatures, dependencies of
//! outputs on inputs.
//!
//! The part has no directory; section positions follow from the preceding counts. Parsing stops at the first section
//! that does not fit; see [`Psv::stopped`].

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

/// Stage-specific information.
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
    /// A stage without information, or, in version 0, an unknown stage.
    Other([u8; 16]),
}

/// Runtime info, all versions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Info {
    /// Stated size, bytes; determines the version.
    pub size: u32,
    /// Stage-specific information.
    pub stage: StageInfo,
    /// Range of wave sizes.
    pub waves: Waves,
    /// Stage and counts, since version 1. For a geometry shader, `patch_vectors` and `output_topology` hold the two
    /// bytes of `max_vertices`.
    pub counts: Option<Counts>,
    /// Thread group size, since version 2.
    pub threads: Option<Threads>,
    /// Entry point name, since version 3.
    pub entry: Option<Entry>,
    /// Group-shared memory, since version 4.
    pub shared: Option<Shared>,
}

impl Info {
    /// Version, implied by the size.
    pub fn version(&self) -> u32 {
        let newest = raw::INFO_SIZES.iter().rposition(|&size| size <= self.size);
        newest.unwrap_or(0) as u32
    }

    /// Shader kind; `None` in version 0.
    pub fn kind(&self) -> Option<Stage> {
        self.counts.map(|counts| counts.stage)
    }

    /// Maximum number of output vertices of a geometry shader.
    pub fn max_vertices(&self) -> Option<u16> {
        let counts = self.counts.filter(|counts| counts.stage == Stage::GEOMETRY)?;
        Some(u16::from_le_bytes([counts.patch_vectors, counts.output_topology.0]))
    }

    /// Number of patch-constant or primitive vectors; 0 for geometry shaders.
    pub fn patch_vectors(&self) -> u64 {
        self.counts
            .filter(|counts| counts.stage != Stage::GEOMETRY)
            .map_or(0, |counts| counts.patch_vectors.into())
    }
}

/// Bound resource, all versions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    /// Fields common to all versions.
    pub base: Resource,
    /// Resource kind and flags, since version 2.
    pub kind: Option<(ResourceKind, ResourceFlags)>,
}

/// Dependency table: one row per input component, one bit per output component.
#[derive(Clone, PartialEq, Debug)]
pub struct Dependencies<'a> {
    /// Related sides.
    pub what: Relation,
    /// Number of input vectors; each has four rows, one per component.
    pub rows: u32,
    /// Row size, 32-bit words.
    pub row_words: u32,
    /// Rows, concatenated.
    pub words: Values<'a, Bits>,
}

/// Sides related by a dependency table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Outputs of a stream on the view id.
    ViewToOutput(u32),
    /// Patch constants or primitives on the view id.
    ViewToPatch,
    /// Outputs of a stream on inputs.
    InputToOutput(u32),
    /// Patch constants on inputs.
    InputToPatch,
    /// Outputs on patch constants.
    PatchToOutput,
}

impl Dependencies<'_> {
    /// True if output component `output` depends on input component `input`; a component is numbered 4 * vector +
    /// component. View id tables have a single row.
    pub fn depends(&self, input: u32, output: u32) -> bool {
        let word = u64::from(input) * u64::from(self.row_words) + u64::from(output / 32);
        output / 32 < self.row_words
            && usize::try_from(word)
                .ok()
                .and_then(|word| self.words.get(word))
                .is_some_and(|word| word.0 >> (output % 32) & 1 != 0)
    }
}

/// Signatures, since version 1.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Signatures<'a> {
    /// Size of an element record, bytes.
    pub stride: u32,
    /// Input elements.
    pub inputs: Rows<'a, Element>,
    /// Output elements.
    pub outputs: Rows<'a, Element>,
    /// Patch-constant or primitive elements.
    pub patches: Rows<'a, Element>,
}

/// Section at which parsing stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The runtime info does not fit.
    Info,
    /// The runtime info has no known version's size, so the following sections cannot be located.
    InfoSize,
    /// The resources do not fit.
    Resources,
    /// The string table does not fit.
    Strings,
    /// The semantic indices do not fit.
    Indices,
    /// The signature elements do not fit.
    Elements,
    /// A dependency table does not fit.
    Dependencies,
}

/// Parsed `PSV0`.
#[derive(Clone, PartialEq, Debug)]
pub struct Psv<'a> {
    /// Runtime info; missing fields are zero or `None`.
    pub info: Info,
    /// Size of a resource record, bytes; 0 if there are no resources.
    pub resource_stride: u32,
    /// Resources.
    pub resources: Rows<'a, Resource>,
    /// String table, since version 1.
    pub strings: &'a [u8],
    /// Start of the string table; window offset.
    pub strings_at: u64,
    /// Semantic indices, since version 1.
    pub indices: Values<'a, u32>,
    /// Signatures, since version 1.
    pub signatures: Signatures<'a>,
    /// Dependency tables, in part order.
    pub dependencies: Vec<Dependencies<'a>>,
    /// End of the last section; window offset.
    pub end: u64,
    /// Section at which parsing stopped; `None` if complete.
    pub stopped: Option<Stop>,
}

/// Content type under the name common to all parts.
pub type Model<'a> = Psv<'a>;

impl<'a> Psv<'a> {
    /// The three signatures with their node names.
    pub(crate) fn named_signatures(&self) -> [(&'static str, &Rows<'a, Element>); 3] {
        let signatures = &self.signatures;
        [("inputs", &signatures.inputs), ("outputs", &signatures.outputs), ("patches", &signatures.patches)]
    }

    /// Resource `index`, with kind and flags if its record has them.
    pub fn resource(&self, index: usize) -> Option<Bound> {
        let bytes = self.resources.bytes(index)?;
        let wide = Resource24::decode(bytes);
        Some(Bound { base: self.resources.get(index)?, kind: wide.map(|wide| (wide.kind, wide.flags)) })
    }

    /// String at an offset of the string table.
    pub fn text(&self, offset: u32) -> Text<'a> {
        Text::at(self.strings, offset.into())
    }

    /// Name at an offset of the string table, truncated to the maximum name length.
    pub fn name(&self, offset: u32) -> Text<'a> {
        Text::name(self.strings, offset.into())
    }

    /// Entry point name, since version 3.
    pub fn entry_name(&self) -> Option<Text<'a>> {
        self.info.entry.map(|entry| self.name(entry.name))
    }

    /// Semantic indices of an element, one per row.
    pub(crate) fn semantic_indices(&self, element: &Element) -> impl Iterator<Item = u32> + '_ {
        let first = element.indices as usize;
        (0..usize::from(element.rows)).map_while(move |row| self.indices.get(first.checked_add(row)?))
    }
}

/// Parses the part. `None` if it is too small for the size of the runtime info.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    sections::read(reader, part)
}
