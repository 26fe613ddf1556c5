//! Writes tables and headers verbatim, in extension directives.

use std::collections::HashMap;
use std::fmt::Write as _;

use glassbox_pica::structure::Sizes;
use glassbox_shbin::model::{Binary, Executable, Shbin, Symbols, Tables};
use glassbox_shbin::raw::{NO_SIZE, Register};

use super::body::{self, Manner};
use super::instruction::Letters;
use super::plan::Plan;
use super::program::Program;
use super::registers::Numbered;
use super::{Finding, Problems, SourceFile};

/// Longest name written in place of an offset, bytes.
const MAX_NAME: usize = 100;

/// The single source file.
pub(crate) fn files(model: &Shbin<'_>, program: &Program<'_>, problems: &mut Problems) -> Vec<SourceFile> {
    let mut text = ".exact\n".to_owned();
    match model {
        Shbin::Binary(binary) => program_lines(&mut text, binary),
        Shbin::Object(_) => {
            problems.push(Finding { word: None, message: "an object has no exact source".to_owned() })
        }
    }
    let plan = Plan::new(program, Sizes::Machine, false);
    // Lower-case outputs above o6 depend on the stage, which code does not record.
    let registers = Numbered::new(true);
    for part in &plan.parts {
        let manner = Manner { letters: Letters::Used, pins: true, raw_words: true, registers: &registers };
        let body = body::write(program, &plan, part, &manner, problems);
        for line in registers.aliases() {
            let _ = writeln!(text, "{line}");
        }
        body::append(&mut text, &body.text);
    }
    if let Shbin::Binary(binary) = model {
        for executable in &binary.executables {
            executable_lines(&mut text, executable);
        }
        for path in &binary.missing {
            problems.push(Finding { word: None, message: format!("{path} could not be read") });
        }
    }
    vec![SourceFile { name: "exact.pica".to_owned(), text }]
}

fn program_lines(text: &mut String, binary: &Binary<'_>) {
    let program = &binary.program;
    if program.version != 0 || program.lines_count != 0 {
        let _ = write!(text, ".program {:#x}", program.version);
        if program.lines_count != 0 {
            let _ = write!(text, ", {}", program.lines_count);
        }
        text.push('\n');
    }
    strings(text, ".file_names", &program.file_names);
    for (at, entry) in program.descriptors.iter().enumerate() {
        let _ = write!(text, ".descriptor {at}, {:#010x}", entry.operands.0);
        if entry.second.0 != 0 {
            let _ = write!(text, ", {:#x}", entry.second.0);
        }
        let _ = writeln!(text, " ; {}", glassbox_pica::descriptor::Descriptor::decode(entry.operands.0));
    }
}

fn executable_lines(text: &mut String, executable: &Executable<'_>) {
    let _ = writeln!(
        text,
        "\n.executable {}, {:#x}, {}",
        number_or_word(executable.stage.name(), executable.stage.0.into()),
        executable.version,
        executable.merge,
    );
    let _ = writeln!(text, ".range {}, {}", executable.main, executable.end_main);
    if executable.input_mask != 0 || executable.output_mask != 0 {
        let _ = writeln!(text, ".masks {:#x}, {:#x}", executable.input_mask, executable.output_mask);
    }
    let geometry = executable.geometry;
    let fields = [geometry.fixed_start, geometry.full_vertices, geometry.fixed_vertices];
    if geometry.mode.0 != 0 || fields != [0; 3] {
        let mode = number_or_word(geometry.mode.name(), geometry.mode.0.into());
        let [start, full, fixed] = fields;
        let _ = writeln!(text, ".geometry {mode}, {start}, {full}, {fixed}");
    }
    table_lines(text, &executable.tables);
}

fn table_lines(text: &mut String, tables: &Tables<'_>) {
    strings(text, ".symbol_bytes", &tables.symbols.bytes);
    let names = whole_names(&tables.symbols);
    let name = |offset: u32| match names.get(&offset) {
        Some(name) => format!("\"{name}\""),
        None => format!("{offset:#x}"),
    };
    for constant in tables.constants.iter() {
        let kind = number_or_word(constant.kind.name(), constant.kind.0.into());
        let [x, y, z, w] = constant.data.map(|word| word.0);
        let _ = writeln!(
            text,
            ".constant_row {kind}, {}, {x:#x}, {y:#x}, {z:#x}, {w:#x} ; {}",
            constant.register,
            constant.value(),
        );
    }
    for label in tables.labels.iter() {
        let size = match label.size {
            NO_SIZE => "none".to_owned(),
            size => size.to_string(),
        };
        let _ = writeln!(
            text,
            ".label_row {}, {}, {}, {size}, {}",
            label.id,
            label.unknown,
            label.position,
            name(label.name),
        );
    }
    for output in tables.outputs.iter() {
        let semantic = number_or_word(output.semantic.name(), output.semantic.0.into());
        let _ = write!(text, ".output_row {semantic}, {}, {:#x}", output.register, output.mask.0);
        if output.unknown.0 != 0 {
            let _ = write!(text, ", {:#x}", output.unknown.0);
        }
        let _ = writeln!(text, " ; {}", output.place());
    }
    for uniform in tables.uniforms.iter() {
        let _ = writeln!(
            text,
            ".uniform_row {}, {}, {}",
            name(uniform.name),
            register(uniform.first),
            register(uniform.last),
        );
    }
}

fn number_or_word(word: Option<&str>, number: u32) -> String {
    word.map_or_else(|| number.to_string(), str::to_owned)
}

fn register(register: Register) -> String {
    match register.split() {
        Some(_) => register.to_string(),
        None => format!("{:#x}", register.0),
    }
}

/// Names that can replace their offsets, because searching for the name finds that offset first.
fn whole_names(symbols: &Symbols<'_>) -> HashMap<u32, String> {
    let mut first: HashMap<&[u8], u32> = HashMap::new();
    let mut at = 0u32;
    for string in symbols.bytes.split_inclusive(|&byte| byte == 0) {
        if let Some(name) = string.strip_suffix(&[0]) {
            first.entry(name).or_insert(at);
        }
        at += string.len() as u32;
    }
    first
        .into_iter()
        .filter(|(name, _)| name.len() <= MAX_NAME)
        .map(|(name, at)| (at, quoted(name)))
        .collect()
}

/// Writes one directive per string in a run of strings.
fn strings(text: &mut String, directive: &str, bytes: &[u8]) {
    for string in bytes.split_inclusive(|&byte| byte == 0) {
        let _ = writeln!(text, "{directive} \"{}\"", quoted(string));
    }
}

/// Quotes bytes, escaping anything special in source lines.
fn quoted(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            0 => out.push_str("\\0"),
            b'"' | b'\\' | b';' | b':' | b',' => {
                let _ = write!(out, "\\x{byte:02x}");
            }
            b' '..=b'~' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\x{byte:02x}");
            }
        }
    }
    out
}
