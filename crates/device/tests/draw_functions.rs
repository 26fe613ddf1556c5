//! Compares built-in functions on a device with Rust's own over grids of arguments: each function
//! in every shape from scalar to four components, in both stages, with and without optimisation.
//!
//! `cargo test -p glassbox-device-testing --features gpu`; without a device it prints a message and
//! passes.

use glassbox_device_testing::number::near;
use glassbox_device_testing::scene::{Resource, Scene, Slot};
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_testing::random::Random;
use glassbox_vbc::program::Layout;
use glassbox_vbc::write::write;
use glassbox_vsl::{Options, compile};
use libtest_mimic::{Arguments, Failed, Trial};

/// Width and height of the grid: one pixel or vertex per element.
const SIZE: u32 = 8;
const COUNT: usize = (SIZE * SIZE) as usize;
/// Number of vertices: whole triangles. The last ones have no element and are not compared.
const VERTICES: usize = COUNT.next_multiple_of(3);

/// Rust implementation of a function. Arguments and results are words.
#[derive(Clone, Copy)]
enum Reference {
    /// Floats, compared within the tolerance.
    F1(fn(f64) -> f64),
    F2(fn(f64, f64) -> f64),
    F3(fn(f64, f64, f64) -> f64),
    /// Words, compared exactly.
    W1(fn(u32) -> u32),
    W2(fn(u32, u32) -> u32),
    W3(fn(u32, u32, u32) -> u32),
}
use Reference::{F1, F2, F3, W1, W2, W3};

/// Function under test: call, types, arguments, tolerance.
struct Case {
    /// The call; `{a}`, `{b}` and `{c}` are replaced by arguments.
    call: &'static str,
    /// Base types of the arguments and of the result: `f`, `i`, `u` or `b`.
    types: &'static str,
    /// Minimum and maximum of each argument.
    ranges: &'static [(f64, f64)],
    /// Mandatory values of the first argument.
    special: &'static [f64],
    /// See [`near`].
    tolerance: f64,
    reference: Reference,
}

/// Vulkan's minimum precision of sine and cosine, 2^-11, which also applies to functions derived
/// from them.
const SINE: f64 = 1.0 / 2048.0;
/// For functions that Vulkan derives from exponential and logarithm, on these ranges.
const DERIVED: f64 = 1.0 / 4096.0;
/// For results that are a few roundings off.
const ROUNDED: f64 = 1.0 / 1048576.0;

const fn case(
    call: &'static str,
    types: &'static str,
    ranges: &'static [(f64, f64)],
    tolerance: f64,
    reference: Reference,
) -> Case {
    Case { call, types, ranges, special: &[], tolerance, reference }
}

const fn at(
    call: &'static str,
    types: &'static str,
    ranges: &'static [(f64, f64)],
    special: &'static [f64],
    reference: Reference,
) -> Case {
    Case { call, types, ranges, special, tolerance: 0.0, reference }
}

fn float(word: u32) -> f32 {
    f32::from_bits(word)
}

fn signed(word: u32) -> i32 {
    word as i32
}

/// Range wide enough to try everything between.
const WIDE: (f64, f64) = (-2147483648.0, 2147483647.0);
const NATURAL: (f64, f64) = (0.0, 4294967295.0);
const EDGES: &[f64] = &[0.0, 1.0, -1.0, 2147483647.0, -2147483648.0, 8.0];

const CASES: &[Case] = &[
    case("sin({a})", "ff", &[(-3.1, 3.1)], SINE, F1(f64::sin)),
    case("cos({a})", "ff", &[(-3.1, 3.1)], SINE, F1(f64::cos)),
    case("tan({a})", "ff", &[(-1.2, 1.2)], 4.0 * SINE, F1(f64::tan)),
    case("asin({a})", "ff", &[(-1.0, 1.0)], SINE, F1(f64::asin)),
    case("acos({a})", "ff", &[(-1.0, 1.0)], SINE, F1(f64::acos)),
    case("atan({a})", "ff", &[(-20.0, 20.0)], SINE, F1(f64::atan)),
    case("atan2({a}, {b})", "fff", &[(-5.0, 5.0), (-5.0, 5.0)], SINE, F2(f64::atan2)),
    case("sinh({a})", "ff", &[(-4.0, 4.0)], SINE, F1(f64::sinh)),
    case("cosh({a})", "ff", &[(-4.0, 4.0)], SINE, F1(f64::cosh)),
    case("tanh({a})", "ff", &[(-4.0, 4.0)], SINE, F1(f64::tanh)),
    case("asinh({a})", "ff", &[(-4.0, 4.0)], SINE, F1(f64::asinh)),
    case("acosh({a})", "ff", &[(1.01, 9.0)], SINE, F1(f64::acosh)),
    case("atanh({a})", "ff", &[(-0.9, 0.9)], SINE, F1(f64::atanh)),
    case("deg2rad({a})", "ff", &[(-720.0, 720.0)], ROUNDED, F1(f64::to_radians)),
    case("rad2deg({a})", "ff", &[(-7.0, 7.0)], ROUNDED, F1(f64::to_degrees)),
    case("exp({a})", "ff", &[(-6.0, 6.0)], DERIVED, F1(f64::exp)),
    case("exp2({a})", "ff", &[(-8.0, 8.0)], DERIVED, F1(f64::exp2)),
    case("log({a})", "ff", &[(0.01, 100.0)], DERIVED, F1(f64::ln)),
    case("log2({a})", "ff", &[(0.01, 100.0)], DERIVED, F1(f64::log2)),
    case("pow({a}, {b})", "fff", &[(0.1, 8.0), (-3.0, 3.0)], DERIVED, F2(f64::powf)),
    case("sqrt({a})", "ff", &[(0.0, 100.0)], DERIVED, F1(f64::sqrt)),
    case("isqrt({a})", "ff", &[(0.01, 100.0)], DERIVED, F1(|a| 1.0 / a.sqrt())),
    case(
        "fma({a}, {b}, {c})",
        "ffff",
        &[(-9.0, 9.0), (-9.0, 9.0), (-9.0, 9.0)],
        ROUNDED,
        F3(|a, b, c| a * b + c),
    ),
    case("mod({a}, {b})", "fff", &[(-9.0, 9.0), (0.5, 3.0)], ROUNDED, F2(|a, b| a - b * (a / b).floor())),
    case(
        "mix({a}, {b}, {c})",
        "ffff",
        &[(-9.0, 9.0), (-9.0, 9.0), (0.0, 1.0)],
        4.0 * ROUNDED,
        F3(|a, b, t| a + (b - a) * t),
    ),
    case(
        "smoothStep({a}, {b}, {c})",
        "ffff",
        &[(-2.0, -1.0), (1.0, 2.0), (-3.0, 3.0)],
        4.0 * ROUNDED,
        F3(|low, high, x| {
            let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }),
    ),
    at(
        "step({a}, {b})",
        "fff",
        &[(-1.0, 1.0), (-1.0, 1.0)],
        &[],
        F2(|edge, x| f64::from(u8::from(x >= edge))),
    ),
    at("abs({a})", "ff", &[(-9.0, 9.0)], &[0.0], F1(f64::abs)),
    at("sign({a})", "ff", &[(-9.0, 9.0)], &[0.0, 1e-20], F1(|a| if a == 0.0 { 0.0 } else { a.signum() })),
    at("ceil({a})", "ff", &[(-9.0, 9.0)], &[2.0, -2.0, 0.0], F1(f64::ceil)),
    at("floor({a})", "ff", &[(-9.0, 9.0)], &[2.0, -2.0, 0.0], F1(f64::floor)),
    case("fract({a})", "ff", &[(-9.0, 9.0)], ROUNDED, F1(|a| a - a.floor())),
    at("trunc({a})", "ff", &[(-9.0, 9.0)], &[2.0, -2.0, 0.0], F1(f64::trunc)),
    // The rounding of halves is up to the driver.
    at("round({a})", "ff", &[(-9.0, 9.0)], &[2.25, -2.75], F1(f64::round)),
    at("roundEven({a})", "ff", &[(-9.0, 9.0)], &[0.5, 1.5, 2.5, -0.5, -1.5, 3.5], F1(f64::round_ties_even)),
    at("max({a}, {b})", "fff", &[(-9.0, 9.0), (-9.0, 9.0)], &[], F2(f64::max)),
    at("min({a}, {b})", "fff", &[(-9.0, 9.0), (-9.0, 9.0)], &[], F2(f64::min)),
    at("clamp({a}, {b}, {c})", "ffff", &[(-9.0, 9.0), (-4.0, 0.0), (0.0, 4.0)], &[], F3(f64::clamp)),
    at("bitCastInt({a})", "fi", &[(-9.0, 9.0)], &[], W1(|a| a)),
    at("bitCastUint({a})", "fu", &[(-9.0, 9.0)], &[], W1(|a| a)),
    at("bitCastFloat({a})", "if", &[(1e9, 1.1e9)], &[], W1(|a| a)),
    at("bitCastFloat({a})", "uf", &[(1e9, 1.1e9)], &[], W1(|a| a)),
    at("isnan({a})", "fb", &[(-9.0, 9.0)], &[f64::NAN, f64::INFINITY], W1(|a| float(a).is_nan().into())),
    at(
        "isinf({a})",
        "fb",
        &[(-9.0, 9.0)],
        &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY],
        W1(|a| float(a).is_infinite().into()),
    ),
    at(
        "ldexp({a}, {b})",
        "fif",
        &[(-9.0, 9.0), (-10.0, 10.0)],
        &[],
        W2(|a, b| (float(a) * 2.0f32.powi(signed(b))).to_bits()),
    ),
    at("abs({a})", "ii", &[WIDE], &[0.0, -1.0], W1(|a| signed(a).wrapping_abs() as u32)),
    at("sign({a})", "ii", &[WIDE], &[0.0, 1.0, -1.0], W1(|a| signed(a).signum() as u32)),
    at("max({a}, {b})", "iii", &[WIDE, WIDE], EDGES, W2(|a, b| signed(a).max(signed(b)) as u32)),
    at("min({a}, {b})", "iii", &[WIDE, WIDE], EDGES, W2(|a, b| signed(a).min(signed(b)) as u32)),
    at(
        "clamp({a}, {b}, {c})",
        "iiii",
        &[WIDE, (-1e9, 0.0), (0.0, 1e9)],
        EDGES,
        W3(|a, b, c| signed(a).clamp(signed(b), signed(c)) as u32),
    ),
    at("max({a}, {b})", "uuu", &[NATURAL, NATURAL], &[], W2(u32::max)),
    at("min({a}, {b})", "uuu", &[NATURAL, NATURAL], &[], W2(u32::min)),
    at("clamp({a}, {b}, {c})", "uuuu", &[NATURAL, (0.0, 2e9), (2e9, 4e9)], &[], W3(u32::clamp)),
    at("bitCount({a})", "ii", &[WIDE], EDGES, W1(u32::count_ones)),
    at("bitCount({a})", "ui", &[NATURAL], &[0.0, 4294967295.0], W1(u32::count_ones)),
    at("findLSB({a})", "ii", &[WIDE], EDGES, W1(lowest)),
    at("findLSB({a})", "ui", &[NATURAL], &[0.0, 4096.0, 2147483648.0], W1(lowest)),
    // For a negative number, the highest zero bit.
    at("findMSB({a})", "ii", &[WIDE], EDGES, W1(|a| highest(if signed(a) < 0 { !a } else { a }))),
    at("findMSB({a})", "ui", &[NATURAL], &[0.0, 1.0, 4294967295.0], W1(highest)),
    at("{a} / {b}", "iii", &[WIDE, (1.0, 1000.0)], &[-7.0, 7.0], W2(|a, b| (signed(a) / signed(b)) as u32)),
    at("{a} / {b}", "uuu", &[NATURAL, (1.0, 70000.0)], &[], W2(|a, b| a / b)),
    at("{a} % {b}", "uuu", &[NATURAL, (1.0, 70000.0)], &[], W2(|a, b| a % b)),
    at("{a} * {b}", "iii", &[WIDE, WIDE], &[], W2(u32::wrapping_mul)),
    at("{a} + {b}", "uuu", &[NATURAL, NATURAL], &[], W2(u32::wrapping_add)),
    at("{a} - {b}", "iii", &[WIDE, WIDE], &[], W2(u32::wrapping_sub)),
    at("{a} >> {b}", "iii", &[WIDE, (0.0, 31.0)], EDGES, W2(|a, b| (signed(a) >> b) as u32)),
    at("{a} >> {b}", "uuu", &[NATURAL, (0.0, 31.0)], &[], W2(|a, b| a >> b)),
    at("{a} << {b}", "uuu", &[NATURAL, (0.0, 31.0)], &[], W2(|a, b| a << b)),
    at("{a} & {b}", "uuu", &[NATURAL, NATURAL], &[], W2(|a, b| a & b)),
    at("{a} | {b}", "iii", &[WIDE, WIDE], &[], W2(|a, b| a | b)),
    at("{a} ^ {b}", "uuu", &[NATURAL, NATURAL], &[], W2(|a, b| a ^ b)),
    at("~{a}", "ii", &[WIDE], &[], W1(|a| !a)),
    at("{a} < {b}", "iib", &[WIDE, WIDE], EDGES, W2(|a, b| (signed(a) < signed(b)).into())),
    at("{a} >= {b}", "uub", &[NATURAL, NATURAL], &[], W2(|a, b| (a >= b).into())),
    at(
        "{a} <= {b}",
        "ffb",
        &[(-2.0, 2.0), (-2.0, 2.0)],
        &[f64::NAN],
        W2(|a, b| (float(a) <= float(b)).into()),
    ),
    at("{a} == {b}", "iib", &[(-2.0, 2.0), (-2.0, 2.0)], &[], W2(|a, b| (a == b).into())),
    at("{a} != {b}", "ffb", &[(-2.0, 2.0), (-2.0, 2.0)], &[0.0], W2(|a, b| (float(a) != float(b)).into())),
];

fn lowest(word: u32) -> u32 {
    match word {
        0 => u32::MAX,
        _ => word.trailing_zeros(),
    }
}

fn highest(word: u32) -> u32 {
    match word {
        0 => u32::MAX,
        _ => 31 - word.leading_zeros(),
    }
}

fn main() {
    let arguments = Arguments::from_args();
    let trials = CASES.iter().map(|case| {
        let (parameters, result) = case.types.split_at(case.types.len() - 1);
        let name = format!("needs_vulkan {} {parameters} to {result}", case.call);
        Trial::test(name, || run(case)).with_ignored_flag(true)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn type_name(base: char) -> &'static str {
    match base {
        'f' => "float",
        'i' => "int",
        'u' => "uint",
        _ => "bool",
    }
}

/// Source with every shape of the call, in one stage.
fn source(case: &Case, vertex: bool) -> String {
    let result = type_name(case.types.chars().last().unwrap_or('f'));
    let arguments: Vec<char> = case.types.chars().take(case.types.len() - 1).collect();
    let fields: String = arguments
        .iter()
        .zip(["a", "b", "c"])
        .map(|(base, name)| format!("{}4 {name}; ", type_name(*base)))
        .collect();
    let stores: String = [("r1", "x"), ("r2", "xy"), ("r3", "xyz"), ("r4", "xyzw")]
        .iter()
        .map(|(field, swizzle)| {
            let call = ["a", "b", "c"].iter().fold(case.call.to_owned(), |call, name| {
                call.replace(&format!("{{{name}}}"), &format!("source[at].{name}.{swizzle}"))
            });
            format!("    result[at].{field} = {call};\n")
        })
        .collect();
    let (in_vertex, in_fragment) = if vertex {
        (format!("    int at = $VertexIndex;\n{stores}"), String::new())
    } else {
        let at = format!("    int at = int($FragCoord.x) + {SIZE} * int($FragCoord.y);\n");
        (String::new(), at + &stores)
    };
    format!(
        "@shader graphics;\n@struct In {{ {fields}}};\n\
         @struct Out {{ {result} r1; {result}2 r2; {result}3 r3; {result}4 r4; }};\n\
         in(0) float3 pos;\nbind(0) ROBuffer<In> source;\nbind(1) RWBuffer<Out> result;\n\
         @vert {{\n    $Position = float4(pos, 1);\n{in_vertex}}}\n@frag {{\n{in_fragment}}}\n"
    )
}

/// Words of the arguments: four components each for every element.
fn arguments(case: &Case) -> Vec<[[u32; 4]; 3]> {
    let mut random = Random::new(7);
    let mut next = 0;
    (0..COUNT)
        .map(|_| {
            let mut element = [[0; 4]; 3];
            for place in 0..4 * case.ranges.len() {
                let (component, index) = (place / case.ranges.len(), place % case.ranges.len());
                let (low, high) = case.ranges[index];
                let special = case.special.get(next).filter(|_| index == 0);
                let share = random.below(1 << 24) as f64 / f64::from(1 << 24);
                let value = special.copied().unwrap_or(low + (high - low) * share);
                element[index][component] = match case.types.as_bytes().get(index) {
                    Some(b'f') => (value as f32).to_bits(),
                    _ => value.round() as i64 as u32,
                };
                next += usize::from(index == 0);
            }
            element
        })
        .collect()
}

fn run(case: &Case) -> Result<(), Failed> {
    let gpu = Gpu::open();
    let arguments = arguments(case);
    let input: Vec<u8> = arguments
        .iter()
        .flat_map(|element| &element[..case.ranges.len()])
        .flatten()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    for (vertex, optimize) in [(false, false), (false, true), (true, false), (true, true)] {
        let source = source(case, vertex);
        let options = Options { optimize, ..Options::default() };
        let compilation = compile(&source, &options);
        let Some(program) = compilation.program else {
            let findings: Vec<&str> =
                compilation.findings.iter().map(|finding| finding.message.as_str()).collect();
            return Err(format!("it does not compile: {}\n{source}", findings.join("; ")).into());
        };
        let bytes = write(&program, &Layout::default())?;
        let mut scene = Scene { size: [SIZE, SIZE], ..Scene::default() };
        if vertex {
            scene.counts[0] = VERTICES as u32;
            scene.inputs.insert(0, vec![0; 3 * VERTICES]);
        }
        scene.cover(&program);
        let buffer = |index, bytes| Slot { index, resource: Resource::Buffer(bytes) };
        scene.slots.insert(0, buffer(2, input.clone()));
        scene.slots.insert(1, buffer(1, vec![0; 40 * VERTICES]));
        let outcome = gpu.draw(&bytes, &scene)?;
        let words = outcome.slots.get(&1).ok_or("no results")?;
        // Offsets of the components of the four shapes.
        let places = [(0, 0), (1, 0), (2, 1), (3, 0), (4, 1), (5, 2), (6, 0), (7, 1), (8, 2), (9, 3)];
        let mut wrong = Vec::new();
        for (element, (given, found)) in arguments.iter().zip(words.chunks_exact(40)).enumerate() {
            for (place, component) in places {
                let found = u32::from_le_bytes(found[4 * place..][..4].try_into()?);
                let given = given.map(|argument| argument[component]);
                if let Err(error) = check(case, given, found) {
                    wrong.push(format!("element {element}, word {place}: {error}"));
                }
            }
        }
        if !wrong.is_empty() || !outcome.messages.is_empty() {
            let stage = if vertex { "vertex" } else { "fragment" };
            wrong.truncate(6);
            let messages = outcome.messages.join("\n");
            return Err(
                format!("{stage} stage, -O{}: {messages}\n{}", u8::from(optimize), wrong.join("\n")).into()
            );
        }
    }
    Ok(())
}

fn check(case: &Case, [a, b, c]: [u32; 3], found: u32) -> Result<(), String> {
    let f = |word| f64::from(float(word));
    let expected = match case.reference {
        F1(function) => function(f(a)),
        F2(function) => function(f(a), f(b)),
        F3(function) => function(f(a), f(b), f(c)),
        W1(_) | W2(_) | W3(_) => {
            let expected = match case.reference {
                W1(function) => function(a),
                W2(function) => function(a, b),
                W3(function) => function(a, b, c),
                _ => 0,
            };
            return if expected == found {
                Ok(())
            } else {
                Err(format!("of {a:#x} {b:#x} {c:#x} expected {expected:#x}, found {found:#x}"))
            };
        }
    };
    if near(expected, f(found), case.tolerance) {
        Ok(())
    } else {
        Err(format!(
            "of {} {} {} expected {expected}, found {} ({:e} off)",
            f(a),
            f(b),
            f(c),
            f(found),
            (expected - f(found)).abs()
        ))
    }
}
