//! Reads the elements of a PLY file.

use glassbox_core::diagnostic::{Diagnostic, Location};

use super::header::{Element, Header, Order, Shape, Type, place};
use crate::rules::{NUMBER, TRUNCATED};
use crate::table::Vertices;
use crate::text::{number, quoted};

/// Columns of the vertices: their scalar properties.
fn columns(element: &Element) -> Vec<String> {
    let scalars = element.properties.iter().filter(|property| matches!(property.shape, Shape::One(_)));
    scalars.map(|property| property.name.clone()).collect()
}

/// Elements as text. They are read word by word, so line breaks do not matter.
pub(super) fn ascii(bytes: &[u8], body: &[u8], header: &Header) -> Result<Vertices, Box<Diagnostic>> {
    let mut words = Words { bytes, at: bytes.len() - body.len() };
    for element in &header.elements {
        let wanted = element.name == "vertex";
        let mut values = Vec::new();
        // An element without properties has no words, whatever its count.
        let count = if element.properties.is_empty() { 0 } else { element.count };
        for row in 0..count {
            for property in &element.properties {
                match property.shape {
                    Shape::One(_) => {
                        let value = words.number(element, &property.name, row)?;
                        if wanted {
                            values.push(value);
                        }
                    }
                    Shape::List { .. } => {
                        let items = words.number(element, &property.name, row)?;
                        // A negative count or NaN becomes 0; one that is too large ends with the
                        // file.
                        for _ in 0..items as u64 {
                            words.number(element, &property.name, row)?;
                        }
                    }
                }
            }
        }
        if wanted {
            return Ok(Vertices::new(columns(element), true, values));
        }
    }
    Ok(Vertices::default())
}

/// Words of a text with their positions.
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Words<'_> {
    fn number(&mut self, element: &Element, property: &str, row: u64) -> Result<f32, Box<Diagnostic>> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = self.at + blanks;
        let rest = self.bytes.get(start..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        self.at = start + length;
        if length == 0 {
            let end = self.bytes.len();
            let finding = ends(place(self.bytes, end..end), element, row);
            let line = place(self.bytes, element.line.clone());
            return Err(Box::new(finding.label(line, "the count is here")));
        }
        let word = String::from_utf8_lossy(rest.get(..length).unwrap_or_default());
        number(&word).ok_or_else(|| {
            let message = format!("found {}, expected a number for {property}", quoted(&word));
            let location = place(self.bytes, start..start + length);
            Box::new(
                Diagnostic::new(&NUMBER, location, message).help("write a number such as 0.5, -1e3 or inf"),
            )
        })
    }
}

/// Elements as binary data.
pub(super) fn binary(body: &[u8], header: &Header, order: Order) -> Result<Vertices, Box<Diagnostic>> {
    let mut bytes = Bytes { body, at: 0, order, start: header.end };
    for element in &header.elements {
        let wanted = element.name == "vertex";
        let mut values = Vec::new();
        let count = if element.properties.is_empty() { 0 } else { element.count };
        for row in 0..count {
            for property in &element.properties {
                match property.shape {
                    Shape::One(ty) => {
                        let value = bytes.value(ty, element, row)?;
                        if wanted {
                            values.push(value as f32);
                        }
                    }
                    Shape::List { count, item } => {
                        // Counts are integers below 2^32; a negative one becomes 0.
                        let items = bytes.value(count, element, row)? as u64;
                        bytes.skip(items.saturating_mul(item.size() as u64), element, row)?;
                    }
                }
            }
        }
        if wanted {
            return Ok(Vertices::new(columns(element), true, values));
        }
    }
    Ok(Vertices::default())
}

/// Bytes after the header.
struct Bytes<'a> {
    body: &'a [u8],
    at: usize,
    order: Order,
    /// Offset in the file.
    start: usize,
}

impl Bytes<'_> {
    fn take(&mut self, size: usize) -> Option<&[u8]> {
        let end = self.at.checked_add(size)?;
        let bytes = self.body.get(self.at..end)?;
        self.at = end;
        Some(bytes)
    }

    fn skip(&mut self, size: u64, element: &Element, row: u64) -> Result<(), Box<Diagnostic>> {
        let taken = usize::try_from(size).ok().and_then(|size| self.take(size).map(|_| ()));
        taken.ok_or_else(|| self.ends(element, row))
    }

    fn value(&mut self, ty: Type, element: &Element, row: u64) -> Result<f64, Box<Diagnostic>> {
        let order = self.order;
        let Some(bytes) = self.take(ty.size()) else {
            return Err(self.ends(element, row));
        };
        let mut raw = [0; 8];
        // Convert to little-endian in the low bytes.
        for (slot, at) in raw.iter_mut().zip(0..bytes.len()) {
            let from = match order {
                Order::Little => at,
                Order::Big => bytes.len() - 1 - at,
            };
            *slot = bytes.get(from).copied().unwrap_or_default();
        }
        let [a, b, c, d, ..] = raw;
        Ok(match ty {
            Type::I8 => f64::from(a as i8),
            Type::U8 => f64::from(a),
            Type::I16 => f64::from(i16::from_le_bytes([a, b])),
            Type::U16 => f64::from(u16::from_le_bytes([a, b])),
            Type::I32 => f64::from(i32::from_le_bytes([a, b, c, d])),
            Type::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            Type::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
            Type::F64 => f64::from_le_bytes(raw),
        })
    }

    fn ends(&self, element: &Element, row: u64) -> Box<Diagnostic> {
        let end = (self.start + self.body.len()) as u64;
        let start = (self.start + self.at) as u64;
        let line = Location::new(element.line.start as u64, element.line.end as u64, "");
        let finding = ends(Location::new(start.min(end), end, ""), element, row);
        Box::new(finding.label(line, "the count is here"))
    }
}

fn ends(location: Location, element: &Element, row: u64) -> Diagnostic {
    let message = format!("the file ends in {} {} of {}", element.name, row.saturating_add(1), element.count);
    let help = match row {
        0 => "the file was cut off; copy it again".to_owned(),
        _ => format!("copy the file again, or set the count to {row}"),
    };
    Diagnostic::new(&TRUNCATED, location, message).help(help)
}
