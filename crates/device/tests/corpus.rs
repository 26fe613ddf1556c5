//! Modules of the released compiler on a device.
use glassbox_device_testing::scene::*;
use glassbox_device_testing::vulkan::gpu::Gpu;

#[test]
fn minimal() {
    let Some(gpu) = Gpu::open() else { return };
    let Some(folder) = glassbox_testing::corpus::folder() else { return };
    let bytes = std::fs::read(folder.join("vbc/released/minimal.vbc")).unwrap();
    let mut scene = Scene { size: [4, 4], ..Scene::default() };
    let pos = [-1.0f32, -1.0, 0.0, 3.0, -1.0, 0.0, -1.0, 3.0, 0.0];
    scene.inputs.insert(0, pos.iter().map(|x| x.to_bits()).collect());
    let out = gpu.draw(&bytes, &scene).unwrap();
    eprintln!("{:?}", out);
}
