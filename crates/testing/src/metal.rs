//! Judges texts in the Metal Shading Language for tests that [use](crate::tool) clang.
//!
//! Metal is C++ with address spaces. clang has the same spaces in C++ for OpenCL, so it reads a text with the library in
//! `metal/metal_stdlib`, which declares what Metal's has and nothing more. What the two languages spell differently is
//! changed first ([`prepare`]). clang ignores the attributes of Metal; [`attributes`] reads those.

use std::collections::HashSet;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use regex::Regex;

use crate::tool::{Tool, is_asked};

/// Judges a text; `Ok` if the test does not use the tool.
///
/// # Errors
/// What is wrong with an attribute, or what clang says.
pub fn check(text: &str) -> Result<(), String> {
    if is_asked(Tool::Clang) { judge(text) } else { Ok(()) }
}

/// Judges a text.
///
/// # Errors
/// As [`check`].
pub fn judge(text: &str) -> Result<(), String> {
    attributes(text)?;
    let mut command = Command::new("clang++-19");
    command
        .args(["-x", "cl", "-cl-std=clc++2021", "-cl-no-stdinc", "-fdeclspec", "--target=spir64"])
        .args(["-Xclang", "-cl-single-precision-constant", "-fsyntax-only", "-ferror-limit=4"])
        .args(["-Wno-everything", "-Werror=return-type", "-I"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/metal"))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let failed = |error: std::io::Error| format!("clang++-19, which comes with clang-19: {error}");
    let mut child = command.spawn().map_err(failed)?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(prepare(text).as_bytes()).map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"))
}

/// A text in Metal as C++ for OpenCL: structures can be copied from all spaces, constants of functions have a value,
/// variables of threadgroups refer to memory, and both sides of a choice are values.
pub fn prepare(text: &str) -> String {
    static RULES: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
        [
            (r"(?m)^(\s*)struct (\w+)\s*\{", "${1}struct $2 { METAL_STRUCTURE($2)"),
            (r"(?m)^constant ([^=\n]*\[\[function_constant\(\d+\)\]\]);", "constexpr constant $1 = {};"),
            (r"(?m)^constant ", "constexpr constant "),
            (
                r"(?m)^(\s+)threadgroup ([^()&=\n]*?) (\w+)((?:\[\w+\])*);$",
                "${1}typedef $2 ${3}_type$4; threadgroup ${3}_type& $3 = *(threadgroup ${3}_type*)0;",
            ),
        ]
        .into_iter()
        .map(|(pattern, replacement)| (regex(pattern), replacement))
        .collect()
    });
    let mut text = text.to_owned();
    for (rule, replacement) in RULES.iter() {
        text = rule.replace_all(&text, *replacement).into_owned();
    }
    let text = arguments_as_values(without_clashes(text));
    let plain = "metal::judge_detail::plain() ->* ";
    let lines = text.lines().map(|line| match line.split_once(" ? ") {
        Some((condition, rest)) => {
            let rest = rest.replace(" ? ", &format!(" ? {plain}")).replace(" : ", &format!(" : {plain}"));
            format!("{condition} ? {plain}{rest}\n")
        }
        None => format!("{line}\n"),
    });
    lines.collect()
}

/// A text whose argument buffers are not in constant memory: the textures of the library answer in all spaces but that.
fn arguments_as_values(text: String) -> String {
    static LISTS: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)^struct (\w+)\s*\{[^}]*\[\[id\("));
    let names: Vec<String> = LISTS.captures_iter(&text).map(|found| found[1].to_owned()).collect();
    let changed = |text: String, name: &String| {
        text.replace(&format!("constant {name}&"), &format!("const thread {name}&"))
    };
    names.iter().fold(text, changed)
}

/// A text without the constructors of structures that have a member of their own name, which C++ forbids only to those
/// with constructors.
fn without_clashes(mut text: String) -> String {
    static MADE: LazyLock<Regex> = LazyLock::new(|| regex(r"METAL_STRUCTURE\((\w+)\)"));
    let found: Vec<(usize, String)> = MADE
        .captures_iter(&text)
        .filter_map(|made| Some((made.get(0)?.start(), made[0].to_owned(), made[1].to_owned())))
        .filter(|(start, _, name)| {
            let members = text[*start..].split("\n}").next().unwrap_or_default();
            regex(&format!(r"\b{name}(\[\w+\])*;")).is_match(members)
        })
        .map(|(start, made, _)| (start, made))
        .collect();
    for (start, made) in found.into_iter().rev() {
        text.replace_range(start..start + made.len(), "");
    }
    text
}

/// Attributes with what stands in their parentheses and what they may be on, as regular expressions.
const ATTRIBUTES: &[(&str, &str, &str)] = &[
    ("position", "", "float4"),
    ("point_size", "", "float"),
    ("clip_distance", "", "float"),
    ("attribute", r"[0-9]|[12][0-9]|30", r"(half|float|u?int|u?short|u?char|bool)[2-4]?"),
    ("user", r"\w+", r"(half|float|u?int|u?short|u?char|u?long)[2-4]?"),
    ("color", "[0-7]", r"(half|float|u?int|u?short)[2-4]?"),
    ("index", "[01]", ".*"),
    ("depth", "any|less|greater", "float"),
    ("stencil", "", "uint"),
    ("sample_mask", "", "uint"),
    ("render_target_array_index", "", "u(int|short)"),
    ("viewport_array_index", "", "u(int|short)"),
    ("flat", "", ".*"),
    ("center_perspective", "", "(half|float)[2-4]?"),
    ("center_no_perspective", "", "(half|float)[2-4]?"),
    ("centroid_perspective", "", "(half|float)[2-4]?"),
    ("centroid_no_perspective", "", "(half|float)[2-4]?"),
    ("sample_perspective", "", "(half|float)[2-4]?"),
    ("sample_no_perspective", "", "(half|float)[2-4]?"),
    (
        "buffer",
        "[0-9]|[12][0-9]|30",
        r"(constant|device|const device|const constant|device const|volatile device|array_ref|raytracing::acceleration_structure).*",
    ),
    ("texture", r"\d{1,2}|1[01]\d|12[0-7]", "(array<)?(texture|depth).*"),
    ("sampler", r"[0-9]|1[0-5]", "(array<)?sampler.*"),
    ("threadgroup", r"\d+", "threadgroup.*"),
    ("stage_in", "", r"\w+"),
    ("function_constant", r"\d+", r"constant \w+"),
    ("vertex_id", "", "u(int|short)"),
    ("instance_id", "", "u(int|short)"),
    ("base_vertex", "", "u(int|short)"),
    ("base_instance", "", "u(int|short)"),
    ("primitive_id", "", "uint"),
    ("patch_id", "", "uint"),
    ("position_in_patch", "", "float[23]"),
    ("front_facing", "", "bool"),
    ("point_coord", "", "float2"),
    ("sample_id", "", "uint"),
    ("barycentric_coord", "", "float[23]"),
    ("amplification_id", "", "u(int|short)"),
    ("thread_position_in_grid", "", "u(int|short)[23]?"),
    ("thread_position_in_threadgroup", "", "u(int|short)[23]?"),
    ("threadgroup_position_in_grid", "", "u(int|short)[23]?"),
    ("threads_per_grid", "", "u(int|short)[23]?"),
    ("threads_per_threadgroup", "", "u(int|short)[23]?"),
    ("threadgroups_per_grid", "", "u(int|short)[23]?"),
    ("grid_origin", "", "u(int|short)[23]?"),
    ("grid_size", "", "u(int|short)[23]?"),
    ("stage_in_grid_origin", "", "u(int|short)[23]?"),
    ("stage_in_grid_size", "", "u(int|short)[23]?"),
    ("dispatch_threads_per_threadgroup", "", "u(int|short)[23]?"),
    ("thread_index_in_threadgroup", "", "u(int|short)"),
    ("thread_index_in_simdgroup", "", "u(int|short)"),
    ("thread_index_in_quadgroup", "", "u(int|short)"),
    ("thread_execution_width", "", "u(int|short)"),
    ("threads_per_simdgroup", "", "u(int|short)"),
    ("simdgroup_index_in_threadgroup", "", "u(int|short)"),
    ("simdgroups_per_threadgroup", "", "u(int|short)"),
    ("quadgroup_index_in_threadgroup", "", "u(int|short)"),
    ("quadgroups_per_threadgroup", "", "u(int|short)"),
    ("raster_order_group", r"\d+", ".*"),
    ("payload", "", r"(const )?object_data \w+&?"),
    ("primitive_culled", "", "bool"),
    ("id", r"\d+", ".*"),
    ("invariant", "", ".*"),
    ("shared", "", ".*"),
];

/// Attributes that stand before a function, or on a structure.
const FREE: &[&str] = &["early_fragment_tests", "max_total_threads_per_threadgroup", "clang"];

/// Attributes of which a list of members or parameters has one each for an index.
const INDEXED: [&str; 7] = ["buffer", "texture", "sampler", "attribute", "color", "user", "id"];

/// Reads the attributes of a text.
///
/// # Errors
/// The first that Metal does not have, or not there.
pub fn attributes(text: &str) -> Result<(), String> {
    static LISTS: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"(?m)^(?:\[\[[^\]]*\]\]\s*)*(struct|vertex|fragment|kernel|\[\[(?:object|mesh)\]\])")
    });
    static FUNCTION_CONSTANT: LazyLock<Regex> =
        LazyLock::new(|| regex(r"(?m)^(constant \w+) \w+ \[\[([^\]]*)\]\];"));
    patches(text)?;
    for found in FUNCTION_CONSTANT.captures_iter(text) {
        attribute(&found[2], &found[1], "")?;
    }
    for found in LISTS.captures_iter(text) {
        let start = found.get(0).map_or(0, |whole| whole.end());
        let is_struct = &found[1] == "struct";
        let (open, close, separator) = if is_struct { ('{', '}', ';') } else { ('(', ')', ',') };
        let Some(list) = between(&text[start..], open, close) else { continue };
        let mut seen = HashSet::new();
        let has_attributes = list.contains("[[");
        for item in split(list, separator) {
            if !is_struct && item.contains("[[id(") {
                return Err(format!("error: [[id]] is of members, not of parameters: {item}"));
            }
            declaration(item.trim(), &mut seen, !is_struct || has_attributes && !list.contains("[[id("))?;
        }
    }
    Ok(())
}

/// Reads the attributes of patches: what they are, how many control points they have, and that the place in one fits.
fn patches(text: &str) -> Result<(), String> {
    static PATCH: LazyLock<Regex> =
        LazyLock::new(|| regex(r"\[\[\s*patch\b([^\]]*)\]\]\s*(\w+)[^(]*\(([^{]*)"));
    static KINDS: LazyLock<Regex> =
        LazyLock::new(|| regex(r"^\((triangle|quad)(?:, ?([0-9]|[12][0-9]|3[0-2]))?\)\s*$"));
    let mut is_there = false;
    for found in PATCH.captures_iter(text) {
        is_there = true;
        let Some(kind) = KINDS.captures(&found[1]) else {
            return Err(format!("error: [[patch{}]] has a wrong argument", &found[1]));
        };
        if &found[2] != "vertex" {
            return Err(format!("error: [[patch{}]] is not on a vertex function", &found[1]));
        }
        let place = if &kind[1] == "quad" { "float2" } else { "float3" };
        let mut parameters =
            split(&found[3], ',').into_iter().filter(|one| one.contains("position_in_patch"));
        if let Some(wrong) = parameters.find(|one| !one.trim().starts_with(place)) {
            return Err(format!("error: the place in a {} is a {place}: {wrong}", &kind[1]));
        }
    }
    let asks = ["[[position_in_patch]]", "[[patch_id]]", "patch_control_point<"];
    match asks.iter().find(|word| text.contains(**word)) {
        Some(word) if !is_there => Err(format!("error: {word} without a function with [[patch]]")),
        _ => Ok(()),
    }
}

/// What is between the first opening and the closing that ends it.
fn between(text: &str, open: char, close: char) -> Option<&str> {
    let start = text.find(open)? + 1;
    let mut depth = 1;
    for (offset, c) in text[start..].char_indices() {
        depth += i32::from(c == open) - i32::from(c == close);
        if depth == 0 {
            return Some(&text[start..start + offset]);
        }
    }
    None
}

/// Parts of a list, where no parentheses or angles are open.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (offset, c) in text.char_indices() {
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth -= 1,
            _ if c == separator && depth == 0 => {
                parts.push(&text[start..offset]);
                start = offset + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// A member or parameter: all have an attribute if one must.
fn declaration(item: &str, seen: &mut HashSet<String>, must: bool) -> Result<(), String> {
    if item.is_empty() || item.starts_with("//") {
        return Ok(());
    }
    let Some((declared, rest)) = item.split_once("[[") else {
        let is_free = ["char ", "patch_control_point<", "mesh<", "mesh_grid_properties "]
            .iter()
            .any(|word| item.contains(word));
        return if must && !is_free { Err(format!("error: no attribute on \"{item}\"")) } else { Ok(()) };
    };
    let Some((list, _)) = rest.split_once("]]") else {
        return Err(format!("error: open attribute on \"{item}\""));
    };
    let ty = declared.trim().rsplit_once([' ', '&', '*']).map_or(declared, |(ty, _)| ty).trim();
    for one in split(list, ',') {
        let one = one.trim();
        attribute(one, ty, item)?;
        let name = one.split('(').next().unwrap_or_default();
        if INDEXED.contains(&name) && !list.contains("index(") && !seen.insert(one.to_owned()) {
            return Err(format!("error: [[{one}]] is there twice"));
        }
    }
    Ok(())
}

fn attribute(one: &str, ty: &str, item: &str) -> Result<(), String> {
    let (name, argument) = match one.split_once('(') {
        Some((name, rest)) => (name, rest.strip_suffix(')').unwrap_or(rest)),
        None => (one, ""),
    };
    if FREE.contains(&name) {
        return Ok(());
    }
    let Some((_, arguments, types)) = ATTRIBUTES.iter().find(|row| row.0 == name) else {
        return Err(format!("error: Metal has no attribute [[{one}]]: {item}"));
    };
    let whole = |pattern: &str, text: &str| regex(&format!("^(?:{pattern})$")).is_match(text);
    if !whole(arguments, argument) || one.contains('(') == arguments.is_empty() {
        return Err(format!("error: [[{one}]] has a wrong argument: {item}"));
    }
    if !whole(types, ty) {
        return Err(format!("error: [[{one}]] cannot be on {ty}: {item}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const BASE: &str = include_str!("../metal/base.metal");

    /// The errors: what stands in the base, and what does instead. An error that is several lines long ends with the
    /// line that has as many lines after the arrow as before.
    fn planted() -> Vec<(String, String)> {
        let mut all = Vec::new();
        let mut lines = include_str!("../metal/planted.txt").lines().peekable();
        while let Some(line) = lines.next() {
            if line.starts_with('#') {
                continue;
            }
            let mut before: Vec<&str> = vec![line];
            while !before.last().is_some_and(|line| line.contains(" => ")) {
                before.push(lines.next().expect("an arrow"));
            }
            let count = before.len();
            let whole = before.join("\n");
            let (old, new) = whole.split_once(" => ").expect("an arrow");
            let mut new = new.to_owned();
            for _ in 1..count {
                new.push('\n');
                new.push_str(lines.next().expect("as many lines"));
            }
            all.push((old.to_owned(), new));
        }
        all
    }

    #[test]
    fn planted_errors_change_the_base() {
        let planted = planted();
        assert!(planted.len() >= 180, "{}", planted.len());
        for (old, _) in &planted {
            assert!(BASE.contains(old.as_str()), "{old}");
        }
        assert_eq!(attributes(BASE), Ok(()));
    }

    fn the_base_is_accepted_and_planted_errors_are_refused() {
        if !is_asked(Tool::Clang) {
            return;
        }
        assert_eq!(judge(BASE), Ok(()));
        let planted = planted();
        let next = AtomicUsize::new(0);
        let accepted = std::sync::Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some((old, new)) = planted.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if judge(&BASE.replacen(old.as_str(), new, 1)).is_ok() {
                            accepted.lock().expect("no panic").push(format!("{old} => {new}"));
                        }
                    }
                });
            }
        });
        let accepted = accepted.into_inner().expect("no panic");
        assert!(accepted.is_empty(), "{}", accepted.join("\n"));
    }

    crate::asking!(clang: the_base_is_accepted_and_planted_errors_are_refused);
}
