//! Generates random PICA200 programs for comparing engines, translators and assemblers.
//!
//! A seed gives the same program on every machine. Every word decodes; most programs end within a
//! few thousand instructions, the others need a step limit.

use glassbox_pica::Instruction;
use glassbox_pica::descriptor::{Descriptor, Mask, Selection, Swizzle};
use glassbox_pica::float24;
use glassbox_pica::format::Format;
use glassbox_pica::opcode::{Class, Opcode};
use glassbox_pica::register::{Comparison, Condition, Destination, Index, Source};

use crate::random::Random;

/// Generated program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The code words.
    pub code: Vec<u32>,
    /// First words of the operand descriptors.
    pub descriptors: Vec<u32>,
    /// Entry word.
    pub entry: u32,
    /// True for the geometry stage.
    pub geometry: bool,
}

/// Input and uniform registers of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Registers {
    /// v0 to v15.
    pub inputs: [[f32; 4]; 16],
    /// c0 to c95.
    pub float: [[f32; 4]; 96],
    /// i0 to i3.
    pub int: [[u8; 4]; 4],
    /// b0 (bit 0) to b15.
    pub bool: u16,
}

/// Features of a generated program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Geometry stage, with EMIT and SETEMIT.
    pub geometry: bool,
    /// Assembler-style control flow: nested, padded blocks, procedures that return, no jumps.
    pub structured: bool,
    /// Occasionally includes words that trap and paths without END.
    pub hostile: bool,
}

impl Shape {
    /// Vertex program with assembler-style control flow.
    pub const STRUCTURED: Shape = Shape { geometry: false, structured: true, hostile: false };
}

/// Program of random shape: one in eight for the geometry stage, one in two without jumps, one in
/// eight hostile.
pub fn program(random: &mut Random) -> Program {
    let shape = Shape {
        geometry: random.below(8) == 0,
        structured: random.below(2) == 0,
        hostile: random.below(8) == 0,
    };
    shaped(random, shape)
}

/// Program of a given shape.
pub fn shaped(random: &mut Random, shape: Shape) -> Program {
    let descriptors = descriptors(random);
    let procedures = random.index(4);
    let mut writer = Writer {
        random,
        shape,
        descriptors: descriptors.len() as u64,
        code: Vec::new(),
        placed: Vec::new(),
        depth: 0,
        loops: 0,
    };
    // Procedures call only preceding ones, which rules out recursion.
    let before = writer.random.index(procedures + 1);
    for _ in 0..before {
        writer.procedure();
    }
    let entry = writer.code.len() as u32;
    writer.start();
    let size = 4 + writer.random.index(40);
    writer.block(size);
    writer.results();
    if !shape.hostile || writer.random.below(4) != 0 {
        writer.bare(Opcode::END);
    }
    // These are reached only by jumps.
    for _ in before..procedures {
        writer.procedure();
    }
    writer.retarget();
    let mut code = writer.code;
    if shape.hostile && random.below(4) == 0 {
        let at = random.index(code.len());
        code[at] = random.below(1 << 32) as u32;
    }
    Program { code, descriptors, entry, geometry: shape.geometry }
}

/// Random registers: floats of every kind, integers mostly for short loops.
pub fn registers(random: &mut Random) -> Registers {
    Registers {
        inputs: inputs(random),
        float: std::array::from_fn(|_| vector(random)),
        int: std::array::from_fn(|_| {
            let count = if random.below(16) == 0 { random.below(256) } else { random.below(4) };
            let start = if random.below(4) == 0 { random.below(256) } else { random.below(8) };
            let step = if random.below(4) == 0 { random.below(256) } else { random.below(3) };
            [count as u8, start as u8, step as u8, random.below(256) as u8]
        }),
        bool: random.below(1 << 16) as u16,
    }
}

/// Random vertex inputs.
pub fn inputs(random: &mut Random) -> [[f32; 4]; 16] {
    std::array::from_fn(|_| vector(random))
}

fn vector(random: &mut Random) -> [f32; 4] {
    // Ordinary vectors keep long computations from ending in NaN everywhere.
    let plain = random.below(3) != 0;
    std::array::from_fn(|_| if plain { ordinary(random) } else { value(random) })
}

/// Ordinary number: a small integer or a fraction.
fn ordinary(random: &mut Random) -> f32 {
    match random.below(3) {
        0 => random.below(17) as f32 - 8.0,
        1 => random.below(4096) as f32 / 512.0 - 4.0,
        _ => (random.below(1 << 24) as f32 - (1 << 23) as f32) / (1 << 21) as f32,
    }
}

/// Number of any kind: special values, subnormals, limits of the float24 range, any pattern.
pub fn value(random: &mut Random) -> f32 {
    const EDGES: [u32; 20] = [
        0x0000_0000, // 0
        0x8000_0000, // -0
        0x3F80_0000, // 1
        0xBF80_0000, // -1
        0x3F00_0000, // 0.5
        0x7F80_0000, // inf
        0xFF80_0000, // -inf
        0x7FC0_0000, // NaN
        0xFFC0_0001, // another NaN
        0x2080_0000, // smallest normal float24
        0xA080_0000, // its negative
        0x207F_FF00, // largest subnormal float24
        0x1880_0000, // smallest subnormal float24
        0x5F7F_FF80, // largest float24
        0xDF7F_FF80, // its negative
        0x5F80_0000, // 2^64
        0x4300_0000, // 128
        0xC300_0000, // -128
        0x42FF_FE00, // the limit of LITP
        0x0000_0001, // smallest subnormal f32
    ];
    match random.below(8) {
        0 | 1 => f32::from_bits(EDGES[random.index(EDGES.len())]),
        2 => random.below(400) as f32 - 200.0,
        3 => float24::decode(random.below(1 << 24) as u32),
        4 => f32::from_bits(random.below(1 << 32) as u32),
        _ => ordinary(random),
    }
}

fn descriptors(random: &mut Random) -> Vec<u32> {
    let count = match random.below(8) {
        0 => 1,
        1 => 128,
        _ => 1 + random.index(40),
    };
    let selection = |random: &mut Random| Selection {
        negate: random.below(4) == 0,
        swizzle: match random.below(3) {
            0 => Swizzle(random.below(256) as u8),
            1 => Swizzle([0x00, 0x55, 0xAA, 0xFF][random.index(4)]),
            _ => Swizzle::IDENTITY,
        },
    };
    let mut table: Vec<u32> = (0..count)
        .map(|_| {
            let descriptor = Descriptor {
                mask: if random.below(2) == 0 { Mask::ALL } else { Mask(random.below(16) as u8) },
                sources: std::array::from_fn(|_| selection(random)),
                bit31: random.below(32) == 0,
            };
            descriptor.encode()
        })
        .collect();
    if random.below(8) != 0 {
        table[0] = Descriptor::IDENTITY.encode();
    }
    table
}

/// Procedure available to calls.
#[derive(Clone, Copy)]
struct Procedure {
    start: usize,
    size: usize,
    /// Depth of nested calls, including itself.
    depth: usize,
}

struct Writer<'r> {
    random: &'r mut Random,
    shape: Shape,
    descriptors: u64,
    code: Vec<u32>,
    placed: Vec<Procedure>,
    /// Maximum call depth of the current procedure.
    depth: usize,
    /// Number of enclosing loops.
    loops: usize,
}

/// Block size in instructions at which blocks no longer nest.
const SMALL: usize = 3;

/// Placeholder for jump targets until the code size is known.
const LATER: u16 = 0xFFF;

impl Writer<'_> {
    fn push(&mut self, instruction: Instruction) {
        self.code.push(instruction.encode().expect("every field holds its value"));
    }

    fn bare(&mut self, opcode: Opcode) {
        self.push(Instruction::Bare { opcode, reserved: 0 });
    }

    fn procedure(&mut self) {
        let start = self.code.len();
        self.depth = 0;
        let size = 1 + self.random.index(10);
        self.block(size);
        self.bare(Opcode::NOP);
        let size = self.code.len() - start;
        if size < 256 {
            let depth = self.depth + 1;
            self.placed.push(Procedure { start, size, depth });
        }
        self.depth = 0;
    }

    /// Copies inputs to temporaries, since computing with zeros tests little.
    fn start(&mut self) {
        for number in 0..self.random.below(17) as u8 {
            self.copy(Destination(0x10 + number), Source(number));
        }
    }

    fn copy(&mut self, destination: Destination, source: Source) {
        self.push(Instruction::Unary {
            opcode: Opcode::MOV,
            destination,
            source,
            index: Index::None,
            descriptor: 0,
            reserved: 0,
        });
    }

    /// Copies temporaries to outputs to make their values observable.
    fn results(&mut self) {
        let outputs = if self.shape.geometry { 7 } else { 16 };
        for number in 0..self.random.below(outputs) as u8 {
            self.copy(Destination(number), Source(0x10 + number));
        }
    }

    /// Emits about `size` instructions.
    fn block(&mut self, size: usize) {
        let mut left = size;
        while left > 0 {
            let part = 1 + self.random.index(left);
            left -= 1;
            match self.random.below(16) {
                0 | 1 if part >= SMALL => {
                    left = left.saturating_sub(part);
                    self.condition_block(part);
                }
                2 | 3 if part >= SMALL && (self.loops < 2 || !self.shape.structured) => {
                    left = left.saturating_sub(part);
                    self.loop_block(part);
                }
                4 => self.call(),
                5 if !self.shape.structured => self.jump(),
                6 if self.shape.geometry => self.emit(),
                7 if self.shape.hostile => self.odd(),
                _ => self.plain(),
            }
        }
    }

    /// Emits the word after a block's last one. Structured programs always have the padding that
    /// keeps block ends apart.
    fn pad(&mut self) {
        if self.shape.structured || self.random.below(3) != 0 {
            self.bare(Opcode::NOP);
        }
    }

    fn condition_block(&mut self, size: usize) {
        let at = self.code.len();
        self.bare(Opcode::NOP);
        self.block(size / 2 + 1);
        self.pad();
        let target = self.code.len();
        if self.random.below(2) == 0 {
            self.block(size / 2 + 1);
            self.pad();
        }
        let count = self.code.len() - target;
        let Ok(count) = u8::try_from(count) else {
            return;
        };
        let target = target as u16;
        let instruction = if self.random.below(2) == 0 {
            Instruction::Flagged {
                opcode: Opcode::IFC,
                condition: self.condition(),
                target,
                count,
                reserved: 0,
            }
        } else {
            Instruction::Selected {
                opcode: Opcode::IFU,
                register: self.random.below(16) as u8,
                target,
                count,
                reserved: 0,
            }
        };
        self.patch(at, instruction);
        // Two blocks must not end at the same word.
        self.pad();
    }

    fn loop_block(&mut self, size: usize) {
        let at = self.code.len();
        self.bare(Opcode::NOP);
        self.loops += 1;
        self.block(size);
        if self.random.below(3) == 0 {
            let condition = self.condition();
            self.push(Instruction::Flagged {
                opcode: Opcode::BREAKC,
                condition,
                target: 0,
                count: 0,
                reserved: 0,
            });
            self.plain();
        }
        if !self.shape.structured && self.random.below(8) == 0 {
            self.bare(Opcode::BREAK);
        }
        self.loops -= 1;
        self.pad();
        let last = self.code.len() as u16 - 1;
        let register = self.random.below(4) as u8;
        self.patch(
            at,
            Instruction::Selected { opcode: Opcode::LOOP, register, target: last, count: 0, reserved: 0 },
        );
        self.pad();
    }

    fn patch(&mut self, at: usize, instruction: Instruction) {
        self.code[at] = instruction.encode().expect("every field holds its value");
    }

    fn call(&mut self) {
        let limit = if self.shape.structured { 4 } else { 6 };
        let Some(&Procedure { start, size, depth }) =
            self.placed.get(self.random.index(self.placed.len())).filter(|procedure| procedure.depth < limit)
        else {
            self.plain();
            return;
        };
        self.depth = self.depth.max(depth);
        let (target, count) = (start as u16, size as u8);
        let opcode = [Opcode::CALL, Opcode::CALLC, Opcode::CALLU][self.random.index(3)];
        let instruction = if opcode == Opcode::CALLU {
            Instruction::Selected {
                opcode,
                register: self.random.below(16) as u8,
                target,
                count,
                reserved: 0,
            }
        } else {
            Instruction::Flagged { opcode, condition: self.condition(), target, count, reserved: 0 }
        };
        self.push(instruction);
        self.pad();
    }

    fn jump(&mut self) {
        let instruction = if self.random.below(2) == 0 {
            Instruction::Flagged {
                opcode: Opcode::JMPC,
                condition: self.condition(),
                target: LATER,
                count: 0,
                reserved: 0,
            }
        } else {
            Instruction::Selected {
                opcode: Opcode::JMPU,
                register: self.random.below(16) as u8,
                target: LATER,
                count: self.random.below(2) as u8,
                reserved: 0,
            }
        };
        self.push(instruction);
    }

    /// Sets the jump targets: mostly a few words ahead, occasionally anywhere.
    fn retarget(&mut self) {
        let words = self.code.len();
        for at in 0..words {
            let later = match Instruction::decode(self.code[at]) {
                Instruction::Flagged { opcode: Opcode::JMPC, target, .. }
                | Instruction::Selected { opcode: Opcode::JMPU, target, .. } => target == LATER,
                _ => false,
            };
            if !later {
                continue;
            }
            let target = if self.random.below(6) == 0 {
                self.random.index(words)
            } else {
                (at + 1 + self.random.index(8)).min(words - 1)
            };
            self.code[at] = self.code[at] & !(0xFFF << 10) | (target as u32) << 10;
        }
    }

    fn emit(&mut self) {
        let vertex = self.random.below(if self.shape.hostile { 4 } else { 3 }) as u8;
        if self.random.below(4) != 0 {
            let primitive = self.random.below(2) == 0;
            let invert = self.random.below(2) == 0;
            self.push(Instruction::SetEmit { vertex, primitive, invert, reserved: 0 });
        }
        self.bare(Opcode::EMIT);
    }

    /// Emits a word that stops the program, or may.
    fn odd(&mut self) {
        match self.random.below(5) {
            0 => self.bare(Opcode::BREAK),
            1 => self.bare(Opcode::END),
            2 => self.code.push(0x10 << 26 | self.random.below(1 << 26) as u32),
            3 => self.bare(Opcode::EMIT),
            _ => {
                let word = 0x08 << 26 | self.random.below(1 << 26) as u32;
                self.code.push(word);
            }
        }
    }

    /// Any arithmetic instruction.
    fn plain(&mut self) {
        let known: Vec<Opcode> = Opcode::all()
            .filter(|opcode| {
                matches!(opcode.info().class, Class::Arithmetic | Class::Compare | Class::Address)
            })
            .collect();
        // Common opcodes more often, so that rare ones do not dominate every value.
        let common = [Opcode::MOV, Opcode::ADD, Opcode::MUL, Opcode::MAD, Opcode::CMP];
        let opcode = if self.random.below(3) == 0 {
            common[self.random.index(common.len())]
        } else {
            known[self.random.index(known.len())]
        };
        let few = matches!(opcode.format(), Format::Five | Format::FiveInverted);
        let table = if few { self.descriptors.min(32) } else { self.descriptors };
        let descriptor = self.random.below(table) as u8;
        let indexed = self.random.below(2) == 0;
        let index = Index::from_bits(if indexed { self.random.below(4) as u32 } else { 0 });
        let instruction = match opcode.format() {
            Format::OneUnary => Instruction::Unary {
                opcode,
                destination: self.destination(opcode),
                source: self.wide(),
                index,
                descriptor,
                reserved: 0,
            },
            Format::One => Instruction::Binary {
                opcode,
                destination: self.destination(opcode),
                sources: [self.wide(), self.narrow()],
                index,
                descriptor,
            },
            Format::OneInverted => Instruction::Binary {
                opcode,
                destination: self.destination(opcode),
                sources: [self.narrow(), self.wide()],
                index,
                descriptor,
            },
            Format::OneCompare => Instruction::Compare {
                operators: std::array::from_fn(|_| self.comparison()),
                sources: [self.wide(), self.narrow()],
                index,
                descriptor,
            },
            Format::Five => Instruction::Ternary {
                opcode,
                destination: self.destination(opcode),
                sources: [self.narrow(), self.wide(), self.narrow()],
                index,
                descriptor,
            },
            _ => Instruction::Ternary {
                opcode,
                destination: self.destination(opcode),
                sources: [self.narrow(), self.narrow(), self.wide()],
                index,
                descriptor,
            },
        };
        self.push(instruction);
    }

    fn wide(&mut self) -> Source {
        match self.random.below(2) {
            0 => self.narrow(),
            _ => Source(0x20 + self.random.below(96) as u8),
        }
    }

    fn narrow(&mut self) -> Source {
        // Few temporaries, so that results are combined.
        match self.random.below(5) {
            0 | 1 => Source(self.random.below(16) as u8),
            2 => Source(0x10 + self.random.below(16) as u8),
            _ => Source(0x10 + self.random.below(4) as u8),
        }
    }

    fn destination(&mut self, opcode: Opcode) -> Destination {
        if opcode == Opcode::MOVA {
            return Destination(0);
        }
        match self.random.below(3) {
            0 => Destination(self.random.below(if self.shape.geometry { 7 } else { 16 }) as u8),
            1 => Destination(0x10 + self.random.below(16) as u8),
            _ => Destination(0x10 + self.random.below(4) as u8),
        }
    }

    fn comparison(&mut self) -> Comparison {
        let most = if self.shape.structured { 6 } else { 8 };
        Comparison(self.random.below(most) as u8)
    }

    fn condition(&mut self) -> Condition {
        Condition::from_bits(self.random.below(16) as u32)
    }
}
