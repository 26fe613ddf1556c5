//! Geometry programs against the interpreter's unit: the triangles, and what is left in the slots.

use glassbox_core::register_map::RegisterMap;
use glassbox_device_testing::vulkan::compute::{Buffer, Compute};
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_lower_pica::{Options, lower};
use glassbox_pica_sim::geometry::Triangle;
use glassbox_pica_sim::{Inputs, Limits, Machine, Precision, Program, Stop, TrapKind, Uniforms};
use glassbox_shbin::model::Binary;
use glassbox_shbin::raw::{GeometryMode, Stage};
use glassbox_testing::pica;
use glassbox_testing::random::Random;

use super::{RANDOM_STEPS, Values, binary, block, each_binary, folder, vector};

/// Primitives of a unit, units, and triangles that one may give.
const PRIMITIVES: usize = 4;
const UNITS: usize = 3;
const TRIANGLES: usize = 5;

/// Choices of uniforms and inputs for each program of a file: with many of them a program gives no triangle, or loops for ever.
const CHOICES: usize = 16;

/// Bytes of a unit before its slots.
const UNIT: usize = 48;

/// A primitive: the registers that it comes in.
struct Primitive {
    count: u32,
    registers: Vec<[f32; 4]>,
}

/// What a unit of the interpreter leaves.
struct Left {
    triangles: Vec<Triangle>,
    slots: Vec<Vec<[f32; 4]>>,
    stopped: bool,
}

struct Geometry<'g> {
    binary: &'g Binary<'g>,
    number: usize,
    program: Program,
}

impl Geometry<'_> {
    /// The first c register that vertices are stored in.
    fn first(&self) -> Option<usize> {
        let geometry = self.binary.executables[self.number].geometry;
        match geometry.mode {
            GeometryMode::VARIABLE => Some(0),
            GeometryMode::FIXED => Some(usize::from(geometry.fixed_start)),
            _ => None,
        }
    }

    fn primitive(&self, random: &mut Random, values: Values) -> Primitive {
        let size = self.first().map_or(16, |first| 96 - first);
        let count = match self.first() {
            None => 16,
            Some(_) => random.below(size as u64 + 1) as usize,
        };
        let registers = (0..size).map(|_| vector(random, values)).collect();
        Primitive { count: count as u32, registers }
    }

    /// Runs a unit; `None` if the program does not end soon.
    fn simulated(&self, uniforms: &Uniforms, primitives: &[Primitive]) -> Option<Left> {
        let mut machine = Machine::new(&self.program, uniforms, Precision::Float24);
        let mut stopped = false;
        for (number, primitive) in primitives.iter().enumerate() {
            let mut inputs: Inputs = [[0.0; 4]; 16];
            match self.first() {
                None => inputs.copy_from_slice(&primitive.registers[..16]),
                Some(first) => {
                    for (at, value) in primitive.registers[..primitive.count as usize].iter().enumerate() {
                        machine.set_float(first + at, *value);
                    }
                }
            }
            if number == 0 {
                machine.start(&inputs);
            } else {
                machine.restart(&inputs);
            }
            let stop = machine.run(&Limits { steps: RANDOM_STEPS, triangles: TRIANGLES });
            machine.set_bool(15, true);
            match stop {
                Stop::StepLimit => return None,
                Stop::TriangleLimit => stopped = true,
                Stop::Trap(trap) => {
                    stopped |= trap.kind == TrapKind::VertexSlot;
                }
                Stop::End => {}
            }
        }
        let emitter = machine.emitter();
        let slots = emitter.slots.iter().map(|slot| slot.attributes().to_vec()).collect();
        Some(Left { triangles: emitter.triangles.clone(), slots, stopped })
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

fn bytes(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// A program that the device can run.
struct Device<'g> {
    prepared: Compute<'g>,
    map: RegisterMap,
    slot_bytes: usize,
}

impl<'g> Device<'g> {
    fn new(gpu: &'g Gpu, geometry: &Geometry<'_>) -> Result<Device<'g>, String> {
        let options = Options { precise: true, ..Options::default() };
        let lowered = lower(geometry.binary, geometry.number, &options)
            .map_err(|findings| format!("refused with {}", findings[0].rule.id))?;
        let words = lowered.module.words().unwrap();
        let size = lowered.map.uniforms.as_ref().map_or(0, |block| block.size as usize);
        let kinds = [
            Buffer::Uniform(vec![0; size]),
            Buffer::Input(Vec::new()),
            Buffer::Changed(Vec::new()),
            Buffer::Output(0),
        ];
        let prepared = gpu.compute(&words, "main", &kinds).unwrap_or_else(|error| panic!("{error}"));
        let slot_bytes = 3 * 16 * geometry.program.enabled_outputs().count().max(1);
        Ok(Device { prepared, map: lowered.map, slot_bytes })
    }
}

/// Runs a program on the device and on the interpreter, with values of one kind. The number of triangles that both gave, or why it was not run.
fn compare(
    device: &Device<'_>,
    name: &str,
    geometry: &Geometry<'_>,
    values: Values,
    random: &mut Random,
) -> Result<usize, String> {
    let slot_bytes = device.slot_bytes;
    let attributes = geometry.program.enabled_outputs().count();
    let mut uniforms = Uniforms::ZERO;
    uniforms.float = std::array::from_fn(|_| vector(random, values));
    uniforms.int =
        std::array::from_fn(|_| [random.below(4) as u8, random.below(256) as u8, random.below(256) as u8, 0]);
    uniforms.bool = random.below(1 << 16) as u16;
    let block = block(&device.map, &uniforms);
    geometry.program.apply_constants(&mut uniforms);
    let units: Vec<Vec<Primitive>> =
        (0..UNITS).map(|_| (0..PRIMITIVES).map(|_| geometry.primitive(random, values)).collect()).collect();
    let expected: Vec<Option<Left>> =
        units.iter().map(|primitives| geometry.simulated(&uniforms, primitives)).collect();
    let expected: Option<Vec<Left>> = expected.into_iter().collect();
    let expected = expected.ok_or("it does not end soon")?;
    let mut primitives = Vec::new();
    for primitive in units.iter().flatten() {
        primitives.extend(bytes([primitive.count, 0, 0, 0]));
        primitives.extend(bytes(primitive.registers.iter().flatten().map(|value| value.to_bits())));
    }
    let mut states = Vec::new();
    for unit in 0..UNITS {
        let state = [unit * PRIMITIVES, PRIMITIVES, unit * TRIANGLES, TRIANGLES, 0, 0, 0, 0, 0, 0, 0, 0];
        states.extend(bytes(state.map(|word| word as u32)));
        states.extend(vec![0; slot_bytes]);
    }
    let buffers = [
        Buffer::Uniform(block),
        Buffer::Input(primitives),
        Buffer::Changed(states),
        Buffer::Output(UNITS * TRIANGLES * (16 + slot_bytes)),
    ];
    let results = device.prepared.run(&buffers, 1).unwrap_or_else(|error| panic!("{name}: {error}"));
    let bits =
        |values: &[[f32; 4]]| values.iter().flatten().map(|value| value.to_bits()).collect::<Vec<u32>>();
    for (unit, left) in expected.iter().enumerate() {
        let state = &results[0][unit * (UNIT + slot_bytes)..][..UNIT + slot_bytes];
        let (state, slots) = state.split_at(UNIT);
        let state = words(state);
        assert_eq!(state[4] as usize, left.triangles.len(), "{name}: triangles of unit {unit}");
        assert_eq!(state[5] != 0, left.stopped, "{name}: stops of unit {unit}");
        for (slot, values) in left.slots.iter().enumerate() {
            let found = &words(slots)[slot * 4 * attributes..][..4 * attributes];
            assert!(values.is_empty() || found == bits(values), "{name}: slot {slot} of unit {unit}");
        }
        for (number, triangle) in left.triangles.iter().enumerate() {
            let at = (unit * TRIANGLES + number) * (16 + slot_bytes);
            let found = words(&results[1][at..at + 16 + slot_bytes]);
            assert_eq!(found[0] != 0, triangle.inverted, "{name}: triangle {number} of unit {unit}");
            for (slot, vertex) in triangle.slots.iter().enumerate() {
                let found = &found[4 + slot * 4 * attributes..][..4 * attributes];
                assert_eq!(found, bits(vertex.attributes()), "{name}: triangle {number} of unit {unit}");
            }
        }
    }
    Ok(expected.iter().map(|left| left.triangles.len()).sum())
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_geometry_programs() {
    let gpu = Gpu::open();
    let mut random = Random::new(5);
    let (mut drawn, mut count, mut triangles) = (0, 0, 0);
    each_binary(|name, binary| {
        for (number, executable) in binary.executables.iter().enumerate() {
            if executable.stage == Stage::GEOMETRY {
                let name = format!("{name} [{number}]");
                let program = Program::from_shbin(binary, number).unwrap();
                let geometry = Geometry { binary, number, program };
                count += 1;
                let device = match Device::new(&gpu, &geometry) {
                    Ok(device) => device,
                    Err(reason) => {
                        eprintln!("{name}: {reason}");
                        continue;
                    }
                };
                let mut own = 0;
                for choice in 0..CHOICES {
                    let values = [Values::Special, Values::Finite][choice % 2];
                    match compare(&device, &name, &geometry, values, &mut random) {
                        Ok(given) => own += given,
                        Err(reason) => eprintln!("{name}, choice {choice}: {reason}"),
                    }
                }
                drawn += usize::from(own > 0);
                triangles += own;
            }
        }
    });
    eprintln!("{drawn} of {count} programs of files give triangles, {triangles} in all");
    assert!(drawn >= if folder().is_some() { 0 } else { 5 }, "only {drawn} programs give triangles");
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_random_geometry_programs() {
    let gpu = Gpu::open();
    let mut random = Random::new(11);
    let mut drawn = 0;
    for number in 0..40 {
        let shape = pica::Shape { geometry: true, structured: number % 3 != 0, hostile: number % 10 == 0 };
        let made = pica::shaped(&mut random, shape);
        let mut binary = binary(&made);
        let geometry = &mut binary.executables[0].geometry;
        geometry.mode = [GeometryMode::POINT, GeometryMode::VARIABLE, GeometryMode::FIXED][number % 3];
        geometry.fixed_start = (number % 80) as u8;
        geometry.fixed_vertices = 3;
        let program = Program::from_shbin(&binary, 0).unwrap();
        let geometry = Geometry { binary: &binary, number: 0, program };
        let Ok(device) = Device::new(&gpu, &geometry) else { continue };
        let given = compare(&device, &format!("random {number}"), &geometry, Values::Special, &mut random);
        drawn += usize::from(given.is_ok_and(|triangles| triangles > 0));
    }
    eprintln!("{drawn} random programs give triangles");
    assert!(drawn >= 8, "only {drawn} programs give triangles");
}
