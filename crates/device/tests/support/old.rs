//! Draws with texts in versions of GLSL and GLSL ES that no compiler takes for Vulkan, on OpenGL. The outputs of vertex stages are captured.

use std::collections::BTreeMap;

use glassbox_core::stage::Stage;
use glassbox_decompile::{Api as TextApi, Mapping, Options, Source, Target, decompile};
use glassbox_device_testing::gl::context::{Api, Context};
use glassbox_device_testing::gl::fragment::{CORNER, Fragment, Picture, Resources};
use glassbox_device_testing::module::Subject;
use glassbox_device_testing::module::compare::Part;
use glassbox_device_testing::module::resources::{Content, Given, Originals, words_of};
use glassbox_device_testing::module::stages::{distance, distances, value};
use glassbox_spirv::grammar::value::built_in;
use glassbox_spirv::module::Module;
use glassbox_spirv::reflect::{Location, ScalarClass};

use crate::declared::{Declared, Text, components};
use crate::vertices;
use crate::ways::{Failure, Written};

/// A version, with a context that takes it.
pub(crate) struct Old {
    pub(crate) name: &'static str,
    target: Target,
    api: Api,
}

impl Old {
    pub(crate) const ALL: [Old; 7] = [
        Old { name: "glsl110", target: Target::Glsl(110, TextApi::OpenGl), api: Api::Desktop(2, 1) },
        Old { name: "glsl120", target: Target::Glsl(120, TextApi::OpenGl), api: Api::Desktop(2, 1) },
        Old { name: "glsl130", target: Target::Glsl(130, TextApi::OpenGl), api: Api::Desktop(3, 0) },
        Old { name: "glsl140", target: Target::Glsl(140, TextApi::OpenGl), api: Api::Desktop(3, 1) },
        Old { name: "glsl150", target: Target::Glsl(150, TextApi::OpenGl), api: Api::Desktop(3, 2) },
        Old { name: "essl100", target: Target::Essl(100), api: Api::Es(3, 0) },
        Old { name: "essl300", target: Target::Essl(300), api: Api::Es(3, 0) },
    ];

    pub(crate) fn named(name: &str) -> Option<Old> {
        Old::ALL.into_iter().find(|old| old.name == name)
    }
}

/// What the original runs with.
pub(crate) struct Inputs<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) written: &'a Written,
    pub(crate) originals: &'a Originals,
    pub(crate) given: &'a Given,
    pub(crate) targets: &'a BTreeMap<u32, (ScalarClass, u32)>,
}

/// Why nothing was drawn: as of a way, or what is not drawn here.
pub(crate) enum Obstacle {
    Failure(Failure),
    NotRun(String),
}

impl Obstacle {
    /// What a driver says that is given a text.
    pub(crate) fn of(error: String, text: &str) -> Obstacle {
        match error.strip_prefix("rejected: ") {
            Some(said) => Obstacle::Failure(Failure::of(said, text)),
            None => Obstacle::NotRun(error),
        }
    }
}

/// Writes a stage, and draws with it or captures its outputs.
pub(crate) fn draw(old: &Old, of: &Inputs<'_>) -> Result<Vec<Part>, Obstacle> {
    if !matches!(of.subject.stage, Stage::Vertex | Stage::Fragment) {
        return Err(Obstacle::NotRun("compute stages are not run on OpenGL".to_owned()));
    }
    let refused = |text: String| Obstacle::Failure(Failure::Refused(text));
    let module = Module::from_words(&of.written.words).map_err(|error| refused(error.to_string()))?;
    let options = Options {
        entry: Some(of.subject.entry().name.clone()),
        stage: Some(of.subject.stage),
        ..Options::default()
    };
    let source = decompile(&module, &old.target, &options).map_err(|refusal| refused(refusal.to_string()))?;
    if std::env::var_os("GLASSBOX_PRINT").is_some() {
        eprintln!("{}", source.text);
    }
    let text = Text::of(&source.text, of.subject.stage);
    let context = Context::open(old.api).map_err(Obstacle::NotRun)?;
    if of.subject.stage == Stage::Vertex {
        return vertices::capture(&context, of, &source, &text);
    }
    let fragment = fragment(old, of, &source, &text).map_err(Obstacle::NotRun)?;
    let vertex = vertex(of.subject, &source, &text).map_err(Obstacle::NotRun)?;
    let draw = |fragment: &Fragment<'_>| {
        context.draw_fragment(fragment).map_err(|error| Obstacle::of(error, &vertex))
    };
    let fragment = Fragment { vertex: &vertex, ..fragment };
    let drawn = draw(&fragment)?;
    // Mesa computes `mediump` in 16 bits here, and in 32 on Vulkan: the same text is drawn in 32.
    let whole = whole(fragment.fragment);
    if whole == fragment.fragment { Ok(drawn) } else { draw(&Fragment { fragment: &whole, ..fragment }) }
}

/// Whether a text counts rows from the top, as Vulkan does.
fn is_upside_down(text: &str) -> bool {
    text.contains("origin_upper_left")
}

/// A text with all numbers in 32 bits.
pub(crate) fn whole(text: &str) -> String {
    text.replace("mediump ", "highp ").replace("lowp ", "highp ")
}

/// A fragment stage with what it is given.
fn fragment<'a>(old: &Old, of: &Inputs<'a>, source: &'a Source, text: &Text) -> Result<Fragment<'a>, String> {
    let outputs = source.map.iter().filter_map(|mapped| match mapped.kind {
        // Before, outputs are built-in variables; in GLSL ES they state their locations.
        Mapping::Output(location) if matches!(old.target, Target::Glsl(130.., _)) => {
            Some((location, mapped.written.clone()))
        }
        _ => None,
    });
    Ok(Fragment {
        vertex: "",
        fragment: &source.text,
        upside_down: is_upside_down(&source.text),
        distances: distances(of.subject, built_in::CLIP_DISTANCE) as u32,
        outputs: outputs.collect(),
        resources: resources(of, source, text)?,
        targets: of.targets,
    })
}

/// Uniforms, blocks and textures of a text, by name.
pub(crate) fn resources(of: &Inputs<'_>, source: &Source, text: &Text) -> Result<Resources, String> {
    let mut made = Resources::default();
    let find = |place: [u32; 2]| of.given.resources.iter().find(|one| one.place == place);
    let mut numbers: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for mapped in &source.map {
        let name = mapped.written.as_str();
        match mapped.kind {
            Mapping::PushConstants => drop(numbers.insert(name, of.originals.push_words())),
            Mapping::Resource(set, binding) => {
                let Some(resource) = find([set, binding]) else { continue };
                match resource.contents.first() {
                    Some(Content::Bytes(bytes)) => {
                        numbers.insert(name, words_of(&resource.leaves, bytes));
                        made.blocks.insert(name.to_owned(), bytes.clone());
                    }
                    Some(Content::Combined(_, texel, texture, sampling)) => {
                        let (texel, texture) = (*texel, texture.clone());
                        let picture = Picture { texel, texture, nearest: sampling.nearest };
                        made.textures.insert(name.to_owned(), picture);
                    }
                    Some(Content::Image(_, texel, texture)) => {
                        let picture = Picture { texel: *texel, texture: texture.clone(), nearest: true };
                        made.textures.insert(name.to_owned(), picture);
                    }
                    _ => return Err("a resource that OpenGL had not then".to_owned()),
                }
            }
            Mapping::Combined(texture, sampler) => {
                let contents =
                    [texture, sampler].map(|place| find(place).and_then(|one| one.contents.first()));
                let [Some(Content::Image(_, texel, texture)), Some(Content::Sampler(sampling))] = contents
                else {
                    return Err("a texture that is no image".to_owned());
                };
                let (texel, texture) = (*texel, texture.clone());
                let picture = Picture { texel, texture, nearest: sampling.nearest || texel.is_integer() };
                made.textures.insert(name.to_owned(), picture);
            }
            Mapping::TextureSize(_) => return Err("the size of a texture as a uniform".to_owned()),
            _ => {}
        }
    }
    for uniform in &text.uniforms {
        let own = numbers.get(uniform.name.as_str()).cloned();
        let Some(words) = own.or_else(|| of.originals.loose_words(&uniform.name)) else { continue };
        text.spread(&uniform.name, uniform, &mut words.into_iter(), &mut made.uniforms)?;
    }
    Ok(made)
}

/// The vertex stage that gives a fragment stage its inputs.
fn vertex(of: &Subject, source: &Source, text: &Text) -> Result<String, String> {
    let head = source.text.lines().next().unwrap_or_default();
    let is_old = matches!(head, "#version 110" | "#version 120" | "#version 100");
    let [attribute, varying] = if is_old { ["attribute", "varying"] } else { ["in", "out"] };
    let (mut declared, mut written) = (String::new(), String::new());
    let distances = distances(of, built_in::CLIP_DISTANCE);
    if distances > 0 {
        declared.push_str(&format!("out float gl_ClipDistance[{distances}];\n"));
    }
    for index in 0..distances {
        written.push_str(&format!("    gl_ClipDistance[{index}] = {};\n", distance(index)));
    }
    for input in &text.inputs {
        let location = source.map.iter().find_map(|mapped| match mapped.kind {
            Mapping::Input(location) if mapped.written == input.name => Some(location),
            _ => None,
        });
        let location = location.ok_or_else(|| format!("the input {} has no location", input.name))?;
        let (declaration, assignments) = given(input, &input.name, location)?;
        let (words, ty) = declaration.split_at(declaration.len() - input.plain().len());
        declared.push_str(&format!("{words}{varying} {ty};\n"));
        written.push_str(&assignments);
    }
    for block in &text.blocks {
        declared.push_str(&format!("out {} {{\n", block.name));
        for (index, member) in (0..).zip(&block.members) {
            let location = location_of(of, &block.name, index)?;
            let place = [&block.instance, ".", &member.name].concat();
            let place = if block.instance.is_empty() { member.name.as_str() } else { &place };
            let (declaration, assignments) = given(member, place, location)?;
            declared.push_str(&format!("    {declaration};\n"));
            written.push_str(&assignments);
        }
        declared.push_str(&format!("}} {};\n", block.instance));
    }
    let up = if is_upside_down(&source.text) { "-" } else { "" };
    Ok(format!(
        "{head}\n{attribute} vec4 {CORNER};\n{declared}\nvoid main()\n{{\n    vec2 p = {CORNER}.xy;\n{written}    \
         gl_Position = vec4(p.x * {CORNER}.z, {up}p.y * {CORNER}.z, 0.0, {CORNER}.z);\n}}\n"
    ))
}

/// Location of a member of a block of inputs.
fn location_of(of: &Subject, block: &str, member: u32) -> Result<u32, String> {
    let reflection = &of.reflection;
    let is_it = |one: &Location| {
        let ty = reflection.variable(one.variable).and_then(|one| reflection.types.get(one.ty.0 as usize));
        one.member == Some(member) && ty.is_some_and(|ty| ty.name.as_deref() == Some(block))
    };
    let found = reflection.input_locations(of.entry()).into_iter().find(is_it);
    found.map(|one| one.location).ok_or_else(|| format!("a member of {block} has no location"))
}

/// Declaration of an input, and the assignments that give it its numbers.
fn given(input: &Declared, place: &str, location: u32) -> Result<(String, String), String> {
    let (class, count) = match input.ty.as_str() {
        "float" => (ScalarClass::Float, 1),
        "int" => (ScalarClass::Int, 1),
        "uint" => (ScalarClass::Uint, 1),
        ty => {
            let class = match ty.trim_end_matches(char::is_numeric) {
                "vec" => ScalarClass::Float,
                "ivec" => ScalarClass::Int,
                "uvec" => ScalarClass::Uint,
                _ => return Err(format!("an input of type {ty}")),
            };
            (class, components(ty).ok_or("a vector of no length")?)
        }
    };
    let words: String = input.words.iter().map(|word| format!("{word} ")).collect();
    let mut written = String::new();
    for element in 0..input.count.unwrap_or(1) {
        let (ty, _, value) = value(location + element, class)?;
        let element = input.count.map_or_else(String::new, |_| format!("[{element}]"));
        let swizzle = &"xyzw"[..count as usize];
        written.push_str(&format!("    {place}{element} = {ty}({value}).{swizzle};\n"));
    }
    Ok((words + &input.plain(), written))
}
