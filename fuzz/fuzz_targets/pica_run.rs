//! Runs arbitrary words, descriptors and entry points in the PICA200 interpreter: every run terminates, and observing
//! it changes nothing.

#![no_main]

use glassbox_pica_sim::observe::{Hazards, Profile, Trace};
use glassbox_pica_sim::{Limits, Machine, Precision, Program, Stage, Uniforms};
use libfuzzer_sys::fuzz_target;

const LIMITS: Limits = Limits {
    steps: 5_000,
    triangles: 64,
};

fuzz_target!(|data: &[u8]| {
    let Some((&[flags, entry_low, entry_high, count], rest)) = data.split_first_chunk() else {
        return;
    };
    let mut words = rest
        .chunks_exact(4)
        .map(|word| word.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte)));
    let descriptors: Vec<u32> = words.by_ref().take(usize::from(count)).collect();
    let code: Vec<u32> = words.collect();
    let stage = if flags & 1 == 0 {
        Stage::Vertex
    } else {
        Stage::Geometry
    };
    let entry = u32::from(entry_low) | u32::from(entry_high) << 8;
    let program = Program::new(&code, &descriptors, if flags & 2 == 0 { 0 } else { entry }, stage);
    // Derive registers from the data too, so that one file reproduces a finding.
    let value = |at: usize| {
        f32::from_bits(
            data.iter()
                .cycle()
                .skip(at)
                .take(4)
                .fold(0, |sum, &byte| sum << 8 | u32::from(byte)),
        )
    };
    let uniforms = Uniforms {
        float: std::array::from_fn(|register| {
            std::array::from_fn(|component| value(5 * register + component))
        }),
        int: std::array::from_fn(|register| [flags >> register, entry_low, count, 0]),
        bool: u16::from(entry_low) << 8 | u16::from(flags),
    };
    let inputs =
        std::array::from_fn(|register| std::array::from_fn(|component| value(7 * register + component)));
    for precision in Precision::ALL {
        let mut machine = Machine::new(&program, &uniforms, precision);
        machine.start(&inputs);
        let stop = machine.run(&LIMITS);
        let finding = stop.diagnostic(&program, &machine.history());
        assert_eq!(finding.is_none(), stop == glassbox_pica_sim::Stop::End);

        let mut watched = Machine::new(&program, &uniforms, precision);
        watched.start(&inputs);
        let mut watchers = (
            (Hazards::new(&program), Profile::default()),
            Trace::new(&program, String::new(), 200),
        );
        assert_eq!(watched.run_observed(&LIMITS, &mut watchers), stop);
        assert_eq!(watched.steps(), machine.steps());
        // Registers hold a single NaN, so equal text means equal bits except for the sign of zero, which observers do
        // not affect.
        assert_eq!(format!("{:?}", watched.state()), format!("{:?}", machine.state()));
    }
});
