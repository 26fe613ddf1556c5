//! Writes an executable's tables as declarations, and names registers after them.

use std::collections::HashMap;

use glassbox_pica::descriptor::Mask;
use glassbox_shbin::raw::{Constant, ConstantKind, GeometryMode, Output, Semantic, Stage, Uniform};
use glassbox_shbin::register::Class;

use super::name::{self, Taken};
use super::number;
use super::program::Unit;
use super::{Finding, Problems};

/// Most constants or uniforms of an executable.
const MAX_TABLE: usize = 96;
/// Most outputs of an executable.
const MAX_OUTPUTS: usize = 16;

/// Uniform registers allocated by earlier files of the program.
#[derive(Clone, Default)]
pub(crate) struct Allocated {
    /// Next register of each class: `c`, `i`, `b`.
    next: [u16; 3],
    /// First and last register of each name.
    known: HashMap<String, (u16, u16)>,
    /// True if geometry shaders have their own registers.
    is_split: bool,
}

impl Allocated {
    /// No registers allocated. Geometry shaders share the registers of vertex shaders if all uniforms of the
    /// program can be declared that way.
    pub(crate) fn new(units: &[Unit<'_>]) -> Allocated {
        let mut trial = Allocated::default();
        let mut in_order = units.iter().filter(|unit| is_plain(unit));
        let is_split = !in_order.all(|unit| place(&uniforms(unit), &mut trial).is_some());
        Allocated { is_split, ..Allocated::default() }
    }
}

/// True if nothing prevents an executable from sharing registers.
fn is_plain(unit: &Unit<'_>) -> bool {
    unit.stage != Stage::GEOMETRY || (unit.geometry.mode == GeometryMode::POINT && unit.merge == 0)
}

/// Declarations of an executable.
#[derive(Default)]
pub(crate) struct Declared {
    /// Source lines.
    pub(crate) lines: Vec<String>,
    pub(crate) taken: Taken,
    /// Names by unified register, with array indices.
    pub(crate) inputs: HashMap<u16, String>,
    pub(crate) uniforms: HashMap<u16, String>,
    /// Output names with register and components, bit 3 for x.
    pub(crate) outputs: Vec<(u16, u8, String)>,
}

/// Declares the contents of an executable's tables. Anything undeclarable becomes a comment and a problem.
pub(crate) fn declare(
    unit: &Unit<'_>,
    entry: Option<&str>,
    shared: &mut Allocated,
    problems: &mut Problems,
) -> Declared {
    let mut declared = Declared::default();
    let uniforms = uniforms(unit);
    if unit.stage == Stage::GEOMETRY {
        geometry(unit, &uniforms, shared, &mut declared, problems);
    } else {
        let named = place(&uniforms, shared).unwrap_or_default();
        inputs_and_uniforms(unit, &uniforms, named, &mut declared, problems);
    }
    outputs(unit, &mut declared, problems);
    for (at, constant) in unit.tables.constants.iter().enumerate() {
        match constant_line(&constant).filter(|_| at < MAX_TABLE) {
            Some(line) => declared.lines.push(line),
            None => lost(&mut declared, problems, &format!("constant {at} ({})", constant.value())),
        }
    }
    match entry {
        Some("main") => {}
        Some(entry) => declared.lines.push(format!(".entry {entry}")),
        None => lost(&mut declared, problems, &format!("the entry point at word {}", unit.main)),
    }
    declared
}

fn lost(declared: &mut Declared, problems: &mut Problems, what: &str) {
    let message = format!("{what} has no declaration");
    declared.lines.push(format!("; {message}"));
    problems.push(Finding { word: None, message });
}

/// A uniform table entry and its declarable name, if any.
type Named = (Uniform, Option<String>);

fn uniforms(unit: &Unit<'_>) -> Vec<Named> {
    let tables = unit.tables;
    let mut taken = Taken::default();
    tables
        .uniforms
        .iter()
        .enumerate()
        .map(|(at, uniform)| {
            let name = tables.symbols.name(uniform.name).and_then(name::declared);
            let is_input = uniform.first.class() == Some(Class::Input);
            // The assembler does not write uniforms with this prefix.
            let name = name.filter(|name| is_input || !name.starts_with('_'));
            (uniform, name.filter(|name| at < MAX_TABLE && taken.take(name)))
        })
        .collect()
}

/// Index of a class in [`Allocated`], its directive and letter, first and last register.
fn class_of(uniform: &Uniform) -> Option<(usize, &'static str, char, u16, u16)> {
    let (class, first) = uniform.first.split()?;
    let (last_class, last) = uniform.last.split()?;
    let at = match class {
        Class::Float => 0,
        Class::Int => 1,
        Class::Bool => 2,
        Class::Input => return None,
    };
    let directive = [".fvec", ".ivec", ".bool"][at];
    (class == last_class && first <= last).then_some((at, directive, class.letter(), first, last))
}

/// Declarations, by index, that put uniforms at their registers, preceded by fillers. `None` if a register is
/// below those already allocated.
fn place(uniforms: &[Named], allocated: &mut Allocated) -> Option<HashMap<usize, Vec<String>>> {
    let mut trial = allocated.clone();
    let mut lines = HashMap::new();
    for (at, (uniform, name)) in uniforms.iter().enumerate() {
        let (Some((class, directive, letter, first, last)), Some(name)) = (class_of(uniform), name) else {
            continue;
        };
        let size = last - first + 1;
        let array = if size == 1 { String::new() } else { format!("[{size}]") };
        let mut own = Vec::new();
        match trial.known.get(name) {
            Some(&range) if range == (uniform.first.0, uniform.last.0) => {}
            Some(_) => return None,
            None => {
                let gap = first.checked_sub(trial.next[class])?;
                if gap != 0 {
                    let filler = format!("_{letter}{}", trial.next[class]);
                    let array = if gap == 1 { String::new() } else { format!("[{gap}]") };
                    own.push(format!("{directive} {filler}{array}"));
                }
                trial.next[class] = last + 1;
                trial.known.insert(name.clone(), (uniform.first.0, uniform.last.0));
            }
        }
        own.push(format!("{directive} {name}{array}"));
        lines.insert(at, own);
    }
    *allocated = trial;
    Some(lines)
}

fn inputs_and_uniforms(
    unit: &Unit<'_>,
    uniforms: &[Named],
    mut placed: HashMap<usize, Vec<String>>,
    declared: &mut Declared,
    problems: &mut Problems,
) {
    for (at, (uniform, name)) in uniforms.iter().enumerate() {
        let is_input = uniform.first.class() == Some(Class::Input) && uniform.first == uniform.last;
        let lines = match name {
            Some(name) if is_input => {
                let number = uniform.first.0;
                declared.inputs.insert(number, name.clone());
                // Lower-case names end at v14.
                let letter = if number == 15 { 'V' } else { 'v' };
                Some(vec![format!(".in {name} {letter}{number}")])
            }
            Some(_) => placed.remove(&at),
            None => None,
        };
        let Some(lines) = lines else {
            let stored = unit.tables.symbols.text(uniform.name);
            let short: String = stored.chars().take(40).collect();
            let range = uniform.first.range(uniform.last);
            lost(declared, problems, &format!("uniform {at} ({short:?}, {range})"));
            continue;
        };
        if let (Some(name), Some((.., first, last))) = (name, class_of(uniform)) {
            declared.taken.take(name);
            for number in first..=last {
                let element =
                    if first == last { name.clone() } else { format!("{name}[{}]", number - first) };
                let register = uniform.first.0 + number - first;
                declared.uniforms.entry(register).or_insert(element);
            }
        } else if let Some(name) = name {
            declared.taken.take(name);
        }
        declared.lines.extend(lines);
    }
}

/// Writes the geometry directive. Shaders with a mode own their uniform registers, and so do those whose
/// uniforms conflict with earlier declarations.
fn geometry(
    unit: &Unit<'_>,
    uniforms: &[Named],
    shared: &mut Allocated,
    declared: &mut Declared,
    problems: &mut Problems,
) {
    let geometry = unit.geometry;
    let may_share = is_plain(unit) && !shared.is_split;
    let in_shared_space = may_share.then(|| place(uniforms, shared)).flatten();
    if let Some(placed) = in_shared_space {
        declared.lines.push(".gsh".to_owned());
        inputs_and_uniforms(unit, uniforms, placed, declared, problems);
        return;
    }
    let fixed = geometry.mode == GeometryMode::FIXED;
    let floats = uniforms.iter().filter_map(|(uniform, name)| {
        let (class, .., first, _) = class_of(uniform)?;
        (class == 0 && name.is_some()).then_some(first)
    });
    let above = u16::from(geometry.fixed_start) + 1;
    let lowest = floats.min().unwrap_or(if fixed { above } else { 0 });
    // In fixed mode, the vertices are below the uniforms.
    let first = if fixed { lowest.max(above) } else { lowest }.min(95);
    declared.lines.push(match geometry.mode {
        GeometryMode::VARIABLE => format!(".gsh variable c{first} {}", geometry.full_vertices),
        GeometryMode::FIXED => {
            let (start, count) = (geometry.fixed_start, geometry.fixed_vertices);
            format!(".gsh fixed c{first} c{start} {count}")
        }
        _ => format!(".gsh point c{first}"),
    });
    if geometry.mode.0 > GeometryMode::FIXED.0 || (fixed && geometry.fixed_start >= 95) {
        lost(declared, problems, "the geometry mode");
    }
    let mut own = Allocated { next: [first, 0, 0], ..Allocated::default() };
    let placed = place(uniforms, &mut own).unwrap_or_default();
    inputs_and_uniforms(unit, uniforms, placed, declared, problems);
}

fn outputs(unit: &Unit<'_>, declared: &mut Declared, problems: &mut Problems) {
    let limit = if unit.stage == Stage::GEOMETRY { 7 } else { 16 };
    // The assembler keeps a nibble per register in 32 bits, so o8 and above share those of o0 and above.
    let mut used = 0u32;
    for (at, output) in unit.tables.outputs.iter().enumerate() {
        let mask = (u32::from(output.mask.0)) << (4 * u32::from(output.register) % 32);
        let fits = output.register < limit
            && (1..16).contains(&output.mask.0)
            && used & mask == 0
            && at < MAX_OUTPUTS
            && (output.register < 7 || output.semantic == Semantic::GENERIC);
        let Some((name, word)) = semantic(output.semantic).filter(|_| fits) else {
            lost(declared, problems, &format!("output {at} ({} of {})", output.semantic, output.place()));
            continue;
        };
        used |= mask;
        let name = declared.taken.unique(name);
        declared.lines.push(format!(".out {name} {word} {}", place_of(&output)));
        let mask = Mask(output.mask.0 as u8).reversed();
        declared.outputs.push((output.register, mask, name));
    }
}

/// Register of an output, with components unless it has all four.
fn place_of(output: &Output) -> String {
    match output.mask.0 {
        0xF => format!("o{}", output.register),
        _ => output.place(),
    }
}

/// Usual name of an output, and the assembler's word for its semantic.
fn semantic(semantic: Semantic) -> Option<(&'static str, &'static str)> {
    Some(match semantic {
        Semantic::POSITION => ("outpos", "position"),
        Semantic::NORMAL_QUATERNION => ("outnq", "normalquat"),
        Semantic::COLOR => ("outclr", "color"),
        Semantic::TEXCOORD0 => ("outtc0", "texcoord0"),
        Semantic::TEXCOORD0_W => ("outtc0w", "texcoord0w"),
        Semantic::TEXCOORD1 => ("outtc1", "texcoord1"),
        Semantic::TEXCOORD2 => ("outtc2", "texcoord2"),
        Semantic::VIEW => ("outview", "view"),
        Semantic::GENERIC => ("outdummy", "dummy"),
        _ => return None,
    })
}

fn constant_line(constant: &Constant) -> Option<String> {
    let register = constant.register;
    let words = constant.data.map(|word| word.0);
    let rest_is_zero = words[1..].iter().all(|&word| word == 0);
    let limit = match constant.kind {
        ConstantKind::FLOAT => 96,
        ConstantKind::INT => 4,
        _ => 16,
    };
    if register >= limit {
        return None;
    }
    match constant.kind {
        ConstantKind::FLOAT if words.iter().all(|word| word >> 24 == 0) => {
            Some(format!(".setf c{register}{}", number::floats(words)))
        }
        ConstantKind::INT if rest_is_zero => {
            let [x, y, z, w] = words[0].to_le_bytes();
            Some(format!(".seti i{register}({x}, {y}, {z}, {w})"))
        }
        ConstantKind::BOOL if rest_is_zero && words[0] < 2 => {
            Some(format!(".setb b{register} {}", words[0] == 1))
        }
        _ => None,
    }
}
