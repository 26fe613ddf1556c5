//! Runs vertex stages on OpenGL: what transform feedback captures of the text is compared with what it captures of the module.

use glassbox_decompile::{Mapping, Source};
use glassbox_device_testing::format::Texel;
use glassbox_device_testing::gl::context::Context;
use glassbox_device_testing::gl::vertex::{Attribute, Vertex};
use glassbox_device_testing::module::capture::{Captured, What};
use glassbox_device_testing::module::compare::Part;
use glassbox_device_testing::module::stages::{attribute, vertices};
use glassbox_spirv::reflect::Location;

use crate::declared::{Declared, Text, components};
use crate::old::{Inputs, Obstacle, resources, whole};

/// Runs a text in place of the vertex stage of a module.
pub(crate) fn capture(
    context: &Context,
    of: &Inputs<'_>,
    source: &Source,
    text: &Text,
) -> Result<Vec<Part>, Obstacle> {
    let captured = Captured::of(of.subject).map_err(Obstacle::NotRun)?;
    let names = captured.contents().map(|what| name_of(of, what, source, text));
    let names = names.collect::<Result<Vec<_>, _>>().map_err(Obstacle::NotRun)?;
    let head = source.text.lines().next().unwrap_or_default();
    let vertex = Vertex {
        vertex: &source.text,
        fragment: &fragment(head),
        count: vertices(of.subject),
        attributes: attributes(of, source, text).map_err(Obstacle::NotRun)?,
        captured: names,
        stride: captured.stride,
        resources: resources(of, source, text).map_err(Obstacle::NotRun)?,
    };
    let run = |vertex: &Vertex<'_>| context.capture_vertex(vertex).map_err(|error| Obstacle::of(error, ""));
    let bytes = run(&vertex)?;
    // As of fragments, see `old`.
    let whole = whole(&source.text);
    let bytes = if whole == source.text { bytes } else { run(&Vertex { vertex: &whole, ..vertex.clone() })? };
    Ok(captured.parts(&bytes))
}

/// A fragment stage of the version that a line states.
fn fragment(head: &str) -> String {
    match head {
        "#version 110" | "#version 120" | "#version 100" => {
            format!("{head}\nvoid main() {{ gl_FragColor = {}; }}\n", zero(head))
        }
        _ => format!(
            "{head}\nout {}vec4 color_;\nvoid main() {{ color_ = {}; }}\n",
            precision(head),
            zero(head)
        ),
    }
}

fn precision(head: &str) -> &'static str {
    if head.ends_with("es") { "highp " } else { "" }
}

fn zero(head: &str) -> &'static str {
    if head == "#version 100" { "gl_FragCoord * 0.0" } else { "vec4(0.0)" }
}

/// The numbers of each attribute.
fn attributes(of: &Inputs<'_>, source: &Source, text: &Text) -> Result<Vec<Attribute>, String> {
    let known = of.subject.inputs()?;
    let mut found = Vec::new();
    for input in &text.inputs {
        let first = source.map.iter().find_map(|mapped| match mapped.kind {
            Mapping::Input(location) if mapped.written == input.name => Some(location),
            _ => None,
        });
        let first = first.ok_or_else(|| format!("the input {} has no location", input.name))?;
        for part in 0..parts(input) {
            let location = first + part;
            let (class, _) = known.get(&location).ok_or_else(|| format!("no input is at {location}"))?;
            let bytes = attribute(location, Texel::of_class(*class)?, 0);
            found.push(Attribute { name: input.name.clone(), part, class: *class, bytes });
        }
    }
    Ok(found)
}

/// Locations that a variable takes.
fn parts(of: &Declared) -> u32 {
    let size = of.ty.strip_prefix("mat");
    let columns = size.and_then(|size| size.split('x').next()?.parse().ok()).unwrap_or(1);
    columns * of.count.unwrap_or(1)
}

/// The name by which transform feedback finds an output.
fn name_of(of: &Inputs<'_>, what: &What, source: &Source, text: &Text) -> Result<String, String> {
    let location = match what {
        What::BuiltIn("position", _) => return Ok("gl_Position".to_owned()),
        What::BuiltIn("point size", _) => return Ok("gl_PointSize".to_owned()),
        What::BuiltIn("clip distances", _) => return Ok("gl_ClipDistance".to_owned()),
        What::BuiltIn(name, _) => return Err(format!("{name} are not captured on OpenGL")),
        What::Location(location) => location,
    };
    let name = match location.member {
        None => variable(location, source, text).map(|output| output.name.clone()),
        Some(member) => member_name(of, location, member, source, text),
    };
    name.ok_or_else(|| format!("no output is at {}", location.location))
}

/// The output that begins at a location.
fn variable<'t>(location: &Location, source: &Source, text: &'t Text) -> Option<&'t Declared> {
    let at = Mapping::Output(location.location);
    let name = source.map.iter().find(|mapped| mapped.kind == at).map(|mapped| mapped.written.as_str())?;
    let output = text.outputs.iter().find(|output| output.name == name)?;
    // It holds as many numbers as the one of the module.
    let length = location.array.map_or(1, |length| length.default_value().unwrap_or(1)) as u32;
    let count = components(&output.ty)? * output.count.unwrap_or(1);
    (count == location.columns * location.components * length).then_some(output)
}

/// A member of a block, or of a structure that is an output.
fn member_name(
    of: &Inputs<'_>,
    location: &Location,
    member: u32,
    source: &Source,
    text: &Text,
) -> Option<String> {
    let reflection = &of.subject.reflection;
    let variable = reflection.variable(location.variable)?;
    let name = reflection.types.get(variable.ty.0 as usize)?.name.as_deref();
    if let Some(block) = text.blocks.iter().find(|block| Some(block.name.as_str()) == name) {
        let member = &block.members.get(member as usize)?.name;
        return Some(if block.instance.is_empty() {
            member.clone()
        } else {
            format!("{}.{member}", block.name)
        });
    }
    let outputs = reflection.output_locations(of.subject.entry());
    let first = outputs.iter().find(|one| one.variable == location.variable)?;
    let at = Mapping::Output(first.location);
    let written = source.map.iter().find(|mapped| mapped.kind == at).map(|mapped| mapped.written.as_str())?;
    let output = text.outputs.iter().find(|output| output.name == written)?;
    let members = text.structs.get(&output.ty)?;
    Some(format!("{}.{}", output.name, members.get(member as usize)?.name))
}
