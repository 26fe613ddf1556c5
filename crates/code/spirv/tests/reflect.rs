//! Compares reflection of each fixture with the `.reflect` file beside it, and checks that no input panics.

use std::fmt::Write;

use crate::check::GOOD;
use crate::support::{self, assembled};
use glassbox_spirv::check::check_structure;
use glassbox_spirv::grammar::value_name;
use glassbox_spirv::reflect::{Half, Index, Length, PushWord, Reflection, TypeId, TypeKind, reflect};
use glassbox_testing::case::files;
use glassbox_testing::golden;
use glassbox_testing::random::Random;

/// A type on one line.
fn type_text(out: &Reflection, ty: TypeId) -> String {
    match out.ty(ty) {
        TypeKind::Int { width, signed } => format!("{}{width}", if *signed { "i" } else { "u" }),
        TypeKind::Float { width } => format!("f{width}"),
        TypeKind::Vector { component, count } => format!("{}x{count}", type_text(out, *component)),
        TypeKind::Matrix { column, count } => format!("{}x{count}", type_text(out, *column)),
        TypeKind::Array { element, length, stride } => {
            let length = match length {
                Length::Fixed(length) => length.to_string(),
                other => format!("{other:?}"),
            };
            format!("[{}; {length}, stride {stride:?}]", type_text(out, *element))
        }
        TypeKind::RuntimeArray { element, stride } => {
            format!("[{}; stride {stride:?}]", type_text(out, *element))
        }
        TypeKind::Struct { members, .. } => {
            let mut text = String::from("{");
            for member in members {
                let name = member.name.as_deref().unwrap_or("_");
                let _ = write!(text, " {name}: {} @{:?}", type_text(out, member.ty), member.offset);
                if let Some(stride) = member.matrix_stride {
                    let _ =
                        write!(text, " stride {stride}{}", if member.row_major { " by rows" } else { "" });
                }
                text.push(';');
            }
            text + " }"
        }
        TypeKind::SampledImage { image } => format!("sampled {}", type_text(out, *image)),
        TypeKind::Image { sampled, dim, depth, arrayed, multisampled, usage, format } => format!(
            "image({} {} depth {depth} arrayed {arrayed} ms {multisampled} usage {usage} {})",
            type_text(out, *sampled),
            value_name("Dim", *dim).unwrap_or("?"),
            value_name("ImageFormat", *format).unwrap_or("?"),
        ),
        other => format!("{other:?}"),
    }
}

fn word_text(word: PushWord) -> String {
    let element = word.element.map_or(String::new(), |element| format!("[{element}]"));
    let half = match word.half {
        Half::Low => " low",
        Half::High => " high",
        Half::Whole => "",
    };
    format!("push {:?}{element}{half}", word.member)
}

fn index_text(index: Option<Index>) -> String {
    match index {
        None => "-".into(),
        Some(Index::Constant(value)) => value.to_string(),
        Some(Index::Push(word)) => word_text(word),
        Some(other) => format!("{other:?}"),
    }
}

/// Renders a reflection as reviewable lines.
fn render(out: &Reflection) -> String {
    let mut text = String::new();
    for one in &out.capabilities {
        let _ = writeln!(text, "capability {}", value_name("Capability", one.value).unwrap_or("?"));
    }
    for one in &out.extensions {
        let _ = writeln!(text, "extension {:?}", one.value);
    }
    for one in &out.imports {
        let _ = writeln!(text, "import {:?}", one.value);
    }
    for one in &out.sources {
        let _ = writeln!(text, "source {:?}", one.value);
    }
    let _ = writeln!(text, "debug {:?}", out.debug);
    for one in &out.spec_constants {
        let _ = writeln!(
            text,
            "constant %{} spec {:?} {:?}: {} = {}",
            one.id,
            one.spec_id,
            one.name,
            type_text(out, one.ty),
            one.default
        );
    }
    for one in out.push_constants() {
        let _ = writeln!(text, "push %{} {:?}: {}", one.id, one.name, type_text(out, one.ty));
    }
    for one in &out.descriptors {
        let _ = write!(text, "descriptor %{} set {:?} binding {:?} ", one.variable, one.set, one.binding);
        let _ = write!(text, "{:?} {:?} {}", one.kind, one.count, type_text(out, one.element));
        for (flag, name) in [(one.non_writable, " readonly"), (one.non_readable, " writeonly")] {
            text.push_str(if flag { name } else { "" });
        }
        if let Some(index) = one.input_attachment {
            let _ = write!(text, " attachment {index}");
        }
        text.push('\n');
    }
    for entry in &out.entry_points {
        let model = value_name("ExecutionModel", entry.model).unwrap_or("?");
        let _ =
            writeln!(text, "entry {model} {:?} %{} size {:?}", entry.name, entry.function, entry.local_size);
        for mode in &entry.modes {
            let _ = writeln!(
                text,
                "  mode {} {:?}",
                value_name("ExecutionMode", mode.mode).unwrap_or("?"),
                mode.operands
            );
        }
        let (inputs, outputs) = (out.input_locations(entry), out.output_locations(entry));
        for (which, list) in [("in", inputs), ("out", outputs)] {
            for one in list {
                let _ = writeln!(
                    text,
                    "  {which} {}.{} +{} {:?}{} {}x{} array {:?} %{} {:?} {:?}{}{}",
                    one.location,
                    one.component,
                    one.locations,
                    one.class,
                    one.width,
                    one.components,
                    one.columns,
                    one.array,
                    one.variable,
                    one.member,
                    one.name,
                    if one.flat { " flat" } else { "" },
                    if one.no_perspective { " noperspective" } else { "" },
                );
            }
        }
        for one in &entry.uses {
            let flags = |read, written| match (read, written) {
                (true, true) => "rw",
                (true, false) => "r",
                (false, true) => "w",
                (false, false) => "-",
            };
            let _ = writeln!(text, "  uses %{} {}", one.variable, flags(one.read, one.written));
            for access in &one.accesses {
                let _ = writeln!(
                    text,
                    "    [{}] [{}] {}",
                    index_text(access.first),
                    index_text(access.second),
                    flags(access.read, access.written)
                );
            }
        }
        for one in &entry.push_reads {
            let _ = writeln!(text, "  reads {} at {:#x}", word_text(one.word), one.range.start);
        }
    }
    text
}

#[test]
fn fixtures() {
    for path in files(&support::fixtures(), "spvasm") {
        if path.to_string_lossy().ends_with(".bad.spvasm") {
            continue;
        }
        let bytes = assembled(&std::fs::read_to_string(&path).expect("fixtures are text"));
        let out = reflect(&bytes).expect("it is a module");
        golden(path.with_extension("reflect"), render(&out));
    }
}

#[test]
fn byte_order_changes_nothing() {
    let bytes =
        assembled(&std::fs::read_to_string(support::fixtures().join("resources.spvasm")).expect("text"));
    let swapped: Vec<u8> =
        bytes.as_chunks::<4>().0.iter().flat_map(|[a, b, c, d]| [*d, *c, *b, *a]).collect();
    let (little, big) = (reflect(&bytes).expect("a module"), reflect(&swapped).expect("a module"));
    assert_eq!(render(&little), render(&big));
}

#[test]
fn mutations_never_panic() {
    let mut random = Random::new(5);
    let seeds: Vec<Vec<u8>> = (files(&support::fixtures(), "spvasm").iter())
        .filter(|path| !path.to_string_lossy().ends_with(".bad.spvasm"))
        .map(|path| assembled(&std::fs::read_to_string(path).expect("fixtures are text")))
        .collect();
    for _ in 0..20_000 {
        let mut bytes = seeds[random.index(seeds.len())].clone();
        for _ in 0..=random.index(8) {
            let word = 4 + random.index(bytes.len() / 4 - 1) * 4;
            match random.index(4) {
                0 => bytes[word] = random.word() as u8,
                1 => bytes[word..word + 4].copy_from_slice(&random.word().to_le_bytes()),
                2 => {
                    let other = 4 + random.index(bytes.len() / 4 - 1) * 4;
                    bytes.copy_within(other..other + 4, word);
                }
                _ => bytes[word + 2] = random.index(9) as u8,
            }
        }
        bytes.truncate(bytes.len() - random.index(6));
        exercise(&bytes);
    }
}

/// Calls every method of a module's reflection.
fn exercise(bytes: &[u8]) {
    let Ok(out) = reflect(bytes) else { return };
    for entry in &out.entry_points {
        let _ = (out.input_locations(entry), out.output_locations(entry));
        for one in &entry.uses {
            assert_eq!(entry.use_of(one.variable), Some(one));
        }
    }
    for finding in check_structure(bytes) {
        assert!(finding.range.end <= bytes.len(), "{finding:?}");
    }
}

#[test]
fn slices_of_the_corpus() {
    for path in glassbox_testing::corpus::files("vbc", &[""]) {
        let bytes = std::fs::read(&path).expect("the corpus can be read");
        support::modules_in(&bytes).into_iter().for_each(exercise);
    }
}

#[test]
fn hostile_shapes_stay_small() {
    // Types that double in size with each step, and many entry points on one busy function.
    let mut text = GOOD.to_owned();
    text.push_str("%9 = OpTypeFloat 32\n%10 = OpTypeStruct %9 %9\n");
    for id in 11..200 {
        let _ = writeln!(text, "%{id} = OpTypeStruct %{} %{}", id - 1, id - 1);
    }
    text.push_str(
        "%200 = OpTypePointer Output %199\n%201 = OpVariable %200 Output\nOpDecorate %201 Location 0\n",
    );
    let out = reflect(&assembled(&text)).expect("it is a module");
    assert_eq!(out.variables.len(), 1);

    let mut text = String::from("%u = OpTypeInt 32 0\n%p = OpTypePointer Private %u\n");
    for n in 0..3000 {
        let _ = writeln!(text, "OpEntryPoint Vertex %f \"e{n}\"\n%v{n} = OpVariable %p Private");
    }
    text.push_str("%f = OpFunction %u None %u\n");
    for n in 0..3000 {
        let _ = writeln!(text, "OpStore %v{n} %u");
    }
    text.push_str("OpFunctionEnd\n");
    let bytes = assembled(&text);
    let out = reflect(&bytes).expect("it is a module");
    let listed: usize = out.entry_points.iter().map(|entry| entry.uses.len()).sum();
    assert!(listed * 4 < bytes.len() + 4096, "{listed}");
    assert_eq!(out.entry_points[0].uses.len(), 3000);
    assert!(out.entry_points[2999].truncated);
}

#[test]
fn sources_have_a_file_and_a_text() {
    for (operands, file, text) in [
        ("GLSL 450", None, false),
        ("GLSL 450 %name", Some("a.frag"), false),
        ("GLSL 450 %name \"void main() {}\"", Some("a.frag"), true),
    ] {
        let bytes = assembled(&format!("%name = OpString \"a.frag\"\nOpSource {operands}\n"));
        let out = reflect(&bytes).expect("it is a module");
        let source = &out.sources[0].value;
        assert_eq!((source.version, source.file.as_deref(), source.text), (450, file, text), "{operands}");
    }
}

#[test]
fn halves_of_push_constants() {
    let head = "%v = OpTypeVoid\n%fn = OpTypeFunction %v\n%u = OpTypeInt 32 0\n%u4 = OpTypeVector %u 4\n\
        %0a = OpConstant %u 0\n%16a = OpConstant %u 16\n%low = OpConstant %u 65535\n%S = OpTypeStruct %u %u4\n\
        %p = OpTypePointer PushConstant %S\n%pu = OpTypePointer PushConstant %u\n\
        %pp = OpTypePointer Private %u\n%pc = OpVariable %p PushConstant\n%g = OpVariable %pp Private\n\
        OpEntryPoint Vertex %main \"main\"\n%main = OpFunction %v None %fn\n%l = OpLabel\n";
    let load = "%a = OpAccessChain %pu %pc %0a\n%w = OpLoad %u %a\n";
    for (body, expected) in [
        ("%x = OpBitwiseAnd %u %low %w\n", "push Some(0) low"),
        ("%x = OpBitFieldUExtract %u %w %0a %16a\n", "push Some(0) low"),
        ("%x = OpBitFieldUExtract %u %w %16a %16a\n", "push Some(0) high"),
        ("%x = OpShiftRightLogical %u %w %16a\n%y = OpBitwiseAnd %u %x %low\n", "push Some(0) high"),
        ("%x = OpShiftRightLogical %u %w %0a\n", "push Some(0)"),
        ("OpStore %g %w\n%x = OpLoad %u %g\n%y = OpBitwiseAnd %u %x %low\n", "push Some(0) low"),
        ("OpStore %g %w\nOpStore %g %w\n", "push Some(0)"),
        ("%s = OpLoad %S %pc\n%x = OpCompositeExtract %u %s 1 2\n%y = OpIAdd %u %x %x\n", "push Some(1)[2]"),
        ("", ""),
    ] {
        let bytes = assembled(&format!("{head}{load}{body}OpReturn\nOpFunctionEnd\n"));
        let out = reflect(&bytes).expect("it is a module");
        let reads: Vec<String> =
            out.entry_points[0].push_reads.iter().map(|one| word_text(one.word)).collect();
        assert_eq!(reads.join(", "), expected, "{body}");
    }
}

#[test]
fn pointers_passed_to_functions() {
    let text = "%v = OpTypeVoid\n%fn = OpTypeFunction %v\n%u = OpTypeInt 32 0\n%c = OpConstant %u 3\n\
        %arr = OpTypeRuntimeArray %u\n%B = OpTypeStruct %u %arr\n%pb = OpTypePointer StorageBuffer %B\n\
        %pa = OpTypePointer StorageBuffer %arr\n%pu = OpTypePointer StorageBuffer %u\n\
        %one = OpVariable %pb StorageBuffer\n%two = OpVariable %pb StorageBuffer\n%fp = OpTypeFunction %v %pa\n\
        OpEntryPoint Vertex %a \"a\"\nOpEntryPoint Vertex %b \"b\"\n\
        %a = OpFunction %v None %fn\n%la = OpLabel\n%ca = OpAccessChain %pa %one %c\n\
        %ra = OpFunctionCall %v %f %ca\nOpReturn\nOpFunctionEnd\n\
        %b = OpFunction %v None %fn\n%lb = OpLabel\n%cb = OpAccessChain %pa %two %c\n\
        %rb = OpFunctionCall %v %f %cb\nOpReturn\nOpFunctionEnd\n\
        %f = OpFunction %v None %fp\n%x = OpFunctionParameter %pa\n%lf = OpLabel\n\
        %at = OpAccessChain %pu %x %c\nOpStore %at %c\nOpReturn\nOpFunctionEnd\n";
    let out = reflect(&assembled(text)).expect("it is a module");
    for (entry, variable) in out.entry_points.iter().zip(&out.variables) {
        let [used] = &entry.uses[..] else { panic!("{:?}", entry.uses) };
        assert_eq!((used.variable, used.read, used.written), (variable.id, false, true));
        let deepest = used.accesses.last().map(|access| (access.first, access.second, access.written));
        assert_eq!(deepest, Some((Some(Index::Constant(3)), Some(Index::Constant(3)), true)));
    }
}
