//! Defines the enumerations and flags, numbered as in version 8, followed by the additions of other versions.
//!
//! Numbers of other versions are translated by [`Dialect`](crate::dialect::Dialect) when the model is viewed.

glassbox_core::named! {
    /// Program kind. 0 to 7 are the numbers of version 8.
    pub enum ProgramKind: u8 {
        /// Fragment program.
        FRAGMENT = 0 "fragment",
        /// Vertex program.
        VERTEX = 1 "vertex",
        /// Runtime color filter.
        COLOR_FILTER = 2 "runtime color filter",
        /// Runtime shader.
        SHADER = 3 "runtime shader",
        /// Runtime blender.
        BLENDER = 4 "runtime blender",
        /// Custom mesh vertex program.
        MESH_VERTEX = 5 "custom mesh vertex",
        /// Custom mesh fragment program.
        MESH_FRAGMENT = 6 "custom mesh fragment",
        /// Generic program, without a required main.
        GENERIC = 7 "generic",
        /// Version 10 and later: Graphite fragment program.
        GRAPHITE_FRAGMENT = 8 "graphite fragment",
        /// Version 10 and later: Graphite vertex program.
        GRAPHITE_VERTEX = 9 "graphite vertex",
        /// Version 10 and later: runtime shader with private functions.
        PRIVATE_SHADER = 10 "private runtime shader",
        /// Version 11 and later: compute program.
        COMPUTE = 11 "compute",
    }
}

glassbox_core::named! {
    /// Storage class of a variable.
    pub enum Storage: u8 {
        /// Global.
        GLOBAL = 0 "global",
        /// Interface block; never written.
        INTERFACE_BLOCK = 1 "interface block",
        /// Local.
        LOCAL = 2 "local",
        /// Parameter.
        PARAMETER = 3 "parameter",
        /// Version 12 and later; never written.
        ELIMINATED = 4 "eliminated",
    }
}

glassbox_core::named! {
    /// Access of a reference to its variable.
    pub enum RefKind: u8 {
        /// Read.
        READ = 0 "read",
        /// Written.
        WRITE = 1 "write",
        /// Read and written.
        READ_WRITE = 2 "read-write",
        /// Passed to an `out` parameter.
        POINTER = 3 "pointer",
    }
}

glassbox_core::named! {
    /// Base of a field access.
    pub enum OwnerKind: u8 {
        /// A struct.
        DEFAULT = 0 "default",
        /// An anonymous interface block.
        ANONYMOUS_BLOCK = 1 "anonymous interface block",
    }
}

glassbox_core::named! {
    /// Form of a block, from version 10 on.
    pub enum BlockKind: u8 {
        /// Without braces.
        UNBRACED = 0 "unbraced",
        /// A scope in braces.
        SCOPE = 1 "scope",
        /// Several declarations of one statement.
        COMPOUND = 2 "compound statement",
    }
}

glassbox_core::named! {
    /// Required language version of a program, from version 11 on.
    pub enum LanguageVersion: u8 {
        /// `#version 100`
        ES2 = 0 "100",
        /// `#version 300`
        ES3 = 1 "300",
    }
}

glassbox_core::named! {
    /// A component of a swizzle. The front end maps all others to the first four.
    pub enum Component: u8 {
        /// x
        X = 0 "x",
        /// y
        Y = 1 "y",
        /// z
        Z = 2 "z",
        /// w
        W = 3 "w",
        /// r
        R = 4 "r",
        /// g
        G = 5 "g",
        /// b
        B = 6 "b",
        /// a
        A = 7 "a",
        /// s
        S = 8 "s",
        /// t
        T = 9 "t",
        /// p
        P = 10 "p",
        /// q
        Q = 11 "q",
        /// L
        UL = 12 "L",
        /// T
        UT = 13 "T",
        /// R
        UR = 14 "R",
        /// B
        UB = 15 "B",
        /// Constant zero.
        ZERO = 16 "0",
        /// Constant one.
        ONE = 17 "1",
    }
}

glassbox_core::named! {
    /// An operator, by its token number in version 8.
    pub enum Operator: u8 {
        /// `,`
        COMMA = 46 ",",
        /// `++`
        INCREMENT = 47 "++",
        /// `--`
        DECREMENT = 48 "--",
        /// `+`
        PLUS = 49 "+",
        /// `-`
        MINUS = 50 "-",
        /// `*`
        STAR = 51 "*",
        /// `/`
        SLASH = 52 "/",
        /// `%`
        PERCENT = 53 "%",
        /// `<<`
        SHL = 54 "<<",
        /// `>>`
        SHR = 55 ">>",
        /// `|`
        BITWISE_OR = 56 "|",
        /// `^`
        BITWISE_XOR = 57 "^",
        /// `&`
        BITWISE_AND = 58 "&",
        /// `~`
        BITWISE_NOT = 59 "~",
        /// `||`
        LOGICAL_OR = 60 "||",
        /// `^^`
        LOGICAL_XOR = 61 "^^",
        /// `&&`
        LOGICAL_AND = 62 "&&",
        /// `!`
        LOGICAL_NOT = 63 "!",
        /// `=`
        ASSIGN = 66 "=",
        /// `==`
        EQUAL = 67 "==",
        /// `!=`
        NOT_EQUAL = 68 "!=",
        /// `>`
        GREATER = 69 ">",
        /// `<`
        LESS = 70 "<",
        /// `>=`
        GREATER_EQUAL = 71 ">=",
        /// `<=`
        LESS_EQUAL = 72 "<=",
        /// `+=`
        PLUS_ASSIGN = 73 "+=",
        /// `-=`
        MINUS_ASSIGN = 74 "-=",
        /// `*=`
        STAR_ASSIGN = 75 "*=",
        /// `/=`
        SLASH_ASSIGN = 76 "/=",
        /// `%=`
        PERCENT_ASSIGN = 77 "%=",
        /// `<<=`
        SHL_ASSIGN = 78 "<<=",
        /// `>>=`
        SHR_ASSIGN = 79 ">>=",
        /// `|=`
        OR_ASSIGN = 80 "|=",
        /// `^=`
        XOR_ASSIGN = 81 "^=",
        /// `&=`
        AND_ASSIGN = 82 "&=",
    }
}

impl Operator {
    /// Result for undefined numbers: the number of the invalid token.
    pub const NONE: Operator = Operator(88);

    /// The operator that an assignment applies before it assigns; `None` for `=`, and what is no assignment.
    #[must_use]
    pub const fn before_assignment(self) -> Option<Operator> {
        Some(match self {
            Operator::PLUS_ASSIGN => Operator::PLUS,
            Operator::MINUS_ASSIGN => Operator::MINUS,
            Operator::STAR_ASSIGN => Operator::STAR,
            Operator::SLASH_ASSIGN => Operator::SLASH,
            Operator::PERCENT_ASSIGN => Operator::PERCENT,
            Operator::SHL_ASSIGN => Operator::SHL,
            Operator::SHR_ASSIGN => Operator::SHR,
            Operator::OR_ASSIGN => Operator::BITWISE_OR,
            Operator::XOR_ASSIGN => Operator::BITWISE_XOR,
            Operator::AND_ASSIGN => Operator::BITWISE_AND,
            _ => return None,
        })
    }

    /// True for `=` and its relatives.
    #[must_use]
    pub const fn assigns(self) -> bool {
        matches!(self, Operator::ASSIGN) || self.before_assignment().is_some()
    }
}

glassbox_core::named! {
    /// Flags of a layout; from `LOCATION` on, set if the qualifier was given, whatever its value.
    pub flags LayoutFlags: u32 {
        /// `origin_upper_left`
        ORIGIN_UPPER_LEFT = 0x1 "origin_upper_left",
        /// `push_constant`
        PUSH_CONSTANT = 0x2 "push_constant",
        /// `blend_support_all_equations`
        BLEND_SUPPORT_ALL_EQUATIONS = 0x4 "blend_support_all_equations",
        /// `color`
        COLOR = 0x8 "color",
        /// `location = n`
        LOCATION = 0x10 "location",
        /// `offset = n`
        OFFSET = 0x20 "offset",
        /// `binding = n`
        BINDING = 0x40 "binding",
        /// `index = n`
        INDEX = 0x80 "index",
        /// `set = n`
        SET = 0x100 "set",
        /// `builtin = n`
        BUILTIN = 0x200 "builtin",
        /// `input_attachment_index = n`
        INPUT_ATTACHMENT_INDEX = 0x400 "input_attachment_index",
    }
}

glassbox_core::named! {
    /// Modifiers. Bits 0 to 12 are those of version 8; the others represent additions of later versions.
    pub flags ModifierFlags: u32 {
        /// `flat`
        FLAT = 0x1 "flat",
        /// `noperspective`
        NO_PERSPECTIVE = 0x2 "noperspective",
        /// `const`
        CONST = 0x4 "const",
        /// `uniform`
        UNIFORM = 0x8 "uniform",
        /// `in`
        IN = 0x10 "in",
        /// `out`; with `in` it is `inout`
        OUT = 0x20 "out",
        /// `highp`
        HIGHP = 0x40 "highp",
        /// `mediump`
        MEDIUMP = 0x80 "mediump",
        /// `lowp`
        LOWP = 0x100 "lowp",
        /// `$es3`
        ES3 = 0x200 "$es3",
        /// `sk_has_side_effects`
        HAS_SIDE_EFFECTS = 0x400 "sk_has_side_effects",
        /// `inline`
        INLINE = 0x800 "inline",
        /// `noinline`
        NO_INLINE = 0x1000 "noinline",
        /// Version 12 and later: `threadgroup`
        THREADGROUP = 0x2000 "threadgroup",
        /// Version 13 of August 2022 and later: `readonly`
        READ_ONLY = 0x4000 "readonly",
        /// Version 13 of August 2022 and later: `writeonly`
        WRITE_ONLY = 0x8000 "writeonly",
        /// Version 13 of 4 August 2022 and later: `buffer`
        BUFFER = 0x10000 "buffer",
    }
}

/// Numbers used in `layout(builtin = n)` by variables of Skia's modules and parameters of `main`.
pub mod builtin {
    /// Coordinates in a fragment program, `sk_FragCoord`.
    pub const FRAG_COORD: i16 = 15;
    /// Coordinates, a parameter of a runtime shader's `main`.
    pub const MAIN_COORDS: i16 = 10009;
    /// Input color, a parameter of `main`.
    pub const INPUT_COLOR: i16 = 10010;
    /// Destination color, a parameter of a blender's `main`.
    pub const DEST_COLOR: i16 = 10011;

    /// Name of a builtin number.
    pub const fn name(number: i16) -> Option<&'static str> {
        Some(match number {
            0 => "sk_Position",
            1 => "sk_PointSize",
            FRAG_COORD => "sk_FragCoord",
            17 => "sk_Clockwise",
            42 => "sk_VertexID",
            43 => "sk_InstanceID",
            10001 => "sk_FragColor",
            10008 => "sk_LastFragColor",
            MAIN_COORDS => "main's coordinates",
            INPUT_COLOR => "main's input color",
            DEST_COLOR => "main's destination color",
            10012 => "sk_SecondaryFragColor",
            _ => return None,
        })
    }
}

glassbox_core::named! {
    /// The id of a symbol.
    pub enum SymbolId: u16 {
        /// None; never valid.
        NONE = 0 "none",
        /// A builtin symbol; its name follows.
        BUILTIN = 65535 "built-in",
    }
}

/// Bits of [`LayoutFlags`] defined in version 8.
pub const LAYOUT_BITS: u32 = 0x7ff;

/// Bits of [`ModifierFlags`] defined in version 8.
pub const MODIFIER_BITS: u32 = 0x1fff;

/// Id announcing that the name of a builtin symbol follows, `kBuiltin_Symbol`.
pub const BUILTIN_SYMBOL: u32 = 65535;

/// File version of Skia's encoder and decoder of February and March 2022.
pub const VERSION: u16 = 8;

/// File offset that string offsets are relative to: that of the `stringLength` field.
pub const STRINGS_BASE: u64 = 2;
