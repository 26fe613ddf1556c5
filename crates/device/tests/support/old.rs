//! Draws with texts in versions of GLSL and GLSL ES that no compiler takes for Vulkan, on OpenGL.

use std::collections::BTreeMap;

use glassbox_core::stage::Stage;
use glassbox_decompile::{Api as TextApi, Mapping, Options, Source, Target, decompile};
use glassbox_device_testing::gl::context::{Api, Context};
use glassbox_device_testing::gl::fragment::{CORNER, Fragment, Picture};
use glassbox_device_testing::module::Subject;
use glassbox_device_testing::module::compare::Part;
use glassbox_device_testing::module::resources::{Content, Given, Originals, words_of};
use glassbox_device_testing::module::stages::{distance, distances, value};
use glassbox_spirv::grammar::value::built_in;
use glassbox_spirv::module::Module;
use glassbox_spirv::reflect::{Location, ScalarClass};

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

/// Writes a fragment stage and draws with it.
pub(crate) fn draw(old: &Old, of: &Inputs<'_>) -> Result<Vec<Part>, Obstacle> {
    let not_run = |what: &str| Obstacle::NotRun(what.to_owned());
    if of.subject.stage != Stage::Fragment {
        return Err(not_run("stages other than fragments are not run on OpenGL"));
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
    let text = Text::of(&source.text);
    let fragment = fragment(old, of, &source, &text).map_err(Obstacle::NotRun)?;
    let vertex = vertex(of.subject, &source, &text).map_err(Obstacle::NotRun)?;
    let context = Context::open(old.api).map_err(Obstacle::NotRun)?;
    let draw = |fragment: &Fragment<'_>| {
        context.draw_fragment(fragment).map_err(|error| match error.strip_prefix("rejected: ") {
            Some(said) => Obstacle::Failure(Failure::of(said, &vertex)),
            None => Obstacle::NotRun(error),
        })
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
fn whole(text: &str) -> String {
    text.replace("mediump ", "highp ").replace("lowp ", "highp ")
}

/// Uniforms, blocks and textures of a text, by name.
fn fragment<'a>(old: &Old, of: &Inputs<'a>, source: &'a Source, text: &Text) -> Result<Fragment<'a>, String> {
    let mut made = Fragment {
        vertex: "",
        fragment: &source.text,
        upside_down: is_upside_down(&source.text),
        distances: distances(of.subject, built_in::CLIP_DISTANCE) as u32,
        outputs: Vec::new(),
        uniforms: BTreeMap::new(),
        blocks: BTreeMap::new(),
        textures: BTreeMap::new(),
        targets: of.targets,
    };
    let find = |place: [u32; 2]| of.given.resources.iter().find(|one| one.place == place);
    let mut numbers: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for mapped in &source.map {
        let name = mapped.written.as_str();
        match mapped.kind {
            // Before, outputs are built-in variables; in GLSL ES they state their locations.
            Mapping::Output(location) if matches!(old.target, Target::Glsl(130.., _)) => {
                made.outputs.push((location, name.to_owned()));
            }
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

/// What a line declares.
#[derive(Clone)]
struct Declared {
    /// Qualifiers of interpolation.
    words: Vec<String>,
    ty: String,
    name: String,
    count: Option<u32>,
}

impl Declared {
    /// Type and name.
    fn plain(&self) -> String {
        let length = self.count.map_or_else(String::new, |count| format!("[{count}]"));
        format!("{} {}{length}", self.ty, self.name)
    }
}

/// A block of inputs.
struct Block {
    name: String,
    /// Empty where its members are names of their own.
    instance: String,
    members: Vec<Declared>,
}

/// Declarations of a text.
#[derive(Default)]
struct Text {
    structs: BTreeMap<String, Vec<Declared>>,
    blocks: Vec<Block>,
    uniforms: Vec<Declared>,
    inputs: Vec<Declared>,
}

impl Text {
    fn of(text: &str) -> Text {
        let mut found = Text::default();
        let (mut open, mut in_block): (Option<(String, Vec<Declared>)>, bool) = (None, false);
        for line in text.lines() {
            let line = line.trim();
            if let Some(name) = line.strip_prefix("struct ").and_then(|rest| rest.strip_suffix(" {")) {
                open = Some((name.to_owned(), Vec::new()));
                continue;
            }
            if let Some(name) = line.strip_prefix("in ").and_then(|rest| rest.strip_suffix(" {")) {
                let name = name.to_owned();
                found.blocks.push(Block { name, instance: String::new(), members: Vec::new() });
                in_block = true;
                continue;
            }
            if let Some(instance) = line.strip_prefix('}').and_then(|rest| rest.strip_suffix(';')) {
                match found.blocks.last_mut().filter(|_| in_block) {
                    Some(block) => block.instance = instance.trim().to_owned(),
                    None => found.structs.extend(open.take()),
                }
                in_block = false;
                continue;
            }
            let Some((storage, declared)) = declared(line) else { continue };
            match (storage, &mut open) {
                ("", None) if in_block => {
                    found
                        .blocks
                        .last_mut()
                        .into_iter()
                        .for_each(|block| block.members.push(declared.clone()));
                }
                ("", Some((_, members))) => members.push(declared),
                ("uniform", _) => found.uniforms.push(declared),
                ("in" | "varying", _) => found.inputs.push(declared),
                _ => {}
            }
        }
        found
    }

    /// Gives each number, vector or matrix of a uniform its words.
    fn spread(
        &self,
        path: &str,
        of: &Declared,
        words: &mut impl Iterator<Item = u32>,
        found: &mut BTreeMap<String, Vec<u32>>,
    ) -> Result<(), String> {
        if let Some(count) = of.count {
            let one = Declared { count: None, ..of.clone() };
            return (0..count)
                .try_for_each(|index| self.spread(&format!("{path}[{index}]"), &one, words, found));
        }
        if let Some(members) = self.structs.get(&of.ty) {
            let mut members = members.iter();
            return members.try_for_each(|member| {
                self.spread(&format!("{path}.{}", member.name), member, words, found)
            });
        }
        let Some(count) = components(&of.ty) else { return Ok(()) };
        found.insert(path.to_owned(), words.take(count as usize).collect());
        Ok(())
    }
}

/// Storage and declaration of a line such as `flat in ivec2 place[3];`.
fn declared(line: &str) -> Option<(&'static str, Declared)> {
    let line = line.split("//").next()?.trim().strip_suffix(';')?;
    let (mut storage, mut words, mut rest) = ("", Vec::new(), Vec::new());
    for word in line.split_whitespace() {
        match word {
            "uniform" => storage = "uniform",
            "in" => storage = "in",
            "varying" => storage = "varying",
            "flat" | "smooth" | "noperspective" | "centroid" => words.push(word.to_owned()),
            "lowp" | "mediump" | "highp" | "invariant" => {}
            _ => rest.push(word),
        }
    }
    let &[ty, name] = rest.as_slice() else { return None };
    let (name, count) = match name.split_once('[') {
        Some((name, length)) => (name, Some(length.strip_suffix(']')?.parse().ok()?)),
        None => (name, None),
    };
    Some((storage, Declared { words, ty: ty.to_owned(), name: name.to_owned(), count }))
}

/// Numbers of a scalar, vector or matrix type.
fn components(ty: &str) -> Option<u32> {
    if matches!(ty, "float" | "int" | "uint" | "bool") {
        return Some(1);
    }
    let start = ty.find(|letter: char| letter.is_ascii_digit())?;
    let (kind, size) = ty.split_at(start);
    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
    let (columns, rows): (u32, u32) = (columns.parse().ok()?, rows.parse().ok()?);
    match kind {
        "mat" => Some(columns * rows),
        "vec" | "ivec" | "uvec" | "bvec" => Some(columns),
        _ => None,
    }
}
