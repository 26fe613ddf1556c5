//! Runs every executable of every readable corpus file to a stop, in both precisions; public
//! programs must reach END with any uniforms.

use glassbox_core::limits::Limits as ReadLimits;
use glassbox_core::reader::Window;
use glassbox_pica_sim::observe::Hazards;
use glassbox_pica_sim::{Limits, Machine, Precision, Program, Stop, TrapKind};
use glassbox_shbin::model::Shbin;
use glassbox_testing::{corpus, pica, random::Random};

/// Public programs, which are expected to run.
const PUBLIC: [&str; 2] = ["shbin/ext/", "shbin/found/"];

/// Number of fragments among these that test an assembler and have no END.
const WITHOUT_END: usize = 21;

#[test]
fn every_executable_stops() {
    let mut random = Random::new(4);
    let limits = Limits { steps: 20_000, ..Limits::default() };
    let (mut runs, mut public, mut without_end) = (0, 0, 0);
    for path in corpus::files("shbin", &[".shbin", ".bin"]) {
        let bytes = std::fs::read(&path).expect("the file is readable");
        let Ok(file) = glassbox_shbin::read::read(Window::whole(&bytes), &ReadLimits::default()) else {
            continue;
        };
        let Shbin::Binary(binary) = &file.model else {
            continue;
        };
        for executable in 0..binary.executables.len().min(64) {
            let Ok(program) = Program::from_shbin(binary, executable) else {
                continue;
            };
            let registers = pica::registers(&mut random);
            let mut uniforms = glassbox_pica_sim::Uniforms {
                float: registers.float,
                int: registers.int,
                bool: registers.bool,
            };
            program.apply_constants(&mut uniforms);
            for precision in Precision::ALL {
                let mut machine = Machine::new(&program, &uniforms, precision);
                machine.start(&registers.inputs);
                let mut hazards = Hazards::new(&program);
                let stop = machine.run_observed(&limits, &mut hazards);
                runs += 1;
                for finding in stop.diagnostic(&program, &machine.history()).iter().chain(hazards.findings())
                {
                    let location = finding.location.start..finding.location.end;
                    let at = finding.location.path.trim_start_matches("code[").trim_end_matches(']');
                    let word: u64 = at.parse().expect("a word");
                    assert_eq!(
                        location,
                        binary.program.code.start() + 4 * word..binary.program.code.start() + 4 * word + 4
                    );
                }
                if PUBLIC.iter().any(|folder| path.to_string_lossy().contains(folder)) {
                    public += 1;
                    match stop {
                        Stop::End => {}
                        Stop::Trap(trap) if trap.kind == TrapKind::PastEnd => without_end += 1,
                        stop => panic!("{} {executable} {precision}: {stop:?}", path.display()),
                    }
                }
            }
        }
    }
    println!("{runs} runs, {public} of public programs");
    assert!(runs > 400, "{runs} runs");
    if corpus::outside().is_some() {
        assert!(public > 70, "{public} of public programs");
        assert_eq!(without_end, WITHOUT_END * Precision::ALL.len());
    }
}
