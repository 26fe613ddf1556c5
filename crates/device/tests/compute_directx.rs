//! Runs programs of DirectX as SPIR-V on a device, and holds what they write to numbers worked out by hand.
//!
//! `cargo test -p glassbox-device-testing --features gpu --test compute_directx -- --ignored`

use std::collections::BTreeMap;

use glassbox_device_testing::format::Texel;
use glassbox_device_testing::module::Subject;
use glassbox_device_testing::module::compare::Number;
use glassbox_device_testing::module::resources::{Content, Given, Place, Resource};
use glassbox_device_testing::scene::Texture;
use glassbox_device_testing::vulkan::compute::Buffer;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_device_testing::vulkan::module::Run;
use glassbox_lower_dxbc as dxbc;
use glassbox_lower_dxil::{self as dxil, Bindings};
use glassbox_spirv::reflect::DescriptorKind;
use glassbox_vbc::raw::{Rank, TexelType};

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_products_say_whether_they_overflow() {
    let text = include_str!("../../lower/dxil/tests/programs/product.ll");
    let options = glassbox_dx_asm::dxil::assemble::Options::default();
    let bitcode = glassbox_dx_asm::dxil::assemble::assemble(text, &options).expect("it is a program");
    // The pairs are at binding 0, the products at 1.
    let bindings = Bindings::default().shifted([0, 0, 0, 1]);
    let lowered = dxil::lower(&bitcode, &dxil::Options { bindings, ..dxil::Options::default() })
        .unwrap_or_else(|refusal| panic!("{}", refusal.message));
    // 0xFFFF * 0x10001 is 2^32 - 1, the largest product that fits.
    let rows: [([u32; 2], [u32; 2]); 8] = [
        ([0, 0xFFFF_FFFF], [0, 0]),
        ([3, 5], [15, 0]),
        ([0xFFFF, 0x1_0001], [0xFFFF_FFFF, 0]),
        ([0x1_0000, 0x1_0000], [0, 1]),
        ([0xFFFF_FFFF, 1], [0xFFFF_FFFF, 0]),
        ([0x8000_0000, 2], [0, 1]),
        ([0xFFFF_FFFF, 2], [0xFFFF_FFFE, 1]),
        ([0xFFFF_FFFF, 0xFFFF_FFFF], [1, 1]),
    ];
    let pairs: Vec<u32> = rows.iter().flat_map(|(pair, _)| *pair).collect();
    let gpu = Gpu::open();
    let buffers = [Buffer::Input(bytes(&pairs)), Buffer::Output(4 * pairs.len())];
    let module = lowered.module.words().expect("no instruction is too long");
    let program = gpu.compute(&module, "main", &buffers).expect("the driver takes it");
    let written = program.run(&buffers, 1).expect("it runs");
    let found = words(&written[0]);
    for ((pair, expected), found) in rows.iter().zip(found.as_chunks::<2>().0) {
        assert_eq!(found, expected, "{pair:x?}");
    }
}

/// Two slots of an interface. Both classes read the first texture of their instance, a different texel, and compute something else.
const CLASSES: &str = "cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_raw u0
dcl_function_body fb0
dcl_function_body fb1
dcl_function_table ft0 = {fb0}
dcl_function_table ft1 = {fb1}
dcl_interface_dynamicindexed fp0[2][1] = {ft0, ft1}
dcl_temps 3
dcl_thread_group 1, 1, 1
mov r0.x, l(0)
fcall fp0[r0.x + 0][0]
store_raw u0.x, l(0), r1.x
mov r0.x, l(1)
fcall fp0[r0.x + 0][0]
store_raw u0.x, l(4), r1.x
ret
label fb0
mov r2.x, this[r0.x + 0].z
ld_indexable(texture1d)(uint,uint,uint,uint) r1.x, l(1, 0, 0, 0), t[r2.x + 0].xyzw
iadd r1.x, r1.x, l(1000)
ret
label fb1
mov r2.x, this[r0.x + 0].z
ld_indexable(texture1d)(uint,uint,uint,uint) r1.x, l(2, 0, 0, 0), t[r2.x + 0].xyzw
imul null, r1.x, r1.x, l(2)
ret
";

/// Textures of the array, and texels of each: texel J of texture I is `10 * I + J`.
const TEXTURES: u32 = 128;
const TEXELS: u32 = 4;

fn resource(place: Place, kind: DescriptorKind, contents: Vec<Content>) -> Resource {
    let written = kind == DescriptorKind::StorageBuffer;
    let name = format!("{place:?}");
    let leaves = Vec::new();
    let attachment = None;
    Resource { place, kind, contents, name, leaves, untyped: written, written, components: 1, attachment }
}

fn texture(number: u32) -> Content {
    let texels: Vec<u32> = (0..TEXELS).map(|texel| 10 * number + texel).collect();
    let texel = Texel { class: TexelType::UNSIGNED, size: 4, components: 1 };
    Content::Image(
        Rank::D1,
        texel,
        Texture { extent: [TEXELS, 1, 1], layers: 1, levels: vec![bytes(&texels)] },
    )
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_slots_choose_the_class_and_the_instance() {
    let program = glassbox_dxbc::assemble::assemble(CLASSES).unwrap_or_else(|errors| panic!("{errors}"));
    let container = glassbox_dx_asm::dxbc::minimal(&program).expect("it fits into a container");
    let lowered = dxbc::lower(&container, &dxbc::Options::default())
        .unwrap_or_else(|refusal| panic!("{}", refusal.message));
    let module = lowered.module.words().expect("no instruction is too long");
    let subject = Subject::of(module, None).expect("it is a compute program");
    let gpu = Gpu::open_whole();
    // Of both slots the function table and the texture, and what is written: texel 1 and 1000 more, or texel 2 twice.
    for (slots, expected) in [
        ([(0, 5), (1, 5)], [1051, 104]),
        ([(1, 5), (0, 5)], [104, 1051]),
        ([(1, 0), (1, 127)], [4, 2544]),
        ([(0, 9), (0, 0)], [1091, 1001]),
        // The interface has no table 7: that is the first one.
        ([(7, 5), (1, 9)], [1051, 184]),
    ] {
        let rows: Vec<u32> =
            slots.iter().flat_map(|(table, texture)| [0, 0, *texture, 0, *table, 0, 0, 0]).collect();
        let given = Given {
            resources: vec![
                resource([0, 3000], DescriptorKind::StorageBuffer, vec![Content::Bytes(vec![0; 8])]),
                resource([1, 14], DescriptorKind::UniformBuffer, vec![Content::Bytes(bytes(&rows))]),
                resource([1, 1000], DescriptorKind::SampledImage, (0..TEXTURES).map(texture).collect()),
            ],
            push: Vec::new(),
        };
        let run = Run {
            subject: &subject,
            given: &given,
            vertex: None,
            front: None,
            targets: &BTreeMap::new(),
            nudge: 0,
        };
        let parts = gpu.run_module(&run).expect("it runs");
        let found: Vec<u32> = parts[0]
            .after
            .iter()
            .map(|number| match number {
                Number::Word(word) => *word,
                other => panic!("{other:?} is no word"),
            })
            .collect();
        assert_eq!(found, expected, "{slots:?}");
    }
}
