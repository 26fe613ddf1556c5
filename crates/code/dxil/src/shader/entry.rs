//! Reads entry points and their properties, `dx.entryPoints`.
//!
//! Source: the description of DXIL in the DirectX shader compiler's documentation, section on entry points.

use super::node::NodeShader;
use super::signature::Signatures;
use super::view::{MetadataError, Node, threads};

/// Property tags of an entry point.
pub(super) mod tag {
    pub(in super::super) const FLAGS: u32 = 0;
    pub(in super::super) const GEOMETRY: u32 = 1;
    pub(in super::super) const DOMAIN: u32 = 2;
    pub(in super::super) const HULL: u32 = 3;
    pub(in super::super) const NUM_THREADS: u32 = 4;
    pub(in super::super) const RAY_PAYLOAD: u32 = 6;
    pub(in super::super) const RAY_ATTRIBUTES: u32 = 7;
    pub(in super::super) const KIND: u32 = 8;
    pub(in super::super) const MESH: u32 = 9;
    pub(in super::super) const AMPLIFICATION: u32 = 10;
    pub(in super::super) const WAVE_SIZE: u32 = 11;
    pub(in super::super) const NODE_FIRST: u32 = 13;
    pub(in super::super) const NODE_LAST: u32 = 22;
    pub(in super::super) const WAVE_RANGE: u32 = 23;
}

/// Properties of a geometry shader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// Input primitive.
    pub input_primitive: u32,
    /// Maximum number of output vertices.
    pub max_vertices: u32,
    /// Active output streams, one bit each.
    pub streams: u32,
    /// Output topology.
    pub topology: u32,
}

/// Properties of a domain shader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domain {
    /// Tessellator domain.
    pub domain: u32,
    /// Number of input control points.
    pub control_points: u32,
}

/// Properties of a hull shader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hull {
    /// Patch-constant function, as index in [`Module::functions`](crate::Module::functions).
    pub patch_function: Option<usize>,
    /// Number of input control points.
    pub input_control_points: u32,
    /// Number of output control points.
    pub output_control_points: u32,
    /// Tessellator domain.
    pub domain: u32,
    /// Tessellator output primitive.
    pub output_primitive: u32,
}

/// Properties of a mesh shader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mesh {
    /// Thread-group size.
    pub threads: [u32; 3],
    /// Maximum number of vertices.
    pub max_vertices: u32,
    /// Maximum number of primitives.
    pub max_primitives: u32,
    /// Output topology.
    pub topology: u32,
    /// Input payload size in bytes.
    pub payload: u32,
}

/// Properties of an amplification shader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amplification {
    /// Thread-group size.
    pub threads: [u32; 3],
    /// Output payload size in bytes.
    pub payload: u32,
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

    fn read(node: &Node<'_, '_, '_>) -> Result<Properties, Box<MetadataError>> {
        let mut out = Properties::default();
        for (tag, index) in node.tags()? {
            match tag {
                tag::FLAGS => out.flags = node.integer(index, "flags")? as u64,
                tag::KIND => out.kind = Some(node.word(index, "kind")?),
                tag::RAY_PAYLOAD => out.payload = node.word(index, "payload")?,
                tag::RAY_ATTRIBUTES => out.attributes = node.word(index, "attributes")?,
                tag::NUM_THREADS => out.threads = Some(threads(&node.expect(index, "threads")?)?),
                tag::GEOMETRY => {
                    let state = node.expect(index, "geometry")?;
                    out.geometry = Some(Geometry {
                        input_primitive: state.word(0, "inputPrimitive")?,
                        max_vertices: state.word(1, "maxVertices")?,
                        streams: state.word(2, "streams")?,
                        topology: state.word(3, "topology")?,
                    });
                }
                tag::DOMAIN => {
                    let state = node.expect(index, "domain")?;
                    out.domain = Some(Domain {
                        domain: state.word(0, "domain")?,
                        control_points: state.word(1, "controlPoints")?,
                    });
                }
                tag::HULL => {
                    let state = node.expect(index, "hull")?;
                    out.hull = Some(Hull {
                        patch_function: state.function(0, "patchFunction")?,
                        input_control_points: state.word(1, "inputControlPoints")?,
                        output_control_points: state.word(2, "outputControlPoints")?,
                        domain: state.word(3, "domain")?,
                        output_primitive: state.word(5, "outputPrimitive")?,
                    });
                }
                tag::MESH => {
                    let state = node.expect(index, "mesh")?;
                    out.mesh = Some(Mesh {
                        threads: threads(&state.expect(0, "threads")?)?,
                        max_vertices: state.word(1, "maxVertices")?,
                        max_primitives: state.word(2, "maxPrimitives")?,
                        topology: state.word(3, "topology")?,
                        payload: state.word(4, "payload")?,
                    });
                }
                tag::AMPLIFICATION => {
                    let state = node.expect(index, "amplification")?;
                    out.amplification = Some(Amplification {
                        threads: threads(&state.expect(0, "threads")?)?,
                        payload: state.word(1, "payload")?,
                    });
                }
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
                tag::NODE_FIRST..=tag::NODE_LAST => {
                    out.node.get_or_insert_default().property(node, tag, index)?;
                }
                _ => {}
            }
        }
        Ok(out)
    }
}

/// An entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Index in [`Module::functions`](crate::Module::functions); `None` for the first entry of a library,
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
    pub(super) fn read(node: &Node<'_, '_, '_>) -> Result<Entry, Box<MetadataError>> {
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
