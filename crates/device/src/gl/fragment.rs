//! Draws with a fragment stage in GLSL, whose uniforms, blocks and textures are found by their names.
#![allow(unsafe_code)]

use std::collections::BTreeMap;

use glassbox_spirv::reflect::ScalarClass;
use glassbox_vbc::raw::TexelType;
use glow::HasContext;

use super::context::Context;
use crate::format::Texel;
use crate::module::compare::{Part, of_texels};
use crate::module::{CLEAR_FLOAT, CLEAR_INTEGER};
use crate::package::picture::SIZE;
use crate::scene::Texture;

/// Corners of a triangle over the whole target, each with a `w` of its own. Flat inputs have the value of the last one, on Vulkan
/// of the first.
const CORNERS: [[f32; 4]; 3] = [[3.0, -1.0, 1.25, 0.0], [-1.0, 3.0, 1.5, 0.0], [-1.0, -1.0, 1.0, 0.0]];
/// Name of the attribute that holds the corners.
pub const CORNER: &str = "corner_";

/// A texture and how it is read.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Format of its texels: four components of 32 bits.
    pub texel: Texel,
    /// Its texels.
    pub texture: Texture,
    /// Its texels are not interpolated.
    pub nearest: bool,
}

/// What a program is given besides inputs.
#[derive(Clone, Default)]
pub struct Resources {
    /// Words of each uniform that is a number, vector or matrix, by the path to it.
    pub uniforms: BTreeMap<String, Vec<u32>>,
    /// Contents of blocks.
    pub blocks: BTreeMap<String, Vec<u8>>,
    /// Textures.
    pub textures: BTreeMap<String, Picture>,
}

/// A program with what it is given.
pub struct Fragment<'a> {
    /// The vertex stage.
    pub vertex: &'a str,
    /// The fragment stage.
    pub fragment: &'a str,
    /// The vertex stage draws it upside down, with the first row at the top.
    pub upside_down: bool,
    /// Clip distances that the vertex stage writes.
    pub distances: u32,
    /// Names of outputs that state no location.
    pub outputs: Vec<(u32, String)>,
    /// Uniforms, blocks and textures.
    pub resources: Resources,
    /// Class of number and number of components of each target.
    pub targets: &'a BTreeMap<u32, (ScalarClass, u32)>,
}

impl Context {
    /// Draws; gives what each target shows. The text of a compiler that refuses a stage begins with `rejected`.
    ///
    /// # Errors
    /// What the driver refuses, and what cannot be given to a stage here.
    pub fn draw_fragment(&self, of: &Fragment<'_>) -> Result<Vec<Part>, String> {
        let program = self.linked([of.vertex, of.fragment], |program| {
            for (location, name) in &of.outputs {
                // SAFETY: see `mod.rs`.
                unsafe { self.gl.bind_frag_data_location(program, *location, name) };
            }
        })?;
        // SAFETY: see `mod.rs`.
        unsafe { self.gl.use_program(Some(program)) };
        self.framebuffer(of.targets)?;
        self.name_contents(program, &of.resources)?;
        self.corners(program)?;
        // SAFETY: see `mod.rs`.
        unsafe {
            self.gl.disable(glow::CULL_FACE);
            if !self.gl.version().is_embedded {
                // Other interfaces filter across edges of cubes by default.
                self.gl.enable(glow::TEXTURE_CUBE_MAP_SEAMLESS);
                (0..of.distances).for_each(|index| self.gl.enable(glow::CLIP_DISTANCE0 + index));
            }
            // Rows are counted the other way in Vulkan: what is in front there is behind here.
            self.gl.front_face(if of.upside_down { glow::CCW } else { glow::CW });
            self.gl.draw_arrays(glow::TRIANGLES, 0, 3);
            self.gl.finish();
            match self.gl.get_error() {
                glow::NO_ERROR => Ok(self.shown(of)),
                error => Err(format!("the driver has error {error:#x}")),
            }
        }
    }

    /// A program of a vertex and a fragment stage; `prepare` is called before it is linked.
    pub(super) fn linked(
        &self,
        [vertex, fragment]: [&str; 2],
        prepare: impl FnOnce(glow::Program),
    ) -> Result<glow::Program, String> {
        // SAFETY: see `mod.rs`.
        unsafe {
            let program = self.gl.create_program()?;
            for (kind, text) in [(glow::VERTEX_SHADER, vertex), (glow::FRAGMENT_SHADER, fragment)] {
                let shader = self.gl.create_shader(kind)?;
                self.gl.shader_source(shader, text);
                self.gl.compile_shader(shader);
                if !self.gl.get_shader_compile_status(shader) {
                    return Err(format!("rejected: {}\n{text}", self.gl.get_shader_info_log(shader)));
                }
                self.gl.attach_shader(program, shader);
            }
            prepare(program);
            self.gl.link_program(program);
            if self.gl.get_program_link_status(program) {
                return Ok(program);
            }
            let said = self.gl.get_program_info_log(program);
            Err(format!("rejected: {said}\n{vertex}\n{fragment}"))
        }
    }

    /// Binds a framebuffer with these targets.
    pub(super) fn framebuffer(&self, targets: &BTreeMap<u32, (ScalarClass, u32)>) -> Result<(), String> {
        let last = targets.keys().max().map_or(0, |last| last + 1);
        // SAFETY: see `mod.rs`.
        unsafe {
            let framebuffer = self.gl.create_framebuffer()?;
            self.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            let mut attachments = Vec::new();
            for location in 0..last {
                let attachment = glow::COLOR_ATTACHMENT0 + location;
                let class = targets.get(&location).map_or(ScalarClass::Float, |target| target.0);
                let renderbuffer = self.gl.create_renderbuffer()?;
                let size = SIZE as i32;
                self.gl.bind_renderbuffer(glow::RENDERBUFFER, Some(renderbuffer));
                self.gl.renderbuffer_storage(glow::RENDERBUFFER, formats(class).0, size, size);
                self.gl.framebuffer_renderbuffer(
                    glow::FRAMEBUFFER,
                    attachment,
                    glow::RENDERBUFFER,
                    Some(renderbuffer),
                );
                attachments.push(attachment);
            }
            self.gl.draw_buffers(&attachments);
            if self.gl.check_framebuffer_status(glow::FRAMEBUFFER) != glow::FRAMEBUFFER_COMPLETE {
                return Err("the framebuffer is not complete".to_owned());
            }
            self.gl.viewport(0, 0, SIZE as i32, SIZE as i32);
            for location in 0..last {
                let class = targets.get(&location).map_or(ScalarClass::Float, |target| target.0);
                match class {
                    ScalarClass::Float => {
                        self.gl.clear_buffer_f32_slice(glow::COLOR, location, &[CLEAR_FLOAT; 4]);
                    }
                    ScalarClass::Int => {
                        self.gl.clear_buffer_i32_slice(glow::COLOR, location, &[CLEAR_INTEGER as i32; 4])
                    }
                    _ => self.gl.clear_buffer_u32_slice(glow::COLOR, location, &[CLEAR_INTEGER; 4]),
                }
            }
        }
        Ok(())
    }

    fn corners(&self, program: glow::Program) -> Result<(), String> {
        let bytes: Vec<u8> = CORNERS.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
        // SAFETY: see `mod.rs`; the buffer holds as many vertices as are drawn.
        unsafe {
            let inputs = self.gl.create_vertex_array()?;
            self.gl.bind_vertex_array(Some(inputs));
            self.buffer(glow::ARRAY_BUFFER, &bytes)?;
            let place = self.gl.get_attrib_location(program, CORNER).ok_or("no corners")?;
            self.gl.vertex_attrib_pointer_f32(place, 4, glow::FLOAT, false, 16, 0);
            self.gl.enable_vertex_attrib_array(place);
        }
        Ok(())
    }

    /// Sets uniforms, and binds blocks and textures.
    pub(super) fn name_contents(&self, program: glow::Program, of: &Resources) -> Result<(), String> {
        // SAFETY: see `mod.rs`; the program is linked, and numbers are below their counts.
        unsafe {
            for index in 0..self.gl.get_active_uniforms(program) {
                let Some(uniform) = self.gl.get_active_uniform(program, index) else { continue };
                // Members of blocks have no location.
                let Some(location) = self.gl.get_uniform_location(program, &uniform.name) else { continue };
                let name = uniform.name.strip_suffix("[0]").unwrap_or(&uniform.name);
                if let Some(kind) = texture_kind(uniform.utype) {
                    let picture = of.textures.get(name).ok_or_else(|| format!("no texture is {name}"))?;
                    if uniform.size > 1 {
                        return Err("an array of textures".to_owned());
                    }
                    self.gl.uniform_1_i32(Some(&location), index as i32);
                    self.gl.active_texture(glow::TEXTURE0 + index);
                    self.picture(kind, picture)?;
                    continue;
                }
                let mut words = of.uniforms.get(name).cloned().unwrap_or_default();
                for element in 0..uniform.size {
                    words.extend(of.uniforms.get(&format!("{name}[{element}]")).into_iter().flatten());
                }
                if words.is_empty() {
                    return Err(format!("no uniform is {name}"));
                }
                self.numbers(&location, uniform.utype, &words)?;
            }
            let count = self.gl.get_program_parameter_i32(program, glow::ACTIVE_UNIFORM_BLOCKS);
            for index in 0..u32::try_from(count).unwrap_or_default() {
                let name = self.gl.get_active_uniform_block_name(program, index);
                let bytes = of.blocks.get(&name).ok_or_else(|| format!("no block is {name}"))?;
                let size = self.gl.get_active_uniform_block_parameter_i32(
                    program,
                    index,
                    glow::UNIFORM_BLOCK_DATA_SIZE,
                );
                let mut bytes = bytes.clone();
                bytes.resize(bytes.len().max(size as usize), 0);
                let buffer = self.buffer(glow::UNIFORM_BUFFER, &bytes)?;
                self.gl.bind_buffer_base(glow::UNIFORM_BUFFER, index, Some(buffer));
                self.gl.uniform_block_binding(program, index, index);
            }
        }
        Ok(())
    }

    fn numbers(&self, location: &glow::UniformLocation, kind: u32, words: &[u32]) -> Result<(), String> {
        let floats: Vec<f32> = words.iter().map(|word| f32::from_bits(*word)).collect();
        let integers: Vec<i32> = words.iter().map(|word| *word as i32).collect();
        let place = Some(location);
        // SAFETY: see `mod.rs`; the program of the location is in use.
        unsafe {
            match kind {
                glow::FLOAT => self.gl.uniform_1_f32_slice(place, &floats),
                glow::FLOAT_VEC2 => self.gl.uniform_2_f32_slice(place, &floats),
                glow::FLOAT_VEC3 => self.gl.uniform_3_f32_slice(place, &floats),
                glow::FLOAT_VEC4 => self.gl.uniform_4_f32_slice(place, &floats),
                glow::FLOAT_MAT2 => self.gl.uniform_matrix_2_f32_slice(place, false, &floats),
                glow::FLOAT_MAT3 => self.gl.uniform_matrix_3_f32_slice(place, false, &floats),
                glow::FLOAT_MAT4 => self.gl.uniform_matrix_4_f32_slice(place, false, &floats),
                glow::INT | glow::BOOL => self.gl.uniform_1_i32_slice(place, &integers),
                glow::INT_VEC2 | glow::BOOL_VEC2 => self.gl.uniform_2_i32_slice(place, &integers),
                glow::INT_VEC3 | glow::BOOL_VEC3 => self.gl.uniform_3_i32_slice(place, &integers),
                glow::INT_VEC4 | glow::BOOL_VEC4 => self.gl.uniform_4_i32_slice(place, &integers),
                glow::UNSIGNED_INT => self.gl.uniform_1_u32_slice(place, words),
                glow::UNSIGNED_INT_VEC2 => self.gl.uniform_2_u32_slice(place, words),
                glow::UNSIGNED_INT_VEC3 => self.gl.uniform_3_u32_slice(place, words),
                glow::UNSIGNED_INT_VEC4 => self.gl.uniform_4_u32_slice(place, words),
                other => return Err(format!("a uniform of type {other:#x}")),
            }
        }
        Ok(())
    }

    fn picture(&self, (kind, compares): (u32, bool), of: &Picture) -> Result<(), String> {
        if of.texel.components != 4 || of.texel.size != 4 {
            return Err("a texture of another format".to_owned());
        }
        let class = match of.texel.class {
            TexelType::SIGNED => ScalarClass::Int,
            TexelType::UNSIGNED => ScalarClass::Uint,
            _ => ScalarClass::Float,
        };
        let (mut internal, mut format, component) = formats(class);
        let mut bytes = of.texture.levels[0].clone();
        if compares {
            (internal, format) = (glow::DEPTH_COMPONENT32F, glow::DEPTH_COMPONENT);
            bytes = bytes.chunks_exact(16).flat_map(|texel| texel[..4].to_vec()).collect();
        }
        let [width, height, depth] = of.texture.extent.map(|size| size as i32);
        let layers = of.texture.layers as i32;
        let internal = internal as i32;
        let filter = if of.nearest { glow::NEAREST } else { glow::LINEAR };
        let pixels = |bytes| glow::PixelUnpackData::Slice(Some(bytes));
        // SAFETY: see `mod.rs`; there are as many texels as the extent requires.
        unsafe {
            let texture = self.gl.create_texture()?;
            self.gl.bind_texture(kind, Some(texture));
            match kind {
                glow::TEXTURE_1D => {
                    self.gl.tex_image_1d(kind, 0, internal, width, 0, format, component, pixels(&bytes));
                }
                glow::TEXTURE_2D => {
                    self.gl.tex_image_2d(
                        kind,
                        0,
                        internal,
                        width,
                        height,
                        0,
                        format,
                        component,
                        pixels(&bytes),
                    );
                }
                glow::TEXTURE_CUBE_MAP => {
                    for (face, bytes) in (0..).zip(bytes.chunks_exact(bytes.len() / 6)) {
                        let face = glow::TEXTURE_CUBE_MAP_POSITIVE_X + face;
                        self.gl.tex_image_2d(
                            face,
                            0,
                            internal,
                            width,
                            height,
                            0,
                            format,
                            component,
                            pixels(bytes),
                        );
                    }
                }
                _ => self.gl.tex_image_3d(
                    kind,
                    0,
                    internal,
                    width,
                    height,
                    depth.max(layers),
                    0,
                    format,
                    component,
                    pixels(&bytes),
                ),
            }
            let set = |name, value: u32| self.gl.tex_parameter_i32(kind, name, value as i32);
            set(glow::TEXTURE_MIN_FILTER, filter);
            set(glow::TEXTURE_MAG_FILTER, filter);
            set(glow::TEXTURE_WRAP_S, glow::REPEAT);
            set(glow::TEXTURE_WRAP_T, glow::REPEAT);
            set(glow::TEXTURE_WRAP_R, glow::REPEAT);
            set(glow::TEXTURE_MAX_LEVEL, 0);
            if compares {
                set(glow::TEXTURE_COMPARE_MODE, glow::COMPARE_REF_TO_TEXTURE);
                set(glow::TEXTURE_COMPARE_FUNC, glow::LEQUAL);
            }
        }
        Ok(())
    }

    fn shown(&self, of: &Fragment<'_>) -> Vec<Part> {
        let read = |(location, (class, components)): (&u32, &(ScalarClass, u32))| {
            let (_, format, component) = formats(*class);
            let mut bytes = vec![0; (SIZE * SIZE * 16) as usize];
            let size = SIZE as i32;
            // SAFETY: see `mod.rs`; the pixels have four components of four bytes.
            unsafe {
                self.gl.read_buffer(glow::COLOR_ATTACHMENT0 + location);
                let target = glow::PixelPackData::Slice(Some(&mut bytes));
                self.gl.read_pixels(0, 0, size, size, format, component, target);
            }
            let class = match class {
                ScalarClass::Int => TexelType::SIGNED,
                ScalarClass::Uint => TexelType::UNSIGNED,
                _ => TexelType::FLOAT,
            };
            if of.upside_down {
                let rows: Vec<&[u8]> = bytes.chunks_exact(SIZE as usize * 16).rev().collect();
                bytes = rows.concat();
            }
            let texel = Texel { class, size: 4, components: 4 };
            let after = of_texels(&bytes, texel, *components);
            Part { name: format!("attachment {location}"), before: Vec::new(), after }
        };
        of.targets.iter().map(read).collect()
    }
}

/// Internal format, format and type of four components of 32 bits.
fn formats(class: ScalarClass) -> (u32, u32, u32) {
    match class {
        ScalarClass::Int => (glow::RGBA32I, glow::RGBA_INTEGER, glow::INT),
        ScalarClass::Uint => (glow::RGBA32UI, glow::RGBA_INTEGER, glow::UNSIGNED_INT),
        _ => (glow::RGBA32F, glow::RGBA, glow::FLOAT),
    }
}

/// The texture that a type of samplers reads, and whether it compares.
fn texture_kind(sampler: u32) -> Option<(u32, bool)> {
    Some(match sampler {
        glow::SAMPLER_1D | glow::INT_SAMPLER_1D | glow::UNSIGNED_INT_SAMPLER_1D => (glow::TEXTURE_1D, false),
        glow::SAMPLER_2D | glow::INT_SAMPLER_2D | glow::UNSIGNED_INT_SAMPLER_2D => (glow::TEXTURE_2D, false),
        glow::SAMPLER_3D | glow::INT_SAMPLER_3D | glow::UNSIGNED_INT_SAMPLER_3D => (glow::TEXTURE_3D, false),
        glow::SAMPLER_CUBE | glow::INT_SAMPLER_CUBE | glow::UNSIGNED_INT_SAMPLER_CUBE => {
            (glow::TEXTURE_CUBE_MAP, false)
        }
        glow::SAMPLER_2D_ARRAY | glow::INT_SAMPLER_2D_ARRAY | glow::UNSIGNED_INT_SAMPLER_2D_ARRAY => {
            (glow::TEXTURE_2D_ARRAY, false)
        }
        glow::SAMPLER_2D_SHADOW => (glow::TEXTURE_2D, true),
        glow::SAMPLER_CUBE_SHADOW => (glow::TEXTURE_CUBE_MAP, true),
        glow::SAMPLER_2D_ARRAY_SHADOW => (glow::TEXTURE_2D_ARRAY, true),
        _ => return None,
    })
}
