//! Generates scenes for a program from seeded random numbers.

use glassbox_device_testing::format::Texel;
use glassbox_device_testing::scene::{Resource, Sampling, Scene, Slot, Texture, Topology};
use glassbox_testing::random::Random;
use glassbox_vbc::program::{Detail, Program};
use glassbox_vbc::raw::{BaseType, Binding, Rank, TexelType};

/// Width and height of the attachments, and of images.
const SIZE: u32 = 8;
/// Number of elements of buffers and texel buffers.
const ELEMENTS: usize = 64;
/// Number of vertices: the first three cover all pixels unless the program moves them, the others
/// form triangles of all kinds.
const VERTICES: u32 = 48;
/// Initial contents of the attachments: a number unlikely to be computed.
pub(crate) const CLEAR: u32 = 0x3f5a_5a5a;

/// Scene with all inputs of a program: triangles, or points for odd seeds; matrices near the
/// identity; resources scattered over their tables.
pub(crate) fn scene(program: &Program<'_>, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene {
        size: [SIZE, SIZE],
        topology: match seed % 2 {
            0 => Topology::Triangles,
            _ => Topology::Points,
        },
        ..Scene::default()
    };
    scene.cover(program);
    scene.counts = [VERTICES, 4];
    for input in program.inputs.iter() {
        let cells = input.locations() * u32::from(input.rows);
        let words = scene.inputs.entry(input.location).or_default();
        for cell in words.len() as u32..cells * VERTICES {
            let (column, row) = (cell % cells / u32::from(input.rows), cell % u32::from(input.rows));
            // Near the identity, or any numbers.
            let matrix = input.columns > 1 && seed % 4 < 2;
            words.push(value(&mut random, input.base_type, matrix, column == row));
        }
    }
    for output in program.outputs.iter() {
        scene.clear.insert(output.location, [CLEAR; 4]);
    }
    if let Some(uniform) = &program.uniform {
        scene.uniform = vec![0; usize::from(uniform.size)];
        for member in &uniform.members {
            let cells = usize::from(member.rows.max(1)) * usize::from(member.columns.max(1));
            for cell in 0..member.size() as usize / 4 {
                let within = cell % cells;
                let one = member.columns > 1
                    && within / usize::from(member.rows) == within % usize::from(member.rows);
                let word = value(&mut random, member.base_type, member.columns > 1, one).to_le_bytes();
                let start = usize::from(member.offset) + 4 * cell;
                if let Some(target) = scene.uniform.get_mut(start..start + 4) {
                    target.copy_from_slice(&word);
                }
            }
        }
    }
    let mut places = [0; 5];
    for binding in program.bindings.iter() {
        let Some(place) = binding.base_type.table().and_then(|table| places.get_mut(table)) else {
            continue;
        };
        let crowded = program.bindings.iter().len() > 12;
        // Leave gaps, so that slot numbers and table indices differ; only a few, because drivers
        // process every entry.
        if !crowded {
            *place += random.below(2) as u16;
        }
        if let Some(resource) = resource(&mut random, &binding) {
            scene.slots.insert(binding.slot, Slot { index: *place, resource });
        }
        *place += 1;
    }
    for input in program.subpass_inputs.iter() {
        let texel = Texel::of_subpass(&input);
        let bytes = texels(&mut random, texel, (SIZE * SIZE) as usize);
        let words =
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        scene.subpass_inputs.push(words.collect());
    }
    scene
}

/// Float from -1 to 1, or near the identity in a matrix; small integer; boolean.
fn value(random: &mut Random, base: BaseType, matrix: bool, one: bool) -> u32 {
    match base {
        BaseType::FLOAT if matrix => (f32::from(u8::from(one)) + unit(random) / 16.0).to_bits(),
        BaseType::FLOAT => unit(random).to_bits(),
        BaseType::SIGNED => (random.below(17) as i32 - 4) as u32,
        BaseType::BOOLEAN => random.below(2) as u32,
        _ => random.below(16) as u32,
    }
}

fn unit(random: &mut Random) -> f32 {
    random.below(1 << 16) as f32 / 32768.0 - 1.0
}

fn texels(random: &mut Random, texel: Texel, count: usize) -> Vec<u8> {
    (0..count * usize::from(texel.components))
        .flat_map(|_| {
            let value = match texel.class {
                TexelType::SIGNED => random.below(200) as f64 - 100.0,
                TexelType::UNSIGNED => random.below(200) as f64,
                _ => f64::from(unit(random)),
            };
            texel.encode(value)
        })
        .collect()
}

fn resource(random: &mut Random, binding: &Binding) -> Option<Resource> {
    if let Detail::Buffer { element_size, .. } = binding.shape() {
        let words = ELEMENTS * usize::from(element_size) / 4;
        let bytes = (0..words).flat_map(|_| {
            let word = match random.below(4) {
                0 => random.below(16) as u32,
                _ => unit(random).to_bits(),
            };
            word.to_le_bytes()
        });
        return Some(Resource::Buffer(bytes.collect()));
    }
    let (rank, texel) = Texel::of_binding(binding)?;
    if matches!(binding.base_type, BaseType::RO_TEXELS | BaseType::RW_TEXELS) {
        return Some(Resource::Texels(texels(random, texel, ELEMENTS)));
    }
    let (extent, layers) = match rank {
        Rank::D1 => ([SIZE, 1, 1], 1),
        Rank::D1_ARRAY => ([SIZE, 1, 1], 4),
        Rank::D2_ARRAY => ([SIZE, SIZE, 1], 4),
        Rank::D3 => ([SIZE, SIZE, 4], 1),
        Rank::CUBE => ([SIZE, SIZE, 1], 6),
        _ => ([SIZE, SIZE, 1], 1),
    };
    let mut texture = Texture { extent, layers, levels: Vec::new() };
    let sampled = binding.base_type == BaseType::SAMPLER;
    for level in 0..if sampled { 4 } else { 1 } {
        texture.levels.push(texels(random, texel, texture.texels(level)));
    }
    Some(if sampled {
        let sampling = Sampling {
            // Integers are not interpolated.
            linear: texel.class == TexelType::FLOAT,
            repeat: random.below(2) == 0,
        };
        Resource::Sampler(texture, sampling)
    } else {
        Resource::Image(texture)
    })
}
