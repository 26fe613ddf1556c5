//! Builds a pipeline of two stages, with a uniform block and two textures, for all targets or for some, and prints how long that takes in
//! this process: `targets [RUNS [TARGET...]]`. The first run fills tables and is not counted.

use std::hint::black_box;
use std::time::Instant;

use glassbox_bpx_build::build::{Build, build};
use glassbox_bpx_build::sources::Memory;

/// The uniform block of both stages.
macro_rules! scene {
    () => {
        "layout(std140, binding = 1) uniform Scene {
    mat4 world;
    mat4 view_projection;
    vec4 eye;
    vec4 light;
    vec4 ambient;
};
"
    };
}

const VERTEX: &str = concat!(
    "#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 0) out vec3 surface;
layout(location = 1) out vec3 facing;
layout(location = 2) out vec2 at;
",
    scene!(),
    "
void main()
{
    vec4 placed = world * vec4(position, 1.0);
    surface = placed.xyz;
    facing = mat3(world) * normal;
    at = uv;
    gl_Position = view_projection * placed;
}
"
);

const PIXEL: &str = concat!(
    "#version 450
layout(location = 0) in vec3 surface;
layout(location = 1) in vec3 facing;
layout(location = 2) in vec2 at;
layout(location = 0) out vec4 color;
",
    scene!(),
    "layout(binding = 2) uniform sampler2D albedo;
layout(binding = 3) uniform sampler2D roughness;

float gloss(float rough, float facing_half)
{
    float power = exp2(10.0 * (1.0 - rough) + 1.0);
    return pow(max(facing_half, 0.0), power) * (power + 8.0) / 25.13;
}

void main()
{
    vec4 base = texture(albedo, at);
    if (base.a < 0.5)
        discard;
    vec3 n = normalize(facing);
    vec3 l = normalize(light.xyz);
    vec3 v = normalize(eye.xyz - surface);
    float lit = max(dot(n, l), 0.0);
    float shine = gloss(texture(roughness, at).g, dot(n, normalize(l + v)));
    vec3 sum = ambient.rgb * base.rgb;
    for (int i = 0; i < 2; i++)
        sum += (base.rgb + shine) * lit * light.w / float(i + 1);
    color = vec4(sum, base.a);
}
"
);

/// What is counted where instructions are counted.
#[inline(never)]
fn measured(project: &str, files: &Memory) -> Build {
    build("lit.toml", project, files)
}

fn main() {
    if std::env::var("RAYON_NUM_THREADS").is_ok_and(|threads| threads == "1") {
        // What is counted has to run in the thread that counts.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        pool.build_global().expect("there is no other pool yet");
    }
    let mut arguments = std::env::args().skip(1);
    let runs = arguments.next().map_or(Ok(50), |runs| runs.parse()).expect("the number of runs is a number");
    let targets: Vec<String> = arguments.map(|target| format!("\"{target}\"")).collect();
    let targets = if targets.is_empty() { "\"all\"".to_owned() } else { format!("[{}]", targets.join(", ")) };
    let project = format!("target = {targets}\n[stages]\nvertex = \"lit.vert\"\npixel = \"lit.frag\"\n");
    let mut files = Memory::default();
    files.files.insert("lit.vert".to_owned(), VERTEX.into());
    files.files.insert("lit.frag".to_owned(), PIXEL.into());
    let first = build("lit.toml", &project, &files);
    assert!(!first.has_errors(), "{:?}", first.findings);
    let time = |_| {
        let start = Instant::now();
        black_box(measured(&project, &files));
        start.elapsed()
    };
    let mut times: Vec<_> = (0..runs).map(time).collect();
    times.sort_unstable();
    if let (Some(least), Some(median)) = (times.first(), times.get(times.len() / 2)) {
        println!(
            "{} targets: least {:.2} ms, median {:.2} ms of {runs} runs",
            first.programs.len(),
            least.as_secs_f64() * 1e3,
            median.as_secs_f64() * 1e3
        );
    }
}
