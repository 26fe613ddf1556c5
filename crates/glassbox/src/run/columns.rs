//! Maps the columns of a vertex table to inputs.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_vertices::Vertices;

use super::rules::{ARGUMENT, COLUMN, UNUSED};
use super::{Role, Runner, Slot};

/// Source of a component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Component {
    /// A constant for every vertex.
    Constant(f32),
    /// A column, times a factor.
    Column {
        /// Index of the column.
        column: usize,
        /// Factor applied to it.
        scale: f32,
    },
}

/// An input and its components.
#[derive(Clone, PartialEq, Debug)]
pub struct Mapped {
    /// Input to feed.
    pub slot: Slot,
    /// x to w.
    pub components: [Component; 4],
}

/// Mapping of a table to the inputs of a shader.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Columns {
    /// The inputs that are fed.
    pub mapped: Vec<Mapped>,
}

impl Columns {
    /// The slots, in the order of the vectors of [`row`](Self::row).
    pub fn slots(&self) -> Vec<Slot> {
        self.mapped.iter().map(|mapped| mapped.slot.clone()).collect()
    }

    /// The vectors of a vertex.
    pub fn row(&self, values: &[f32]) -> impl Iterator<Item = [f32; 4]> {
        self.mapped.iter().map(|mapped| {
            mapped.components.map(|component| match component {
                Component::Constant(value) => value,
                Component::Column { column, scale } => {
                    let value = values.get(column).copied().unwrap_or_default();
                    // A factor of one must not touch the bits.
                    if scale == 1.0 { value } else { value * scale }
                }
            })
        })
    }

    /// The mapping in words, such as `position = x, y, z, 1`.
    pub fn describe(&self, table: &Vertices) -> String {
        let name = |column: usize| table.columns.get(column).map_or("?", String::as_str).to_owned();
        let mapped: Vec<String> = self
            .mapped
            .iter()
            .map(|mapped| {
                let components = mapped.components.map(|component| match component {
                    Component::Constant(value) => value.to_string(),
                    Component::Column { column, scale: 1.0 } => name(column),
                    Component::Column { column, scale } => format!("{}*{scale}", name(column)),
                });
                format!("{} = {}", mapped.slot.title(), components.join(", "))
            })
            .collect();
        mapped.join("; ")
    }
}

/// Parses a mapping such as `position=x,y,z`, `v0=#1,#2,0,1` or `color=red/255,green/255,blue/255`. The finding's
/// location is in the argument.
pub fn map(text: &str, table: &Vertices, runner: &dyn Runner) -> Result<Mapped, Box<Diagnostic>> {
    let found = super::argument(text)?;
    let slot = input(runner, found.name).map_err(|mut finding| {
        finding.location = Location::in_text(text, found.name_span.clone());
        finding
    })?;
    let list = text.get(found.given_span.clone()).unwrap_or_default();
    let mut components = FILL;
    let mut at = found.given_span.start;
    for (number, part) in list.split(',').enumerate() {
        let start = at + part.len() - part.trim_start().len();
        let span = start..start + part.trim().len();
        at += part.len() + 1;
        let Some(component) = components.get_mut(number) else {
            let message = format!("found more than four components for {}", slot.title());
            let location = Location::in_text(text, span.start..text.len());
            let finding = Diagnostic::new(&ARGUMENT, location, message);
            return Err(Box::new(finding.help("a vertex input has the components x, y, z and w")));
        };
        *component = self::component(part.trim(), table)
            .ok_or_else(|| Box::new(no_column(part.trim(), Location::in_text(text, span), table)))?;
    }
    Ok(Mapped { slot, components })
}

/// Default value of a vertex input.
const FILL: [Component; 4] =
    [Component::Constant(0.0), Component::Constant(0.0), Component::Constant(0.0), Component::Constant(1.0)];

/// A vertex input by its name.
fn input(runner: &dyn Runner, name: &str) -> Result<Slot, Box<Diagnostic>> {
    let slot = runner.find(name)?;
    if slot.role == Role::Input {
        return Ok(slot);
    }
    let message = format!("{name} is a uniform, expected a vertex input");
    let finding = Diagnostic::new(&ARGUMENT, Location::default(), message);
    Err(Box::new(finding.help("columns feed vertex inputs; set a uniform with --uniform")))
}

fn component(part: &str, table: &Vertices) -> Option<Component> {
    // A column name takes precedence over its reading as an expression.
    if let Some(column) = table.column(part) {
        return Some(Component::Column { column, scale: 1.0 });
    }
    if let Some(value) = glassbox_vertices::number(part) {
        return Some(Component::Constant(value));
    }
    let (name, operator, factor) =
        [('/', part.rsplit_once('/')), ('*', part.rsplit_once('*'))].into_iter().find_map(
            |(operator, parts)| parts.map(|(name, factor)| (name.trim(), operator, factor.trim())),
        )?;
    let factor = glassbox_vertices::number(factor)?;
    Some(Component::Column {
        column: table.column(name)?,
        scale: if operator == '/' { 1.0 / factor } else { factor },
    })
}

fn no_column(part: &str, location: Location, table: &Vertices) -> Diagnostic {
    let names: Vec<&str> = table.columns.iter().map(String::as_str).take(12).collect();
    let more = match table.columns.len() - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Diagnostic::new(&COLUMN, location, format!("found no column `{part}`"))
        .help(format!("the columns are {}{more}; numbers select columns by position", names.join(", ")))
}

/// Names for one thing.
const SYNONYMS: &[&[&str]] = &[
    &["position", "pos", "vertex", "coord"],
    &["normal", "nrm", "norm"],
    &["color", "colour", "col", "clr"],
    &["texcoord", "texcoord0", "tex", "uv", "tc"],
    &["tangent", "tan"],
];

/// The mapping of a table: as stated by arguments, and for other inputs inferred from the names. A file without names
/// feeds the inputs in order, if its columns divide evenly. Warnings are about columns that feed nothing.
pub fn map_all(
    stated: Vec<Mapped>,
    table: &Vertices,
    runner: &dyn Runner,
) -> Result<(Columns, Vec<Diagnostic>), Box<Diagnostic>> {
    let mut columns = Columns { mapped: stated };
    let free = |columns: &Columns, slot: &Slot| !columns.mapped.iter().any(|one| one.slot.id == slot.id);
    let inputs = runner.inputs();
    if !table.named {
        let open: Vec<&Slot> = inputs.iter().filter(|slot| free(&columns, slot)).collect();
        if columns.mapped.is_empty() && !open.is_empty() {
            let width = table.columns.len() / open.len();
            if width * open.len() != table.columns.len() || width > 4 {
                let message = format!(
                    "found {} columns without names for {} inputs, which cannot be divided evenly",
                    table.columns.len(),
                    open.len()
                );
                let finding = Diagnostic::new(&COLUMN, Location::default(), message);
                let name = open.first().map_or("v0", |slot| slot.title());
                return Err(Box::new(finding.help(format!(
                    "name the columns in the first line of the file, or map them: --columns {name}=#1,#2,#3"
                ))));
            }
            for (number, slot) in open.into_iter().enumerate() {
                columns
                    .mapped
                    .push(of_columns(slot, &(number * width..(number + 1) * width).collect::<Vec<_>>()));
            }
        }
        return Ok((columns, Vec::new()));
    }
    let mut unused = Vec::new();
    let mut rest = Vec::new();
    let taken = columns.clone();
    let uses = |columns: &Columns, column: &usize| {
        let mut all = columns.mapped.iter().flat_map(|mapped| mapped.components);
        all.any(|component| matches!(component, Component::Column { column: used, .. } if used == *column))
    };
    // Columns named by an argument are already assigned.
    let mut attributes = table.attributes();
    attributes.retain(|attribute| !attribute.columns.iter().any(|column| uses(&taken, column)));
    for attribute in &attributes {
        let wanted = simple(&attribute.name);
        let named = inputs.iter().find(|slot| slot.name == attribute.name);
        let named = named.or_else(|| inputs.iter().find(|slot| slot.register == attribute.name));
        let named = named
            .or_else(|| inputs.iter().find(|slot| !slot.name.is_empty() && simple(&slot.name) == wanted));
        let slot = named.cloned().or_else(|| {
            let found = runner.find(&attribute.name).ok()?;
            (found.role == Role::Input).then_some(found)
        });
        match slot {
            Some(slot) if free(&columns, &slot) => columns.mapped.push(of_columns(&slot, &attribute.columns)),
            Some(_) => {}
            None => rest.push(attribute),
        }
    }
    // Without names in the shader there is only the order to go by; with names, only the position is beyond doubt.
    let nameless = inputs.iter().all(|slot| slot.name.is_empty());
    let mut open: Vec<&Slot> = inputs.iter().filter(|slot| free(&columns, slot)).collect();
    if !nameless && inputs.first().is_none_or(|first| !free(&columns, first)) {
        open.clear();
    }
    let mut open = open.into_iter();
    for attribute in rest {
        let slot = if nameless || simple(&attribute.name) == "position" { open.next() } else { None };
        match slot {
            Some(slot) => columns.mapped.push(of_columns(slot, &attribute.columns)),
            None => unused.push(attribute),
        }
    }
    let unused: Vec<&str> = unused.into_iter().map(|attribute| attribute.name.as_str()).take(8).collect();
    let mut findings = Vec::new();
    if !unused.is_empty() {
        let titles: Vec<&str> = inputs.iter().map(Slot::title).collect();
        let message = format!("no input takes the columns of {}", unused.join(", "));
        let finding = Diagnostic::new(&UNUSED, Location::default(), message);
        findings.push(match titles.as_slice() {
            [] => finding.help("the shader reads no input"),
            titles => finding.help(format!(
                "the inputs are {}; name the columns of one with --columns",
                titles.join(", ")
            )),
        });
    }
    Ok((columns, findings))
}

fn of_columns(slot: &Slot, columns: &[usize]) -> Mapped {
    let mut components = FILL;
    for (component, &column) in components.iter_mut().zip(columns) {
        *component = Component::Column { column, scale: 1.0 };
    }
    Mapped { slot: slot.clone(), components }
}

/// Normalises a name: strips decorations and replaces synonyms.
fn simple(name: &str) -> String {
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let known = |name: &str| SYNONYMS.iter().find(|group| group.contains(&name));
    for prefix in ["", "in", "a", "v", "i", "vertex", "attr", "attribute"] {
        if let Some(group) = plain.strip_prefix(prefix).and_then(known) {
            return group.first().copied().unwrap_or_default().to_owned();
        }
    }
    plain
}
