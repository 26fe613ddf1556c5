//! Arrays of scalars and pairs whose elements are as far apart as std140 puts them.
//!
//! Metal puts elements as close to each other as their size allows, so such an array becomes one of elements with bytes behind them.
//! It is asked for elements as before, in each address space in which it may lie. Source: the Metal Shading Language specification,
//! sections 2.3 (sizes and alignments) and 4 (address spaces).

use std::fmt::Write;

use naga::{ArraySize, Module, TypeInner};

use crate::back::names::{Names, Role};

/// What the writer calls the member that holds an array.
const FIELD: &str = "inner";

/// An array whose elements do not lie next to each other.
pub(super) struct Spaced {
    /// Identifier of the structure that holds it.
    token: String,
    count: u32,
    /// Distance of the elements, bytes.
    stride: u32,
}

/// Calls the arrays of a module that are spaced by names by which they can be found in the text.
pub(super) fn name(module: &mut Module, names: &mut Names) -> Vec<Spaced> {
    let mut found = Vec::new();
    for (handle, ty) in module.types.iter() {
        let TypeInner::Array { base, size: ArraySize::Constant(count), stride } = ty.inner else {
            continue;
        };
        let size = match module.types[base].inner {
            TypeInner::Scalar(scalar) => u32::from(scalar.width),
            TypeInner::Vector { size: naga::VectorSize::Bi, scalar } => 2 * u32::from(scalar.width),
            _ => continue,
        };
        if size < stride {
            found.push((handle, count.get(), stride));
        }
    }
    found
        .into_iter()
        .map(|(handle, count, stride)| {
            let (_, token) = names.stand_in("Spaced", Role::Global);
            let mut ty = module.types[handle].clone();
            ty.name = Some(token.clone());
            module.types.replace(handle, ty);
            Spaced { token, count, stride }
        })
        .collect()
}

/// Spaces the arrays in the text.
pub(super) fn space(text: String, arrays: &[Spaced], names: &mut Names) -> String {
    if arrays.is_empty() {
        return text;
    }
    let (_, template) = names.stand_in("SpacedArray", Role::Global);
    let mut result = String::with_capacity(text.len() + 1024);
    let mut lines = text.split_inclusive('\n');
    let mut is_declared = false;
    while let Some(line) = lines.next() {
        let opened = line.strip_prefix("struct ").and_then(|rest| rest.strip_suffix(" {\n"));
        let array = opened.and_then(|token| arrays.iter().find(|array| array.token == token));
        let Some(array) = array else {
            result.push_str(line);
            continue;
        };
        if !is_declared {
            declare(&mut result, &template);
            is_declared = true;
        }
        result.push_str(line);
        // The one line between the braces: `    float inner[4];`
        let Some(element) = lines
            .next()
            .and_then(|line| line.trim_start().split_once(&format!(" {FIELD}[")))
            .map(|(element, _)| element)
        else {
            continue;
        };
        let _ = writeln!(result, "    {template}<{element}, {}, {}> {FIELD};", array.stride, array.count);
    }
    result
}

fn declare(text: &mut String, template: &str) {
    let _ = write!(
        text,
        "template<typename T, size_t Stride, size_t Count>
struct {template} {{
    struct Element {{
        T value;
        char pad[Stride - sizeof(T)];
    }} elements[Count];
"
    );
    for space in ["thread", "const thread", "const constant", "device", "const device"] {
        let method =
            space.strip_prefix("const ").map_or_else(|| space.to_owned(), |space| format!("const {space}"));
        let _ = writeln!(
            text,
            "    {space} T& operator[](size_t index) {method} {{ return elements[index].value; }}"
        );
    }
    text.push_str("};\n\n");
}
