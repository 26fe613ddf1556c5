//! What goes from stage to stage in GLSL: names, how it is interpolated, and the declarations that say so.
//!
//! Before OpenGL 4.4 the two sides of an interface have to be interpolated alike, and drivers take a side that says nothing for another
//! one than a side that says `smooth` (Mesa 22). Vertex and fragment shaders come from another writer, which says it always, so these
//! stages say it too, and say what the vertex shader says, or what the stage behind says.

use glassbox_spirv::Reflection;
use glassbox_spirv::build::value::storage_class as storage;
use glassbox_spirv::reflect::{EntryPoint, Location, ScalarClass};

use super::interface::variables;
use super::names::Names;
use super::words::bytes;
use crate::back::{WriteOptions, varying};
use crate::instructions::Code;
use crate::output::GlslVersion;
use crate::shader::{Shader, Stage};

/// Words of a declaration that say how something is interpolated.
const INTERPOLATION: [&str; 3] = ["smooth", "flat", "noperspective"];

/// Other words in front of `in` and `out`.
const OTHERS: [&str; 5] = ["patch", "centroid", "sample", "invariant", "precise"];

/// An input or output that another stage of the program has too.
pub(super) struct Varying {
    /// Its name while the text is written.
    stand_in: String,
    /// How it is interpolated; nothing of what belongs to a patch.
    interpolation: Option<&'static str>,
}

/// The stages around one.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    /// The stage itself.
    pub(super) stage: Stage,
    /// What it takes its inputs from.
    before: Option<&'a Shader>,
    /// What takes its outputs.
    behind: Option<&'a Shader>,
}

impl<'a> Around<'a> {
    pub(super) fn of(stage: Stage, options: &WriteOptions<'a>) -> Around<'a> {
        let program = options.program.iter().copied();
        let before = program.filter(|other| other.stage < stage);
        Around { stage, before: before.max_by_key(|other| other.stage), behind: options.consumer(stage) }
    }

    /// The stage that takes what an interface of this one holds.
    pub(super) fn consumer(&self, class: u32) -> Option<Stage> {
        match class {
            storage::INPUT => Some(self.stage),
            _ => self.behind.map(|shader| shader.stage),
        }
    }

    /// What decides how an interface is interpolated, where it is not this stage.
    fn decides(&self, class: u32) -> Vec<(u32, &'static str)> {
        let (shader, theirs) = match class {
            storage::INPUT => (self.before.filter(|before| before.stage == Stage::Vertex), storage::OUTPUT),
            _ => (self.behind, storage::INPUT),
        };
        let reflection = shader.and_then(|shader| glassbox_spirv::reflect(&bytes(&shader.words)).ok());
        let Some(reflection) = reflection else {
            return Vec::new();
        };
        let Some(entry) = reflection.entry_points.first() else {
            return Vec::new();
        };
        let found = locations(&reflection, entry, theirs).into_iter();
        found.map(|one| (one.location, interpolation(&one))).collect()
    }
}

fn locations(reflection: &Reflection, entry: &EntryPoint, class: u32) -> Vec<Location> {
    match class {
        storage::INPUT => reflection.input_locations(entry),
        _ => reflection.output_locations(entry),
    }
}

/// How something is interpolated; integers and doubles are not, whatever is said of them.
fn interpolation(of: &Location) -> &'static str {
    match (of.flat, of.no_perspective) {
        _ if of.class != ScalarClass::Float || of.width == 64 => "flat",
        (true, _) => "flat",
        (false, true) => "noperspective",
        (false, false) => "smooth",
    }
}

/// Gives what goes from stage to stage its name, and what comes from vertices or goes to render targets that of the source.
pub(super) fn name(
    code: &mut Code,
    (reflection, entry): (&Reflection, &EntryPoint),
    names: &mut Names,
    around: Around<'_>,
) -> Vec<Varying> {
    let mut varyings = Vec::new();
    for class in [storage::INPUT, storage::OUTPUT] {
        let own = locations(reflection, entry, class);
        let decided = around.decides(class);
        for variable in variables(reflection, entry, class) {
            let Some(location) = variable.location else {
                continue;
            };
            if matches!(
                (around.stage, class),
                (Stage::Vertex, storage::INPUT) | (Stage::Fragment, storage::OUTPUT)
            ) {
                let name = variable.name.clone().filter(|name| !name.is_empty());
                let stand_in = names.stand_in(&name.unwrap_or_else(|| format!("location{location}")));
                code.rename(variable.id, &stand_in);
                continue;
            }
            let mut name = varying(location, around.consumer(class));
            if let Some(component) = variable.component.filter(|&component| component != 0) {
                name = format!("{name}_{component}");
            }
            let stand_in = names.stand_in(&name);
            code.rename(variable.id, &stand_in);
            let decided = decided.iter().find(|(number, _)| *number == location);
            let of_own = own.iter().find(|one| one.variable == variable.id);
            let interpolation = decided
                .map(|(_, word)| *word)
                .or_else(|| of_own.map(interpolation))
                .filter(|_| !variable.patch);
            varyings.push(Varying { stand_in, interpolation });
        }
    }
    varyings
}

/// Whether inputs and outputs between stages state their locations, as the writer of vertex and fragment shaders does. Where they do
/// not, their names join them.
const fn has_locations(version: GlslVersion) -> bool {
    matches!(version, GlslVersion::Core(420..) | GlslVersion::Es(310..))
}

/// The text with declarations that fit those of the other stages.
pub(super) fn declare(text: &str, varyings: &[Varying], version: GlslVersion) -> String {
    let mut result = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match declaration(line, varyings, has_locations(version)) {
            Some(line) => result.push_str(&line),
            None => result.push_str(line),
        }
    }
    result
}

/// A declaration of one of the varyings, in other words; `None` where the line is none.
fn declaration(line: &str, varyings: &[Varying], has_locations: bool) -> Option<String> {
    let (layout, mut rest) = match line.strip_prefix("layout(").and_then(|rest| rest.split_once(") ")) {
        Some((layout, rest)) => (Some(layout), rest),
        None => (None, line),
    };
    let mut others = Vec::new();
    let direction = loop {
        let (word, behind) = rest.split_once(' ')?;
        rest = behind;
        match word {
            "in" | "out" => break word,
            _ if INTERPOLATION.contains(&word) => {}
            _ if OTHERS.contains(&word) => others.push(word),
            _ => return None,
        }
    };
    let name = rest.split(|c: char| c != '_' && !c.is_ascii_alphanumeric());
    let name: Vec<&str> = name.collect();
    let varying = varyings.iter().find(|varying| name.contains(&varying.stand_in.as_str()))?;
    let mut line = String::new();
    if let Some(layout) = layout.filter(|_| has_locations) {
        line.push_str(&format!("layout({layout}) "));
    }
    for word in varying.interpolation.into_iter().chain(others).chain([direction]) {
        line.push_str(word);
        line.push(' ');
    }
    line.push_str(rest);
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_say_what_the_other_stages_say() {
        let varying = |name: &str, interpolation| Varying { stand_in: name.to_owned(), interpolation };
        let all = [varying("a", Some("smooth")), varying("b", Some("flat")), varying("p", None)];
        let text = "layout(location = 0) in vec4 a[];\nflat out ivec2 b;\nlayout(location = 1) patch in float p;\n\
                    layout(vertices = 3) out;\nin vec4 other;\n    a = b;\n";
        assert_eq!(
            declare(text, &all, GlslVersion::Core(420)),
            "layout(location = 0) smooth in vec4 a[];\nflat out ivec2 b;\nlayout(location = 1) patch in float p;\n\
             layout(vertices = 3) out;\nin vec4 other;\n    a = b;\n"
        );
        assert_eq!(
            declare(text, &all, GlslVersion::Core(410)),
            "smooth in vec4 a[];\nflat out ivec2 b;\npatch in float p;\n\
             layout(vertices = 3) out;\nin vec4 other;\n    a = b;\n"
        );
    }
}
