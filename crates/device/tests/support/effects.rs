//! Draws with the modules of effects in SkSL.

use std::collections::BTreeMap;

use glassbox_device_testing::format::Texel;
use glassbox_device_testing::module::Subject;
use glassbox_device_testing::module::compare::Number;
use glassbox_device_testing::module::resources::{Content, Given, Resource, Sampling};
use glassbox_device_testing::scene::Texture;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_device_testing::vulkan::module::Run;
use glassbox_lower_sksl::interface::{BoundChild, Interface};
use glassbox_lower_sksl::{Options, lower};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_eval::Image;
use glassbox_sksl_lang::{Program, compile};
use glassbox_spirv::reflect::{DescriptorKind, ScalarClass};
use glassbox_vbc::raw::{Rank, TexelType};

/// Width and height of textures.
const TEXTURE: u32 = 8;

/// The program of a source.
pub(crate) fn program(kind: ProgramKind, text: &str) -> Program {
    let compiled = compile(text, &glassbox_sksl_lang::Options::new(kind));
    compiled.program.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.findings))
}

/// The vertex stage: a triangle over everything, with the inputs of the fragments.
fn vertex() -> Vec<u32> {
    let source = "
        layout(location = 0) out float4 source;
        layout(location = 1) out float4 destination;
        void main() {
            float2 p = float2(sk_VertexID == 1 ? 3 : -1, sk_VertexID == 2 ? 3 : -1);
            sk_Position = float4(p, 0, 1);
            source = float4(0.5 + 0.5 * p.x, 0.5 + 0.5 * p.y, 0.25, 1);
            destination = float4(0.5, 0.5 - 0.5 * p.x, 0.5 + 0.25 * p.y, 1);
        }";
    let lowered = lower(&program(ProgramKind::VERTEX, source), &Options::default()).expect("a vertex stage");
    lowered.module.words().expect("words")
}

/// Bytes of the block of uniforms.
fn uniform_bytes(interface: &Interface, values: &[(&str, Vec<f64>)]) -> Vec<u8> {
    let mut bytes = vec![0; interface.block.map_or(0, |block| block.size as usize)];
    for (name, numbers) in values {
        let Some(uniform) = interface.uniforms.iter().find(|uniform| uniform.name == *name) else { continue };
        let is_whole = uniform.type_name.starts_with("int");
        let rows = columns_of(&uniform.type_name);
        // Every column, and every element of an array, begins at a stride.
        let groups = numbers.len().div_ceil(rows);
        let stride = if groups > 1 { uniform.size as usize / groups } else { 0 };
        for (index, number) in numbers.iter().enumerate() {
            let at = uniform.offset as usize + index / rows * stride + index % rows * 4;
            let word = if is_whole { *number as i32 as u32 } else { (*number as f32).to_bits() };
            bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
    }
    bytes
}

/// Components of a column or element of a type.
fn columns_of(name: &str) -> usize {
    let shape = name.split('[').next().unwrap_or(name).trim_start_matches(|c: char| c.is_ascii_alphabetic());
    match shape.split_once('x') {
        Some((_, rows)) => rows.parse().unwrap_or(1),
        None => shape.parse().unwrap_or(1),
    }
}

/// What a module is given: its uniforms and the images that are its children.
fn given(interface: &Interface, values: &[(&str, Vec<f64>)]) -> Given {
    let resource = |place: [u32; 2], kind, content| Resource {
        place,
        kind,
        contents: vec![content],
        name: String::new(),
        leaves: Vec::new(),
        untyped: false,
        written: false,
        components: 4,
        attachment: None,
    };
    let mut given = Given::default();
    if interface.block.is_some() {
        let bytes = Content::Bytes(uniform_bytes(interface, values));
        given.resources.push(resource([0, 0], DescriptorKind::UniformBuffer, bytes));
    }
    for child in &interface.children {
        let BoundChild::Texture { texture, sampler } = child.bound else { continue };
        let image = input_texture();
        let bytes = image.pixels().iter().flatten().flat_map(|component| component.to_le_bytes()).collect();
        let texel = Texel { class: TexelType::FLOAT, size: 4, components: 4 };
        let texels = Texture { extent: [TEXTURE, TEXTURE, 1], layers: 1, levels: vec![bytes] };
        let content = Content::Image(Rank::D2, texel, texels);
        given.resources.push(resource(texture, DescriptorKind::SampledImage, content));
        let sampling = Sampling { nearest: true, samples: true, compares: false };
        given.resources.push(resource(sampler, DescriptorKind::Sampler, Content::Sampler(sampling)));
    }
    given
}

/// Red by column, green by row, opaque.
pub(crate) fn input_texture() -> Image {
    let part = |number: u32| number as f32 / TEXTURE as f32;
    let texels = (0..TEXTURE).flat_map(|y| (0..TEXTURE).map(move |x| [part(x), part(y), 0.5, 1.0]));
    Image::new(TEXTURE, TEXTURE, texels.collect()).expect("an image")
}

/// The picture of the device.
pub(crate) fn drawn(
    words: Vec<u32>,
    interface: &Interface,
    values: &[(&str, Vec<f64>)],
) -> Result<Vec<f64>, String> {
    let subject = Subject::of(words, None)?;
    let given = given(interface, values);
    let targets = BTreeMap::from([(0, (ScalarClass::Float, 4))]);
    let vertex = vertex();
    let run = Run {
        subject: &subject,
        given: &given,
        vertex: Some(&vertex),
        front: None,
        targets: &targets,
        nudge: 0,
    };
    let parts = Gpu::open().run_module(&run)?;
    let colors = parts.iter().find(|part| part.name == "attachment 0").ok_or("nothing is drawn")?;
    let cleared = f64::from(glassbox_device_testing::module::CLEAR_FLOAT);
    Ok(colors
        .after
        .iter()
        .map(|number| match number {
            // The evaluator has a discarded pixel transparent.
            Number::Float(value) if *value == cleared => 0.0,
            Number::Float(value) => *value,
            _ => f64::NAN,
        })
        .collect())
}
