//! Modules of the released compiler on a device.
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_vbc::read::{File, open};

#[test]
fn released_files_draw() {
    let Some(gpu) = Gpu::open() else { return };
    for sub in ["vbc/released", "vbc/corrected", "vbc/options"] {
        for path in glassbox_testing::corpus::files(sub, &[".vbc"]) {
            let bytes = std::fs::read(&path).unwrap();
            let (file, _) = open(Window::whole(&bytes), &Limits::default()).unwrap();
            let File::Released(released) = file else { continue };
            if !released.whole || released.layout.objects.is_some() || released.layout.trailing.len() > 0 {
                continue;
            }
            if let Ok(only) = std::env::var("ONLY")
                && !path.to_string_lossy().contains(&only)
            {
                continue;
            }
            eprintln!("{}", path.display());
            let scene = glassbox_device_testing::random::scene(&released.program, 1);
            match gpu.draw(&bytes, &scene) {
                Ok(out) => {
                    for (l, w) in out.attachments {
                        eprintln!(
                            "   {l}: {:?}",
                            w[..4].iter().map(|x| f32::from_bits(*x)).collect::<Vec<_>>()
                        );
                    }
                }
                Err(e) => eprintln!("   ERROR {e}"),
            }
        }
    }
}
