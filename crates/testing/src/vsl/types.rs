//! Value types, by the rules of section 4 of the language's description.

/// Component types, in order of implicit conversion.
pub(super) mod scalar {
    pub(crate) const BOOL: u8 = 0;
    pub(crate) const INT: u8 = 1;
    pub(crate) const UINT: u8 = 2;
    pub(crate) const FLOAT: u8 = 3;
}

/// A value type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Type {
    pub(super) scalar: u8,
    pub(super) columns: u32,
    pub(super) rows: u32,
}

impl Type {
    pub(super) const BOOL: Type = Type::vector(scalar::BOOL, 1);
    pub(super) const INT: Type = Type::vector(scalar::INT, 1);
    pub(super) const UINT: Type = Type::vector(scalar::UINT, 1);
    pub(super) const FLOAT: Type = Type::vector(scalar::FLOAT, 1);

    /// Vector, or scalar for one component.
    pub(super) const fn vector(scalar: u8, rows: u32) -> Type {
        Type { scalar, columns: 1, rows }
    }

    pub(super) const fn matrix(columns: u32, rows: u32) -> Type {
        Type { scalar: scalar::FLOAT, columns, rows }
    }

    pub(super) const fn is_scalar(self) -> bool {
        self.columns == 1 && self.rows == 1
    }

    pub(super) const fn is_vector(self) -> bool {
        self.columns == 1 && self.rows > 1
    }

    pub(super) const fn is_matrix(self) -> bool {
        self.columns > 1
    }

    pub(super) const fn is_integer(self) -> bool {
        matches!(self.scalar, scalar::INT | scalar::UINT)
    }

    pub(super) const fn is_float(self) -> bool {
        self.scalar == scalar::FLOAT
    }

    pub(super) const fn is_bool(self) -> bool {
        self.scalar == scalar::BOOL
    }

    pub(super) const fn of(self, scalar: u8) -> Type {
        Type { scalar, ..self }
    }

    pub(super) const fn component(self) -> Type {
        Type::vector(self.scalar, 1)
    }

    pub(super) const fn components(self) -> u32 {
        self.columns * self.rows
    }

    /// Component types that convert to this one implicitly, including itself.
    pub(super) const fn convertible(self) -> &'static [u8] {
        match self.scalar {
            scalar::UINT => &[scalar::UINT, scalar::INT],
            scalar::FLOAT => &[scalar::FLOAT, scalar::UINT, scalar::INT],
            scalar::INT => &[scalar::INT],
            _ => &[scalar::BOOL],
        }
    }

    pub(super) fn name(self) -> String {
        let scalar = ["bool", "int", "uint", "float"][usize::from(self.scalar)];
        match (self.columns, self.rows) {
            (1, 1) => scalar.to_owned(),
            (1, rows) => format!("{scalar}{rows}"),
            (columns, rows) => format!("{scalar}{columns}x{rows}"),
        }
    }
}

/// Image ranks: names, components of a coordinate, and of a size.
pub(super) const RANKS: [(&str, u32, u32); 6] =
    [("1D", 1, 1), ("2D", 2, 2), ("3D", 3, 3), ("1DArray", 2, 2), ("2DArray", 3, 3), ("Cube", 3, 2)];

/// Rank of cube images.
pub(super) const CUBE: usize = 5;

/// Texel formats and the types they are read as.
pub(super) const FORMATS: [(&str, u8, u32); 21] = [
    ("int", scalar::INT, 1),
    ("int2", scalar::INT, 2),
    ("int4", scalar::INT, 4),
    ("uint", scalar::UINT, 1),
    ("uint2", scalar::UINT, 2),
    ("uint4", scalar::UINT, 4),
    ("float", scalar::FLOAT, 1),
    ("float2", scalar::FLOAT, 2),
    ("float4", scalar::FLOAT, 4),
    ("u8norm", scalar::FLOAT, 1),
    ("u8norm2", scalar::FLOAT, 2),
    ("u8norm4", scalar::FLOAT, 4),
    ("u16norm", scalar::FLOAT, 1),
    ("u16norm2", scalar::FLOAT, 2),
    ("u16norm4", scalar::FLOAT, 4),
    ("s8norm", scalar::FLOAT, 1),
    ("s8norm2", scalar::FLOAT, 2),
    ("s8norm4", scalar::FLOAT, 4),
    ("s16norm", scalar::FLOAT, 1),
    ("s16norm2", scalar::FLOAT, 2),
    ("s16norm4", scalar::FLOAT, 4),
];
