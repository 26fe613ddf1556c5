//! Register file of a group of vertices, in structure-of-arrays layout: each row holds one
//! component of one register for all lanes.

/// Vertices per group.
pub(super) const LANES: usize = 32;
/// Lanes processed at once by an operation.
pub(super) const WIDTH: usize = 8;
/// Parts per row.
pub(super) const PARTS: usize = LANES / WIDTH;

/// Part of a row.
pub(super) type Part = [f32; WIDTH];

/// Row number.
pub(super) type Row = u16;

/// Number of rows, a power of two, so that masking a row number makes it valid.
const ROWS: usize = 1024;

const INPUTS: Row = 0;
const TEMPORARIES: Row = 64;
const OUTPUTS: Row = 128;
const UNIFORMS: Row = 192;
/// First of four rows for the components of an indexed operand.
pub(super) const GATHERED: Row = 192 + 96 * 4;

/// Row of a component of `v`.
pub(super) const fn input(register: u8, component: u8) -> Row {
    INPUTS + place(register & 15, component)
}

/// Row of a component of `r`.
pub(super) const fn temporary(register: u8, component: u8) -> Row {
    TEMPORARIES + place(register & 15, component)
}

/// Row of a component of `o`.
pub(super) const fn output(register: u8, component: u8) -> Row {
    OUTPUTS + place(register & 15, component)
}

/// Row of a component of `c`.
pub(super) const fn uniform(register: u8, component: u8) -> Row {
    UNIFORMS + place(register, component)
}

const fn place(register: u8, component: u8) -> Row {
    register as Row * 4 + (component & 3) as Row
}

/// The rows.
pub(super) struct File {
    rows: Box<[[Part; PARTS]; ROWS]>,
}

impl File {
    /// Creates a zeroed file.
    pub(super) fn new() -> File {
        // Allocated on the heap: the file is too large for a stack frame.
        let rows = vec![[[0.0; WIDTH]; PARTS]; ROWS].into_boxed_slice();
        let rows = rows.try_into().unwrap_or_else(|_| Box::new([[[0.0; WIDTH]; PARTS]; ROWS]));
        File { rows }
    }

    /// A part of a row.
    #[inline]
    pub(super) fn get(&self, row: Row, part: usize) -> Part {
        self.rows[usize::from(row) % ROWS][part % PARTS]
    }

    /// Part of a row, mutable.
    #[inline]
    pub(super) fn part(&mut self, row: Row, part: usize) -> &mut Part {
        &mut self.rows[usize::from(row) % ROWS][part % PARTS]
    }

    /// All lanes of a row.
    #[inline]
    pub(super) fn row(&mut self, row: Row) -> &mut [f32] {
        self.rows[usize::from(row) % ROWS].as_flattened_mut()
    }

    /// One lane of a row.
    #[inline]
    pub(super) fn lane(&self, row: Row, lane: usize) -> f32 {
        self.rows[usize::from(row) % ROWS][lane / WIDTH % PARTS][lane % WIDTH]
    }
}
