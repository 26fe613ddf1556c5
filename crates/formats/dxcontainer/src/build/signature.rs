//! Builds `ISG1`, `OSG1` and `PSG1`: one row per element and semantic index, and the names.

use foldhash::{HashMap, HashMapExt as _};
use glassbox_core::record::Record as _;
use glassbox_dxil::shader::signature::Element;
use glassbox_dxil::shader::signature::semantic::ARBITRARY;

use super::semantic;
use crate::part::psv::raw::{Domain, SemanticKind};
use crate::part::signature::raw::{Element32, Header, Mask, MinPrecision, Register, SystemValue};

/// Settings that affect the encoding of a signature.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// True if the usage mask lists components read, false if it lists components never written.
    pub(super) is_input: bool,
    /// True for the input signature of a pixel shader.
    pub(super) is_pixel_input: bool,
    /// Tessellator domain; selects the system value of tessellation factors.
    pub(super) domain: Option<Domain>,
    /// True if 16-bit types are minimum precision rather than native.
    pub(super) has_min_precision: bool,
    /// True if the validator supports usage masks and bools, version 1.5.
    pub(super) has_usage: bool,
    /// True if arbitrary names are shared like system value names and the part is padded, version 1.7.
    pub(super) is_tidy: bool,
}

/// Encodes a signature part.
pub(super) fn encode(elements: &[Element], style: Style) -> Vec<u8> {
    let listed: Vec<&Element> = elements
        .iter()
        .filter(|element| !semantic::is_outside(SemanticKind(element.semantic), style.is_pixel_input))
        .collect();
    let rows: usize = listed.iter().map(|element| element.indices.len()).sum();
    let first_name = Header::SIZE + rows * Element32::SIZE;
    let mut names = Names { offsets: HashMap::new(), bytes: Vec::new() };
    let mut records = Vec::with_capacity(rows);
    for element in listed {
        let name = first_name + names.place(&element.name, style.is_tidy || element.semantic != ARBITRARY);
        expand(element, name as u32, style, &mut records);
    }
    records.sort_by_key(|record| (record.stream, record.register.0, record.name));
    let mut out = Vec::with_capacity(first_name + names.bytes.len());
    let header = Header { count: rows as u32, first: Header::SIZE as u32 };
    header.encode(&mut out);
    for record in &records {
        record.encode(&mut out);
    }
    out.extend_from_slice(&names.bytes);
    if style.is_tidy {
        out.resize(out.len().next_multiple_of(4), 0);
    }
    out
}

/// Appends the records of an element, one per semantic index.
fn expand(element: &Element, name: u32, style: Style, out: &mut Vec<Element32>) {
    let start = element.place.map_or(0, |(_, column)| column);
    let shifted = |mask: u8| (u32::from(mask) << start) as u8;
    let mask = shifted(((1u16 << element.columns.min(4)) - 1) as u8);
    let usage = match (style.has_usage, style.is_input) {
        (true, true) => shifted(element.usage),
        (true, false) => !shifted(element.usage) & 0xF,
        (false, true) => 0,
        // Validators before 1.5 complemented the whole byte.
        (false, false) => !mask,
    };
    let mut record = Element32 {
        stream: element.stream,
        name,
        index: 0,
        system_value: semantic::system_value(SemanticKind(element.semantic), style.domain),
        component_type: semantic::component_type(element.component_type, style.has_usage),
        register: element.place.map_or(Register::NONE, |(row, _)| Register(row)),
        mask: Mask(mask),
        usage: Mask(usage),
        reserved: 0,
        min_precision: if style.has_min_precision {
            semantic::min_precision(element.component_type)
        } else {
            MinPrecision::DEFAULT
        },
    };
    // One semantic index may cover several rows.
    let rows = element.rows / (element.indices.len() as u32).max(1);
    for &index in &element.indices {
        record.index = index;
        out.push(record);
        if element.place.is_some() {
            record.register = Register(record.register.0.wrapping_add(rows));
        }
        record.system_value = match record.system_value {
            SystemValue::NONE => SystemValue::NONE,
            value => semantic::later(value),
        };
    }
}

struct Names {
    offsets: HashMap<Vec<u8>, usize>,
    bytes: Vec<u8>,
}

impl Names {
    /// Offset of a name from the first name; existing names are reused.
    fn place(&mut self, name: &[u8], shares: bool) -> usize {
        if let Some(&offset) = self.offsets.get(name).filter(|_| shares) {
            return offset;
        }
        let offset = self.bytes.len();
        self.offsets.insert(name.to_vec(), offset);
        self.bytes.extend_from_slice(name);
        self.bytes.push(0);
        offset
    }
}
