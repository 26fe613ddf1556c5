//! Measures compile time in process.

use criterion::{Criterion, criterion_group, criterion_main};
use glassbox_vsl::{Options, analyze, compile};

/// A program of about `lines` lines in its fragment stage, as varied as lighting code.
fn source(lines: usize) -> String {
    let mut text = String::from(
        "\
@shader graphics;
@struct Camera { float4x4 mvp; float4 tint; };
@struct Light { float4 place; float4 color; };
in(0) float3 pos;
in(1) float3 normal;
out(0) float4 color;
uniform Camera cam;
bind(0) Sampler2D albedo;
bind(3) ROBuffer<Light> lights;
local(vert) float2 uv;
local(vert) float3 way;
@vert {
    uv = pos.xy * 0.5 + float2(0.5, 0.5);
    way = normalize(normal);
    $Position = cam.mvp * float4(pos, 1);
}
@frag {
    float4 sum = cam.tint;
    float part = 0.0;
",
    );
    let statements = [
        "    part = max(dot(way, lights[1].place.xyz), 0.0);",
        "    sum = sum + lights[2].color * part;",
        "    if (part > 0.5) { sum.x = sum.y * 2.0; } else { sum.zw = sum.xy; }",
        "    for (i; 0 : 4) { sum += lights[i].color * float(i); }",
        "    sum *= albedo[uv * part];",
        "    part = clamp(part + sum.w, 0.0, 1.0);",
    ];
    for at in 0..lines {
        text.push_str(statements[at % statements.len()]);
        text.push('\n');
    }
    text.push_str("    color = sum;\n}\n");
    text
}

fn benchmark(criterion: &mut Criterion) {
    for lines in [10, 1000] {
        let text = source(lines);
        let plain = Options { optimize: false, ..Options::default() };
        let (shader, findings) = analyze(&text, &plain);
        assert!(shader.is_some(), "{findings:?}");
        criterion.bench_function(&format!("{lines} statements, checked"), |bencher| {
            bencher.iter(|| analyze(&text, &plain))
        });
        criterion.bench_function(&format!("{lines} statements, as they come"), |bencher| {
            bencher.iter(|| compile(&text, &plain))
        });
        criterion.bench_function(&format!("{lines} statements, made small"), |bencher| {
            bencher.iter(|| compile(&text, &Options::default()))
        });
    }
}

criterion_group!(benches, benchmark);
criterion_main!(benches);
