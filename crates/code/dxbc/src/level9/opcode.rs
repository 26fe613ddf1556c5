//! Lists the instructions of shader model 2 and 3.

/// Properties of an instruction.
#[derive(Clone, Copy)]
pub(super) struct Info {
    pub(super) name: &'static str,
    /// Number of instruction slots.
    pub(super) slots: u8,
    /// True if the first parameter is a destination.
    pub(super) writes: bool,
    /// True if it samples a texture.
    pub(super) samples: bool,
    /// True if its mnemonic includes a comparison.
    pub(super) compares: bool,
    /// True if a block begins after it.
    pub(super) begins: bool,
    /// True if a block ends before it.
    pub(super) ends: bool,
}

const fn make(name: &'static str, slots: u8, writes: bool) -> Info {
    Info { name, slots, writes, samples: false, compares: false, begins: false, ends: false }
}

/// An instruction with a destination.
const fn op(name: &'static str, slots: u8) -> Info {
    make(name, slots, true)
}

/// An instruction without a destination.
const fn flow(name: &'static str, slots: u8) -> Info {
    make(name, slots, false)
}

const fn sample(name: &'static str, slots: u8) -> Info {
    Info { samples: true, ..op(name, slots) }
}

const fn comparing(info: Info) -> Info {
    Info { compares: true, ..info }
}

const fn beginning(info: Info) -> Info {
    Info { begins: true, ..info }
}

const fn ending(info: Info) -> Info {
    Info { ends: true, ..info }
}

/// Instructions by number. Slot counts are from Microsoft's reference for model 2.
static TABLE: [(u32, Info); 65] = [
    (0, flow("nop", 1)),
    (1, op("mov", 1)),
    (2, op("add", 1)),
    (3, op("sub", 1)),
    (4, op("mad", 1)),
    (5, op("mul", 1)),
    (6, op("rcp", 1)),
    (7, op("rsq", 1)),
    (8, op("dp3", 1)),
    (9, op("dp4", 1)),
    (10, op("min", 1)),
    (11, op("max", 1)),
    (12, op("slt", 1)),
    (13, op("sge", 1)),
    (14, op("exp", 1)),
    (15, op("log", 1)),
    (16, op("lit", 3)),
    (17, op("dst", 1)),
    (18, op("lrp", 1)),
    (19, op("frc", 1)),
    (20, op("m4x4", 4)),
    (21, op("m4x3", 3)),
    (22, op("m3x4", 4)),
    (23, op("m3x3", 3)),
    (24, op("m3x2", 2)),
    (25, flow("call", 2)),
    (26, flow("callnz", 3)),
    (27, beginning(flow("loop", 3))),
    (28, flow("ret", 1)),
    (29, ending(flow("endloop", 2))),
    (30, flow("label", 0)),
    (31, flow("dcl", 0)),
    (32, op("pow", 3)),
    (33, op("crs", 2)),
    (34, op("sgn", 3)),
    (35, op("abs", 1)),
    (36, op("nrm", 3)),
    (37, op("sincos", 8)),
    (38, beginning(flow("rep", 3))),
    (39, ending(flow("endrep", 2))),
    (40, beginning(flow("if", 3))),
    (41, beginning(comparing(flow("if", 3)))),
    (42, beginning(ending(flow("else", 1)))),
    (43, ending(flow("endif", 1))),
    (44, flow("break", 1)),
    (45, comparing(flow("break", 3))),
    (46, op("mova", 1)),
    (47, flow("defb", 0)),
    (48, flow("defi", 0)),
    (64, sample("texcrd", 1)),
    (65, op("texkill", 1)),
    (66, sample("texld", 1)),
    (78, op("expp", 1)),
    (79, op("logp", 1)),
    (80, op("cnd", 1)),
    (81, flow("def", 0)),
    (88, op("cmp", 1)),
    (89, op("bem", 2)),
    (90, op("dp2add", 2)),
    (91, op("dsx", 2)),
    (92, op("dsy", 2)),
    (93, sample("texldd", 3)),
    (94, op("setp", 1)),
    (95, sample("texldl", 2)),
    (96, flow("breakp", 3)),
];

/// Properties of an instruction number.
pub(super) fn info(number: u32) -> Option<&'static Info> {
    TABLE.iter().find(|(known, _)| *known == number).map(|(_, info)| info)
}

/// Name of a comparison, bits 16 to 18.
pub(super) fn comparison(controls: u32) -> &'static str {
    match controls & 7 {
        1 => "gt",
        2 => "eq",
        3 => "ge",
        4 => "lt",
        5 => "ne",
        6 => "le",
        _ => "?",
    }
}
