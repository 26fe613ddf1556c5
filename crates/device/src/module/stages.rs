//! Writes the vertex stage that gives a fragment stage its inputs.

use std::fmt::Write;

use glassbox_spirv::grammar::value::{built_in, storage_class};
use glassbox_spirv::reflect::{ScalarClass, TypeKind, Variable};

use super::{Pieces, Subject, float, integer, nudged};
use crate::format::Texel;

/// Vertices of which attributes have numbers.
const VERTICES: u32 = 12;
/// Vertices of a stage that counts them: it may have a table with no more.
const COUNTED: u32 = 3;
/// Instances of them.
pub const INSTANCES: u32 = 2;

/// Vertices that a vertex stage runs for, in each instance.
#[must_use]
pub fn vertices(subject: &Subject) -> u32 {
    let counts = |one: &Variable| {
        matches!(one.built_in, Some(built_in::VERTEX_INDEX | built_in::VERTEX_ID)) && subject.is_used(one.id)
    };
    let mut inputs = subject.reflection.interface(subject.entry(), storage_class::INPUT);
    if inputs.any(counts) { COUNTED } else { VERTICES }
}

/// The numbers of an attribute: four for each vertex. A seed other than 0 moves them by their last bits.
#[must_use]
pub fn attribute(location: u32, texel: Texel, nudge: u64) -> Vec<u8> {
    let seed = u64::from(location) + 1000;
    let number = |index: u64| {
        if texel.is_integer() {
            return texel.encode(integer(seed, index) as f64);
        }
        texel.encode(f64::from(nudged(float(seed, index) as f32, nudge, seed + index)))
    };
    (0..u64::from(VERTICES * 4)).flat_map(number).collect()
}

/// A vertex stage in GLSL that draws a triangle over the whole target. Each location of the fragment stages is a function of the
/// position, integers are the same everywhere. `w` is another one at each vertex, so that inputs without perspective are told
/// from those with it; `perspective` is false for one `w`. A seed other than 0 moves the inputs by their last bits.
///
/// # Errors
/// Names inputs that no vertex stage gives.
pub fn vertex_for(fragments: &[&Subject], perspective: bool, seed: u64) -> Result<String, String> {
    let (mut declared, mut written) = (String::new(), String::new());
    let mut inputs = Pieces::new();
    for fragment in fragments {
        join(&mut inputs, fragment.input_pieces()?);
    }
    for ((location, component), (class, count)) in &inputs {
        let (location, component) = (*location, *component as usize);
        let (numbers, words, mut values) = values(location, *class)?;
        if *class == ScalarClass::Float && seed != 0 {
            for (index, value) in (0..).zip(&mut values) {
                *value = format!("({value}) * {:?}", nudged(1.0, seed, u64::from(location) * 4 + index));
            }
        }
        // A location with one vector is whole: other modules may read more of it.
        let is_alone = component == 0 && inputs.range((location, 1)..=(location, 3)).next().is_none();
        let values =
            if is_alone { &values[..] } else { &values[component..(component + *count as usize).min(4)] };
        let ty = format!("{}{}", numbers, values.len()).replace(&format!("{numbers}1"), scalar(*class));
        let place = if is_alone { String::new() } else { format!(", component = {component}") };
        let _ = writeln!(
            declared,
            "layout(location = {location}{place}) {words}out {ty} o{location}_{component};"
        );
        let _ = writeln!(written, "    o{location}_{component} = {ty}({});", values.join(", "));
    }
    for (kind, name) in DISTANCES {
        let count = fragments.iter().map(|fragment| distances(fragment, kind)).max().unwrap_or(0);
        if count > 0 {
            let _ = writeln!(declared, "out float {name}[{count}];");
        }
        for index in 0..count {
            let _ = writeln!(written, "    {name}[{index}] = {};", distance(index));
        }
    }
    let w = if perspective { "1.0 + 0.25 * float(gl_VertexIndex)" } else { "1.0" };
    Ok(format!(
        "#version 450\n{declared}\nvoid main() {{\n    \
         vec2 p = vec2(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0);\n    \
         float w = {w};\n    gl_Position = vec4(p * w, 0.5 * w, w);\n{written}}}\n"
    ))
}

/// A component of a location that holds floats: its value in the middle, and how it grows with `p`.
#[must_use]
pub fn plane(location: u32, component: u32) -> [f64; 3] {
    let of = |base: u32, most: u32| i64::from(((location * 4 + component) * base) % most);
    [4 + of(1, 9), of(7, 11) - 5, of(5, 13) - 6].map(|sixteenths| sixteenths as f64 / 16.0)
}

/// Type, qualifiers and value of a location, as a function of `p`.
///
/// # Errors
/// Names a location that holds no numbers.
pub fn value(location: u32, class: ScalarClass) -> Result<(&'static str, &'static str, String), String> {
    let (_, words, values) = values(location, class)?;
    let ty = match class {
        ScalarClass::Float => "vec4",
        ScalarClass::Int => "ivec4",
        _ => "uvec4",
    };
    Ok((ty, words, values.join(", ")))
}

/// Type of vectors without their size, qualifiers and values of the components of a location, as functions of `p`.
fn values(location: u32, class: ScalarClass) -> Result<(&'static str, &'static str, [String; 4]), String> {
    let integer = |component: u32| ((location * 4 + component) * 3 % 4).to_string();
    let all = [0, 1, 2, 3];
    Ok(match class {
        ScalarClass::Float => {
            let value = |component: u32| {
                let [start, across, down] = plane(location, component);
                format!("{start:?} + {across:?} * p.x + {down:?} * p.y")
            };
            ("vec", "", all.map(value))
        }
        ScalarClass::Int => ("ivec", "flat ", all.map(integer)),
        ScalarClass::Uint => ("uvec", "flat ", all.map(integer)),
        _ => return Err(format!("location {location} is no number")),
    })
}

fn scalar(class: ScalarClass) -> &'static str {
    match class {
        ScalarClass::Float => "float",
        ScalarClass::Int => "int",
        _ => "uint",
    }
}

/// Adds what another module has: of two vectors at one place the larger one, and none inside of another.
fn join(all: &mut Pieces, others: Pieces) {
    for (place, (class, count)) in others {
        let own = all.entry(place).or_insert((class, count));
        own.1 = own.1.max(count);
    }
    let whole: Vec<(u32, u32, u32)> = all.iter().map(|((l, c), (_, count))| (*l, *c, c + count)).collect();
    all.retain(|(location, component), _| {
        !whole.iter().any(|(l, start, end)| l == location && start < component && component < end)
    });
}

/// A distance, as a function of `p`; nothing is clipped.
#[must_use]
pub fn distance(index: u64) -> String {
    format!("1.5 + 0.25 * p.x + 0.125 * {index}.0")
}

/// Built-in variables that are distances, and their names in GLSL.
pub const DISTANCES: [(u32, &str); 2] =
    [(built_in::CLIP_DISTANCE, "gl_ClipDistance"), (built_in::CULL_DISTANCE, "gl_CullDistance")];

/// Number of distances of a kind that a fragment stage reads.
#[must_use]
pub fn distances(fragment: &Subject, kind: u32) -> u64 {
    let reflection = &fragment.reflection;
    let mut found = 0;
    for variable in reflection.interface(fragment.entry(), storage_class::INPUT) {
        let members = reflection.members(variable.ty).iter().map(|member| (member.built_in, member.ty));
        for (own, ty) in members.chain([(variable.built_in, variable.ty)]) {
            if own == Some(kind)
                && let TypeKind::Array { length, .. } = reflection.ty(ty)
            {
                found = length.default_value().unwrap_or(0);
            }
        }
    }
    found
}
