//! Entry points and their properties, `dx.entryPoints`.
//!
//! Source: the description of DXIL in the DirectX shader compiler's documentation, section on entry points.

use super::node::NodeShader;
use super::signature::Signatures;
use super::view::{MetadataResult, Node};

/// Tags of the properties of an entry point.
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

/// What a geometry shader states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// Primitive that comes in.
    pub input_primitive: u32,
    /// Most vertices.
    pub max_vertices: u32,
    /// Output streams, a bit each.
    pub streams: u32,
    /// Primitive that goes out.
    pub topology: u32,
}

/// What a domain shader states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domain {
    /// Tessellator domain.
    pub domain: u32,
    /// Control points that come in.
    pub control_points: u32,
}

/// What a hull shader states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hull {
    /// The function of the patch constants, as its place in [`Module::functions`](crate::Module::functions).
    pub patch_function: Option<usize>,
    /// Control points that come in.
    pub input_control_points: u32,
    /// Control points that go out.
    pub output_control_points: u32,
    /// Tessellator domain.
    pub domain: u32,
    /// What the tessellator makes.
    pub output_primitive: u32,
}

/// What a mesh shader states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mesh {
    /// Threads of a group.
    pub threads: [u32; 3],
    /// Most vertices.
    pub max_vertices: u32,
    /// Most primitives.
    pub max_primitives: u32,
    /// Topology that goes out.
    pub topology: u32,
    /// Payload that comes in, bytes.
    pub payload: u32,
}

/// What an amplification shader states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amplification {
    /// Threads of a group.
    pub threads: [u32; 3],
    /// Payload that goes out, bytes.
    pub payload: u32,
}

/// Properties of an entry point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Properties {
    /// Shader flags as [`flags`](crate::features) numbers them; 0 where none are stated.
    pub flags: u64,
    /// Kind of the function, in libraries.
    pub kind: Option<u32>,
    /// Geometry shader.
    pub geometry: Option<Geometry>,
    /// Domain shader.
    pub domain: Option<Domain>,
    /// Hull shader.
    pub hull: Option<Hull>,
    /// Mesh shader.
    pub mesh: Option<Mesh>,
    /// Amplification shader.
    pub amplification: Option<Amplification>,
    /// Threads of a group of a compute shader or a node.
    pub threads: Option<[u32; 3]>,
    /// Payload of a ray, or parameters of a callable shader, bytes.
    pub payload: u32,
    /// Attributes of a hit, bytes.
    pub attributes: u32,
    /// Fewest and most lanes of a wave.
    pub wave: Option<(u32, u32)>,
    /// Whether they were stated as a range.
    pub wave_is_range: bool,
    /// Node.
    pub node: Option<NodeShader>,
}

impl Properties {
    /// Threads of a group, whichever kind of shader it is.
    pub fn group(&self) -> Option<[u32; 3]> {
        self.threads
            .or(self.mesh.map(|mesh| mesh.threads))
            .or(self.amplification.map(|amplification| amplification.threads))
    }

    fn read(node: &Node<'_, '_, '_>) -> MetadataResult<Properties> {
        let mut out = Properties::default();
        for (tag, place) in node.tags()? {
            match tag {
                tag::FLAGS => out.flags = node.integer(place, "flags")? as u64,
                tag::KIND => out.kind = Some(node.word(place, "kind")?),
                tag::RAY_PAYLOAD => out.payload = node.word(place, "payload")?,
                tag::RAY_ATTRIBUTES => out.attributes = node.word(place, "attributes")?,
                tag::NUM_THREADS => out.threads = Some(threads(&node.expect(place, "threads")?)?),
                tag::GEOMETRY => {
                    let state = node.expect(place, "geometry")?;
                    out.geometry = Some(Geometry {
                        input_primitive: state.word(0, "inputPrimitive")?,
                        max_vertices: state.word(1, "maxVertices")?,
                        streams: state.word(2, "streams")?,
                        topology: state.word(3, "topology")?,
                    });
                }
                tag::DOMAIN => {
                    let state = node.expect(place, "domain")?;
                    out.domain = Some(Domain {
                        domain: state.word(0, "domain")?,
                        control_points: state.word(1, "controlPoints")?,
                    });
                }
                tag::HULL => {
                    let state = node.expect(place, "hull")?;
                    out.hull = Some(Hull {
                        patch_function: state.function(0, "patchFunction")?,
                        input_control_points: state.word(1, "inputControlPoints")?,
                        output_control_points: state.word(2, "outputControlPoints")?,
                        domain: state.word(3, "domain")?,
                        output_primitive: state.word(5, "outputPrimitive")?,
                    });
                }
                tag::MESH => {
                    let state = node.expect(place, "mesh")?;
                    out.mesh = Some(Mesh {
                        threads: threads(&state.expect(0, "threads")?)?,
                        max_vertices: state.word(1, "maxVertices")?,
                        max_primitives: state.word(2, "maxPrimitives")?,
                        topology: state.word(3, "topology")?,
                        payload: state.word(4, "payload")?,
                    });
                }
                tag::AMPLIFICATION => {
                    let state = node.expect(place, "amplification")?;
                    out.amplification = Some(Amplification {
                        threads: threads(&state.expect(0, "threads")?)?,
                        payload: state.word(1, "payload")?,
                    });
                }
                tag::WAVE_SIZE => {
                    let size = node.expect(place, "waveSize")?.word(0, "size")?;
                    out.wave = (size != 0).then_some((size, size));
                }
                tag::WAVE_RANGE => {
                    let range = node.expect(place, "waveRange")?;
                    let least = range.word(0, "least")?;
                    // A range without a most is one size.
                    let most = match range.word(1, "most")? {
                        0 => least,
                        most => most,
                    };
                    out.wave_is_range = least != most;
                    out.wave = (least != 0).then_some((least, most));
                }
                tag::NODE_FIRST..=tag::NODE_LAST => {
                    out.node.get_or_insert_default().property(node, tag, place)?;
                }
                _ => {}
            }
        }
        Ok(out)
    }
}

pub(super) fn threads(node: &Node<'_, '_, '_>) -> MetadataResult<[u32; 3]> {
    Ok([node.word(0, "x")?, node.word(1, "y")?, node.word(2, "z")?])
}

/// An entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The function, as its place in [`Module::functions`](crate::Module::functions); `None` for the first entry of a
    /// library, which holds what belongs to all.
    pub function: Option<usize>,
    /// Name.
    pub name: Vec<u8>,
    /// Signatures.
    pub signatures: Signatures,
    /// Properties.
    pub properties: Properties,
}

impl Entry {
    pub(super) fn read(node: &Node<'_, '_, '_>) -> MetadataResult<Entry> {
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
