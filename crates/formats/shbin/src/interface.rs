//! Converts the model to reflection and symbols.

use std::collections::HashMap;

use glassbox_core::interface::{
    ArraySize, Binding, Block, Constant, EntryPoint, Interface, Link, Member, Symbol, Type, Variable, stage,
};

use crate::file::{File, join};
use crate::model::{Executable, Geometry, Object, References, Shbin, Symbols, Tables};
use crate::raw::{GeometryMode, NONE, Stage};
use crate::register::Class;

/// Reflection of a file.
pub fn interface(file: &File<'_>) -> Interface {
    let mut interface = Interface::default();
    let names = &mut Names::new(file);
    if let (Some(_), Shbin::Binary(binary)) = (file.heads.bare, &file.model) {
        interface.entry_points = binary.executables.iter().map(bare_entry).collect();
        interface
            .notes
            .push("bare code names nothing: registers are those that the code reads and writes".to_owned());
        return interface;
    }
    match &file.model {
        Shbin::Binary(binary) => {
            for (slot, executable) in file.heads.executables.iter().zip(&binary.executables) {
                let path = format!("dvle[{}]", slot.index);
                let mut entry = entry_point(&path, executable.stage, &executable.tables, names);
                entry.name = main_name(executable, names);
                entry.modes = modes(executable);
                add(&mut interface, entry, &executable.tables, names);
            }
            interface.notes.extend(binary.missing.iter().map(|path| format!("{path} could not be read")));
        }
        Shbin::Object(object) => {
            let mut entry = entry_point("dvoj", object.stage, &object.tables, names);
            let symbols = &object.tables.symbols;
            if let Some(references) = &object.references {
                if references.entry_name != NONE {
                    entry.name = names.text(symbols, references.entry_name);
                }
                let at = match references.entry_start {
                    NONE => "in another object".to_owned(),
                    start => start.to_string(),
                };
                entry.modes.push(("entry".to_owned(), at));
                add(&mut interface, entry, &object.tables, names);
                if !references.has_executable() {
                    interface.entry_points.clear();
                }
                let exports = references.exports.iter();
                interface.exports = exports.map(|export| names.text(symbols, export.name)).collect();
                interface.imports =
                    imports(object, references, names).into_iter().map(|(name, _)| name).collect();
            } else {
                // Objects lack an entry field: they are entered at the first instruction.
                entry.modes.push(("entry".to_owned(), "0".to_owned()));
                add(&mut interface, entry, &object.tables, names);
                let labels = object.tables.labels.iter();
                interface.exports = labels.map(|label| names.text(symbols, label.name)).collect();
            }
            interface.notes.extend(object.missing.iter().map(|path| format!("{path} could not be read")));
        }
    }
    if names.left == 0 {
        interface.notes.push("some names are left out: they share their bytes too often".to_owned());
    }
    interface
}

/// Returns names until a byte budget is spent: a thousand entries may refer to one long string.
struct Names {
    left: u64,
}

impl Names {
    fn new(file: &File<'_>) -> Names {
        Names { left: file.limits.work(file.size()) }
    }

    fn text(&mut self, symbols: &Symbols<'_>, offset: u32) -> String {
        // Searching for the end costs as much as copying, so stop searching once the budget is spent.
        if self.left == 0 {
            return String::new();
        }
        let text = symbols.text(offset);
        self.left = self.left.saturating_sub(text.len() as u64);
        text
    }
}

/// Name of a stage in reflection.
pub fn stage_name(value: Stage) -> &'static str {
    match value {
        Stage::VERTEX => stage::VERTEX,
        Stage::GEOMETRY => stage::GEOMETRY,
        _ => stage::OTHER,
    }
}

/// Name of the label at the entry point; `main` without one.
fn main_name(executable: &Executable<'_>, names: &mut Names) -> String {
    let tables = &executable.tables;
    let label = tables.labels.iter().find(|label| label.position == executable.main);
    label.map_or_else(|| "main".to_owned(), |label| names.text(&tables.symbols, label.name))
}

fn entry_point(path: &str, stage: Stage, tables: &Tables<'_>, names: &mut Names) -> EntryPoint {
    let inputs =
        tables.uniforms.iter().filter(|uniform| uniform.first.class() == Some(Class::Input)).map(|uniform| {
            Variable {
                name: names.text(&tables.symbols, uniform.name),
                location: Some(u32::from(uniform.first.0)),
                register: Some(uniform.first.range(uniform.last)),
                semantic: None,
                ty: Some(vector("float", 4, array_size(uniform.first.0, uniform.last.0))),
                ..Variable::default()
            }
        });
    let outputs = tables.outputs.iter().map(|output| Variable {
        name: String::new(),
        location: None,
        register: Some(output.place()),
        semantic: Some(output.semantic.to_string()),
        ty: Some(vector("float", (output.mask.0 & 15).count_ones(), None)),
        ..Variable::default()
    });
    EntryPoint {
        name: "main".to_owned(),
        stage: stage_name(stage).to_owned(),
        path: path.to_owned(),
        inputs: inputs.collect(),
        outputs: outputs.collect(),
        ..EntryPoint::default()
    }
}

/// Entry point of bare code, with the registers it reads and writes.
fn bare_entry(executable: &Executable<'_>) -> EntryPoint {
    let registers = |mask: u16, letter: char| {
        let used = (0..16u32).filter(move |register| mask >> register & 1 != 0);
        used.map(move |register| Variable {
            location: (letter == 'v').then_some(register),
            register: Some(format!("{letter}{register}")),
            ty: Some(vector("float", 4, None)),
            ..Variable::default()
        })
    };
    EntryPoint {
        name: "main".to_owned(),
        stage: stage_name(executable.stage).to_owned(),
        path: "code".to_owned(),
        inputs: registers(executable.input_mask, 'v').collect(),
        outputs: registers(executable.output_mask, 'o').collect(),
        modes: modes(executable),
        ..EntryPoint::default()
    }
}

fn modes(executable: &Executable<'_>) -> Vec<(String, String)> {
    let mut modes = vec![("entry".to_owned(), executable.main.to_string())];
    let mut add = |name: &str, value: String| modes.push((name.to_owned(), value));
    if executable.end_main != 0 {
        add("entry end", executable.end_main.to_string());
    }
    if executable.merge != 0 {
        add("merge outputs", executable.merge.to_string());
    }
    if executable.stage == Stage::GEOMETRY {
        let Geometry { mode, fixed_start, full_vertices, fixed_vertices } = executable.geometry;
        add("geometry mode", mode.to_string());
        match mode {
            GeometryMode::VARIABLE => add("full vertices", full_vertices.to_string()),
            GeometryMode::FIXED => {
                add("vertex array", format!("c{fixed_start}"));
                add("vertices", fixed_vertices.to_string());
            }
            _ => {}
        }
    }
    modes
}

/// Adds an entry point with the uniforms and constants of its tables.
fn add(interface: &mut Interface, entry: EntryPoint, tables: &Tables<'_>, names: &mut Names) {
    let members: Vec<Member> = tables
        .uniforms
        .iter()
        .filter(|uniform| uniform.first.class() != Some(Class::Input))
        .map(|uniform| {
            let scalar = match uniform.first.class() {
                Some(Class::Bool) => "bool",
                Some(Class::Int) => "int",
                _ => "float",
            };
            let rows = if scalar == "bool" { 1 } else { 4 };
            Member {
                name: names.text(&tables.symbols, uniform.name),
                register: Some(uniform.first.range(uniform.last)),
                ty: Some(vector(scalar, rows, array_size(uniform.first.0, uniform.last.0))),
                ..Member::default()
            }
        })
        .collect();
    if !members.is_empty() {
        interface.blocks.push(Block { stages: vec![entry.stage.clone()], members, ..Block::default() });
    }
    for constant in tables.constants.iter() {
        let register = match constant.unified() {
            Some(register) => register.to_string(),
            None => format!("{} {}", constant.kind, constant.register),
        };
        interface.constants.push(Constant { path: entry.path.clone(), register, value: constant.value() });
    }
    interface.entry_points.push(entry);
}

fn array_size(first: u16, last: u16) -> Option<u32> {
    (last > first).then(|| u32::from(last - first) + 1)
}

fn vector(scalar: &str, rows: u32, array: Option<u32>) -> Type {
    Type {
        scalar: scalar.to_owned(),
        rows,
        columns: 1,
        array: array.map(ArraySize::Fixed).into_iter().collect(),
        members: Vec::new(),
    }
}

/// External procedures called by an object, in order of first call, with the indices of the calls.
fn imports(object: &Object<'_>, references: &References<'_>, names: &mut Names) -> Vec<(String, Vec<usize>)> {
    let mut found: Vec<(String, Vec<usize>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (index, import) in references.imports.iter().enumerate() {
        let name = names.text(&object.tables.symbols, import.name);
        let place = *places.entry(name.clone()).or_insert(found.len());
        match found.get_mut(place) {
            Some((_, calls)) => calls.push(index),
            None => found.push((name, vec![index])),
        }
    }
    found
}

/// Adds an object's exports and imports, as listed by `nm`.
fn references(object: &Object<'_>, references: &References<'_>, names: &mut Names, out: &mut Vec<Symbol>) {
    let symbols = &object.tables.symbols;
    if references.has_executable() {
        let name = match references.entry_name {
            NONE => "main".to_owned(),
            name => names.text(symbols, name),
        };
        let stage = stage_name(object.stage);
        let value = match references.entry_start {
            NONE => format!("{stage}, in another object"),
            start => format!("{stage} code[{start}]"),
        };
        out.push(Symbol {
            name,
            kind: "entry point".to_owned(),
            value,
            path: "references.entry_name".to_owned(),
            link: Some(Link { is_entry: true, stage: stage.to_owned(), ..Link::default() }),
            ..Symbol::default()
        });
    }
    out.extend(references.exports.iter().enumerate().map(|(index, export)| Symbol {
        name: names.text(symbols, export.name),
        kind: "procedure".to_owned(),
        value: format!("code[{}], {} words", export.start, export.size),
        path: format!("references.exports[{index}]"),
        link: Some(Link::default()),
        ..Symbol::default()
    }));
    for (name, calls) in imports(object, references, names) {
        let first = calls.first().copied().unwrap_or_default();
        let words = calls.iter().filter_map(|&index| references.imports.get(index));
        out.push(Symbol {
            name,
            kind: "undefined procedure".to_owned(),
            value: String::new(),
            path: format!("references.imports[{first}]"),
            used_by: words.map(|import| format!("code[{}]", import.word)).collect(),
            link: Some(Link { binding: Binding::Undefined, ..Link::default() }),
            ..Symbol::default()
        });
    }
}

/// Symbols of a file.
pub fn symbols(file: &File<'_>) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    let names = &mut Names::new(file);
    if let Shbin::Binary(binary) = &file.model {
        for (slot, executable) in file.heads.executables.iter().zip(&binary.executables) {
            symbols.push(Symbol {
                name: main_name(executable, names),
                kind: "entry point".to_owned(),
                value: format!("{} code[{}]", stage_name(executable.stage), executable.main),
                path: format!("dvle[{}].main", slot.index),
                ..Symbol::default()
            });
        }
        let files = binary.program.file_names.split(|&byte| byte == 0).filter(|name| !name.is_empty());
        symbols.extend(files.map(|name| Symbol {
            name: String::from_utf8_lossy(name).into_owned(),
            kind: "file".to_owned(),
            path: "filenames".to_owned(),
            ..Symbol::default()
        }));
    }
    if let Shbin::Object(object) = &file.model
        && let Some(section) = &object.references
    {
        references(object, section, names, &mut symbols);
    }
    for (path, tables) in file.tables() {
        for (index, uniform) in tables.uniforms.iter().enumerate() {
            let is_input = uniform.first.class() == Some(Class::Input);
            symbols.push(Symbol {
                name: names.text(&tables.symbols, uniform.name),
                kind: if is_input { "input" } else { "uniform" }.to_owned(),
                value: uniform.first.range(uniform.last),
                path: format!("{}[{index}]", join(&path, "uniforms")),
                ..Symbol::default()
            });
        }
        for (index, label) in tables.labels.iter().enumerate() {
            symbols.push(Symbol {
                name: names.text(&tables.symbols, label.name),
                kind: "label".to_owned(),
                value: format!("code[{}]", label.position),
                path: format!("{}[{index}]", join(&path, "labels")),
                ..Symbol::default()
            });
        }
    }
    symbols
}
