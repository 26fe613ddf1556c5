//! Binds buffers, textures and inputs of a package: by register if the language states bindings,
//! otherwise by name.
#![allow(unsafe_code)]

use glassbox_bpx::kinds::{BaseType, TextureType};
use glassbox_bpx::raw::Target;
use glassbox_vbc::raw::TexelType;
use glow::HasContext;

use super::context::Context;
use crate::package::{Pipeline, SampledTexture};

/// True if the code for a target states bindings itself.
fn states_bindings(target: Target) -> bool {
    !matches!(target, Target::GL33 | Target::GL40 | Target::GL41 | Target::ES30)
}

impl Context {
    pub(super) fn buffer(&self, kind: u32, bytes: &[u8]) -> Result<glow::Buffer, String> {
        // SAFETY: see `mod.rs`.
        unsafe {
            let buffer = self.gl.create_buffer()?;
            self.gl.bind_buffer(kind, Some(buffer));
            self.gl.buffer_data_u8_slice(kind, bytes, glow::STATIC_DRAW);
            Ok(buffer)
        }
    }

    /// Binds every constant buffer to its register, the root constants to register 0.
    pub(super) fn blocks(&self, program: glow::Program, of: &Pipeline) -> Result<(), String> {
        if !states_bindings(of.target) {
            self.name_blocks(program, of)?;
        }
        let root = Some((0, &of.root)).filter(|(_, bytes)| !bytes.is_empty());
        let blocks = of.blocks.iter().map(|block| (block.register, &block.bytes));
        for (register, bytes) in blocks.chain(root) {
            let buffer = self.buffer(glow::UNIFORM_BUFFER, bytes)?;
            // SAFETY: see `mod.rs`.
            unsafe { self.gl.bind_buffer_base(glow::UNIFORM_BUFFER, register, Some(buffer)) };
        }
        Ok(())
    }

    /// Assigns every block of the program its symbol's register. The block without a symbol holds
    /// the root constants.
    fn name_blocks(&self, program: glow::Program, of: &Pipeline) -> Result<(), String> {
        // SAFETY: see `mod.rs`; the program is linked, and block numbers are below their
        // count.
        unsafe {
            let count = self.gl.get_program_parameter_i32(program, glow::ACTIVE_UNIFORM_BLOCKS);
            for index in 0..u32::try_from(count).unwrap_or_default() {
                let name = self.gl.get_active_uniform_block_name(program, index);
                let block = of.blocks.iter().find(|block| block.name == name);
                let register = match block {
                    Some(block) => block.register,
                    None if !of.root.is_empty() => 0,
                    None => return Err(format!("no symbol names the block `{name}`")),
                };
                self.gl.uniform_block_binding(program, index, register);
            }
        }
        Ok(())
    }

    /// Binds every texture, with its sampler, to the texture's register.
    pub(super) fn textures(&self, program: glow::Program, of: &Pipeline) -> Result<(), String> {
        let linear = of.samplers.iter().all(|sampler| sampler.linear);
        for texture in &of.textures {
            // SAFETY: see `mod.rs`; the register is far below the number of units.
            unsafe {
                if !states_bindings(of.target) {
                    // Unused textures are not in the program.
                    let location = self.gl.get_uniform_location(program, &texture.name);
                    let unit = i32::try_from(texture.register).unwrap_or_default();
                    self.gl.uniform_1_i32(location.as_ref(), unit);
                }
                self.gl.active_texture(glow::TEXTURE0 + texture.register);
            }
            self.texture(texture, linear && !texture.texel.is_integer())?;
        }
        Ok(())
    }

    fn texture(&self, of: &SampledTexture, linear: bool) -> Result<(), String> {
        let (internal, format, component) = formats(of.texel.class);
        let kind = match of.shape {
            TextureType::T3D => glow::TEXTURE_3D,
            TextureType::T2D_ARRAY => glow::TEXTURE_2D_ARRAY,
            TextureType::T_CUBE => glow::TEXTURE_CUBE_MAP,
            _ => glow::TEXTURE_2D,
        };
        let [width, height, depth, layers] = of.extent.map(|size| i32::try_from(size).unwrap_or(1));
        let filter = if linear { glow::LINEAR } else { glow::NEAREST };
        // SAFETY: see `mod.rs`; there are as many texels as the extent requires, with four
        // components each.
        unsafe {
            let texture = self.gl.create_texture()?;
            self.gl.bind_texture(kind, Some(texture));
            match of.shape {
                TextureType::T3D | TextureType::T2D_ARRAY => self.gl.tex_image_3d(
                    kind,
                    0,
                    internal as i32,
                    width,
                    height,
                    depth.max(layers),
                    0,
                    format,
                    component,
                    glow::PixelUnpackData::Slice(Some(&of.bytes)),
                ),
                _ => {
                    let faces = match of.shape {
                        TextureType::T_CUBE => glow::TEXTURE_CUBE_MAP_POSITIVE_X,
                        _ => kind,
                    };
                    let size = of.bytes.len() / of.extent[3].max(1) as usize;
                    for (face, bytes) in of.bytes.chunks_exact(size.max(1)).enumerate() {
                        self.gl.tex_image_2d(
                            faces + face as u32,
                            0,
                            internal as i32,
                            width,
                            height,
                            0,
                            format,
                            component,
                            glow::PixelUnpackData::Slice(Some(bytes)),
                        );
                    }
                }
            }
            let set = |name, value: u32| self.gl.tex_parameter_i32(kind, name, value as i32);
            set(glow::TEXTURE_MIN_FILTER, filter);
            set(glow::TEXTURE_MAG_FILTER, filter);
            set(glow::TEXTURE_WRAP_S, glow::REPEAT);
            set(glow::TEXTURE_WRAP_T, glow::REPEAT);
            set(glow::TEXTURE_WRAP_R, glow::REPEAT);
            set(glow::TEXTURE_MAX_LEVEL, 0);
        }
        Ok(())
    }

    /// Binds the vertices to the inputs.
    pub(super) fn inputs(&self, of: &Pipeline) -> Result<(), String> {
        let stride = i32::try_from(of.stride).map_err(|_| "the vertices are too long")?;
        // SAFETY: see `mod.rs`; the buffer holds as many vertices as are drawn.
        unsafe {
            let inputs = self.gl.create_vertex_array()?;
            self.gl.bind_vertex_array(Some(inputs));
            self.buffer(glow::ARRAY_BUFFER, &of.vertices)?;
            for attribute in &of.attributes {
                let (location, count) = (attribute.location, i32::from(attribute.components));
                let offset = i32::try_from(attribute.offset).unwrap_or_default();
                match attribute.base {
                    BaseType::FLOAT => {
                        self.gl.vertex_attrib_pointer_f32(
                            location,
                            count,
                            glow::FLOAT,
                            false,
                            stride,
                            offset,
                        );
                    }
                    BaseType::INT => {
                        self.gl.vertex_attrib_pointer_i32(location, count, glow::INT, stride, offset);
                    }
                    BaseType::UINT => {
                        self.gl.vertex_attrib_pointer_i32(
                            location,
                            count,
                            glow::UNSIGNED_INT,
                            stride,
                            offset,
                        );
                    }
                    other => return Err(format!("no vertex input is of type {other}")),
                }
                self.gl.enable_vertex_attrib_array(location);
            }
        }
        Ok(())
    }
}

/// Internal format, format and component type of texels with four components.
pub(super) fn formats(class: TexelType) -> (u32, u32, u32) {
    match class {
        TexelType::SIGNED => (glow::RGBA32I, glow::RGBA_INTEGER, glow::INT),
        TexelType::UNSIGNED => (glow::RGBA32UI, glow::RGBA_INTEGER, glow::UNSIGNED_INT),
        _ => (glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE),
    }
}
