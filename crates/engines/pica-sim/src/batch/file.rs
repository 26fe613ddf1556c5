//! The registers of a group of vertices, components first: each row holds one component of one register for all lanes.

/// Vertices of a group.
pub(super) const LANES: usize = 32;
/// Lanes that an operation takes at once.
pub(super) const WIDTH: usize = 8;
/// Parts of a row.
pub(super) const PARTS: usize = LANES / WIDTH;

/// A part of a row.
pub(super) type Part = [f32; WIDTH];

/// The number of a row.
pub(super) type Row = u16;

/// Rows of the file, a power of two so that no row number can be outside.
const ROWS: usize = 1024;

const INPUTS: Row = 0;
const TEMPORARIES: Row = 64;
const OUTPUTS: Row = 128;
const UNIFORMS: Row = 192;
/// Four rows for the components of an operand with an index.
pub(super) const GATHERED: Row = 192 + 96 * 4;

/// The row of a component of `v`.
pub(super) const fn input(register: u8, component: u8) -> Row {
    INPUTS + place(register & 15, component)
}

/// The row of a component of `r`.
pub(super) const fn temporary(register: u8, component: u8) -> Row {
    TEMPORARIES + place(register & 15, component)
}

/// The row of a component of `o`.
pub(super) const fn output(register: u8, component: u8) -> Row {
    OUTPUTS + place(register & 15, component)
}

/// The row of a component of `c`.
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
    /// All zero.
    pub(super) fn new() -> File {
        // Made on the heap: the file is larger than a stack frame should be.
        let rows = vec![[[0.0; WIDTH]; PARTS]; ROWS].into_boxed_slice();
        let rows = rows
            .try_into()
            .unwrap_or_else(|_| Box::new([[[0.0; WIDTH]; PARTS]; ROWS]));
        File { rows }
    }

    /// A part of a row.
    #[inline]
    pub(super) fn get(&self, row: Row, part: usize) -> Part {
        self.rows[usize::from(row) % ROWS][part % PARTS]
    }

    /// A part of a row, to write it.
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
