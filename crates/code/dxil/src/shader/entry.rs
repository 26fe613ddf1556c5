//! Reads entry points and their properties, `dx.entryPoints`.
//!
//! Source: the description of DXIL in the DirectX shader compiler's documentation, section on entry points.

use super::declare::{Operand, nodes, tags};
use super::node::{self, NodeShader};
use super::signature::Signatures;
use super::view::{MetadataError, Node};

tags! {
    /// Property tags of an entry point; those of nodes are in [`node::tag`].
    pub mod tag, Properties::property {
        FLAGS = 0 flags "flags",
        GEOMETRY = 1 geometry "geometry",
        DOMAIN = 2 domain "domain",
        HULL = 3 hull "hull",
        NUM_THREADS = 4 threads "threads",
        AUTOMATIC_SPACE = 5,
        RAY_PAYLOAD = 6 payload "payload",
        RAY_ATTRIBUTES = 7 attributes "attributes",
        KIND = 8 kind "kind",
        MESH = 9 mesh "mesh",
        AMPLIFICATION = 10 amplification "amplification",
        WAVE_SIZE = 11,
        WAVE_RANGE = 23,
    }
}

nodes! {
    /// Properties of a geometry shader.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Geometry {
        /// Input primitive.
        pub input_primitive: u32 = 0 "inputPrimitive",
        /// Maximum number of output vertices.
        pub max_vertices: u32 = 1 "maxVertices",
        /// Active output streams, one bit each.
        pub streams: u32 = 2 "streams",
        /// Output topology.
        pub topology: u32 = 3 "topology",
        /// Number of instances.
        pub instances: u32 = 4 "instances",
    }

    /// Properties of a domain shader.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Domain {
        /// Tessellator domain.
        pub domain: u32 = 0 "domain",
        /// Number of input control points.
        pub control_points: u32 = 1 "controlPoints",
    }

    /// Properties of a hull shader.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Hull {
        /// Patch-constant function, as index in [`Typed::functions`](crate::ir::Typed::functions).
        pub patch_function: Option<usize> = 0 "patchFunction",
        /// Number of input control points.
        pub input_control_points: u32 = 1 "inputControlPoints",
        /// Number of output control points.
        pub output_control_points: u32 = 2 "outputControlPoints",
        /// Tessellator domain.
        pub domain: u32 = 3 "domain",
        /// How edges are divided.
        pub partitioning: u32 = 4 "partitioning",
        /// Tessellator output primitive.
        pub output_primitive: u32 = 5 "outputPrimitive",
    }

    /// Properties of a mesh shader.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Mesh {
        /// Thread-group size.
        pub threads: [u32; 3] = 0 "threads",
        /// Maximum number of vertices.
        pub max_vertices: u32 = 1 "maxVertices",
        /// Maximum number of primitives.
        pub max_primitives: u32 = 2 "maxPrimitives",
        /// Output topology.
        pub topology: u32 = 3 "topology",
        /// Input payload size in bytes.
        pub payload: u32 = 4 "payload",
    }

    /// Properties of an amplification shader.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Amplification {
        /// Thread-group size.
        pub threads: [u32; 3] = 0 "threads",
        /// Output payload size in bytes.
        pub payload: u32 = 1 "payload",
    }
}

/// Properties of an entry point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Properties {
    /// Shader flags, see [`flags`](crate::features); 0 if absent.
    pub flags: u64,
    /// Shader kind of the function, in libraries.
    pub kind: Option<u32>,
    /// Set for geometry shaders.
    pub geometry: Option<Geometry>,
    /// Set for domain shaders.
    pub domain: Option<Domain>,
    /// Set for hull shaders.
    pub hull: Option<Hull>,
    /// Set for mesh shaders.
    pub mesh: Option<Mesh>,
    /// Set for amplification shaders.
    pub amplification: Option<Amplification>,
    /// Thread-group size of a compute shader or node.
    pub threads: Option<[u32; 3]>,
    /// Ray payload or callable parameters, size in bytes.
    pub payload: u32,
    /// Size of hit attributes in bytes.
    pub attributes: u32,
    /// Minimum and maximum wave size in lanes.
    pub wave: Option<(u32, u32)>,
    /// True if stored as a range.
    pub wave_is_range: bool,
    /// Set for nodes.
    pub node: Option<NodeShader>,
}

impl Properties {
    /// Thread-group size, for any kind of shader.
    pub fn group(&self) -> Option<[u32; 3]> {
        self.threads
            .or(self.mesh.map(|mesh| mesh.threads))
            .or(self.amplification.map(|amplification| amplification.threads))
    }

    fn read(node: &Node<'_>) -> Result<Properties, Box<MetadataError>> {
        let mut out = Properties::default();
        for (tag, index) in node.tags()? {
            match tag {
                tag::WAVE_SIZE => {
                    let size = node.expect(index, "waveSize")?.word(0, "size")?;
                    out.wave = (size != 0).then_some((size, size));
                }
                tag::WAVE_RANGE => {
                    let range = node.expect(index, "waveRange")?;
                    let least = range.word(0, "least")?;
                    // A range without a maximum is a single size.
                    let most = match range.word(1, "most")? {
                        0 => least,
                        most => most,
                    };
                    out.wave_is_range = least != most;
                    out.wave = (least != 0).then_some((least, most));
                }
                node::tag::LAUNCH..=node::tag::MAX_DISPATCH_GRID => {
                    out.node.get_or_insert_default().property(node, tag, index)?;
                }
                _ => out.property(node, tag, index)?,
            }
        }
        Ok(out)
    }
}

/// An entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Index in [`Typed::functions`](crate::ir::Typed::functions); `None` for the first entry of a library,
    /// which holds shared properties.
    pub function: Option<usize>,
    /// Name, as bytes.
    pub name: Vec<u8>,
    /// Input, output and patch signatures.
    pub signatures: Signatures,
    /// Stage-specific properties.
    pub properties: Properties,
}

impl Entry {
    pub(super) fn read(node: &Node<'_>) -> Result<Entry, Box<MetadataError>> {
        Ok(Entry {
            function: node.function(0, "function")?,
            name: node.text(1, "name")?,
            signatures: match node.child(2, "signatures")? {
                Some(signatures) => Signatures::read(&signatures)?,
                None => Signatures::default(),
            },
            properties: match node.child(4, "properties")? {
                Some(properties) => Properties::read(&properties)?,
                None => Properties::default(),
            },
        })
    }
}
