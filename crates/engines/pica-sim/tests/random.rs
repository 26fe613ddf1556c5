//! Tests the generator of random programs: its guarantees hold, and the interpreter stops on every
//! program.

use crate::generated;
use glassbox_pica::Opcode;
use glassbox_pica_sim::observe::{Event, Hazards, Observer, Profile, Trace};
use glassbox_pica_sim::{Limits, Machine, Precision, Program, Stage, Stop, Uniforms};
use glassbox_testing::pica;
use glassbox_testing::random::Random;

struct Seen {
    opcodes: [u64; 64],
    taken: [u64; 64],
}

impl Observer for Seen {
    fn executed(&mut self, event: &Event<'_>) {
        let slot = usize::from(event.operation.opcode().slot());
        self.opcodes[slot] += 1;
        self.taken[slot] += u64::from(event.flow.taken == Some(true));
        for register in event.state.temporaries().iter().chain(event.state.outputs()) {
            for value in register {
                assert!(!value.is_nan() || value.to_bits() == 0x7FC0_0000, "a NaN is canonical");
            }
        }
    }
}

#[test]
fn programs_run_all_opcodes_and_mostly_end() {
    let mut random = Random::new(1);
    let mut seen = Seen { opcodes: [0; 64], taken: [0; 64] };
    let mut rules = std::collections::BTreeMap::new();
    let mut kinds = [0_u64; 4];
    let (mut ended, mut limited, mut trapped, mut triangles) = (0, 0, 0, 0);
    for _ in 0..4000 {
        let (program, registers, uniforms) = generated::program(&mut random);
        for precision in Precision::ALL {
            let mut machine = Machine::new(&program, &uniforms, precision);
            machine.start(&registers.inputs);
            let mut watchers = (&mut seen, Hazards::new(&program));
            let stop = machine.run_observed(&Limits::steps(10_000), &mut watchers);
            for finding in watchers.1.into_findings() {
                *rules.entry(finding.rule.id).or_insert(0) += 1;
            }
            for value in machine.state().outputs().iter().flatten() {
                let kind = [value.is_nan(), value.is_infinite(), *value == 0.0, true];
                kinds[kind.iter().position(|&is| is).unwrap_or(3)] += 1;
            }
            match stop {
                Stop::End => ended += 1,
                Stop::Trap(_) => trapped += 1,
                _ => limited += 1,
            }
            triangles += machine.emitter().triangles.len();
        }
    }
    println!("{ended} ended, {limited} reached a limit, {trapped} trapped, {triangles} triangles");
    println!("{rules:?}, outputs NaN, infinite, zero, other: {kinds:?}");
    for opcode in Opcode::all().filter(|opcode| opcode.is_known()) {
        let slot = usize::from(opcode.slot());
        println!("{:8} {:8} {:8}", opcode.info().mnemonic, seen.opcodes[slot], seen.taken[slot]);
        assert!(seen.opcodes[slot] > 100, "{}", opcode.info().mnemonic);
    }
    assert!(ended > 6000 && limited > 50 && trapped > 100 && triangles > 500);
}

#[test]
fn structured_programs_end() {
    let mut random = Random::new(2);
    for _ in 0..2000 {
        let made = pica::shaped(&mut random, pica::Shape::STRUCTURED);
        let program = Program::new(&made.code, &made.descriptors, made.entry, Stage::Vertex);
        let mut registers = pica::registers(&mut random);
        // Nested long loops also end, but not soon.
        for int in &mut registers.int {
            int[0] %= 4;
        }
        let uniforms = Uniforms { float: registers.float, int: registers.int, bool: registers.bool };
        let mut machine = Machine::new(&program, &uniforms, Precision::Float24);
        machine.start(&registers.inputs);
        assert_eq!(machine.run(&Limits::default()), Stop::End, "{made:x?}");
    }
}

/// Arbitrary words, with every observer: nothing panics, and observing changes nothing.
#[test]
fn arbitrary_words_stop() {
    let mut random = Random::new(3);
    let limits = Limits { steps: 2_000, triangles: 16 };
    for round in 0..20_000 {
        let words = 1 + random.index(40);
        // Few random targets would be within such a short program, so make some of them.
        let near = round % 2 == 0;
        let code: Vec<u32> = (0..words)
            .map(|_| {
                let word = random.below(1 << 32) as u32;
                let flow = (0x23..0x2E).contains(&(word >> 26));
                if near && flow { word & !(0xFC0 << 10) } else { word }
            })
            .collect();
        let descriptors: Vec<u32> = (0..random.index(129)).map(|_| random.below(1 << 32) as u32).collect();
        let stage = if random.below(2) == 0 { Stage::Vertex } else { Stage::Geometry };
        let program = Program::new(&code, &descriptors, random.below(48) as u32, stage);
        let registers = pica::registers(&mut random);
        let uniforms = Uniforms { float: registers.float, int: registers.int, bool: registers.bool };
        let precision = Precision::ALL[random.index(2)];
        let mut machine = Machine::new(&program, &uniforms, precision);
        machine.start(&registers.inputs);
        let stop = machine.run(&limits);
        assert_eq!(stop.diagnostic(&program, &machine.history()).is_none(), stop == Stop::End);
        let mut watched = Machine::new(&program, &uniforms, precision);
        watched.start(&registers.inputs);
        let mut watchers =
            ((Hazards::new(&program), Profile::default()), Trace::new(&program, String::new(), 20));
        assert_eq!(watched.run_observed(&limits, &mut watchers), stop);
        assert_eq!(watched.steps(), machine.steps());
        assert_eq!(format!("{:?}", watched.state()), format!("{:?}", machine.state()));
    }
}

#[test]
fn a_run_that_is_watched_ends_as_one_that_is_not() {
    let mut random = Random::new(3);
    for number in 0..2000 {
        let (program, registers, uniforms) = generated::program(&mut random);
        let limits = Limits::steps([5, 100, 2000][random.index(3)]);
        for precision in Precision::ALL {
            let end = |watched: bool| {
                let mut machine = Machine::new(&program, &uniforms, precision);
                machine.start(&registers.inputs);
                let stop = if watched {
                    machine.run_observed(&limits, &mut Hazards::new(&program))
                } else {
                    machine.run(&limits)
                };
                let state = machine.state();
                let floats = state.outputs().iter().chain(state.temporaries()).flatten();
                let bits: Vec<u32> = floats.map(|float| float.to_bits()).collect();
                (stop, machine.steps(), machine.history(), bits)
            };
            assert_eq!(end(true), end(false), "program {number}, {precision}");
        }
    }
}
