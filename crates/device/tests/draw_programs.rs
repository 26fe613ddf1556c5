//! Runs this project's programs on a device: every `tests/programs/NAME.vsl` with the scene and
//! expectations of `NAME.scene`, with and without optimisation.
//!
//! `cargo test -p glassbox-device-testing --features gpu`; each test needs a Vulkan device. An
//! argument filters by part of the name.

use std::path::Path;

use glassbox_device_testing::script;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_testing::case;
use glassbox_vbc::program::Layout;
use glassbox_vbc::write::write;
use glassbox_vsl::dialect::Dialect;
use glassbox_vsl::{Options, compile};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let programs = case::files(&folder, "vsl");
    let trials = programs.iter().flat_map(|path| {
        [false, true].map(|optimize| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let path = path.clone();
            let name = format!("needs_vulkan {name} -O{}", u8::from(optimize));
            Trial::test(name, move || run(&path, optimize)).with_ignored_flag(true)
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn run(path: &Path, optimize: bool) -> Result<(), Failed> {
    let source = std::fs::read_to_string(path)?;
    let script = std::fs::read_to_string(path.with_extension("scene"))?;
    let mut options = Options { optimize, ..Options::default() };
    for option in script::options(&script) {
        match option.split_once(' ').unwrap_or((option, "")) {
            ("draw-parameters", _) => options.draw_parameters = true,
            ("dynamic-indexing", _) => options.dynamic_indexing = true,
            ("older", _) => options.dialect = Dialect::Older,
            ("tables", sizes) => {
                let sizes: Vec<u16> = sizes.split(' ').map(str::parse).collect::<Result<_, _>>()?;
                options.tables = sizes.try_into().map_err(|_| "there are five tables")?;
            }
            (other, _) => return Err(format!("`{other}` is no option").into()),
        }
    }
    let compilation = compile(&source, &options);
    let Some(program) = compilation.program else {
        let findings: Vec<String> = compilation
            .findings
            .iter()
            .map(|finding| format!("{} {:?}: {}", finding.rule.id, finding.location, finding.message))
            .collect();
        return Err(format!("it does not compile\n{}", findings.join("\n")).into());
    };
    let bytes = write(&program, &Layout::default()).map_err(|error| format!("{error:?}"))?;
    let (scene, expectations) = script::read(&script, &program)?;
    if expectations.is_empty() {
        return Err("the scene expects nothing".into());
    }
    let gpu = Gpu::open();
    let outcome = gpu.draw(&bytes, &scene)?;
    let failures = script::failures(&program, &scene, &outcome, &expectations);
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}
