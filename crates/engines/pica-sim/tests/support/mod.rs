//! Parses and runs cases: small programs with inputs and expected outputs.
//!
//! A file holds blocks; each starts with a line `== name`. The lines of a block, in any order
//! except among lines of one kind:
//!
//! ```text
//! stage vertex | geometry | NUMBER     the executable; `executable N` selects one other than 0
//! entry WORD                           default 0
//! d0 xyzw, -xyzw, xxxx, xyzw           descriptor: mask and selections, missing ones are xyzw
//! code                                 exact assembly in the indented lines that follow
//! word N HEX                           a word, with NOPs up to it
//! outputs o0 o1.xy                     output table; without it all registers that the code names
//! mode point | variable FULL | fixed START COUNT
//! name TEXT c4 2                       uniform table: name, register, count
//! constant c0 = 1 2 3 4                constant table
//! precision float24 | float32          default both, one after the other
//! steps N, triangles N                 limits
//! set NAME = VALUES                    uniform or input, by name or register
//! feed ATTRIBUTES INPUTS [REGISTERS]   geometry: vertices go through a unit
//! begin N, vertex X Y Z W; X Y Z W     vertices for it
//! stop end | RULE at WORD | RULE       how it ends
//! says TEXT                            part of a message of any finding
//! note RULE at WORD, notes none        findings of the watcher
//! o0 = VALUES, r1.xy = VALUES, a0 = X Y, aL = N, cmp = BOOL BOOL
//! open CALLS IFS LOOPS                 entries of the stacks at the end
//! ran WORD = N                         how often a word ran
//! triangle [inverted] V; V | V; V | V; V   the next triangle, slots and attributes
//! trace                                the trace in the lines that follow, each after `| `
//! ```
//!
//! A line may start with `float24:` or `float32:` to apply to one precision only. Numbers: as in
//! Rust, `nan`, `inf`, `0x` and the bits of an `f32`, optionally followed by `~` and an absolute
//! tolerance.
#![allow(dead_code, unreachable_pub)]

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::record::{Records, Values};
use glassbox_pica::assembly::assemble;
use glassbox_pica::descriptor::{Descriptor, Mask, Selection, Swizzle};
use glassbox_pica::float24::{self, Rounding};
use glassbox_pica_sim::geometry::{Feed, Unit, Vertex};
use glassbox_pica_sim::names::Value;
use glassbox_pica_sim::observe::{Hazards, Profile, Trace};
use glassbox_pica_sim::{Limits, Machine, Precision, Program, Stop};
use glassbox_shbin::model::{Binary, Executable, Geometry, Symbols, Tables};
use glassbox_shbin::raw::{
    Constant, Descriptor as Entry, GeometryMode, Hex16, Output, Semantic, Stage, Uniform,
};
use glassbox_shbin::register::{Class, Register};

/// Block of a file.
pub struct Case {
    pub name: String,
    lines: Vec<String>,
}

/// Results of a block without expectations in it.
#[derive(Default)]
pub struct Found {
    pub rules: Vec<&'static str>,
    pub messages: Vec<String>,
}

impl Found {
    fn add(&mut self, finding: &Diagnostic) {
        self.rules.push(finding.rule.id);
        self.messages.push(finding.message.clone());
        self.messages.extend(finding.notes.iter().cloned());
        self.messages.extend(finding.help.iter().cloned());
    }
}

/// Parses the blocks of a file.
pub fn blocks(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("== ") {
            cases.push(Case { name: name.trim().to_owned(), lines: Vec::new() });
        } else if let Some(case) = cases.last_mut()
            && !line.trim().is_empty()
            && !line.starts_with('#')
        {
            case.lines.push(line.to_owned());
        }
    }
    cases
}

impl Case {
    /// Runs the block in every precision it requests.
    pub fn run(&self) -> Result<Found, String> {
        let only = self.lines.iter().find_map(|line| line.strip_prefix("precision "));
        let mut all = Found::default();
        for precision in Precision::ALL {
            if only.is_some_and(|only| only.trim() != precision.name()) {
                continue;
            }
            let found =
                self.run_in(precision).map_err(|message| format!("{} {precision}: {message}", self.name))?;
            all.rules.extend(found.rules);
            all.messages.extend(found.messages);
        }
        Ok(all)
    }

    /// First word of each line with its rest; lines for the other precision are omitted.
    fn entries(&self, precision: Precision) -> Vec<(&str, &str)> {
        let other = match precision {
            Precision::Float24 => "float32:",
            Precision::Float32 => "float24:",
        };
        self.lines
            .iter()
            .filter(|line| !line.starts_with(other))
            .map(|line| {
                line.strip_prefix(precision.name()).and_then(|line| line.strip_prefix(':')).unwrap_or(line)
            })
            .filter(|line| !line.starts_with([' ', '|']))
            .map(|line| {
                let line = line.trim();
                line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()))
            })
            .collect()
    }

    fn binary(&self, entries: &[(&str, &str)]) -> Binary<'static> {
        let text: String = self
            .lines
            .iter()
            .filter(|line| line.starts_with("    "))
            .map(|line| format!("{line}\n"))
            .collect();
        let bytes =
            assemble(&text).into_result().unwrap_or_else(|errors| panic!("{}: {errors:?}", self.name));
        let mut code: Vec<u32> = bytes
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
            .collect();
        let mut executable = Executable::default();
        let mut descriptors = Vec::new();
        let mut symbols = Symbols::default();
        let (mut uniforms, mut constants, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        for &(word, rest) in entries {
            let parts: Vec<&str> = rest.split_whitespace().collect();
            match word {
                "stage" => {
                    executable.stage = match rest {
                        "vertex" => Stage::VERTEX,
                        "geometry" => Stage::GEOMETRY,
                        number => Stage(number.parse().expect("a stage")),
                    }
                }
                "entry" => executable.main = rest.parse().expect("a word"),
                "word" => {
                    let at: usize = parts[0].parse().expect("a word");
                    code.resize(code.len().max(at), 0x8400_0000);
                    code.push(u32::from_str_radix(parts[1], 16).expect("hexadecimal"));
                }
                "outputs" => {
                    for part in parts {
                        let (register, mask) = part.split_once('.').unwrap_or((part, "xyzw"));
                        let number: u16 = register[1..].parse().expect("a register");
                        executable.output_mask |= 1 << number;
                        outputs.push(Output {
                            semantic: Semantic(9),
                            register: number,
                            mask: Hex16(u16::from(self::mask(mask).reversed())),
                            unknown: Hex16(0),
                        });
                    }
                }
                "mode" => {
                    let number = |at: usize| parts[at].parse().expect("a number");
                    executable.geometry = match parts[0] {
                        "point" => Geometry::default(),
                        "variable" => Geometry {
                            mode: GeometryMode::VARIABLE,
                            full_vertices: number(1),
                            ..Geometry::default()
                        },
                        "fixed" => Geometry {
                            mode: GeometryMode::FIXED,
                            fixed_start: number(1),
                            fixed_vertices: number(2),
                            ..Geometry::default()
                        },
                        other => Geometry {
                            mode: GeometryMode(other.parse().expect("a mode")),
                            ..Geometry::default()
                        },
                    };
                }
                "name" => {
                    let first = register(parts[1]);
                    uniforms.push(Uniform {
                        name: symbols.add(parts[0]),
                        first,
                        last: Register(first.0 + parts[2].parse::<u16>().expect("a count") - 1),
                    });
                }
                "constant" => {
                    let (name, value) = rest.split_once('=').expect("REGISTER = VALUES");
                    let values = numbers(value);
                    let (class, number) = register(name.trim()).split().expect("a register");
                    constants.push(match class {
                        Class::Bool => Constant::bool(number, values[0] != 0.0),
                        Class::Int => Constant::int(number, std::array::from_fn(|at| values[at] as u8)),
                        _ => {
                            let words =
                                std::array::from_fn(|at| float24::encode(values[at], Rounding::NearestEven));
                            Constant::float(number, words)
                        }
                    });
                }
                _ if is_descriptor(word) => {
                    let number: usize = word[1..].parse().expect("a descriptor");
                    assert_eq!(number, descriptors.len(), "descriptors come in order");
                    descriptors.push(descriptor(rest));
                }
                _ => {}
            }
        }
        executable.tables = Tables {
            constants: Records::from_iter(constants),
            outputs: Records::from_iter(outputs),
            uniforms: Records::from_iter(uniforms),
            symbols,
            ..Tables::default()
        };
        let program = glassbox_shbin::model::Program {
            code: Values::from_iter(code),
            descriptors: descriptors.into_iter().map(Entry::new).collect(),
            ..Default::default()
        };
        Binary { program, executables: vec![executable], missing: Vec::new() }
    }

    fn run_in(&self, precision: Precision) -> Result<Found, String> {
        let entries = self.entries(precision);
        let binary = self.binary(&entries);
        let mut found = Found::default();
        let find = |word: &str| entries.iter().find(|entry| entry.0 == word).map(|entry| entry.1);
        let executable = find("executable").map_or(0, |number| number.parse().expect("a number"));
        let program = match Program::from_shbin(&binary, executable) {
            Ok(program) => program,
            Err(error) => {
                found.add(&error.diagnostic());
                return self.said(&entries, found);
            }
        };
        let mut limits = Limits::steps(10_000);
        if let Some(steps) = find("steps") {
            limits.steps = steps.parse().expect("a number");
        }
        if let Some(triangles) = find("triangles") {
            limits.triangles = triangles.parse().expect("a number");
        }
        let mut uniforms = program.uniforms();
        let mut inputs = [[0.0; 4]; 16];
        for (_, rest) in entries.iter().filter(|entry| entry.0 == "set") {
            let (name, value) = rest.split_once('=').expect("NAME = VALUES");
            let (name, kinds) = (name.trim(), value.trim());
            let result = set(&program, &mut uniforms, &mut inputs, name, kinds);
            if let Err(finding) = result {
                found.add(&finding);
            }
        }
        let mut watcher =
            ((Hazards::new(&program), Profile::default()), Trace::new(&program, String::new(), 1000));
        let mut unit;
        let mut machine;
        let (machine, stop) = if let Some(feed) = find("feed") {
            let parts: Vec<usize> =
                feed.split_whitespace().map(|part| part.parse().expect("a number")).collect();
            let mut feed = Feed::of(parts[0]);
            feed.input_count = parts[1];
            for (slot, &register) in feed.permutation.iter_mut().zip(&parts[2..]) {
                *slot = register as u8;
            }
            unit = match Unit::new(&program, &uniforms, precision, feed) {
                Ok(unit) => unit,
                Err(error) => {
                    found.add(&error.diagnostic());
                    return self.said(&entries, found);
                }
            };
            let mut stop = None;
            for (word, rest) in &entries {
                let result = match *word {
                    "begin" => unit.begin(rest.parse().expect("a count")).map(|()| None),
                    "vertex" => unit.push_observed(&vertex(rest), &limits, &mut watcher),
                    _ => continue,
                };
                match result {
                    Ok(stopped) => stop = stopped.or(stop),
                    Err(error) => found.add(&error.diagnostic()),
                }
            }
            (unit.machine(), stop)
        } else {
            machine = Machine::new(&program, &uniforms, precision);
            machine.start(&inputs);
            let stop = machine.run_observed(&limits, &mut watcher);
            // The same run without an observer, and in single steps.
            let mut other = Machine::new(&program, &uniforms, precision);
            other.start(&inputs);
            assert_eq!((other.run(&limits), other.steps()), (stop, machine.steps()));
            assert_eq!(format!("{:?}", other.state()), format!("{:?}", machine.state()));
            (&machine, Some(stop))
        };
        let ((hazards, profile), trace) = watcher;
        let stop_finding = stop.and_then(|stop| stop.diagnostic(&program, &machine.history()));
        let findings = hazards.into_findings();
        for finding in stop_finding.iter().chain(&findings) {
            found.add(finding);
        }
        let trace = trace.finish().0;
        let ended =
            Ended { machine, stop, stop_finding, findings: &findings, profile: &profile, trace: &trace };
        self.check(&entries, &ended)?;
        self.said(&entries, found)
    }

    fn said(&self, entries: &[(&str, &str)], found: Found) -> Result<Found, String> {
        for (_, text) in entries.iter().filter(|entry| entry.0 == "says") {
            if !found.messages.iter().any(|message| message.contains(text)) {
                return Err(format!("nothing says `{text}`: {:#?}", found.messages));
            }
        }
        Ok(found)
    }

    fn check(&self, entries: &[(&str, &str)], ended: &Ended<'_>) -> Result<(), String> {
        let state = ended.machine.state();
        let mut triangles = ended.machine.emitter().triangles.iter();
        let mut expected_triangles = 0;
        for &(word, rest) in entries {
            let value = rest.strip_prefix('=').map(str::trim);
            let found = match (word, value) {
                ("stop", _) => ended.stop(),
                ("note", _) => {
                    let places = ended.findings.iter().map(place);
                    if places.clone().any(|place| place == rest) {
                        continue;
                    }
                    places.collect::<Vec<_>>().join(", ")
                }
                ("notes", _) if ended.findings.is_empty() => continue,
                ("notes", _) => ended.findings.iter().map(place).collect::<Vec<_>>().join(", "),
                ("a0", Some(_)) => format!("= {} {}", state.address[0], state.address[1]),
                ("aL", Some(_)) => format!("= {}", state.control.counter),
                ("cmp", Some(_)) => format!("= {} {}", state.flags[0], state.flags[1]),
                ("count", Some(_)) => format!("= {}", ended.machine.steps()),
                ("open", _) => {
                    let control = &state.control;
                    format!("{} {} {}", control.calls.len(), control.ifs.len(), control.loops.len())
                }
                ("ran", _) => {
                    let word = rest.split_whitespace().next().unwrap_or_default();
                    let count = ended.profile.word(word.parse().expect("a word")).executed;
                    format!("{word} = {count}")
                }
                ("triangle", _) => {
                    expected_triangles += 1;
                    let Some(triangle) = triangles.next() else {
                        return Err(format!("expected a triangle {rest}, found none"));
                    };
                    let (inverted, vertices) = match rest.strip_prefix("inverted ") {
                        Some(rest) => (true, rest),
                        None => (false, rest),
                    };
                    let expected: Vec<Vec<Vec<f32>>> =
                        vertices.split('|').map(|vertex| vertex.split(';').map(numbers).collect()).collect();
                    let slots = triangle.slots.iter();
                    let found: Vec<Vec<Vec<f32>>> = slots
                        .map(|slot| slot.attributes().iter().map(|value| value.to_vec()).collect())
                        .collect();
                    if (triangle.inverted, &found) == (inverted, &expected) {
                        continue;
                    }
                    format!("{} {found:?}", triangle.inverted)
                }
                (_, Some(value)) if is_register(word) => {
                    let (name, letters) = word.split_once('.').unwrap_or((word, "xyzw"));
                    let number: usize = name[1..].parse().expect("a register");
                    let register = match &name[..1] {
                        "o" => state.outputs()[number],
                        "r" => state.temporaries()[number],
                        _ => state.inputs()[number],
                    };
                    let mask = mask(letters);
                    let found = (0..4).filter(|&at| mask.contains(at)).map(|at| register[usize::from(at)]);
                    let wanted: Vec<&str> = value.split_whitespace().collect();
                    let found: Vec<f32> = found.collect();
                    assert_eq!(wanted.len(), found.len(), "{word} {rest}");
                    if wanted.iter().zip(&found).all(|(wanted, &found)| is(wanted, found)) {
                        continue;
                    }
                    format!("= {found:?}")
                }
                _ => continue,
            };
            if found != rest {
                return Err(format!("{word}: expected {rest}, found {found}\n{}", ended.trace));
            }
        }
        if expected_triangles > 0 && triangles.next().is_some() {
            return Err(format!("more than {expected_triangles} triangles"));
        }
        let expected: Vec<&str> = self.lines.iter().filter_map(|line| line.strip_prefix("| ")).collect();
        let found: Vec<&str> = ended.trace.lines().collect();
        if !expected.is_empty() && expected != found {
            return Err(format!("the trace is\n| {}", found.join("\n| ")));
        }
        Ok(())
    }
}

struct Ended<'e> {
    machine: &'e Machine<'e>,
    stop: Option<Stop>,
    stop_finding: Option<Diagnostic>,
    findings: &'e [Diagnostic],
    profile: &'e Profile,
    trace: &'e str,
}

impl Ended<'_> {
    fn stop(&self) -> String {
        match (self.stop, &self.stop_finding) {
            (None, _) => "never".to_owned(),
            (Some(_), None) => "end".to_owned(),
            (Some(Stop::Trap(trap)), Some(finding)) => format!("{} at {}", finding.rule.id, trap.word),
            (Some(_), Some(finding)) => finding.rule.id.to_owned(),
        }
    }
}

fn place(finding: &Diagnostic) -> String {
    let word = finding.location.path.trim_start_matches("code[").trim_end_matches(']');
    format!("{} at {word}", finding.rule.id)
}

fn is_register(word: &str) -> bool {
    let name = word.split('.').next().unwrap_or_default();
    name.len() > 1 && name.starts_with(['o', 'r', 'v']) && name[1..].bytes().all(|byte| byte.is_ascii_digit())
}

fn is_descriptor(word: &str) -> bool {
    word.len() > 1 && word.starts_with('d') && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

fn register(text: &str) -> Register {
    let class = Class::ALL
        .into_iter()
        .find(|class| text.starts_with(class.letter()))
        .unwrap_or_else(|| panic!("`{text}` is no register"));
    Register::new(class, text[1..].parse().expect("a number")).expect("a register")
}

fn mask(letters: &str) -> Mask {
    let bits = ['x', 'y', 'z', 'w'].into_iter().enumerate();
    Mask(bits.filter(|(_, letter)| letters.contains(*letter)).map(|(at, _)| 8 >> at).sum())
}

fn descriptor(text: &str) -> u32 {
    let mut parts = text.split(',').map(str::trim);
    let mask = mask(parts.next().unwrap_or("xyzw"));
    let mut sources = [Selection::IDENTITY; 3];
    for (source, part) in sources.iter_mut().zip(parts) {
        let letters = part.trim_start_matches('-');
        *source = Selection {
            negate: part.starts_with('-'),
            swizzle: Swizzle::parse(letters).expect("four letters"),
        };
    }
    let descriptor = Descriptor { mask, sources, bit31: false };
    descriptor.encode()
}

/// Parses a number of a case.
pub fn number(text: &str) -> f32 {
    if let Some(bits) = text.strip_prefix("0x") {
        return f32::from_bits(u32::from_str_radix(bits, 16).expect("hexadecimal"));
    }
    match text {
        "true" => 1.0,
        "false" => 0.0,
        _ => text.parse().unwrap_or_else(|_| panic!("`{text}` is no number")),
    }
}

fn numbers(text: &str) -> Vec<f32> {
    text.split_whitespace().map(number).collect()
}

/// True if a result matches: the same bits, or within the tolerance.
pub fn is(wanted: &str, found: f32) -> bool {
    match wanted.split_once('~') {
        None => number(wanted).to_bits() == found.to_bits() || wanted == "any",
        Some((value, tolerance)) => {
            let error = (found - number(value)).abs();
            error <= number(tolerance)
        }
    }
}

fn set(
    program: &Program,
    uniforms: &mut glassbox_pica_sim::Uniforms,
    inputs: &mut glassbox_pica_sim::Inputs,
    name: &str,
    value: &str,
) -> Result<(), Box<Diagnostic>> {
    let names = program.names();
    let values = numbers(value);
    let class = names.find(name).map_err(|error| Box::new(error.diagnostic()))?.class;
    let result = if class == Class::Input && values.len() == 4 {
        names.set_input(inputs, name, std::array::from_fn(|at| values[at]))
    } else if value.contains(['t', 'f']) && !value.contains("inf") {
        let bools: Vec<bool> = values.iter().map(|&value| value != 0.0).collect();
        names.set(uniforms, name, Value::Bool(&bools))
    } else if class == Class::Int {
        let rows: Vec<[u8; 4]> =
            values.chunks_exact(4).map(|row| std::array::from_fn(|at| row[at] as u8)).collect();
        names.set(uniforms, name, Value::Int(&rows))
    } else {
        let rows: Vec<[f32; 4]> =
            values.chunks_exact(4).map(|row| std::array::from_fn(|at| row[at])).collect();
        names.set(uniforms, name, Value::Float(&rows))
    };
    result.map_err(|error| Box::new(error.diagnostic()))
}

/// Vertex with the given attributes, as made by a program with that number of enabled outputs.
fn vertex(text: &str) -> Vertex {
    let attributes: Vec<[f32; 4]> = text
        .split(';')
        .map(|attribute| {
            let values = numbers(attribute);
            std::array::from_fn(|at| values[at])
        })
        .collect();
    Vertex::new(&attributes)
}
