#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | [`program`], [`operation`] | programs, loaded from a file or from words, decoded once |
//! | [`uniforms`], [`names`] | inputs and uniforms, by register and by name |
//! | [`number`] | arithmetic: float24 as the hardware computes it, or `f32` as emulators do |
//! | [`machine`], [`state`] | the interpreter and its registers |
//! | [`control`], [`stack`] | control flow |
//! | [`batch`], `jit` | engines for many vertices, with the interpreter's results |
//! | [`geometry`] | EMIT, SETEMIT, triangles, and the input modes of geometry programs |
//! | [`observe`] | traces, profiles, and detection of hardware hazards |
//! | [`stop`], [`rules`] | stop reasons and findings |
//!
//! No program makes a function panic, and every run is bounded by [`Limits`].
//!
//! ```
//! use glassbox_core::limits::Limits as ReadLimits;
//! use glassbox_core::reader::Window;
//! use glassbox_pica_sim::names::Value;
//! use glassbox_pica_sim::observe::{Hazards, Profile, Trace};
//! use glassbox_pica_sim::{Limits, Machine, Precision, Program, Stop, run, run_batch};
//! # use glassbox_core::record::{Records, Values};
//! # use glassbox_shbin::model::{Binary, Executable, Shbin, Symbols, Tables};
//! # use glassbox_shbin::raw::{Descriptor, Hex16, Output, Semantic, Uniform};
//! # use glassbox_shbin::register::Register;
//! # // dp4 o0.x, mvp[0], position to dp4 o0.w, mvp[3], position; end
//! # let code = [0x0802_0000u32, 0x0802_1001, 0x0802_2002, 0x0802_3003, 0x8800_0000];
//! # let mut symbols = Symbols::default();
//! # let uniforms = [
//! #     Uniform { name: symbols.add("position"), first: Register(0), last: Register(0) },
//! #     Uniform { name: symbols.add("mvp"), first: Register(0x10), last: Register(0x13) },
//! # ];
//! # let position = Output { semantic: Semantic::POSITION, register: 0, mask: Hex16(0xF), unknown: Hex16(0) };
//! # let model = Shbin::Binary(Binary {
//! #     program: glassbox_shbin::model::Program {
//! #         code: Values::from_iter(code),
//! #         descriptors: [8u32, 4, 2, 1].iter().map(|mask| Descriptor::new(0x0006_C360 | mask)).collect(),
//! #         ..Default::default()
//! #     },
//! #     executables: vec![Executable {
//! #         tables: Tables {
//! #             outputs: Records::from_iter([position]),
//! #             uniforms: Records::from_iter(uniforms),
//! #             symbols,
//! #             ..Tables::default()
//! #         },
//! #         ..Executable::default()
//! #     }],
//! #     ..Binary::default()
//! # });
//! # let bytes = glassbox_shbin::write::write(&model, &glassbox_shbin::write::Layout::canonical()).unwrap();
//! // `bytes` is a SHBIN file whose vertex program multiplies the input `position` with the matrix `mvp`.
//! let file = glassbox_shbin::read::read(Window::whole(&bytes), &ReadLimits::default()).unwrap();
//! let Shbin::Binary(binary) = file.model else { panic!("an object") };
//! let program = Program::from_shbin(&binary, 0).unwrap();
//!
//! // The program's constants, and a matrix by its name.
//! let mut uniforms = program.uniforms();
//! let mvp = [[2.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 2.0, 1.0], [0.0, 0.0, 0.0, 1.0]];
//! program.names().set(&mut uniforms, "mvp", Value::Float(&mvp)).unwrap();
//! let mut inputs = [[0.0; 4]; 16];
//! program.names().set_input(&mut inputs, "position", [1.0, 2.0, 3.0, 1.0]).unwrap();
//!
//! // One vertex.
//! let output = run(&program, &uniforms, Precision::Float24, &inputs, &Limits::default());
//! assert_eq!(output.stop, Stop::End);
//! assert_eq!(output.outputs[0], [2.0, 4.0, 7.0, 1.0]);
//!
//! // Many vertices, as an emulator computes them.
//! let many = vec![inputs; 100];
//! let outputs = run_batch(&program, &uniforms, Precision::Float32, &many, &Limits::default());
//! assert!(outputs.iter().all(|output| output.outputs[0] == [2.0, 4.0, 7.0, 1.0]));
//!
//! // Step by step, and then watched: the watchers see the other four words.
//! let mut machine = Machine::new(&program, &uniforms, Precision::Float24);
//! machine.start(&inputs);
//! assert_eq!(machine.step(), None);
//! assert_eq!(machine.state().outputs()[0][0], 2.0);
//! let mut watchers = ((Hazards::new(&program), Profile::default()), Trace::new(&program, String::new(), 100));
//! machine.run_observed(&Limits::default(), &mut watchers);
//! let ((hazards, profile), trace) = watchers;
//! assert_eq!(profile.steps, 4);
//! assert_eq!(hazards.findings()[0].message, "o0.x is enabled, but this run does not write it; the hardware freezes");
//! let (text, _) = trace.finish();
//! let first = text.lines().next().unwrap();
//! assert!(first.starts_with("   1  dp4 o0.y, c1, v0 "));
//! assert!(first.ends_with(" (0, 2, 0, 0), (1, 2, 3, 1) -> o0.y = 4"));
//! ```

pub mod batch;
pub mod control;
pub mod geometry;
#[cfg(feature = "jit")]
pub mod jit;
pub mod machine;
pub mod names;
pub mod number;
pub mod observe;
pub mod operation;
pub mod output;
mod plan;
pub mod program;
pub mod rules;
pub mod stack;
pub mod state;
pub mod stop;
mod trap;
pub mod uniforms;

pub use glassbox_pica::check::Stage;
pub use machine::Machine;
pub use number::Precision;
pub use output::{Output, run, run_batch};
pub use program::Program;
pub use state::State;
pub use stop::{Limits, Stop, Trap, TrapKind};
pub use uniforms::{Inputs, Outputs, Uniforms};
