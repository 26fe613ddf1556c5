//! Tests reflection against sources and tables.

use std::collections::HashMap;

use crate::support;
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::{corpus, interface};
use glassbox_vbc::format::FORMAT;
use glassbox_vbc::program::Layout;
use glassbox_vbc::write::write;

fn lines(bytes: &[u8]) -> Vec<String> {
    let opened = FORMAT.open(Window::whole(bytes), &Limits::default()).expect("it is VBC");
    interface::lines(&opened.interface())
}

#[test]
fn every_kind_of_record_is_shown() {
    let rich = [
        "entry vertex main vertex.code",
        "in location 0 float3",
        "in location 1 float",
        "out location 0 float4",
        "out Position float4",
        "entry fragment main fragment.code",
        "in location 0 float4",
        "out location 0 float4",
        "out location 1 uint",
        "combined-image-sampler set 0 binding 0 slot 0 stages(fragment) 2D float4 read[8192]",
        "storage-image set 0 binding 1 slot 1 stages(fragment) 2D Rgba8 read-write[128]",
        "storage-buffer set 0 binding 2 slot 3 stages(fragment) read element-size 32[512]",
        "input-attachment set 2 binding 0 slot 0 stages(fragment) subpass float4 read",
        "block set 1 binding 0 size 80 stages(vertex)",
        "member mvp at 0 matrix-stride 16 float4x4",
        "member tint at 64 float4",
        "push size 8 stages(fragment)",
        "member slots 0 and 1 at 0 uint",
        "member slots 2 and 3 at 4 uint",
    ];
    let declared = [
        "entry vertex main vertex.code",
        "in location 0 float3",
        "in location 2 float4x4",
        "in location 8 int2[3]",
        "out Position float4",
        "entry fragment main fragment.code",
        "out location 0 float4",
        "out location 1 int2",
        "combined-image-sampler set 0 binding 0 slot 2 cube float4 read[8192]",
        "storage-image set 0 binding 1 slot 4 3D Rg16Snorm read-write[128]",
        "storage-buffer set 0 binding 2 slot 6 read-write element-size 64[512]",
        "uniform-texel-buffer set 0 binding 3 slot 7 buffer float4 read[128]",
        "storage-texel-buffer set 0 binding 4 slot 9 buffer R32ui read-write[128]",
        "block set 1 binding 0 size 40",
        "member size at 0 float2",
        "member steps at 8 array-stride 4 int[4]",
        "member turn at 24 matrix-stride 8 float2x2",
        "push size 20",
        "member slots 0 and 1 at 0 uint",
        "member slots 2 and 3 at 4 uint",
        "member slots 4 and 5 at 8 uint",
        "member slots 6 and 7 at 12 uint",
        "member slots 8 and 9 at 16 uint",
    ];
    for (program, expected) in
        [(support::rich(), rich.as_slice()), (support::declared(), declared.as_slice())]
    {
        let bytes = write(&program, &Layout::canonical()).expect("the program can be written");
        assert_eq!(lines(&bytes), expected);
    }
}

/// `stage-masks.vsl` uses a binding in each set of stages.
#[test]
fn stages_are_those_that_use_the_binding() {
    let shown = lines(&corpus::bytes("vbc/released/stage-masks.vbc"));
    let stages = |slot: &str| {
        let line = shown.iter().find(|line| line.contains(slot));
        line.and_then(|line| Some(line.split_once("stages(")?.1.split_once(')')?.0))
    };
    assert_eq!(stages(" slot 0 "), Some("vertex"));
    assert_eq!(stages(" slot 1 "), Some("fragment"));
    assert_eq!(stages(" slot 2 "), Some("vertex, fragment"));
    assert_eq!(stages(" slot 3 "), None);
}

/// A numeric type of VSL, such as `float2x3`: two columns of three rows.
struct Numeric<'s> {
    scalar: &'s str,
    rows: u32,
    columns: u32,
}

fn numeric(name: &str) -> Numeric<'_> {
    let digits = name.find(|letter: char| letter.is_ascii_digit()).unwrap_or(name.len());
    let (scalar, shape) = name.split_at(digits);
    let (columns, rows) = shape.split_once('x').unwrap_or(("1", if shape.is_empty() { "1" } else { shape }));
    let number = |text: &str| text.parse().expect("a size");
    Numeric { scalar, rows: number(rows), columns: number(columns) }
}

impl Numeric<'_> {
    fn text(&self) -> String {
        match (self.rows, self.columns) {
            (1, 1) => self.scalar.to_owned(),
            (rows, 1) => format!("{}{rows}", self.scalar),
            (rows, columns) => format!("{}{rows}x{columns}", self.scalar),
        }
    }

    fn size(&self) -> u32 {
        4 * self.rows * self.columns
    }
}

#[test]
fn built_ins_are_shown_with_their_names() {
    let text = std::fs::read_to_string(support::folder("shaders").join("plain.vert.spvasm"));
    let text = text.expect("the shader is readable");
    let named = text.replace(
        "               OpDecorate %at BuiltIn Position",
        "               OpName %at \"corner\"\n               OpDecorate %at BuiltIn Position",
    );
    let vertex = glassbox_spirv::assemble(&named).expect("it assembles");
    let mut program = support::plain();
    program.modules[0] = Some(vertex.into());
    let lines = lines(&write(&program, &Layout::default()).expect("it is written"));
    assert!(lines.contains(&"out corner Position float4".to_owned()), "{lines:#?}");
}

/// The array size of `name[SIZE]`.
fn array(name: &str) -> (&str, Option<u32>) {
    match name.split_once('[') {
        Some((name, size)) => (name, size.trim_end_matches(']').parse().ok()),
        None => (name, None),
    }
}

/// Lines of a structure's members, without padding, and its size.
fn members(body: &str) -> (Vec<String>, u32) {
    let mut at = 0;
    let mut out = Vec::new();
    for declaration in body.split(';') {
        let Some((ty, name)) = declaration.trim().split_once(' ') else {
            continue;
        };
        let (ty, (name, count)) = (numeric(ty), array(name.trim()));
        let mut line = format!("member {name} at {at}");
        if count.is_some() {
            line += &format!(" array-stride {}", ty.size());
        }
        if ty.columns > 1 {
            line += &format!(" matrix-stride {}", 4 * ty.rows);
        }
        line += &format!(" {}", ty.text());
        if let Some(count) = count {
            line += &format!("[{count}]");
        }
        out.push(line);
        at += ty.size() * count.unwrap_or(1);
    }
    (out, at)
}

/// SPIR-V's name of a stored format, such as `Rg8Snorm` of `s8norm2`.
fn stored(ty: &str) -> String {
    let (base, count) = match ty.strip_suffix(['2', '4']) {
        Some(base) => (base, &ty[base.len()..]),
        None => (ty, "1"),
    };
    let letters = match count {
        "1" => "R",
        "2" => "Rg",
        _ => "Rgba",
    };
    let rest = match base {
        "int" => "32i",
        "uint" => "32ui",
        "float" => "32f",
        "u8norm" => "8",
        "s8norm" => "8Snorm",
        "u16norm" => "16",
        "s16norm" => "16Snorm",
        _ => panic!("no format of {ty}"),
    };
    format!("{letters}{rest}")
}

/// Line of a binding, without the stages that use it.
fn binding(slot: &str, ty: &str, structs: &HashMap<&str, &str>) -> String {
    let (kind, inner) = ty.split_once('<').unwrap_or((ty, ""));
    let inner = inner.trim_end_matches('>');
    let (prefix, rest) =
        kind.split_once("Sampler").or_else(|| kind.split_once("Image")).unwrap_or((kind, ""));
    let dimension = rest.to_ascii_lowercase().replace("array", "-array").replace('d', "D");
    let read = match prefix {
        "I" | "ROITexels" => "int4",
        "U" | "ROUTexels" => "uint4",
        _ => "float4",
    };
    let at = |binding: u32| format!("set 0 binding {binding} slot {slot}");
    let element = || structs.get(inner).map_or_else(|| numeric(inner).size(), |body| members(body).1);
    if kind.contains("Sampler") {
        format!("combined-image-sampler {} {dimension} {read} read[8192]", at(0))
    } else if kind.contains("Image") {
        format!("storage-image {} {dimension} {} read-write[128]", at(1), stored(inner))
    } else if kind.starts_with("RO") && kind.ends_with("Texels") {
        format!("uniform-texel-buffer {} buffer {read} read[128]", at(3))
    } else {
        match kind {
            "ROBuffer" => format!("storage-buffer {} read element-size {}[512]", at(2), element()),
            "RWBuffer" => format!("storage-buffer {} read-write element-size {}[512]", at(2), element()),
            "RWTexels" => format!("storage-texel-buffer {} buffer {} read-write[128]", at(4), stored(inner)),
            _ => panic!("no binding of {ty}"),
        }
    }
}

/// What a source declares, as lines.
fn declared(source: &str) -> Vec<String> {
    let source: String = source.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let mut structs = HashMap::new();
    let mut lists: [Vec<String>; 5] = Default::default();
    let [inputs, outputs, bindings, passes, uniform] = &mut lists;
    let head = source.split("@vert").next().and_then(|text| text.split("@frag").next()).unwrap_or("");
    let mut rest = head;
    while let Some((before, after)) = rest.split_once(';') {
        let text = before.trim();
        rest = after;
        if let Some(structure) = text.strip_prefix("@struct ") {
            let start = head.len() - after.len() - before.len() - 1;
            let whole = &head[start..];
            let end = whole.find('}').expect("the structure ends");
            let (name, body) = whole[..end].split_once('{').expect("it has a body");
            let name = name.trim().trim_start_matches("@struct ").trim();
            assert!(structure.starts_with(name));
            structs.insert(name, body);
            rest = whole[end + 1..].trim_start().trim_start_matches(';');
            continue;
        }
        if let Some(text) = text.strip_prefix("uniform ") {
            let name = text.split_whitespace().next().expect("a structure");
            let (members, size) = members(structs[name]);
            uniform.push(format!("block set 1 binding 0 size {size}"));
            uniform.extend(members);
            continue;
        }
        let Some((place, text)) = text.split_once(')') else {
            continue;
        };
        let Some((what, number)) = place.split_once('(') else {
            continue;
        };
        let (ty, name) = text.trim().split_once(' ').expect("a type and a name");
        let variable = |direction: &str| {
            let array = array(name).1.map_or_else(String::new, |count| format!("[{count}]"));
            format!("{direction} location {number} {}{array}", numeric(ty).text())
        };
        match what {
            "in" => inputs.push(variable("in")),
            "out" => outputs.push(variable("out")),
            "bind" => bindings.push(binding(number, ty, &structs)),
            "passinput" => passes
                .push(format!("input-attachment set 2 binding {number} slot {number} subpass {ty} read")),
            _ => {}
        }
    }
    lists.concat()
}

/// The lines that the declarations of a source account for.
fn shown(lines: Vec<String>) -> Vec<String> {
    let fragment = lines.iter().position(|line| line.starts_with("entry fragment"));
    let fragment = fragment.expect("there is a fragment stage");
    let kept = lines.iter().enumerate().filter(|(index, line)| match line.split(' ').next() {
        Some("in") => *index < fragment && line.contains(" location "),
        Some("out") => *index > fragment,
        Some("entry" | "push") => false,
        _ => !line.starts_with("member slots "),
    });
    kept.map(|(_, line)| match line.split_once(" stages(") {
        Some((before, after)) => format!("{before}{}", after.split_once(')').expect("it ends").1),
        None => line.clone(),
    })
    .collect()
}

#[test]
fn reflection_is_what_the_source_declares() {
    let released = corpus::files("vbc/released", &["vbc"]);
    let corrected = corpus::files("vbc/corrected", &["vbc"]);
    for path in released.iter().chain(&corrected) {
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        // The released compiler writes no records of subpass inputs.
        if name.starts_with("passinput") && released.contains(path) {
            continue;
        }
        let source = corpus::bytes(&format!("vbc/src/{name}.vsl"));
        let bytes = std::fs::read(path).expect("the file is readable");
        let expected = declared(&String::from_utf8_lossy(&source));
        assert_eq!(shown(lines(&bytes)), expected, "{}", path.display());
    }
}
