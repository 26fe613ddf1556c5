//! What is changed in the text that the writer made: copies and structures that nothing needs, and what it writes for other rules than
//! OpenGL's.

use std::collections::HashMap;

use super::Block;
use crate::back::names::{NameId, Structure};
use crate::back::words;
use glassbox_core::name_map::Port;

/// Uses inputs directly where the writer copies them to variables first.
pub(super) fn without_copies(text: &str, inputs: &[(Port, NameId)]) -> String {
    let Some(at) = text.find("\nvoid main() {\n") else {
        return text.to_owned();
    };
    if inputs.is_empty() {
        return text.to_owned();
    }
    let (head, body) = text.split_at(at);
    let mut copies: HashMap<&str, &str> = HashMap::new();
    let mut rest = String::with_capacity(body.len());
    for line in body.split_inclusive('\n') {
        let words: Vec<&str> = line.trim_end_matches(['\n', ';']).split_ascii_whitespace().collect();
        match words.as_slice() {
            [_, copy, "=", input]
                if ["_p2vs_location", "_vs2fs_location"]
                    .iter()
                    .any(|kind| input.starts_with(kind) && line.ends_with(";\n")) =>
            {
                copies.insert(copy, input);
            }
            _ => rest.push_str(line),
        }
    }
    format!("{head}{}", replace(&rest, |word| copies.get(word).copied()))
}

/// Replaces identifiers that are no members.
fn replace<'a>(text: &str, with: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut end = 0;
    for word in words::identifiers(text) {
        result.push_str(text.get(end..word.start).unwrap_or_default());
        match with(word.text) {
            Some(other) if !word.member => result.push_str(other),
            _ => result.push_str(word.text),
        }
        end = word.start + word.text.len();
    }
    result.push_str(text.get(end..).unwrap_or_default());
    result
}

/// Puts the members of a block's structure into the block. The writer gives the block one member, which is the structure.
pub(super) fn inline(text: &str, block: &Block<'_>) -> String {
    let declaration = format!("{} {{ ", block.block);
    let Some(at) = text.find(&declaration) else {
        return text.to_owned();
    };
    let Some(length) = text.get(at..).and_then(|rest| rest.find("; };")) else {
        return text.to_owned();
    };
    let (before, rest) = text.split_at(at);
    let (inside, after) = rest.split_at(length);
    let inside = inside.get(declaration.len()..).unwrap_or_default();
    let after = after.strip_prefix("; };").unwrap_or_default();
    let variable = block.variable.as_str();
    let (members, use_of) = match block.structure {
        Some(structure) => {
            let whole: Vec<String> =
                structure.members.iter().map(|field| format!("{variable}.{}", field.token)).collect();
            (
                body_of(text, structure).unwrap_or_default(),
                format!("{}({})", structure.token, whole.join(", ")),
            )
        }
        // One value: it becomes a member of its own.
        None => {
            let value = inside.replacen(variable, "value", 1);
            (format!("    {value};\n"), format!("{variable}.value"))
        }
    };
    // Members are asked for by name; a use without one is a copy of the whole.
    let mut result = String::with_capacity(text.len() + members.len());
    let uses = |part: &str, result: &mut String| {
        let mut end = 0;
        for word in words::identifiers(part) {
            result.push_str(part.get(end..word.start).unwrap_or_default());
            end = word.start + word.text.len();
            let follows = part.as_bytes().get(end).copied();
            if word.text == variable && (block.structure.is_none() || follows != Some(b'.')) {
                result.push_str(&use_of);
            } else {
                result.push_str(word.text);
            }
        }
        result.push_str(part.get(end..).unwrap_or_default());
    };
    uses(before, &mut result);
    result.push_str(&block.block);
    result.push_str(" {\n");
    result.push_str(&members);
    result.push_str("} ");
    result.push_str(variable);
    result.push(';');
    uses(after, &mut result);
    result
}

/// The lines between the braces of a structure.
fn body_of(text: &str, structure: &Structure) -> Option<String> {
    let opening = format!("struct {} {{\n", structure.token);
    let start = text.find(&opening)? + opening.len();
    let length = text.get(start..)?.find("};")?;
    text.get(start..start + length).map(str::to_owned)
}

/// Removes the declaration of a structure that nothing but a block used.
pub(super) fn without_unused(text: String, structure: &Structure) -> String {
    let uses = words::identifiers(&text).filter(|word| word.text == structure.token).count();
    if uses != 1 {
        return text;
    }
    let opening = format!("struct {} {{\n", structure.token);
    let Some(start) = text.find(&opening) else {
        return text;
    };
    let Some(length) = text.get(start..).and_then(|rest| rest.find("};\n")) else {
        return text;
    };
    let mut text = text;
    text.replace_range(start..start + length + 3, "");
    text
}

/// Counts instances as OpenGL does, from 0 in each draw. The writer adds the first instance, in a uniform that nobody would set.
pub(super) fn without_first_instance(text: String) -> String {
    if !text.contains("naga_vs_first_instance") {
        return text;
    }
    text.replace("uniform uint naga_vs_first_instance;\n\n", "")
        .replace("(uint(gl_InstanceID) + naga_vs_first_instance)", "uint(gl_InstanceID)")
}

/// Gives the number and mask of samples their types. The writer takes them for one unsigned number each: OpenGL has a signed number, and arrays
/// of signed words with 32 samples each, of which only the first is ever needed.
pub(super) fn samples(text: String) -> String {
    if !text.contains("gl_Sample") {
        return text;
    }
    let mut result = String::with_capacity(text.len() + 32);
    for line in text.split_inclusive('\n') {
        let written = line
            .trim_start()
            .strip_prefix("gl_SampleMask = ")
            .and_then(|rest| rest.trim_end().strip_suffix(';'));
        match written {
            Some(value) => {
                result.push_str("    gl_SampleMask[0] = int(");
                result.push_str(value);
                result.push_str(");\n");
            }
            None => result.push_str(&replace(line, |word| match word {
                "gl_SampleID" => Some("uint(gl_SampleID)"),
                "gl_SampleMaskIn" => Some("uint(gl_SampleMaskIn[0])"),
                _ => None,
            })),
        }
    }
    result
}

/// Puts a declaration behind the lines that must come first: version, extensions, precision.
pub(super) fn insert(text: String, declaration: &str) -> String {
    let head: usize = text
        .split_inclusive('\n')
        .take_while(|line| {
            let line = line.trim();
            line.is_empty() || line.starts_with('#') || line.starts_with("precision ")
        })
        .map(str::len)
        .sum();
    let mut text = text;
    text.insert_str(head, &format!("{declaration}\n"));
    text
}
