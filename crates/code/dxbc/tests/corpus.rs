//! Walks every token stream of the corpus: it ends at the stated length, instructions and operands account
//! for every word, and listings of another disassembler have the same instructions in order.

use glassbox_dxbc::{
    Binding, Declaration, FindingKind, Opcode, Program, Register, ResourceKind, check, declaration,
};
use glassbox_testing::container::{containers, listing, parts};

/// Token streams of a container, library functions included, each with its counters.
fn streams(bytes: &[u8]) -> Vec<(&[u8], Option<Vec<u32>>)> {
    let parts = parts(bytes);
    let counters = parts.iter().find(|(code, data)| code == b"STAT" && data.get(8..12) != Some(b"DXIL"));
    let counters = counters.map(|(_, data)| {
        data.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect::<Vec<_>>()
    });
    let mut out = Vec::new();
    for (code, data) in parts {
        match &code {
            b"SHDR" | b"SHEX" => out.push((data, counters.clone())),
            b"LIBF" => out.extend(streams(data)),
            _ => {}
        }
    }
    out
}

/// Rule that a damaged file violates.
fn expected_finding(name: &str) -> Option<FindingKind> {
    [
        ("shex_len", FindingKind::Length),
        ("shex_oplen0", FindingKind::ZeroLength),
        ("shex_oplen_past", FindingKind::PastEnd),
        ("shex_opcode", FindingKind::UnknownOpcode),
        ("shex_cust_short", FindingKind::LongLength),
    ]
    .into_iter()
    .find(|(file, _)| name.contains(&format!("{file}.")))
    .map(|(_, kind)| kind)
}

#[test]
fn every_stream_is_walked_to_its_end() {
    let mut count = 0;
    for (name, bytes) in containers() {
        for (data, _) in streams(&bytes) {
            let found = check(data);
            match expected_finding(&name) {
                Some(kind) => {
                    assert_eq!(found.first().map(|found| found.kind), Some(kind), "{name}: {found:?}")
                }
                None => {
                    assert!(found.is_empty(), "{name}: {found:?}");
                    let program = Program::read(data).expect("there is a header");
                    let words: usize = program.walk().map(|one| one.words().len()).sum();
                    assert_eq!(words + 2, data.len() / 4, "{name}");
                    count += 1;
                }
            }
        }
    }
    println!("{count} streams");
}

/// True if the compiler's first counter includes it: everything except declarations, custom data, labels and
/// hull shader phase markers.
fn is_counted(opcode: Opcode) -> bool {
    let mark = matches!(
        opcode,
        Opcode::LABEL
            | Opcode::HS_DECLS
            | Opcode::HS_CONTROL_POINT_PHASE
            | Opcode::HS_FORK_PHASE
            | Opcode::HS_JOIN_PHASE
    );
    !opcode.is_declaration() && opcode != Opcode::CUSTOMDATA && !mark
}

#[test]
fn the_first_counter_is_the_number_of_instructions() {
    let mut compared = 0;
    for (name, bytes) in containers() {
        if expected_finding(&name).is_some() {
            continue;
        }
        for (data, counters) in streams(&bytes) {
            // Assemblers leave all counters zero.
            let Some(counters) = counters.filter(|counters| counters[0] != 0) else {
                continue;
            };
            let program = Program::read(data).expect("there is a header");
            let counted = program.walk().filter(|one| is_counted(one.opcode)).count();
            assert_eq!(counted, counters[0] as usize, "{name}");
            let temps = program.walk().filter_map(|one| match declaration(&one, program.has_spaces()) {
                Some(Declaration::Temps(count)) => Some(count),
                _ => None,
            });
            // A hull shader declares them once per phase; the counter has the maximum.
            assert_eq!(temps.max().unwrap_or(0), counters[1], "{name}: temporary registers");
            compared += 1;
        }
    }
    println!("{compared} streams with counters");
    assert!(compared >= 26, "{compared}");
}

/// The instructions and declarations of a listing, line by line.
fn printed(listing: &str) -> Vec<&str> {
    let lines = listing.lines().map(str::trim);
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    // Rows of an immediate constant buffer and source lines are on lines of their own.
    code.filter(|line| !line.starts_with(['{', '}', '#'])).collect()
}

/// True if the first word of a line is a mnemonic of an opcode, with or without suffixes.
fn is_mnemonic_of(line: &str, opcode: Opcode) -> bool {
    let first = line.split([' ', '(']).next().unwrap_or_default().to_ascii_lowercase();
    let mnemonic = opcode.to_string().to_ascii_lowercase();
    match opcode {
        Opcode::CUSTOMDATA => first == "dcl_immediateconstantbuffer",
        _ => first.starts_with(&mnemonic),
    }
}

#[test]
fn listings_have_the_same_instructions() {
    let mut compared = 0;
    for (name, bytes) in containers() {
        let Some(listing) = listing(&name) else { continue };
        let streams = streams(&bytes);
        // A library listing concatenates those of its functions.
        let [(data, _)] = &streams[..] else { continue };
        let program = Program::read(data).expect("there is a header");
        let printed = printed(&listing);
        let (major, minor) = program.model();
        let version = format!("_{major}_{minor}");
        // Level 9 listings start with shader model 2 code.
        let start = printed.iter().position(|line| line.ends_with(&version)).expect("there is a version");
        let code = &printed[start + 1..];
        let walked: Vec<_> = program.walk().collect();
        assert_eq!(walked.len(), code.len(), "{name}");
        for (instruction, line) in walked.iter().zip(code) {
            assert!(is_mnemonic_of(line, instruction.opcode), "{name}: {line} for {}", instruction.opcode);
            compare_declaration(&name, line, declaration(instruction, program.has_spaces()));
        }
        compared += 1;
    }
    println!("{compared} listings of token streams");
    assert!(compared >= 25, "{compared}");
}

/// Compares a line, after its mnemonic, with the decoded declaration.
fn compare_declaration(name: &str, line: &str, declaration: Option<Declaration>) {
    let Some(declaration) = declaration else { return };
    let rest = line.split_once(' ').map_or("", |(_, rest)| rest).trim();
    let says = |text: String| assert!(line.contains(&text), "{name}: {text} in {line}");
    match declaration {
        Declaration::GlobalFlags(flags) => {
            let words: Vec<&str> = rest.split(" | ").collect();
            words
                .iter()
                .for_each(|word| assert!(flags.to_string().contains(word), "{name}: {flags} in {line}"));
            assert_eq!(words.len() as u32, flags.0.count_ones(), "{name}: {line}");
        }
        Declaration::Temps(count) => assert_eq!(rest, count.to_string(), "{name}"),
        Declaration::ThreadGroup([x, y, z]) => assert_eq!(rest, format!("{x}, {y}, {z}"), "{name}"),
        Declaration::IndexableTemp { number, count, components } => {
            assert_eq!(rest, format!("x{number}[{count}], {components}"), "{name}");
        }
        Declaration::ConstantBuffer { binding, rows, dynamic } => {
            says(format!("[{rows}]"));
            says(if dynamic { "dynamicIndexed" } else { "immediateIndexed" }.to_owned());
            compare_binding(name, line, binding);
        }
        Declaration::Sampler { binding, mode } => {
            says(format!("mode_{mode}"));
            compare_binding(name, line, binding);
        }
        Declaration::Resource { binding, kind } => {
            kind_agrees(name, line, kind);
            compare_binding(name, line, binding);
        }
        Declaration::UnorderedAccessView { binding, kind, flags } => {
            kind_agrees(name, line, kind);
            compare_binding(name, line, binding);
            assert_eq!(line.contains("_glc"), flags.globally_coherent, "{name}: {line}");
            assert_eq!(line.contains("_opc"), flags.counter, "{name}: {line}");
        }
        Declaration::Input { register, system, interpolation } => {
            // Generated values are constant, but their lines omit it.
            if let Some(interpolation) = interpolation.filter(|_| !line.starts_with("dcl_input_ps_sgv")) {
                says(interpolation.to_string());
            }
            system.into_iter().for_each(|system| says(format!(", {system}")));
            operand_agrees(name, line, register);
        }
        Declaration::Output { register, system } => {
            system.into_iter().for_each(|system| says(format!(", {system}")));
            operand_agrees(name, line, register);
        }
        Declaration::InputPrimitive(primitive) => assert_eq!(rest, primitive.to_string(), "{name}"),
        Declaration::OutputTopology(topology) => assert_eq!(rest, topology.to_string(), "{name}"),
        Declaration::MaxOutputVertices(count) | Declaration::GsInstances(count) => {
            assert_eq!(rest, count.to_string(), "{name}");
        }
        Declaration::InputControlPoints(count) | Declaration::OutputControlPoints(count) => {
            assert_eq!(rest, count.to_string(), "{name}");
        }
        Declaration::TessellatorDomain(domain) => assert_eq!(rest, domain.to_string(), "{name}"),
        Declaration::TessellatorPartitioning(rounding) => assert_eq!(rest, rounding.to_string(), "{name}"),
        Declaration::TessellatorOutput(output) => assert_eq!(rest, output.to_string(), "{name}"),
        Declaration::MaxTessellationFactor(bits) => {
            assert_eq!(rest, format!("l({:.6})", f32::from_bits(bits)), "{name}");
        }
        Declaration::FunctionBody(number) => assert_eq!(rest, format!("fb{number}"), "{name}"),
        Declaration::FunctionTable { number, bodies } => {
            let bodies: Vec<String> = bodies.iter().map(|body| format!("fb{body}")).collect();
            assert_eq!(rest, format!("ft{number} = {{{}}}", bodies.join(", ")), "{name}");
        }
        Declaration::Interface { number, call_sites, length, dynamic, tables } => {
            let tables: Vec<String> = tables.iter().map(|table| format!("ft{table}")).collect();
            let tables = tables.join(", ");
            assert_eq!(rest, format!("fp{number}[{length}][{call_sites}] = {{{tables}}}"), "{name}");
            assert_eq!(line.contains("dynamicindexed"), dynamic, "{name}");
        }
        Declaration::GroupSharedRaw { number, size } => {
            assert_eq!(rest, format!("g{number}, {size}"), "{name}")
        }
        Declaration::GroupSharedStructured { number, stride, count } => {
            assert_eq!(rest, format!("g{number}, {stride}, {count}"), "{name}");
        }
        Declaration::Stream(number) => assert_eq!(rest, format!("m{number}"), "{name}"),
        Declaration::IndexRange { count, .. } => says(count.to_string()),
        Declaration::ForkInstances(count) | Declaration::JoinInstances(count) => says(count.to_string()),
    }
}

/// Ranges and spaces are printed from shader model 5.1 on.
fn compare_binding(name: &str, line: &str, binding: Binding) {
    if let Some((_, space)) = line.split_once("space=") {
        assert_eq!(space.trim(), binding.space.to_string(), "{name}: {line}");
        let text = format!("{}[{}:{}]", binding.id, binding.lower, binding.upper);
        assert!(line.contains(&text), "{name}: {text} in {line}");
    } else {
        let register =
            line.split([' ', ',']).find(|word| word.ends_with(char::is_numeric) || word.ends_with(']'));
        let text = register.unwrap_or_default().to_ascii_lowercase();
        assert!(
            text.trim_start_matches(char::is_alphabetic).starts_with(&binding.id.to_string()),
            "{name}: {} in {line}",
            binding.id
        );
    }
}

fn kind_agrees(name: &str, line: &str, kind: ResourceKind) {
    match kind {
        ResourceKind::Typed { dimension, returns, samples } => {
            let text = returns.map(|one| one.to_string()).join(",");
            assert!(line.contains(&format!("({text})")), "{name}: {text} in {line}");
            let shape = line.split([' ', '(']).next().unwrap_or_default();
            assert!(shape.contains(&dimension.to_string()), "{name}: {dimension} in {line}");
            assert!(samples == 0 || line.contains(&format!("({samples})")), "{name}: {samples} in {line}");
        }
        ResourceKind::Raw => assert!(line.contains("_raw"), "{name}: {line}"),
        ResourceKind::Structured { stride } => {
            assert!(line.contains(&format!(", {stride}")), "{name}: {stride} in {line}");
        }
    }
}

/// Compares number and mask of an input or output register.
fn operand_agrees(name: &str, line: &str, register: Register) {
    let mut text = register.operand_type.to_string();
    if let Some(vertices) = register.vertices {
        text += &format!("[{vertices}]");
    }
    match (register.number, register.vertices) {
        (Some(number), Some(_)) => text += &format!("[{number}]"),
        (Some(number), None) => text += &number.to_string(),
        (None, _) => {}
    }
    if register.number.is_some() {
        let letters = "xyzw".chars().enumerate().filter(|(index, _)| register.mask >> index & 1 == 1);
        text += &format!(".{}", letters.map(|(_, letter)| letter).collect::<String>());
    }
    assert!(line.contains(&text), "{name}: {text} in {line}");
}
