//! Runs a vertex stage in GLSL and captures its outputs by transform feedback.
#![allow(unsafe_code)]

use glassbox_spirv::reflect::ScalarClass;
use glow::HasContext;

use super::context::Context;
use super::fragment::Resources;
use crate::module::stages::INSTANCES;

/// Bytes of an attribute of a vertex.
const BYTES: i32 = 16;

/// An attribute; a matrix has one for each column.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Name of the variable.
    pub name: String,
    /// Column, or element of an array.
    pub part: u32,
    /// Class of number.
    pub class: ScalarClass,
    /// Four numbers of 32 bits for each vertex.
    pub bytes: Vec<u8>,
}

/// A program with what it is given.
#[derive(Clone)]
pub struct Vertex<'a> {
    /// The vertex stage.
    pub vertex: &'a str,
    /// A fragment stage that draws nothing of interest: programs of OpenGL ES need one.
    pub fragment: &'a str,
    /// How many vertices each instance has.
    pub count: u32,
    /// Attributes.
    pub attributes: Vec<Attribute>,
    /// Names of the outputs that are captured, one after the other.
    pub captured: Vec<String>,
    /// Bytes of the captured outputs of a vertex.
    pub stride: u32,
    /// Uniforms, blocks and textures.
    pub resources: Resources,
}

impl Context {
    /// Runs the stage; gives the bytes of the outputs of all vertices. The text of a compiler that refuses a stage begins with
    /// `rejected`.
    ///
    /// # Errors
    /// What the driver refuses, and what cannot be given to a stage here.
    pub fn capture_vertex(&self, of: &Vertex<'_>) -> Result<Vec<u8>, String> {
        let names: Vec<&str> = of.captured.iter().map(String::as_str).collect();
        let program = self.linked([of.vertex, of.fragment], |program| {
            // SAFETY: see `mod.rs`.
            unsafe {
                self.gl.transform_feedback_varyings(program, &names, glow::INTERLEAVED_ATTRIBS);
            }
        })?;
        // SAFETY: see `mod.rs`.
        unsafe { self.gl.use_program(Some(program)) };
        // The driver draws without one only where it has a window.
        self.framebuffer(&[(0, (ScalarClass::Float, 4))].into())?;
        self.name_contents(program, &of.resources)?;
        self.attributes(program, of)?;
        let size = of.stride * of.count * INSTANCES;
        let target = glow::TRANSFORM_FEEDBACK_BUFFER;
        let buffer = self.buffer(target, &vec![0; size as usize])?;
        // SAFETY: see `mod.rs`; the buffer holds all vertices, and is mapped while its bytes are copied.
        unsafe {
            self.gl.bind_buffer_base(target, 0, Some(buffer));
            self.gl.enable(glow::RASTERIZER_DISCARD);
            self.gl.begin_transform_feedback(glow::POINTS);
            self.gl.draw_arrays_instanced(glow::POINTS, 0, of.count as i32, INSTANCES as i32);
            self.gl.end_transform_feedback();
            self.gl.finish();
            let error = self.gl.get_error();
            if error != glow::NO_ERROR {
                return Err(format!("the driver has error {error:#x}"));
            }
            let place = self.gl.map_buffer_range(target, 0, size as i32, glow::MAP_READ_BIT);
            if place.is_null() {
                return Err("what is captured cannot be read".to_owned());
            }
            let bytes = std::slice::from_raw_parts(place, size as usize).to_vec();
            self.gl.unmap_buffer(target);
            Ok(bytes)
        }
    }

    fn attributes(&self, program: glow::Program, of: &Vertex<'_>) -> Result<(), String> {
        // SAFETY: see `mod.rs`; each buffer holds as many vertices as are drawn.
        unsafe {
            let inputs = self.gl.create_vertex_array()?;
            self.gl.bind_vertex_array(Some(inputs));
            for attribute in &of.attributes {
                // Compilers leave out what is not used.
                let Some(place) = self.gl.get_attrib_location(program, &attribute.name) else { continue };
                let place = place + attribute.part;
                self.buffer(glow::ARRAY_BUFFER, &attribute.bytes)?;
                match attribute.class {
                    ScalarClass::Int => {
                        self.gl.vertex_attrib_pointer_i32(place, 4, glow::INT, BYTES, 0);
                    }
                    ScalarClass::Uint => {
                        self.gl.vertex_attrib_pointer_i32(place, 4, glow::UNSIGNED_INT, BYTES, 0);
                    }
                    _ => self.gl.vertex_attrib_pointer_f32(place, 4, glow::FLOAT, false, BYTES, 0),
                }
                self.gl.enable_vertex_attrib_array(place);
            }
        }
        Ok(())
    }
}
