//! Looks up the minimum shader model and the allowed stages of an operation.

use super::opcode;
use super::program::{Operation, Program};
use crate::facts::Version;
use crate::ir::{Body, Instruction, Type};

/// Stage masks, one bit per shader kind.
pub mod stage {
    /// Pixel shader.
    pub const PIXEL: u32 = 1 << 0;
    /// Vertex shader.
    pub const VERTEX: u32 = 1 << 1;
    /// Geometry shader.
    pub const GEOMETRY: u32 = 1 << 2;
    /// Hull shader.
    pub const HULL: u32 = 1 << 3;
    /// Domain shader.
    pub const DOMAIN: u32 = 1 << 4;
    /// Compute shader.
    pub const COMPUTE: u32 = 1 << 5;
    /// Non-entry function of a library.
    pub const LIBRARY: u32 = 1 << 6;
    /// Ray generation.
    pub const RAY_GENERATION: u32 = 1 << 7;
    /// Intersection.
    pub const INTERSECTION: u32 = 1 << 8;
    /// Any hit.
    pub const ANY_HIT: u32 = 1 << 9;
    /// Closest hit.
    pub const CLOSEST_HIT: u32 = 1 << 10;
    /// Miss.
    pub const MISS: u32 = 1 << 11;
    /// Callable.
    pub const CALLABLE: u32 = 1 << 12;
    /// Mesh shader.
    pub const MESH: u32 = 1 << 13;
    /// Amplification shader.
    pub const AMPLIFICATION: u32 = 1 << 14;
    /// Work-graph node.
    pub const NODE: u32 = 1 << 15;
    /// Every stage.
    pub const ALL: u32 = 0xFFFF;
    /// Stages with thread groups.
    pub const GROUPS: u32 = COMPUTE | MESH | AMPLIFICATION | NODE;
    /// Stages with derivatives.
    pub const DERIVATIVES: u32 = LIBRARY | PIXEL | GROUPS;
}

use stage::{
    ALL, AMPLIFICATION, ANY_HIT, CALLABLE, CLOSEST_HIT, COMPUTE, DERIVATIVES, DOMAIN, GEOMETRY, GROUPS, HULL,
    INTERSECTION, LIBRARY, MESH, MISS, NODE, PIXEL, RAY_GENERATION, VERTEX,
};

const HITS: u32 = LIBRARY | INTERSECTION | ANY_HIT | CLOSEST_HIT;
const TRACERS: u32 = LIBRARY | RAY_GENERATION | CLOSEST_HIT | MISS;

/// First and last operation number; minimum minor version of shader model 6; the same in libraries, where
/// operations may be lowered; stages. Operations not listed need 6.0 and are allowed everywhere.
const OPERATIONS: [(u32, u32, u32, u32, u32); 58] = [
    (60, 61, 0, 0, DERIVATIVES),
    (64, 64, 0, 0, DERIVATIVES),
    (76, 77, 0, 0, PIXEL),
    (81, 81, 0, 0, DERIVATIVES),
    (82, 82, 0, 0, PIXEL),
    (83, 86, 0, 0, DERIVATIVES),
    (87, 92, 0, 0, PIXEL),
    (93, 96, 0, 0, GROUPS),
    (97, 100, 0, 0, GEOMETRY),
    (103, 104, 0, 0, DOMAIN | HULL),
    (105, 105, 0, 0, DOMAIN),
    (106, 107, 0, 0, HULL),
    (108, 108, 0, 0, GEOMETRY | DOMAIN | HULL),
    (122, 123, 0, 0, DERIVATIVES),
    (137, 137, 1, 1, PIXEL),
    (138, 138, 1, 1, VERTEX | HULL | DOMAIN | GEOMETRY | PIXEL | MESH),
    (139, 140, 2, 0, ALL),
    (141, 143, 3, 3, HITS),
    (144, 144, 3, 3, HITS | MISS),
    (145, 146, 3, 3, HITS | MISS | RAY_GENERATION | CALLABLE),
    (147, 148, 3, 3, HITS | MISS),
    (149, 152, 3, 3, HITS),
    (153, 154, 3, 3, HITS | MISS),
    (155, 156, 3, 3, ANY_HIT),
    (157, 157, 3, 3, TRACERS),
    (158, 158, 3, 3, LIBRARY | INTERSECTION),
    (159, 159, 3, 3, TRACERS | CALLABLE),
    (160, 160, 3, 0, ALL),
    (161, 161, 3, 3, HITS),
    (162, 164, 4, 4, ALL),
    (165, 167, 5, 5, ALL),
    (168, 172, 5, 5, MESH),
    (173, 173, 5, 5, AMPLIFICATION),
    (174, 175, 5, 5, LIBRARY | PIXEL),
    (176, 212, 5, 5, ALL),
    (213, 213, 5, 5, HITS),
    (214, 215, 5, 5, ALL),
    (216, 217, 6, 0, ALL),
    (218, 221, 6, 6, ALL),
    (222, 222, 7, 0, DERIVATIVES),
    (223, 225, 7, 7, ALL),
    (238, 243, 8, 8, NODE),
    (244, 244, 8, 0, ALL),
    (245, 245, 8, 8, ALL),
    (246, 253, 8, 8, NODE),
    (254, 254, 8, 8, ALL),
    (255, 255, 8, 8, DERIVATIVES),
    (256, 257, 8, 8, VERTEX),
    (258, 258, 9, 9, ALL),
    (262, 267, 9, 9, TRACERS),
    (268, 268, 9, 9, LIBRARY | RAY_GENERATION),
    (269, 289, 9, 9, TRACERS),
    (303, 304, 9, 9, ALL),
    // Higher numbers belong to unreleased shader models.
    (0x8000_0000, 0x8000_0000, 10, 10, ALL),
    (0x8000_0001, 0x8000_0002, 10, 10, GROUPS),
    (0x8000_0003, 0x8000_0003, 10, 10, LIBRARY | ANY_HIT | CLOSEST_HIT),
    (0x8000_0004, 0x8000_0005, 10, 10, ALL),
    (0x8000_0006, 0x8000_0006, 10, 10, TRACERS),
];

/// Requirement of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// Minimum minor version of shader model 6.
    pub minor: u32,
    /// Allowed stages.
    pub stages: u32,
}

/// Requirement of an operation whatever its arguments and the validator.
pub fn of_operation(code: u32) -> Requirement {
    let found = OPERATIONS.iter().find(|row| (row.0..=row.1).contains(&code));
    found.map_or(Requirement { minor: 0, stages: ALL }, |&(_, _, minor, _, stages)| Requirement {
        minor,
        stages,
    })
}

/// Requirement of a call of an operation. In libraries (`translates`) operations missing in older models may
/// be lowered.
pub fn of(
    program: &Program<'_>,
    body: &Body,
    instruction: &Instruction,
    operation: Operation<'_>,
    translates: bool,
    validator: Version,
) -> Requirement {
    let code = operation.code;
    let found = OPERATIONS.iter().find(|row| (row.0..=row.1).contains(&code));
    let mut out = Requirement { minor: 0, stages: ALL };
    if let Some(&(_, _, minor, translated, stages)) = found {
        out.minor = if translates { translated } else { minor };
        out.stages = stages;
    }
    let is_before = |minor| (validator.major, validator.minor) < (1, minor) && validator.major != 0;
    let derives = matches!(code, 60..=61 | 64 | 81 | 83..=86);
    if is_before(8) && derives {
        // Older validators allow them in pixel shaders only.
        out.stages &= !(COMPUTE | AMPLIFICATION | MESH);
        return out;
    }
    if is_before(5) {
        if opcode::is_wave(code) {
            out.stages = (1 << 13) - 1;
        }
        return out;
    }
    if opcode::is_barrier(code) {
        let barrier = Barrier::of(program, body, operation);
        if translates && code == opcode::BARRIER_BY_MEMORY_TYPE && !barrier.is_plain() {
            out.minor = 8;
        }
        if barrier.reorders() {
            out.minor = 9;
            out.stages &= LIBRARY | RAY_GENERATION;
        } else if barrier.needs_node() {
            out.stages &= LIBRARY | NODE;
        } else if barrier.needs_group() {
            out.stages &= LIBRARY | GROUPS;
        }
    } else if matches!(code, opcode::ATOMIC_BIN_OP | opcode::ATOMIC_COMPARE_EXCHANGE) {
        if program.module.types.get(instruction.ty) == Some(Type::Integer(64)) {
            out.minor = 6;
        }
    } else if translates
        && (validator.major, validator.minor) == (1, 6)
        && matches!(code, opcode::ANNOTATE_HANDLE | opcode::CREATE_HANDLE_FROM_BINDING)
    {
        // The 1.6 validator does not support their lowering.
        out.minor = 6;
    }
    out
}

/// A barrier: memory types and semantics.
#[derive(Clone, Copy, Debug)]
pub struct Barrier {
    code: u32,
    /// Mode of the old barrier, memory types of the others; `None` if not constant.
    first: Option<u32>,
    /// Semantics flags of the newer barriers.
    semantics: Option<u32>,
}

/// Group-shared memory.
const MEMORY_GROUP: u32 = 2;
/// Node record memory.
const MEMORY_NODES: u32 = 12;
/// All memory.
const MEMORY_ALL: u32 = 15;
/// Group sync or group scope.
const SEMANTICS_GROUP: u32 = 3;
/// Reordering of invocations.
const SEMANTICS_REORDER: u32 = 8;
/// Old barrier mode for UAV memory of all groups only.
const MODE_GLOBAL_MEMORY: u32 = 2;

impl Barrier {
    /// Decodes a barrier operation.
    pub fn of(program: &Program<'_>, body: &Body, operation: Operation<'_>) -> Barrier {
        let number = |index| {
            let value = operation.argument(index)?;
            program.scope(body).integer(value).map(|number| number as u32)
        };
        Barrier { code: operation.code, first: number(1), semantics: number(2) }
    }

    /// Memory types, with `ALL` reduced to those that the stage may have.
    fn memory(self, allowed: u32) -> u32 {
        match self.first {
            Some(MEMORY_ALL) => MEMORY_ALL & allowed,
            memory => memory.unwrap_or(0),
        }
    }

    /// True if it involves the thread group or group-shared memory.
    pub(crate) fn needs_group(self) -> bool {
        match self.code {
            opcode::BARRIER => self.first.is_some_and(|mode| mode != MODE_GLOBAL_MEMORY),
            opcode::BARRIER_BY_MEMORY_TYPE if self.memory(!MEMORY_GROUP) & MEMORY_GROUP != 0 => true,
            _ => self.semantics.is_some_and(|semantics| semantics & SEMANTICS_GROUP != 0),
        }
    }

    /// True if it involves node records.
    pub(crate) fn needs_node(self) -> bool {
        match self.code {
            opcode::BARRIER_BY_NODE_RECORD_HANDLE => true,
            opcode::BARRIER_BY_MEMORY_TYPE => self.memory(!MEMORY_NODES) & MEMORY_NODES != 0,
            _ => false,
        }
    }

    fn reorders(self) -> bool {
        let named = [opcode::BARRIER_BY_MEMORY_TYPE, opcode::BARRIER_BY_MEMORY_HANDLE];
        let semantics = self.semantics.unwrap_or(0);
        named.contains(&self.code) && semantics & SEMANTICS_REORDER != 0
    }

    /// True if the old barrier can express it.
    fn is_plain(self) -> bool {
        let (memory, semantics) = (self.memory(3), self.semantics.unwrap_or(0));
        memory & !3 == 0 && semantics & !7 == 0
    }
}
