//! Number and places of samples.

use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Builder, Id, op};

/// Number of the specialization constant that holds the number of samples of the render target.
pub const TARGET_SAMPLES: u32 = 0;

/// Standard places of samples in sixteenths of a pixel from its middle, for 1, 2, 4, 8 and 16 samples one after another.
///
/// Source: the Direct3D 11 documentation of `D3D11_STANDARD_MULTISAMPLE_PATTERN`.
const POSITIONS: [[i8; 2]; 31] = [
    [0, 0],
    [4, 4],
    [-4, -4],
    [-2, -6],
    [6, -2],
    [-6, 2],
    [2, 6],
    [1, -3],
    [-1, 3],
    [5, 1],
    [-3, -5],
    [-5, 5],
    [-7, -1],
    [3, 7],
    [7, -7],
    [1, 1],
    [-1, -3],
    [-3, 2],
    [4, -1],
    [-5, -2],
    [2, 5],
    [5, 3],
    [3, -5],
    [-2, 6],
    [0, -7],
    [-4, -6],
    [-6, 4],
    [-8, 0],
    [7, -4],
    [6, 7],
    [-7, -8],
];

/// Where a sample is, as two floats: the distance from the middle of the pixel, if samples are at the standard places; 0 for samples that
/// there are not.
pub fn position(b: &mut Builder, count: Id, sample: Id) -> Id {
    let (uint, float, truth) = (b.uint(), b.float(), b.bool());
    let pair = b.vector(float, 2);
    let rows: Vec<Id> = POSITIONS
        .iter()
        .map(|position| {
            let parts = position.map(|side| b.constant(float, (f32::from(side) / 16.0).to_bits()));
            b.constant_composite(pair, &parts)
        })
        .collect();
    let array = b.array(pair, POSITIONS.len() as u32, None);
    let table = b.constant_composite(array, &rows);
    let whole = b.pointer(storage_class::FUNCTION, array);
    let variable = b.variable_with(whole, Some(table));
    // The rows before those of a number of samples are one fewer than that number.
    let (zero, one, most) = (b.constant_uint(0), b.constant_uint(1), b.constant_uint(16));
    let first = b.value(op::I_SUB, uint, &[count, one]);
    let index = b.value(op::I_ADD, uint, &[first, sample]);
    let is_sample = b.value(op::U_LESS_THAN, truth, &[sample, count]);
    let is_standard = b.value(op::U_LESS_THAN_EQUAL, truth, &[count, most]);
    let is_there = b.value(op::LOGICAL_AND, truth, &[is_sample, is_standard]);
    let index = b.value(op::SELECT, uint, &[is_there, index, zero]);
    let pointer = b.pointer(storage_class::FUNCTION, pair);
    let place = b.value(op::ACCESS_CHAIN, pointer, &[variable, index]);
    b.value(op::LOAD, pair, &[place])
}
