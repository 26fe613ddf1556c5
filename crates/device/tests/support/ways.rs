//! Writes a module as a text and compiles it again, by each target's own compiler.

use std::collections::BTreeMap;
use std::process::Command;

use crate::interfaces::is_of_interest;
use crate::naga_back::wgsl;
use glassbox_core::stage::Stage;
use glassbox_decompile::{Api, Bindings, Mapping, Options, Slot, Target, decompile};
use glassbox_device_testing::apart::{self, CRASHES, File, compiled};
use glassbox_device_testing::module::Subject;
use glassbox_device_testing::module::resources::{Originals, Source};
use glassbox_spirv::grammar::op;
use glassbox_spirv::grammar::value::{built_in, decoration};
use glassbox_spirv::module::{Annotations, Module};
use glassbox_spirv::reflect::{Descriptor, DescriptorKind, Reflection};

/// A target and the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Glsl,
    Essl,
    Hlsl,
    Wgsl,
}

/// A module that is written.
pub(crate) struct Written {
    pub(crate) words: Vec<u32>,
    /// Names of its uniforms outside of blocks.
    pub(crate) loose: Vec<String>,
}

/// Registers of each class are this far apart, as bindings of SPIR-V that DXC writes.
const CLASS: u32 = 10_000;
/// Samplers of combined textures follow the textures at this distance.
const SAMPLERS: u32 = 1000;

/// Why a text did not become a module again.
pub(crate) enum Failure {
    /// The target cannot say it.
    Refused(String),
    /// The compiler of the target refuses the text.
    Rejected(String),
    /// The compiler of the target has not all of its language.
    Lacks(String),
}

/// What compilers say of what they do not know yet.
const LACKS: [&str; 15] = [
    // glslang 12.
    "extension not supported",
    // naga 30.
    "Not implemented as constant expression: bitcast",
    "the `subgroups` enable-extension is not yet supported",
    // DXC, when it writes SPIR-V.
    "intrinsic function unimplemented",
    "arrays of RW/append/consume structured buffers unsupported",
    "non-32bit integer case value in switch statement unimplemented",
    "partial explicit stage",
    "semantic must be provided in hull shader",
    "semantic SV_CullPrimitive unimplemented",
    CRASHES,
    "generated SPIR-V is invalid",
    // Mesa, which has as many as the specification asks for.
    "too many vertex shader inputs",
    "invalid explicit location 16",
    // Mesa, of an extension.
    "unsupported in fragment shader",
    "unsupported in vertex shader",
];

impl Failure {
    pub(crate) fn of(error: &str, text: &str) -> Failure {
        match LACKS.iter().find(|words| error.contains(**words)) {
            Some(words) => Failure::Lacks((*words).to_owned()),
            None => Failure::Rejected(format!("{error}\n{text}")),
        }
    }
}

impl Way {
    pub(crate) const ALL: [Way; 4] = [Way::Glsl, Way::Essl, Way::Hlsl, Way::Wgsl];

    pub(crate) fn named(name: &str) -> Option<Way> {
        Way::ALL.into_iter().find(|way| way.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Way::Glsl => "glsl",
            Way::Essl => "essl",
            Way::Hlsl => "hlsl",
            Way::Wgsl => "wgsl",
        }
    }

    /// Whether its compiler is there.
    pub(crate) fn is_there(self) -> bool {
        self != Way::Hlsl || dxc().is_some()
    }

    fn target(self, stage: Stage, written: &Written) -> Target {
        match self {
            Way::Glsl if !written.loose.is_empty() => Target::Glsl(450, Api::OpenGl),
            Way::Glsl if is_of_interest(stage) => Target::Glsl(460, Api::Vulkan),
            Way::Glsl => Target::Glsl(450, Api::Vulkan),
            Way::Essl => Target::Essl(320),
            Way::Hlsl => Target::Hlsl(66),
            Way::Wgsl => Target::Wgsl,
        }
    }

    /// Writes and compiles.
    pub(crate) fn back(self, subject: &Subject, written: &Written) -> Result<Back, Failure> {
        let module =
            Module::from_words(&written.words).map_err(|error| Failure::Refused(error.to_string()))?;
        let mut options = Options {
            entry: Some(subject.entry().name.clone()),
            stage: Some(subject.stage),
            ..Options::default()
        };
        let is_opengl = self == Way::Essl || self == Way::Glsl && !written.loose.is_empty();
        if is_opengl {
            options.bindings = apart(&subject.reflection);
        }
        let source = decompile(&module, &self.target(subject.stage, written), &options)
            .map_err(|refusal| Failure::Refused(refusal.to_string()))?;
        let text = source.text.clone();
        if std::env::var_os("GLASSBOX_PRINT").is_some() {
            eprintln!("{text}");
        }
        let words = match self {
            // In modules for Vulkan 1.3 helper invocations are asked by an instruction that llvmpipe lacks.
            Way::Glsl if is_of_interest(source.stage) && !is_opengl => {
                glslang(&text, source.stage, &["--target-env", "vulkan1.3"])
            }
            Way::Glsl | Way::Essl if !is_opengl => {
                glslang(&text, source.stage, &["--target-env", "vulkan1.2"])
            }
            Way::Glsl | Way::Essl => {
                let relaxed =
                    ["-R", "--target-env", "vulkan1.3", "--auto-map-bindings", "--auto-map-locations"];
                glslang(&text, source.stage, &relaxed)
            }
            Way::Hlsl => {
                let words = hlsl(&text, source.stage, &source.entry);
                words.map(|words| with_locations(words, &source))
            }
            Way::Wgsl => wgsl(&text),
        };
        let words = words.map_err(|error| Failure::of(&error, &text))?;
        let stage = subject.stage;
        let subject =
            Subject::of_stage(words, None, |other| other == stage).map_err(|error| match stage {
                // DXC before 1.7 writes the extension of a vendor.
                Stage::Task | Stage::Mesh => Failure::Lacks("SPV_EXT_mesh_shader".to_owned()),
                _ => Failure::Rejected(error),
            })?;
        Ok(Back { way: self, source, subject, loose: written.loose.clone() })
    }
}

/// A module made of a text.
pub(crate) struct Back {
    pub(crate) way: Way,
    pub(crate) source: glassbox_decompile::Source,
    pub(crate) subject: Subject,
    loose: Vec<String>,
}

impl Back {
    /// What it is given, by what the text states of its bindings.
    pub(crate) fn given(
        &self,
        originals: &Originals,
    ) -> Result<glassbox_device_testing::module::resources::Given, String> {
        originals.given(&self.subject, |descriptor| self.source_of(descriptor))
    }

    /// The resource of the original that one is.
    pub(crate) fn source_of(&self, descriptor: &Descriptor) -> Option<Source> {
        let place = [descriptor.set.unwrap_or(0), descriptor.binding.unwrap_or(0)];
        let variable = self.subject.reflection.variable(descriptor.variable)?;
        let block = self.subject.reflection.types[descriptor.element.0 as usize].name.as_deref();
        match block {
            Some("gl_DefaultUniformBlock" | "type.$Globals") if !self.loose.is_empty() => {
                return Some(Source::Uniforms);
            }
            Some("gl_DefaultUniformBlock") if variable.name.as_deref().is_none_or(str::is_empty) => {
                return Some(Source::PushNumbers);
            }
            _ => {}
        }
        let is_sampler = descriptor.kind == DescriptorKind::Sampler;
        self.source.map.iter().find_map(|mapped| {
            let is_bound = match self.way {
                Way::Hlsl => is_register(&mapped.bound, place),
                _ => is_place(&mapped.bound, place),
            };
            match mapped.kind {
                Mapping::SplitSampler(of, own) => {
                    let is_own = if self.way == Way::Hlsl { is_bound } else { place == own };
                    (is_sampler && is_own).then_some(Source::Resource(of))
                }
                Mapping::Resource(..) if is_bound && self.loose.contains(&mapped.name) => {
                    Some(Source::Uniform(mapped.name.clone()))
                }
                Mapping::Resource(set, binding) => is_bound.then_some(Source::Resource([set, binding])),
                Mapping::Combined(texture, sampler) => is_bound.then_some(Source::Pair(texture, sampler)),
                Mapping::PushConstants => is_bound.then_some(Source::Push),
                Mapping::BoundPushConstants(group, binding) => {
                    (place == [group, binding]).then_some(Source::Push)
                }
                _ => None,
            }
        })
    }
}

/// `binding=3`, `set=1 binding=3` or `group 1 binding 3`.
fn is_place(bound: &str, place: [u32; 2]) -> bool {
    let mut words = bound.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut found = [None, None];
    while let Some(word) = words.next() {
        let slot = match word {
            "set" | "group" => 0,
            "binding" => 1,
            _ => continue,
        };
        found[slot] = words.next().and_then(|number| number.parse().ok());
    }
    found[1] == Some(place[1]) && found[0].unwrap_or(0) == place[0]
}

/// `register(t3, space1)`, at the binding that DXC gives it.
fn is_register(bound: &str, [space, binding]: [u32; 2]) -> bool {
    let letter = ["b", "t", "s", "u"][(binding / CLASS).min(3) as usize];
    let register = format!("{letter}{}", binding % CLASS);
    let stated = if space == 0 {
        format!("register({register})")
    } else {
        format!("register({register}, space{space})")
    };
    bound.contains(&stated)
}

/// Numbers of their own for all resources: bindings of OpenGL ES have no sets, and Vulkan has one list of them for all kinds.
fn apart(reflection: &Reflection) -> Bindings {
    let mut bindings = Bindings::default();
    for (number, descriptor) in (0..).zip(&reflection.descriptors) {
        let place = [descriptor.set.unwrap_or(0), descriptor.binding.unwrap_or(0)];
        bindings.places.insert((place, Slot::Any), [0, number]);
        bindings.places.insert((place, Slot::SAMPLER), [0, SAMPLERS + number]);
    }
    bindings
}

fn extension(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vert",
        Stage::Fragment => "frag",
        Stage::TessellationControl => "tesc",
        Stage::TessellationEvaluation => "tese",
        Stage::Geometry => "geom",
        Stage::Task => "task",
        Stage::Mesh => "mesh",
        Stage::RayGeneration => "rgen",
        Stage::Intersection => "rint",
        Stage::AnyHit => "rahit",
        Stage::ClosestHit => "rchit",
        Stage::Miss => "rmiss",
        Stage::Callable => "rcall",
        _ => "comp",
    }
}

fn glslang(text: &str, stage: Stage, switches: &[&str]) -> Result<Vec<u32>, String> {
    apart::glslang(text, extension(stage), switches)
}

/// What spirv-val says of a module for Vulkan 1.3.
pub(crate) fn validate(words: &[u32]) -> Result<(), String> {
    let file = File::new("spv");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    std::fs::write(&file.0, bytes).map_err(|error| error.to_string())?;
    let mut command = Command::new("spirv-val");
    let switches = ["--target-env", "vulkan1.3", "--scalar-block-layout"];
    compiled(command.args(switches).arg(&file.0), &file).map(drop)
}

/// The compiler of HLSL, with the switches of `dxc`.
fn dxc() -> Option<std::ffi::OsString> {
    std::env::var_os("GLASSBOX_DXC_SPIRV")
}

/// Functions of HLSL 2021, in the operators of 2018.
const OPERATORS: &str = "#define select(c, a, b) ((c) ? (a) : (b))\n#define and(a, b) ((a) && (b))\n#define or(a, b) ((a) || (b))\n";

fn hlsl(text: &str, stage: Stage, entry: &str) -> Result<Vec<u32>, String> {
    match compile_hlsl(text, stage, entry, "2021", &[]) {
        // The rules of HLSL for the places of members are not those of SPIR-V; drivers take them.
        Err(error) if error.contains("generated SPIR-V is invalid") => {
            compile_hlsl(text, stage, entry, "2021", &["-Vd"]).map_err(|_| error)
        }
        // DXC before 1.8 has no `select` for SPIR-V; until HLSL 2021 the operator took vectors.
        Err(error) if error.contains("select intrinsic function unimplemented") => {
            let text = format!("{OPERATORS}{text}");
            compile_hlsl(&text, stage, entry, "2018", &[])
        }
        done => done,
    }
}

fn compile_hlsl(
    text: &str,
    stage: Stage,
    entry: &str,
    version: &str,
    switches: &[&str],
) -> Result<Vec<u32>, String> {
    let (source, target) = (File::new("hlsl"), File::new("spv"));
    std::fs::write(&source.0, text).map_err(|error| error.to_string())?;
    let profile = match stage {
        Stage::Vertex => "vs_6_6",
        Stage::Fragment => "ps_6_6",
        Stage::TessellationControl => "hs_6_6",
        Stage::TessellationEvaluation => "ds_6_6",
        Stage::Geometry => "gs_6_6",
        Stage::Task => "as_6_6",
        Stage::Mesh => "ms_6_6",
        stage if stage.is_ray_tracing() => "lib_6_6",
        _ => "cs_6_6",
    };
    let mut command = Command::new(dxc().ok_or("set GLASSBOX_DXC_SPIRV to a dxc that writes SPIR-V")?);
    if profile != "lib_6_6" {
        command.args(["-E", entry]);
    }
    command.args(["-T", profile, "-spirv", "-fspv-target-env=vulkan1.3", "-HV", version]);
    // Places of members and `w` of positions as in HLSL; without these DXC has those of SPIR-V.
    command.args(["-enable-16bit-types", "-fvk-use-dx-layout", "-fvk-use-dx-position-w"]).args(switches);
    for (index, letter) in (0..).zip(["b", "t", "s", "u"]) {
        let shift = format!("-fvk-{letter}-shift");
        command.args([&shift, &(index * CLASS).to_string(), "all"]);
    }
    compiled(command.arg("-Fo").arg(&target.0).arg(&source.0), &target)
}

/// The module with the locations that the semantics state: DXC numbers inputs and outputs by their order. It names them
/// `in.var.TEXCOORD3` and the like; `TEXCOORD_Z3` begins at the third component.
fn with_locations(words: Vec<u32>, source: &glassbox_decompile::Source) -> Vec<u32> {
    let module = Module::from_words(&words).unwrap_or_default();
    let annotations = Annotations::of(&module);
    let mut places = BTreeMap::new();
    for at in module.globals.iter().filter(|at| module.opcode(**at) == op::VARIABLE) {
        let id = module.get(*at).result;
        let Some(name) = annotations.name(id) else { continue };
        let input = name.strip_prefix("in.var.");
        let semantic = input.or_else(|| name.strip_prefix("out.var."));
        let Some(semantic) = semantic.filter(|semantic| !semantic.starts_with("SV_")) else { continue };
        // An input and an output may have one semantic, and two locations.
        let mapped = source.map.iter().find_map(|mapped| match mapped.kind {
            _ if !mapped.bound.eq_ignore_ascii_case(semantic) => None,
            Mapping::Input(location) if input.is_some() => Some(location),
            Mapping::Output(location) if input.is_none() => Some(location),
            _ => None,
        });
        let rest = semantic.strip_prefix("TEXCOORD").unwrap_or_default();
        let letter = (1..)
            .zip(["_Y", "_Z", "_W"])
            .find_map(|(index, letter)| Some((index, rest.strip_prefix(letter)?)));
        let (component, number) = letter.unwrap_or((0, rest));
        let mut decorations = match mapped.or(number.parse().ok()) {
            Some(location) => vec![(decoration::LOCATION, location)],
            None if semantic == "PSIZE" => vec![(decoration::BUILT_IN, built_in::POINT_SIZE)],
            None => continue,
        };
        if component > 0 {
            decorations.push((decoration::COMPONENT, component));
        }
        places.insert(module.number(id), decorations);
    }
    let (mut changed, mut rest) = (Vec::new(), words.as_slice());
    let mut length = 5;
    while let Some((own, after)) = rest.split_at_checked(length).filter(|(own, _)| !own.is_empty()) {
        let is_location =
            own[0] & 0xffff == u32::from(op::DECORATE) && own.get(2) == Some(&decoration::LOCATION);
        match own.get(1).and_then(|id| places.get(id)).filter(|_| is_location) {
            Some(decorations) => {
                let words = |(kind, value): &(u32, u32)| [own[0], own[1], *kind, *value];
                changed.extend(decorations.iter().flat_map(words));
            }
            None => changed.extend_from_slice(own),
        }
        rest = after;
        length = rest.first().map_or(0, |first| (first >> 16) as usize);
    }
    changed
}
