//! `decompile-peers PEER TARGET FILE`: makes a text of a SPIR-V module, twice, and prints how long the text is. What the first time initializes
//! is not counted: only `measured` is, which runs once. An error ends with status 1.

use std::process::ExitCode;

use glassbox_decompile::{Api, Options, Target, decompile};
use glassbox_spirv::module::Module;
use spirv_cross2::compile::CompilableTarget;
use spirv_cross2::compile::glsl::GlslVersion;
use spirv_cross2::compile::hlsl::HlslShaderModel;
use spirv_cross2::compile::msl::MslVersion;
use spirv_cross2::{Compiler, targets};

type Made = Result<String, String>;

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn glassbox(bytes: &[u8], target: &str) -> Made {
    let target = match target {
        "glsl" => Target::Glsl(450, Api::Vulkan),
        "essl" => Target::Essl(310),
        "hlsl" => Target::Hlsl(50),
        "msl" => Target::Msl(21),
        _ => return Err(format!("unknown target {target}")),
    };
    let module = Module::read(bytes).map_err(text)?;
    let source = decompile(&module, &target, &Options::default());
    source.map(|source| source.text).map_err(|refusal| format!("{refusal:?}"))
}

fn compiled<T: CompilableTarget>(words: &[u32], set: impl FnOnce(&mut T::Options)) -> Made {
    let compiler = Compiler::<T>::new(spirv_cross2::Module::from_words(words)).map_err(text)?;
    let mut options = T::options();
    set(&mut options);
    compiler.compile(&options).map(|artifact| artifact.to_string()).map_err(text)
}

fn spirv_cross(bytes: &[u8], target: &str) -> Made {
    let words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    match target {
        "glsl" => compiled::<targets::Glsl>(&words, |options| {
            options.version = GlslVersion::Glsl450;
            options.vulkan_semantics = true;
        }),
        "essl" => compiled::<targets::Glsl>(&words, |options| options.version = GlslVersion::Glsl310Es),
        "hlsl" => {
            compiled::<targets::Hlsl>(&words, |options| options.shader_model = HlslShaderModel::ShaderModel5_0)
        }
        "msl" => compiled::<targets::Msl>(&words, |options| options.version = MslVersion::new(2, 1, 0)),
        _ => Err(format!("unknown target {target}")),
    }
}

fn naga(bytes: &[u8], target: &str) -> Made {
    use naga::back::{glsl, hlsl, msl};
    use naga::valid::{Capabilities, ValidationFlags, Validator};
    let options = naga::front::spv::Options::default();
    let module = naga::front::spv::parse_u8_slice(bytes, &options).map_err(text)?;
    // Its writers take only what its validator has seen.
    let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module).map_err(text)?;
    let entry = module.entry_points.first().ok_or("the module has no entry point")?;
    let mut out = String::new();
    match target {
        "glsl" | "essl" => {
            let version =
                if target == "glsl" { glsl::Version::Desktop(450) } else { glsl::Version::new_gles(310) };
            let options = glsl::Options { version, ..glsl::Options::default() };
            let pipeline = glsl::PipelineOptions {
                shader_stage: entry.stage,
                entry_point: entry.name.clone(),
                multiview: None,
            };
            let policies = naga::proc::BoundsCheckPolicies::default();
            let writer = glsl::Writer::new(&mut out, &module, &info, &options, &pipeline, policies);
            writer.map_err(text)?.write().map_err(text)?;
        }
        "hlsl" => {
            let (options, pipeline) = (hlsl::Options::default(), hlsl::PipelineOptions::default());
            let mut writer = hlsl::Writer::new(&mut out, &options, &pipeline);
            writer.write(&module, &info, None).map_err(text)?;
        }
        _ => {
            let options = msl::Options { fake_missing_bindings: true, ..msl::Options::default() };
            let pipeline = msl::PipelineOptions::default();
            out = msl::write_string(&module, &info, &options, &pipeline).map_err(text)?.0;
        }
    }
    Ok(out)
}

/// One conversion; callgrind collects in here.
#[inline(never)]
fn measured(make: fn(&[u8], &str) -> Made, bytes: &[u8], target: &str) -> Made {
    std::hint::black_box(make(bytes, target))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [peer, target, file] = arguments.as_slice() else {
        eprintln!("usage: decompile-peers glassbox|spirv-cross|naga glsl|essl|hlsl|msl FILE");
        return ExitCode::FAILURE;
    };
    let make: fn(&[u8], &str) -> Made = match peer.as_str() {
        "glassbox" => glassbox,
        "spirv-cross" => spirv_cross,
        _ => naga,
    };
    let made = std::fs::read(file).map_err(text).and_then(|bytes| {
        make(&bytes, target)?;
        measured(make, &bytes, target)
    });
    match made {
        Ok(text) => {
            println!("{}", text.len());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}
