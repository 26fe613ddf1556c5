//! Generates contents of buffers and textures from types and names, equal for every target.
//!
//! Numbers are sixteenths, with which every target computes exactly alike. Matrices are near the
//! identity and keep its last row, so that everything drawn stays within the picture.

use glassbox_bpx::extended::{ExtendedData, MemberType, Plain, Structure};
use glassbox_bpx::kinds::BaseType;
use glassbox_bpx::std140;
use glassbox_vbc::raw::TexelType;

use crate::format::Texel;

/// Objects of all symbols, by symbol index.
pub(super) type Symbols<'a> = &'a [Option<ExtendedData<'a>>];

/// Maximum nesting of structures; bounds cyclic references.
const DEPTH: usize = 8;

/// Maximum number of array elements filled.
const ELEMENTS: u32 = 1024;

/// Four 8-bit components.
pub(super) const COLOR: Texel = Texel { class: TexelType::UNORM, size: 1, components: 4 };

/// Format for texels of this type.
pub(super) fn texel(base: BaseType) -> Option<Texel> {
    let class = match base {
        BaseType::FLOAT => return Some(COLOR),
        BaseType::INT => TexelType::SIGNED,
        BaseType::UINT => TexelType::UNSIGNED,
        _ => return None,
    };
    Some(Texel { class, size: 4, components: 4 })
}

/// Pseudorandom number from 0 to 255, derived from a name and an index.
fn noise(name: &str, place: usize) -> u32 {
    let bytes = name.bytes().chain(place.to_le_bytes());
    let hash = bytes.fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash ^ (hash >> 15)) >> 8 & 0xff
}

fn sixteenth(name: &str, place: usize) -> f32 {
    (noise(name, place) % 17) as f32 / 16.0
}

fn put(bytes: &mut [u8], at: usize, word: u32) {
    if let Some(to) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *to = word.to_le_bytes();
    }
}

fn number(name: &str, place: usize, base: BaseType) -> u32 {
    match base {
        BaseType::FLOAT => sixteenth(name, place).to_bits(),
        BaseType::BOOL => 1,
        // Small, because they count loops and select elements; nonzero, or much would not be drawn.
        _ => 1 + noise(name, place) % 3,
    }
}

/// Writes a scalar, vector or matrix in std140 layout.
pub(super) fn plain(name: &str, ty: Plain, at: usize, bytes: &mut [u8]) {
    let (rows, columns) = shape(ty);
    let stride = match ty {
        Plain::Matrix(_) => usize::try_from(std140::plain(ty).align).unwrap_or(16),
        _ => 0,
    };
    for column in 0..columns {
        for row in 0..rows {
            let place = column * rows + row;
            let word = match ty {
                Plain::Matrix(_) => entry(name, column, row, rows).to_bits(),
                _ => number(name, place, ty.base()),
            };
            put(bytes, at + column * stride + row * ty.base().size() as usize, word);
        }
    }
}

/// Entry of a matrix.
fn entry(name: &str, column: usize, row: usize, size: usize) -> f32 {
    match (column == row, row + 1 == size) {
        (true, _) => 1.0,
        (false, true) => 0.0,
        (false, false) => (sixteenth(name, column * size + row) - 0.5) / 4.0,
    }
}

/// Contents of a constant buffer.
pub(super) fn block(name: &str, of: &Structure<'_>, symbols: Symbols<'_>) -> Vec<u8> {
    let mut bytes = vec![0; of.size.min(1 << 16) as usize];
    structure(name, of, symbols, 0, &mut bytes, 0);
    bytes
}

fn structure(
    path: &str,
    of: &Structure<'_>,
    symbols: Symbols<'_>,
    at: usize,
    bytes: &mut [u8],
    depth: usize,
) {
    // Nothing is written outside the block.
    if depth > DEPTH || at > bytes.len() {
        return;
    }
    let inner = |index: u16| symbols.get(usize::from(index))?.as_ref()?.structure();
    for member in &of.props {
        let path = format!("{path}.{}", String::from_utf8_lossy(&member.name));
        let at = at + member.offset as usize;
        match member.ty {
            MemberType::Plain(ty) => plain(&path, ty, at, bytes),
            MemberType::Array(count, ty) => {
                let stride =
                    std140::member(MemberType::Array(1, ty), |_| None).map_or(16, |extent| extent.size);
                for element in 0..count.min(ELEMENTS) as usize {
                    plain(&format!("{path}[{element}]"), ty, at + element * stride as usize, bytes);
                }
            }
            MemberType::StructRef(index) => {
                if let Some(of) = inner(index) {
                    structure(&path, of, symbols, at, bytes, depth + 1);
                }
            }
            MemberType::StructArray(count, index) => {
                let Some(of) = inner(index) else { continue };
                for element in 0..count.min(ELEMENTS) as usize {
                    let at = at + element * of.size as usize;
                    structure(&format!("{path}[{element}]"), of, symbols, at, bytes, depth + 1);
                }
            }
        }
    }
}

/// Texels of a texture.
pub(super) fn texels(name: &str, texel: Texel, count: usize) -> Vec<u8> {
    let components = (0..count * usize::from(texel.components)).map(|place| {
        if texel.is_integer() {
            f64::from(noise(name, place) % 8)
        } else {
            f64::from(noise(name, place)) / 255.0
        }
    });
    components.flat_map(|component| texel.encode(component)).collect()
}

/// Vertices: the member `position`, or else the first one, places four rectangles of two triangles
/// each in the picture.
pub(super) fn vertices(of: &Structure<'_>, count: u32) -> Vec<u8> {
    let stride = of.size.min(1 << 12) as usize;
    let mut bytes = vec![0; stride * count as usize];
    let named = of.props.iter().position(|member| *member.name == *b"position");
    for (place, member) in of.props.iter().enumerate() {
        let MemberType::Plain(ty) = member.ty else {
            continue;
        };
        let name = String::from_utf8_lossy(&member.name);
        let (rows, columns) = shape(ty);
        for vertex in 0..count as usize {
            let at = vertex * stride + member.offset as usize;
            for component in 0..rows * columns {
                let word = match place == named.unwrap_or(0) && ty.base() == BaseType::FLOAT {
                    true => corner(vertex, component).to_bits(),
                    // Flat outputs come from the first or the last vertex, so integers are equal
                    // for all three.
                    false if ty.base() != BaseType::FLOAT => {
                        number(&name, vertex / 3 * 16 + component, ty.base())
                    }
                    false => number(&name, vertex * 16 + component, ty.base()),
                };
                put(&mut bytes, at + component * ty.base().size() as usize, word);
            }
        }
    }
    bytes
}

/// Component of a vertex position. Corners do not coincide with pixel centres.
fn corner(vertex: usize, component: usize) -> f32 {
    const CORNERS: [[f32; 2]; 6] =
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let part = vertex / 6 % 4;
    let [x, y] = CORNERS[vertex % 6];
    match component {
        0 => (part % 2) as f32 - 0.5 + 0.43 * x + 0.03 * y,
        1 => (part / 2) as f32 - 0.5 + 0.43 * y - 0.02 * x,
        2 => 0.25 + 0.125 * part as f32,
        _ => 1.0,
    }
}

fn shape(ty: Plain) -> (usize, usize) {
    let (rows, columns) = ty.shape();
    (rows as usize, columns as usize)
}
