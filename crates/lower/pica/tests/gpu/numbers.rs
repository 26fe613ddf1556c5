//! Operations of one number on every float24.

use glassbox_device_testing::vulkan::compute::Buffer;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_lower_pica::{Options, lower};
use glassbox_pica::float24;
use glassbox_pica_asm::{Input, assemble};
use glassbox_pica_sim::number::{Arithmetic, Float24};

const SOURCE: &str = "
.in a
.out - position
.out - color
.proc main
    ex2 o0.x, a.x
    lg2 o0.y, a.x
    rcp o0.z, a.x
    rsq o0.w, a.x
    flr o1, a.x
    end
.end
";

/// Numbers in one run.
const COUNT: usize = 1 << 15;

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_functions_of_every_number() {
    let assembly =
        assemble(&[Input { name: "numbers.v.pica", text: SOURCE }], &glassbox_pica_asm::Options::default());
    let binary = assembly.binary.unwrap();
    let options = Options { precise: true, batch: true, ..Options::default() };
    let words = lower(&binary, 0, &options).unwrap().module.words().unwrap();
    let gpu = Gpu::open();
    let kinds = [Buffer::Uniform(Vec::new()), Buffer::Input(Vec::new()), Buffer::Output(0)];
    let prepared = gpu.compute(&words, "main", &kinds).unwrap();
    let mut differences = Vec::new();
    for first in (0..1u32 << 24).step_by(COUNT) {
        let numbers: Vec<f32> =
            (first..first + COUNT as u32).map(|pattern| Float24::load(float24::decode(pattern))).collect();
        let mut bytes = vec![0u8; COUNT * 256];
        for (number, element) in numbers.iter().zip(bytes.chunks_exact_mut(256)) {
            element[..4].copy_from_slice(&number.to_bits().to_le_bytes());
        }
        let buffers = [Buffer::Uniform(Vec::new()), Buffer::Input(bytes), Buffer::Output(COUNT * 256)];
        let results = prepared.run(&buffers, COUNT.div_ceil(64) as u32).unwrap();
        for (number, element) in numbers.iter().zip(results[0].chunks_exact(256)) {
            let found = |at: usize| u32::from_le_bytes(element[4 * at..4 * at + 4].try_into().unwrap());
            let wanted = [
                Float24::ex2(*number),
                Float24::lg2(*number),
                Float24::rcp(*number),
                Float24::rsq(*number),
                Float24::floor(*number),
            ];
            for (at, wanted) in wanted.iter().enumerate() {
                if found(at) != wanted.to_bits() {
                    differences.push(format!(
                        "{at} of {number:e}: {:08x}, {:08x}",
                        wanted.to_bits(),
                        found(at)
                    ));
                }
            }
        }
        let shown: Vec<&String> = differences.iter().take(20).collect();
        assert!(differences.is_empty(), "{shown:#?}");
    }
}
