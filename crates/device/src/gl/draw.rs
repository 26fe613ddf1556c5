//! Draws once with the pipeline of a package.
#![allow(unsafe_code)]

use glassbox_bpx::kinds::{BlendFactor, BlendOperator, CullingMode, RenderMode};
use glassbox_bpx::raw::{Stage, Target};
use glow::HasContext;

use super::bind::formats;
use super::context::{Api, Context};
use crate::package::Pipeline;
use crate::package::model::{INSTANCES, PATCH, VERTICES};
use crate::package::picture::{Picture, SIZE};

/// Context API for a target: OpenGL ES for its versions, otherwise the core profile.
#[must_use]
pub fn api(target: Target) -> Option<Api> {
    Some(match target {
        Target::GL33 => Api::Desktop(3, 3),
        Target::GL40 => Api::Desktop(4, 0),
        Target::GL41 => Api::Desktop(4, 1),
        Target::GL42 => Api::Desktop(4, 2),
        Target::GL43 => Api::Desktop(4, 3),
        Target::GL44 => Api::Desktop(4, 4),
        Target::GL45 => Api::Desktop(4, 5),
        Target::GL46 => Api::Desktop(4, 6),
        Target::ES30 => Api::Es(3, 0),
        Target::ES31 => Api::Es(3, 1),
        Target::ES32 => Api::Es(3, 2),
        _ => return None,
    })
}

impl Context {
    /// Draws with the pipeline of a package for OpenGL or OpenGL ES.
    ///
    /// # Errors
    ///
    /// The driver's error.
    pub fn draw_package(&self, of: &Pipeline) -> Result<Vec<Picture>, String> {
        let program = self.program(of)?;
        // SAFETY: see `mod.rs`.
        unsafe { self.gl.use_program(Some(program)) };
        self.blocks(program, of)?;
        self.textures(program, of)?;
        self.inputs(of)?;
        self.targets(of)?;
        self.state(of);
        let patches = of.state.render_mode == RenderMode::PATCHES;
        let mode = if patches { glow::PATCHES } else { glow::TRIANGLES };
        // SAFETY: see `mod.rs`.
        unsafe {
            if patches {
                self.gl.patch_parameter_i32(glow::PATCH_VERTICES, PATCH as i32);
            }
            self.gl.draw_arrays_instanced(mode, 0, VERTICES as i32, INSTANCES as i32);
            self.gl.finish();
            let error = self.gl.get_error();
            if error != glow::NO_ERROR {
                return Err(format!("the driver has error {error:#x}"));
            }
        }
        Ok(self.pictures(of))
    }

    fn program(&self, of: &Pipeline) -> Result<glow::Program, String> {
        // SAFETY: see `mod.rs`.
        unsafe {
            let program = self.gl.create_program()?;
            for (stage, code) in &of.stages {
                let kind = match *stage {
                    Stage::VERTEX => glow::VERTEX_SHADER,
                    Stage::HULL => glow::TESS_CONTROL_SHADER,
                    Stage::DOMAIN => glow::TESS_EVALUATION_SHADER,
                    Stage::GEOMETRY => glow::GEOMETRY_SHADER,
                    _ => glow::FRAGMENT_SHADER,
                };
                let text = std::str::from_utf8(code).map_err(|error| format!("{stage}: {error}"))?;
                let shader = self.gl.create_shader(kind)?;
                self.gl.shader_source(shader, text);
                self.gl.compile_shader(shader);
                if !self.gl.get_shader_compile_status(shader) {
                    return Err(format!("{stage}: {}\n{text}", self.gl.get_shader_info_log(shader)));
                }
                self.gl.attach_shader(program, shader);
            }
            self.gl.link_program(program);
            if self.gl.get_program_link_status(program) {
                Ok(program)
            } else {
                Err(format!("link: {}", self.gl.get_program_info_log(program)))
            }
        }
    }

    /// Creates and clears the render targets and a depth buffer.
    fn targets(&self, of: &Pipeline) -> Result<(), String> {
        let size = SIZE as i32;
        // SAFETY: see `mod.rs`.
        unsafe {
            let framebuffer = self.gl.create_framebuffer()?;
            self.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            let mut attachments = Vec::new();
            for (place, output) in of.outputs.iter().enumerate() {
                if output.register as usize != place {
                    return Err("the render targets have gaps".to_owned());
                }
                let attachment = glow::COLOR_ATTACHMENT0 + output.register;
                let (internal, ..) = formats(output.texel.class);
                self.renderbuffer(internal, attachment)?;
                attachments.push(attachment);
            }
            self.renderbuffer(glow::DEPTH_COMPONENT32F, glow::DEPTH_ATTACHMENT)?;
            self.gl.draw_buffers(&attachments);
            if self.gl.check_framebuffer_status(glow::FRAMEBUFFER) != glow::FRAMEBUFFER_COMPLETE {
                return Err("the framebuffer is not complete".to_owned());
            }
            self.gl.viewport(0, 0, size, size);
            for output in &of.outputs {
                if output.texel.is_integer() {
                    self.gl.clear_buffer_u32_slice(glow::COLOR, output.register, &[0; 4])
                } else {
                    self.gl.clear_buffer_f32_slice(glow::COLOR, output.register, &Picture::CLEAR)
                }
            }
            self.gl.clear_buffer_f32_slice(glow::DEPTH, 0, &[1.0]);
        }
        Ok(())
    }

    fn renderbuffer(&self, format: u32, attachment: u32) -> Result<(), String> {
        // SAFETY: see `mod.rs`.
        unsafe {
            let buffer = self.gl.create_renderbuffer()?;
            self.gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
            self.gl.renderbuffer_storage(glow::RENDERBUFFER, format, SIZE as i32, SIZE as i32);
            self.gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, attachment, glow::RENDERBUFFER, Some(buffer));
        }
        Ok(())
    }

    fn state(&self, of: &Pipeline) {
        let set = |name, on| {
            // SAFETY: see `mod.rs`.
            unsafe { if on { self.gl.enable(name) } else { self.gl.disable(name) } }
        };
        set(glow::DEPTH_TEST, of.state.depth_enable);
        set(glow::CULL_FACE, of.state.culling_mode != CullingMode::DISABLED);
        let es = matches!(of.target, Target::ES30 | Target::ES31 | Target::ES32);
        if !es {
            // Other targets filter across cube edges by default.
            set(glow::TEXTURE_CUBE_MAP_SEAMLESS, true);
        }
        // SAFETY: see `mod.rs`.
        unsafe {
            self.gl.depth_func(glow::LESS);
            self.gl.depth_mask(of.state.depth_write_enable);
            self.gl.front_face(glow::CCW);
            self.gl.cull_face(match of.state.culling_mode {
                CullingMode::FRONT_FACE => glow::FRONT,
                _ => glow::BACK,
            });
            if of.state.render_mode == RenderMode::WIREFRAME && !es {
                self.gl.polygon_mode(glow::FRONT_AND_BACK, glow::LINE);
            }
        }
        for output in &of.outputs {
            let Some(blend) = output.blend else { continue };
            // SAFETY: see `mod.rs`.
            unsafe {
                self.gl.enable_draw_buffer(glow::BLEND, output.register);
                self.gl.blend_func_separate_draw_buffer(
                    output.register,
                    factor(blend.src_color),
                    factor(blend.dst_color),
                    factor(blend.src_alpha),
                    factor(blend.dst_alpha),
                );
                self.gl.blend_equation_separate_draw_buffer(
                    output.register,
                    operator(blend.color_op),
                    operator(blend.alpha_op),
                );
            }
        }
    }

    fn pictures(&self, of: &Pipeline) -> Vec<Picture> {
        let size = SIZE as i32;
        let read = |output: &crate::package::RenderTarget| {
            let (_, format, component) = formats(output.texel.class);
            let mut bytes = vec![0; (SIZE * SIZE) as usize * output.texel.bytes()];
            // SAFETY: see `mod.rs`; the pixels have four components in the target and
            // here.
            unsafe {
                self.gl.read_buffer(glow::COLOR_ATTACHMENT0 + output.register);
                self.gl.read_pixels(
                    0,
                    0,
                    size,
                    size,
                    format,
                    component,
                    glow::PixelPackData::Slice(Some(&mut bytes)),
                );
            }
            // The driver returns the bottom row first.
            let row = SIZE as usize * output.texel.bytes();
            Picture {
                register: output.register,
                texel: output.texel,
                bytes: bytes.chunks(row).rev().flatten().copied().collect(),
            }
        };
        of.outputs.iter().map(read).collect()
    }
}

fn factor(of: BlendFactor) -> u32 {
    match of {
        BlendFactor::ZERO => glow::ZERO,
        BlendFactor::SRC_COLOR => glow::SRC_COLOR,
        BlendFactor::ONE_MINUS_SRC_COLOR => glow::ONE_MINUS_SRC_COLOR,
        BlendFactor::SRC_ALPHA => glow::SRC_ALPHA,
        BlendFactor::ONE_MINUS_SRC_ALPHA => glow::ONE_MINUS_SRC_ALPHA,
        BlendFactor::DST_COLOR => glow::DST_COLOR,
        BlendFactor::ONE_MINUS_DST_COLOR => glow::ONE_MINUS_DST_COLOR,
        BlendFactor::DST_ALPHA => glow::DST_ALPHA,
        BlendFactor::ONE_MINUS_DST_ALPHA => glow::ONE_MINUS_DST_ALPHA,
        BlendFactor::SRC_ALPHA_SATURATE => glow::SRC_ALPHA_SATURATE,
        _ => glow::ONE,
    }
}

fn operator(of: BlendOperator) -> u32 {
    match of {
        BlendOperator::SUBTRACT => glow::FUNC_SUBTRACT,
        BlendOperator::INVERSE_SUBTRACT => glow::FUNC_REVERSE_SUBTRACT,
        BlendOperator::MIN => glow::MIN,
        BlendOperator::MAX => glow::MAX,
        _ => glow::FUNC_ADD,
    }
}
