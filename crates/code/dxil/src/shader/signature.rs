//! Reads signatures: inputs and outputs of a shader, element by element.
//!
//! Source: the description of DXIL in the DirectX shader compiler's documentation, section on signatures.

use super::view::{MetadataError, Node};

/// Tags of the extended properties of an element.
pub mod tag {
    /// Output stream.
    pub const STREAM: u32 = 0;
    /// Mask of dynamically indexed components.
    pub const DYNAMIC: u32 = 2;
    /// Mask of components read or written.
    pub const USAGE: u32 = 3;
}

/// Semantic kinds with special handling.
pub mod semantic {
    /// User-defined, identified by name.
    pub const ARBITRARY: u8 = 0;
    /// `SV_Position`.
    pub const POSITION: u8 = 3;
    /// `SV_SampleIndex`.
    pub const SAMPLE_INDEX: u8 = 12;
    /// `SV_Depth`.
    pub const DEPTH: u8 = 17;
    /// `SV_DepthLessEqual`.
    pub const DEPTH_LESS_EQUAL: u8 = 18;
    /// `SV_DepthGreaterEqual`.
    pub const DEPTH_GREATER_EQUAL: u8 = 19;
}

/// An element of a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// Number within its signature, used by instructions.
    pub id: u32,
    /// Semantic name.
    pub name: Vec<u8>,
    /// Component type, as numbered in DXIL.
    pub component_type: u8,
    /// Semantic kind, as numbered in DXIL.
    pub semantic: u8,
    /// Semantic indices, one per row or group of rows.
    pub indices: Vec<u32>,
    /// Interpolation mode, as numbered in DXIL.
    pub interpolation: u8,
    /// Number of rows.
    pub rows: u32,
    /// Number of columns, 1 to 4.
    pub columns: u8,
    /// First row and column; `None` if not allocated to registers.
    pub place: Option<(u32, u8)>,
    /// Output stream index.
    pub stream: u32,
    /// Mask of dynamically indexed components, relative to the first column.
    pub dynamic: u8,
    /// Mask of components read or written, relative to the first column.
    pub usage: u8,
}

impl Element {
    /// Row after the element's last one; 0 if not allocated.
    pub(crate) fn end_row(&self) -> u32 {
        self.place.map_or(0, |(row, _)| row.saturating_add(self.rows))
    }

    /// Index of a component among the scalars of its stream, four per row. `None` if not allocated or beyond
    /// the valid rows.
    pub fn scalar(&self, row: u32, column: u8) -> Option<u32> {
        let (first_row, first_column) = self.place?;
        let row = first_row.checked_add(row)?;
        row.checked_mul(4)?.checked_add(u32::from(first_column) + u32::from(column))
    }

    pub(super) fn read(node: &Node<'_>) -> Result<Element, Box<MetadataError>> {
        let indices = match node.child(4, "indices")? {
            Some(indices) => indices.words()?,
            None => Vec::new(),
        };
        let columns = node.byte(7, "columns")?;
        if !(1..=4).contains(&columns) {
            return Err(node.error(7, "columns", "1 to 4 columns"));
        }
        let row = node.word(8, "startRow")?;
        let column = node.byte(9, "startColumn")?;
        let place = match (row, column) {
            (u32::MAX, _) => None,
            (row, column) if column <= 4 - columns => Some((row, column)),
            _ => return Err(node.error(9, "startColumn", "a column that leaves room for the others")),
        };
        let mut element = Element {
            id: node.word(0, "id")?,
            name: node.text(1, "name")?,
            component_type: node.byte(2, "componentType")?,
            semantic: node.byte(3, "semantic")?,
            indices,
            interpolation: node.byte(5, "interpolation")?,
            rows: node.word(6, "rows")?,
            columns,
            place,
            stream: 0,
            dynamic: 0,
            usage: 0,
        };
        if element.rows == 0 || element.rows > MAX_ROWS {
            return Err(node.error(6, "rows", format!("1 to {MAX_ROWS} rows")));
        }
        // Compilers up to version 1.7 repeat the rows of a mesh shader's parameter for each vertex or primitive.
        if element.indices.len() > MAX_INDICES {
            return Err(node.error(4, "indices", format!("at most {MAX_INDICES} indices")));
        }
        if row != u32::MAX && element.end_row() > MAX_ROWS {
            return Err(node.error(8, "startRow", format!("rows below {MAX_ROWS}")));
        }
        if let Some(properties) = node.child(10, "properties")? {
            for (tag, place) in properties.tags()? {
                match tag {
                    tag::STREAM => {
                        element.stream = properties.word(place, "stream")?;
                        if element.stream > 3 {
                            return Err(properties.error(place, "stream", "a stream below 4"));
                        }
                    }
                    tag::DYNAMIC => element.dynamic = properties.word(place, "dynamic")? as u8 & 0xF,
                    tag::USAGE => element.usage = properties.word(place, "usage")? as u8 & 0xF,
                    _ => {}
                }
            }
        }
        Ok(element)
    }
}

/// Maximum number of rows of a signature. Every stage has 32 registers; arrays of tessellation factors and
/// primitive attributes add to them.
pub const MAX_ROWS: u32 = 255;
/// Maximum number of semantic indices of an element: its rows for each of 256 vertices.
const MAX_INDICES: usize = MAX_ROWS as usize * 256;
/// Maximum number of elements of a signature: four streams of 32 rows of four columns, twice over.
pub(crate) const MAX_ELEMENTS: usize = 1024;

/// The signatures of an entry point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signatures {
    /// Input elements.
    pub inputs: Vec<Element>,
    /// Output elements.
    pub outputs: Vec<Element>,
    /// Patch constants of hull and domain shaders, primitive outputs of mesh shaders.
    pub patches: Vec<Element>,
}

impl Signatures {
    pub(super) fn read(node: &Node<'_>) -> Result<Signatures, Box<MetadataError>> {
        let list = |place, name| -> Result<Vec<Element>, Box<MetadataError>> {
            match node.child(place, name)? {
                Some(list) if list.len() > MAX_ELEMENTS => {
                    let expected = format!("at most {MAX_ELEMENTS} elements");
                    Err(node.error(place, name, expected))
                }
                Some(list) => list.children()?.iter().map(Element::read).collect(),
                None => Ok(Vec::new()),
            }
        };
        Ok(Signatures {
            inputs: list(0, "inputs")?,
            outputs: list(1, "outputs")?,
            patches: list(2, "patchConstants")?,
        })
    }
}

/// Number of rows that the elements of a stream occupy.
pub fn vectors(elements: &[Element], stream: u32) -> u32 {
    let rows = elements.iter().filter(|element| element.stream == stream);
    rows.map(Element::end_row).max().unwrap_or(0)
}

/// Number of scalars up to the last one that an element of a stream occupies, four per row.
pub fn scalars(elements: &[Element], stream: u32) -> u32 {
    let ends = elements
        .iter()
        .filter(|element| element.stream == stream)
        .map(|element| element.scalar(element.rows - 1, element.columns - 1).map_or(0, |last| last + 1));
    ends.max().unwrap_or(0)
}
