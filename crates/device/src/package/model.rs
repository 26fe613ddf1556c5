//! Converts a package to a pipeline.

use glassbox_bpx::extended::{self, BlendFunction, ExtendedData, MemberType, Plain, Structure};
use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx::kinds::{BaseType, TextureType};
use glassbox_bpx::pack::Pack;
use glassbox_bpx::raw::{Stage, SymbolType, Target};
use glassbox_bpx::read::open;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

use super::fill::{self, Symbols};
use crate::format::Texel;

/// Number of vertices drawn.
pub(crate) const VERTICES: u32 = 24;
/// Number of instances drawn.
#[cfg(feature = "gpu")]
pub(crate) const INSTANCES: u32 = 3;
/// Vertices per patch, if patches are drawn.
#[cfg(feature = "gpu")]
pub(crate) const PATCH: u32 = 3;

/// Pipeline and its data.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// Rendering platform.
    pub target: Target,
    /// Code by stage, in pipeline order.
    pub stages: Vec<(Stage, Vec<u8>)>,
    /// Constant buffers with registers.
    pub blocks: Vec<Block>,
    /// Contents of the root constant block; empty if there is none.
    pub root: Vec<u8>,
    /// Textures.
    pub textures: Vec<SampledTexture>,
    /// Samplers.
    pub samplers: Vec<SamplerSlot>,
    /// Vertex inputs, one per matrix column.
    pub attributes: Vec<Attribute>,
    /// Size of a vertex in bytes.
    pub stride: u32,
    /// Contents of the vertex buffer.
    pub vertices: Vec<u8>,
    /// State.
    pub state: extended::Pipeline,
    /// Render targets in order.
    pub outputs: Vec<RenderTarget>,
}

/// A constant buffer.
#[derive(Clone, Debug)]
pub struct Block {
    /// Symbol name.
    pub name: String,
    /// Register within its class.
    pub register: u32,
    /// Contents.
    pub bytes: Vec<u8>,
}

/// A texture.
#[derive(Clone, Debug)]
pub struct SampledTexture {
    /// Symbol name.
    pub name: String,
    /// Register within its class.
    pub register: u32,
    /// Shape.
    pub shape: TextureType,
    /// Format of its texels.
    pub texel: Texel,
    /// Width, height, depth; then layers, 6 for a cube.
    pub extent: [u32; 4],
    /// Texels by layer, then row.
    pub bytes: Vec<u8>,
}

/// A sampler.
#[derive(Clone, Debug)]
pub struct SamplerSlot {
    /// Register within its class.
    pub register: u32,
    /// True if it may interpolate; false with integer textures.
    pub linear: bool,
}

/// A vertex input.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Input location.
    pub location: u32,
    /// Type of a component.
    pub base: BaseType,
    /// Number of components.
    pub components: u8,
    /// Offset in a vertex in bytes.
    pub offset: u32,
}

/// A render target.
#[derive(Clone, Copy, Debug)]
pub struct RenderTarget {
    /// Render target number.
    pub register: u32,
    /// Format of its pixels.
    pub texel: Texel,
    /// Blend function, if blended.
    pub blend: Option<BlendFunction>,
}

impl Pipeline {
    /// Converts a package to a pipeline.
    ///
    /// # Errors
    ///
    /// The part of the package that is not supported.
    pub fn of(bytes: &[u8]) -> Result<Pipeline, String> {
        let limits = Limits::default();
        let file =
            open(Window::whole(bytes), &limits, Numbering::Released).map_err(|finding| finding.message)?;
        of_file(&file, limits.nodes)
    }
}

fn of_file(file: &File<'_>, most: usize) -> Result<Pipeline, String> {
    let pack = Pack::of(file, most)?;
    let documents = file.objects(most);
    let mut data = Vec::new();
    for symbol in file.symbols().iter() {
        let document = Some(symbol)
            .filter(|symbol| symbol.flags.has(glassbox_bpx::raw::SymbolFlags::EXTENDED_DATA))
            .and_then(|symbol| documents.at(symbol.extended_data))
            .and_then(|number| documents.documents.get(number));
        data.push(document.map(|document| ExtendedData::decode(symbol.symbol_type, document.root())));
    }
    let mut pipeline = Pipeline {
        target: pack.target,
        stages: pack.shaders.iter().map(|shader| (shader.stage, shader.code.to_vec())).collect(),
        blocks: Vec::new(),
        root: Vec::new(),
        textures: Vec::new(),
        samplers: Vec::new(),
        attributes: Vec::new(),
        stride: 0,
        vertices: Vec::new(),
        state: extended::Pipeline {
            depth_enable: true,
            depth_write_enable: true,
            scissor_enable: false,
            render_mode: glassbox_bpx::kinds::RenderMode::TRIANGLES,
            culling_mode: glassbox_bpx::kinds::CullingMode::BACK_FACE,
        },
        outputs: Vec::new(),
    };
    let symbols: Symbols<'_> = &data;
    for (symbol, data) in pack.symbols.iter().zip(&data) {
        let name = String::from_utf8_lossy(&symbol.name).into_owned();
        let register = symbol.register.map(u32::from);
        let missing = || format!("`{name}` has no register");
        match (symbol.symbol_type, data) {
            (SymbolType::TEXTURE, Some(ExtendedData::Texture(of))) => {
                pipeline.textures.push(texture(&name, register.ok_or_else(missing)?, *of)?);
            }
            (SymbolType::SAMPLER, _) => {
                pipeline.samplers.push(SamplerSlot { register: register.ok_or_else(missing)?, linear: true })
            }
            // Without a register, it is a structure used by a buffer.
            (SymbolType::CONSTANT_BUFFER, Some(ExtendedData::Structure(structure))) => {
                if let Some(register) = register {
                    let bytes = fill::block(&name, structure, symbols);
                    pipeline.blocks.push(Block { name, register, bytes });
                }
            }
            (SymbolType::CONSTANT, Some(ExtendedData::Constant(constant))) => {
                let end = constant.offset.saturating_add(constant.size).min(1 << 16) as usize;
                // Block sizes are multiples of 16.
                let size = pipeline.root.len().max(end.next_multiple_of(16));
                pipeline.root.resize(size, 0);
                fill::plain(&name, constant.ty, constant.offset as usize, &mut pipeline.root);
            }
            (SymbolType::VERTEX_FORMAT, Some(ExtendedData::Structure(structure))) => {
                pipeline.attributes = attributes(structure)?;
                pipeline.stride = structure.size;
                pipeline.vertices = fill::vertices(structure, VERTICES);
            }
            (SymbolType::PIPELINE, Some(ExtendedData::Pipeline(state))) => pipeline.state = *state,
            (SymbolType::OUTPUT, Some(ExtendedData::Output(output))) => pipeline.outputs.push(RenderTarget {
                register: register.ok_or_else(missing)?,
                texel: pixel(output.ty),
                blend: output.blendfunc,
            }),
            (kind, data) => return Err(format!("`{name}` is a {kind} with {data:?}")),
        }
    }
    // With integer textures, nothing is interpolated: a package does not pair samplers with
    // textures.
    let linear = pipeline.textures.iter().all(|texture| !texture.texel.is_integer());
    for sampler in &mut pipeline.samplers {
        sampler.linear = linear;
    }
    pipeline.outputs.sort_by_key(|output| output.register);
    Ok(pipeline)
}

fn texture(name: &str, register: u32, of: extended::Texture) -> Result<SampledTexture, String> {
    let texel =
        fill::texel(of.value.base()).ok_or_else(|| format!("`{name}` has texels of an unknown type"))?;
    let extent = match of.ty {
        TextureType::T2D => [8, 4, 1, 1],
        TextureType::T2D_ARRAY => [8, 4, 1, 3],
        TextureType::T3D => [4, 4, 4, 1],
        TextureType::T_CUBE => [4, 4, 1, 6],
        other => return Err(format!("`{name}` has the shape {other}")),
    };
    let count = extent.iter().map(|size| *size as usize).product();
    Ok(SampledTexture {
        name: name.to_owned(),
        register,
        shape: of.ty,
        texel,
        extent,
        bytes: fill::texels(name, texel, count),
    })
}

/// Format of a render target; float outputs use 8 bits per component to allow blending.
fn pixel(ty: Plain) -> Texel {
    fill::texel(ty.base()).unwrap_or(fill::COLOR)
}

fn attributes(structure: &Structure<'_>) -> Result<Vec<Attribute>, String> {
    let mut attributes = Vec::new();
    for member in &structure.props {
        let MemberType::Plain(ty) = member.ty else {
            return Err("a vertex format with arrays or structures".to_owned());
        };
        let (rows, columns) = ty.shape();
        for column in 0..columns {
            attributes.push(Attribute {
                location: attributes.len() as u32,
                base: ty.base(),
                components: u8::try_from(rows).unwrap_or(4),
                offset: member.offset + column * rows * ty.base().size(),
            });
        }
    }
    Ok(attributes)
}
