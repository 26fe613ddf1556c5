//! Random programs that end: blocks nest as an assembler nests them, and every path comes to END.

use glassbox_pica::opcode::{Class, Opcode};
use glassbox_pica_sim::{Inputs, Program, Stage, Uniforms};
use glassbox_testing::random::Random;

/// Words of a generated body, about.
const BODY: u64 = 24;

/// A random program of the vertex stage.
pub fn program(random: &mut Random) -> Program {
    let descriptors: Vec<u32> = (0..128).map(|_| descriptor(random)).collect();
    let mut code = Vec::new();
    // Procedures come first, so that calls know their extent.
    let mut procedures = Vec::new();
    for _ in 0..random.below(4) {
        let start = code.len();
        block(random, &mut code, &procedures, 2, false);
        code.push(NOP);
        procedures.push((start, code.len() - start));
    }
    let entry = code.len();
    block(random, &mut code, &procedures, 3, false);
    code.push(NOP);
    code.push(END);
    Program::new(&code, &descriptors, entry as u32, Stage::Vertex)
}

/// Random words, most of them instructions.
pub fn soup(random: &mut Random) -> Program {
    let length = 1 + random.index(40);
    let code: Vec<u32> = (0..length)
        .map(|_| match random.below(8) {
            0 => random.below(1 << 32) as u32,
            1 => END,
            2 | 3 => {
                let opcode = 0x20 + random.below(14) as u32;
                let target = random.index(length + 2) as u32;
                opcode << 26 | (random.below(16) as u32) << 22 | target << 10 | random.below(6) as u32
            }
            _ => computing(random),
        })
        .collect();
    let descriptors: Vec<u32> = (0..128).map(|_| descriptor(random)).collect();
    let kept = if random.below(4) == 0 { random.index(128) } else { 128 };
    Program::new(&code, &descriptors[..kept], random.index(length) as u32, Stage::Vertex)
}

const NOP: u32 = 0x8400_0000;
const END: u32 = 0x8800_0000;

fn descriptor(random: &mut Random) -> u32 {
    let mask = if random.below(2) == 0 { 0xF } else { random.below(16) as u32 };
    let mut word = mask;
    for shift in [4, 13, 22] {
        let selector = match random.below(3) {
            0 => 0x1B,
            1 => [0x00, 0x55, 0xAA, 0xFF][random.index(4)],
            _ => random.below(256) as u32,
        };
        word |= (u32::from(random.below(4) == 0) | selector << 1) << shift;
    }
    word
}

/// A word that computes.
fn computing(random: &mut Random) -> u32 {
    let all: Vec<Opcode> = Opcode::all()
        .filter(|opcode| matches!(opcode.info().class, Class::Arithmetic | Class::Address | Class::Compare))
        .collect();
    let opcode = all[random.index(all.len())];
    let mut word = opcode.base_word();
    for &(field, width) in opcode.format().fields() {
        use glassbox_pica::format::Field;
        let value = match field {
            Field::Opcode | Field::Reserved => continue,
            Field::Index => {
                if random.below(3) == 0 {
                    random.below(4)
                } else {
                    0
                }
            }
            Field::Source1 | Field::Source2 | Field::Source3 => match random.below(4) {
                // Few registers, so that values meet.
                0 => random.below(4),
                1 | 2 => 0x10 + random.below(4),
                _ => random.below(1 << width),
            },
            Field::Destination => match random.below(3) {
                0 => random.below(4),
                _ => 0x10 + random.below(4),
            },
            _ => random.below(1 << width),
        };
        word = opcode
            .format()
            .set(word, field, value as u32)
            .expect("the value fits the field");
    }
    word
}

fn flow(opcode: u32, register: u32, target: usize, count: usize) -> u32 {
    opcode << 26 | register << 22 | (target as u32) << 10 | count as u32
}

fn block(random: &mut Random, code: &mut Vec<u32>, procedures: &[(usize, usize)], depth: u32, in_loop: bool) {
    for _ in 0..1 + random.below(BODY / 2) {
        let register = random.below(16) as u32;
        match random.below(if depth > 0 { 14 } else { 9 }) {
            // CALL, CALLC, CALLU
            9 if !procedures.is_empty() => {
                let (start, size) = procedures[random.index(procedures.len())];
                code.push(flow(0x24 + random.below(3) as u32, register, start, size));
            }
            // IFU, IFC
            10 | 11 => {
                let at = code.len();
                code.push(0);
                block(random, code, procedures, depth - 1, false);
                code.push(NOP);
                let middle = code.len();
                if random.below(2) == 0 {
                    block(random, code, procedures, depth - 1, false);
                    code.push(NOP);
                }
                let count = (code.len() - middle).min(255);
                code[at] = flow(0x27 + random.below(2) as u32, register, middle, count);
            }
            // LOOP
            12 => {
                let at = code.len();
                code.push(0);
                block(random, code, procedures, depth - 1, true);
                code.push(NOP);
                code[at] = flow(0x29, register & 3, code.len() - 1, 0);
            }
            // JMPC, JMPU over a few words
            13 => {
                let at = code.len();
                code.push(0);
                for _ in 0..random.below(4) {
                    code.push(computing(random));
                }
                code.push(NOP);
                code[at] = flow(0x2C + random.below(2) as u32, register, code.len(), random.index(2));
            }
            8 if in_loop => code.push(flow(0x23, register, 0, 0)),
            _ => code.push(computing(random)),
        }
    }
}

/// A number that arithmetic may trip over, or an ordinary one.
pub fn number(random: &mut Random) -> f32 {
    const EDGES: [u32; 22] = [
        0x0000_0000, 0x8000_0000, 0x3F80_0000, 0xBF80_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0xFFC1_2345,
        0x7FFF_FFFF, 0xFF80_0001, 0x0000_0001, 0x807F_FFFF, 0x0080_0000, 0x2080_0000, 0x207F_FFFF, 0x1E00_0000,
        0x5F7F_FF80, 0x5F80_0000, 0xDF7F_FFFF, 0x7F7F_FFFF, 0x4380_0000, 0xC2FF_FE00,
    ];
    match random.below(8) {
        0 | 1 => f32::from_bits(EDGES[random.index(EDGES.len())]),
        2 => f32::from_bits(random.below(1 << 32) as u32),
        3 => random.below(256) as f32 - 128.0,
        _ => (random.below(1 << 24) as f32 / 65536.0) - 128.0,
    }
}

/// Uniforms: numbers as above, loops of a few iterations.
pub fn uniforms(random: &mut Random) -> Uniforms {
    let mut uniforms = Uniforms::ZERO;
    for register in &mut uniforms.float {
        *register = [(); 4].map(|()| number(random));
    }
    for register in &mut uniforms.int {
        *register = [random.below(4) as u8, random.below(256) as u8, random.below(256) as u8, 0];
    }
    uniforms.bool = random.below(1 << 16) as u16;
    uniforms
}

/// The inputs of a vertex.
pub fn inputs(random: &mut Random) -> Inputs {
    [(); 16].map(|()| [(); 4].map(|()| number(random)))
}
