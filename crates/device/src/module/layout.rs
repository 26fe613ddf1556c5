//! Finds the numbers in a block by its types and offsets, and gives them seeded values.

use glassbox_spirv::reflect::{Reflection, ScalarClass, TypeId, TypeKind};

use super::{float, integer};
use crate::format::half;

/// Elements of an array without a length.
const ELEMENTS: u64 = 256;
/// Numbers of a block; larger ones are not run.
const MOST: usize = 1 << 18;

/// A number in a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// Where it is, bytes.
    pub offset: u64,
    /// Width in bits.
    pub width: u32,
    /// Class of number.
    pub class: ScalarClass,
    /// Whether it is on the diagonal, in a matrix.
    pub diagonal: Option<bool>,
}

/// How the matrix around a type is laid out.
#[derive(Clone, Copy, Default)]
struct Matrix {
    stride: u64,
    row_major: bool,
}

/// The numbers of a block in the order of its types.
///
/// # Errors
/// Names what has no layout.
pub fn leaves(reflection: &Reflection, block: TypeId) -> Result<Vec<Leaf>, String> {
    let mut found = Vec::new();
    walk(reflection, block, 0, Matrix::default(), &mut found)?;
    Ok(found)
}

fn walk(
    reflection: &Reflection,
    ty: TypeId,
    offset: u64,
    matrix: Matrix,
    found: &mut Vec<Leaf>,
) -> Result<(), String> {
    if found.len() > MOST {
        return Err("a block of too many numbers".to_owned());
    }
    let mut leaf = |offset, width, class, diagonal| found.push(Leaf { offset, width, class, diagonal });
    match reflection.ty(ty) {
        TypeKind::Int { width, signed: true } => leaf(offset, *width, ScalarClass::Int, None),
        TypeKind::Int { width, .. } => leaf(offset, *width, ScalarClass::Uint, None),
        TypeKind::Float { width } => leaf(offset, *width, ScalarClass::Float, None),
        TypeKind::Vector { component, count } => {
            let width = match reflection.ty(*component) {
                TypeKind::Int { width, .. } | TypeKind::Float { width } => *width,
                _ => return Err("a vector of booleans in memory".to_owned()),
            };
            for index in 0..u64::from(*count) {
                walk(reflection, *component, offset + index * u64::from(width / 8), matrix, found)?;
            }
        }
        TypeKind::Matrix { column, count } => {
            let TypeKind::Vector { component, count: rows } = reflection.ty(*column) else {
                return Err("a matrix without columns".to_owned());
            };
            let TypeKind::Float { width } = reflection.ty(*component) else {
                return Err("a matrix without floats".to_owned());
            };
            for (column, row) in (0..*count).flat_map(|column| (0..*rows).map(move |row| (column, row))) {
                let (major, minor) = if matrix.row_major { (row, column) } else { (column, row) };
                let at = offset + u64::from(major) * matrix.stride + u64::from(minor * width / 8);
                leaf(at, *width, ScalarClass::Float, Some(column == row));
            }
        }
        TypeKind::Array { element, length, stride } => {
            let (Some(count), Some(stride)) = (length.default_value(), *stride) else {
                return Err("an array without a layout".to_owned());
            };
            for index in 0..count {
                walk(reflection, *element, offset + index * u64::from(stride), matrix, found)?;
            }
        }
        TypeKind::RuntimeArray { element, stride: Some(stride) } => {
            for index in 0..ELEMENTS {
                walk(reflection, *element, offset + index * u64::from(*stride), matrix, found)?;
            }
        }
        TypeKind::Struct { members, .. } => {
            for member in members {
                let at = member.offset.ok_or("a member without an offset")?;
                let stride = u64::from(member.matrix_stride.unwrap_or(0));
                let inner = Matrix { stride, row_major: member.row_major };
                walk(reflection, member.ty, offset + u64::from(at), inner, found)?;
            }
        }
        TypeKind::Pointer { .. } => return Err("a pointer in a block".to_owned()),
        _ => return Err("a type without a layout in a block".to_owned()),
    }
    Ok(())
}

/// For each number of a block, in the order of [`leaves`], the names of the members that it is in, with points between.
#[must_use]
pub fn paths(reflection: &Reflection, block: TypeId) -> Vec<String> {
    let mut found = Vec::new();
    name(reflection, block, "", &mut found);
    found
}

fn name(reflection: &Reflection, ty: TypeId, path: &str, found: &mut Vec<String>) {
    if found.len() > MOST {
        return;
    }
    match reflection.ty(ty) {
        TypeKind::Vector { component, count } => {
            (0..*count).for_each(|_| name(reflection, *component, path, found));
        }
        TypeKind::Matrix { column, count } => {
            (0..*count).for_each(|_| name(reflection, *column, path, found));
        }
        TypeKind::Array { element, length, .. } => {
            (0..length.default_value().unwrap_or(0)).for_each(|_| name(reflection, *element, path, found));
        }
        TypeKind::RuntimeArray { element, .. } => {
            (0..ELEMENTS).for_each(|_| name(reflection, *element, path, found));
        }
        TypeKind::Struct { members, .. } => {
            for member in members {
                let own = member.name.as_deref().unwrap_or_default();
                let path = if path.is_empty() { own.to_owned() } else { format!("{path}.{own}") };
                name(reflection, member.ty, &path, found);
            }
        }
        _ => found.push(path.to_owned()),
    }
}

/// Seeded contents of a block.
pub fn fill(leaves: &[Leaf], seed: u64) -> Vec<u8> {
    let end = leaves.iter().map(|leaf| leaf.offset + u64::from(leaf.width / 8)).max().unwrap_or(0);
    let mut bytes = vec![0; end.next_multiple_of(16) as usize];
    for (index, leaf) in (0..).zip(leaves) {
        let value = match leaf.diagonal {
            Some(diagonal) => f64::from(u8::from(diagonal)) + (float(seed, index) - 1.0) / 8.0,
            None => float(seed, index),
        };
        let word = match (leaf.class, leaf.width) {
            (ScalarClass::Float, 16) => u64::from(half::of(value as f32)),
            (ScalarClass::Float, 32) => u64::from((value as f32).to_bits()),
            (ScalarClass::Float, _) => value.to_bits(),
            _ => integer(seed, index),
        };
        put(&mut bytes, leaf, word);
    }
    bytes
}

/// Writes the low bits of a word at the place of a number.
pub fn put(bytes: &mut [u8], leaf: &Leaf, word: u64) {
    let (start, size) = (leaf.offset as usize, leaf.width as usize / 8);
    if let Some(target) = bytes.get_mut(start..start + size) {
        target.copy_from_slice(&word.to_le_bytes()[..size]);
    }
}

/// The bits at the place of a number; zero past the end.
pub fn get(bytes: &[u8], leaf: &Leaf) -> u64 {
    let (start, size) = (leaf.offset as usize, leaf.width as usize / 8);
    let mut word = [0; 8];
    if let Some(source) = bytes.get(start..start + size) {
        word[..size].copy_from_slice(source);
    }
    u64::from_le_bytes(word)
}
