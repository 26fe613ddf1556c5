//! Defines the table that all readers return and groups its columns into attributes.

use glassbox_core::diagnostic::Diagnostic;

/// Vertex table: one row per vertex, one column per number.
#[derive(Clone, Debug, Default)]
pub struct Vertices {
    /// Column names; `#1`, `#2` and so on if the file has none.
    pub columns: Vec<String>,
    /// True if the file names its columns.
    pub named: bool,
    /// Warnings.
    pub findings: Vec<Diagnostic>,
    values: Vec<f32>,
}

/// Attribute: the columns of its components.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Attribute name, such as `position`.
    pub name: String,
    /// Column indices, x first; at most four.
    pub columns: Vec<usize>,
}

impl Vertices {
    /// Creates a table with named or numbered columns. Values are in row order; an incomplete last
    /// row is dropped.
    pub fn new(columns: Vec<String>, named: bool, values: Vec<f32>) -> Vertices {
        Vertices { columns, named, findings: Vec::new(), values }
    }

    /// Number of vertices.
    pub fn rows(&self) -> usize {
        self.values.len().checked_div(self.columns.len()).unwrap_or(0)
    }

    /// Values of a vertex, one per column.
    pub fn row(&self, row: usize) -> Option<&[f32]> {
        let width = self.columns.len();
        let start = row.checked_mul(width)?;
        self.values.get(start..start.checked_add(width)?)
    }

    /// Column index for a name, ignoring case, or for `#` and a number from 1.
    pub fn column(&self, name: &str) -> Option<usize> {
        let number = name.strip_prefix('#').and_then(|digits| digits.parse::<usize>().ok());
        if let Some(number) = number {
            return number.checked_sub(1).filter(|&at| at < self.columns.len());
        }
        let exact = self.columns.iter().position(|column| column == name);
        exact.or_else(|| {
            let mut columns = self.columns.iter();
            columns.position(|column| column.eq_ignore_ascii_case(name))
        })
    }

    /// Groups the columns into attributes, in column order; empty if the file names no columns.
    pub fn attributes(&self) -> Vec<Attribute> {
        if self.named { attributes(&self.columns) } else { Vec::new() }
    }
}

/// Conventional names of components that do not include the attribute.
const CUSTOMARY: &[(&str, &str, usize)] = &[
    ("x", "position", 0),
    ("y", "position", 1),
    ("z", "position", 2),
    ("w", "position", 3),
    ("px", "position", 0),
    ("py", "position", 1),
    ("pz", "position", 2),
    ("nx", "normal", 0),
    ("ny", "normal", 1),
    ("nz", "normal", 2),
    ("tx", "tangent", 0),
    ("ty", "tangent", 1),
    ("tz", "tangent", 2),
    ("red", "color", 0),
    ("green", "color", 1),
    ("blue", "color", 2),
    ("alpha", "color", 3),
    ("r", "color", 0),
    ("g", "color", 1),
    ("b", "color", 2),
    ("a", "color", 3),
    ("u", "texcoord", 0),
    ("v", "texcoord", 1),
    ("s", "texcoord", 0),
    ("t", "texcoord", 1),
];

/// Groups columns by name: `position.x`, `position_x` and `position[0]` are components of
/// `position`; `x`, `nx`, `red`, `u` and the like belong to their conventional attributes; any
/// other column is an attribute by itself, and so is a component that occurs twice or without its
/// predecessors.
///
/// ```
/// let columns = ["x", "y", "tint.r", "tint.g", "weight"].map(str::to_owned);
/// let found = glassbox_vertices::attributes(&columns);
/// let names: Vec<_> = found.iter().map(|one| (one.name.as_str(), one.columns.len())).collect();
/// assert_eq!(names, [("position", 2), ("tint", 2), ("weight", 1)]);
/// ```
pub fn attributes(columns: &[String]) -> Vec<Attribute> {
    let mut found: Vec<Attribute> = Vec::new();
    // A file may have as many columns as bytes; looking names up in a map avoids quadratic time.
    let mut places = std::collections::HashMap::new();
    for (index, column) in columns.iter().enumerate() {
        let part = component(column);
        if let Some((name, number)) = &part {
            let slot: Option<&mut Attribute> = match places.get(name) {
                Some(&at) => found.get_mut(at),
                None => None,
            };
            match slot {
                Some(attribute) if attribute.columns.len() == *number => {
                    attribute.columns.push(index);
                    continue;
                }
                None if *number == 0 => {
                    places.insert(name.clone(), found.len());
                    found.push(Attribute { name: name.clone(), columns: vec![index] });
                    continue;
                }
                _ => {}
            }
        }
        found.push(Attribute { name: column.clone(), columns: vec![index] });
    }
    found
}

/// Attribute and component for a column name.
fn component(column: &str) -> Option<(String, usize)> {
    let lower = column.to_ascii_lowercase();
    if let Some((_, name, number)) = CUSTOMARY.iter().find(|(custom, ..)| *custom == lower) {
        return Some(((*name).to_owned(), *number));
    }
    let (name, part) = match column.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
        Some((name, part)) if part.bytes().all(|byte| byte.is_ascii_digit()) => (name, part),
        _ => column.rsplit_once('.').or_else(|| column.rsplit_once('_'))?,
    };
    if name.is_empty() {
        return None;
    }
    let number = match part.to_ascii_lowercase().as_str() {
        "x" | "r" | "s" | "u" | "0" => 0,
        "y" | "g" | "t" | "v" | "1" => 1,
        "z" | "b" | "p" | "2" => 2,
        "w" | "a" | "q" | "3" => 3,
        _ => return None,
    };
    Some((name.to_owned(), number))
}

/// Letter of a component.
pub(crate) fn letter(component: usize) -> char {
    ['x', 'y', 'z', 'w'].get(component).copied().unwrap_or('?')
}
