//! Tests `docs/vsl/from-vslc.md`: sources that vslc crashes on or rejects compile here, or have a finding of
//! their own. The page's examples are tested with those of the reference.

use glassbox_vsl::{Options, compile};

/// Numbers in the page's list, statements of a fragment stage, and their error here.
const ROWS: &[(u8, &str, Option<&str>)] = &[
    (1, "float a = 1.5; color = float4(a);", None),
    (2, "color = before;", None),
    (3, "color = first[uv] + second[uv];", None),
    (4, "color = $FragCoord; if ($FrontFacing) { color.xy = $PointCoord; }", None),
    (5, "bool4 a = color == color; bool4 b = color != color; bool c = true != false;", None),
    (6, "int a = 1; int b = a + 1; int c = a * b; int d = true ? a : b;", None),
    (7, "float4 v = color; v[1] = 2; v[1] *= 2; float3x3 m = float3x3(1); m[2] = v.xyz; m[0][1] = 1;", None),
    (8, "items[0].k[1] = 2; items[0].k[1] += 2;", None),
    (9, "int i = 1; items[i].color = color; items[i + 1].k[i] = 1;", None),
    (10, "float3x3 a = float3x3(2); float2x2 b = float2x2(a);", None),
    (11, "float a = cam + 1;", Some("VSL-E290")),
    (11, "float4 a = first * 2;", Some("VSL-E290")),
    (12, "bool2 a = uv == uv; bool b = all(a) || any(a); float2 c = mix(uv, uv, a);", None),
    (13, "float2 a = isqrt(uv) + smoothStep(0, 1, uv) + faceForward(uv, uv, uv);", None),
    (14, "float2 a = motion[int2(1)]; motion[int2(2)] = a;", None),
    (15, "float4 a = before; int4 b = mask;", None),
    (16, "uint4 a = texelFetch(ids, int2(1), 0);", None),
    (17, "float a = 0.123456789; color.x = a;", None),
    (18, "int a = 6; bool b = (a & 3 | 4 ^ 1) == 7 || a == 1 && a == 2;", None),
    (20, "float a = .5; float b = 1.0f;", Some("VSL-E001")),
    (21, "float a = uv;", Some("VSL-E232")),
    (22, "float a = 5; a %= 2;", None),
];

#[test]
fn what_vslc_gets_wrong_is_right_here() {
    let before = "@shader graphics;
        @struct Item { float4 color; float k[4]; }; @struct Camera { float4 tint; };
        in(1) float3 pos; in(0) float2 tex; out(0) float4 color; uniform Camera cam;
        bind(0) Sampler2D first; bind(1) Sampler2D second; bind(2) USampler2D ids; bind(3) RWBuffer<Item> items;
        bind(4) Image2D<s16norm2> motion;
        passinput(0) float4 before; passinput(1) int4 mask; local(vert) float2 uv;
        @vert { uv = tex; $Position = float4(pos, 1); }";
    let mut failures = Vec::new();
    for (number, statements, error) in ROWS {
        let text = format!("{before}\n@frag {{ {statements} }}\n");
        let compilation = compile(&text, &Options::default());
        let errors = compilation.findings.iter().filter(|one| one.rule.id.starts_with("VSL-E"));
        let ids: Vec<&str> = errors.map(|one| one.rule.id).collect();
        let is_right = match error {
            None => ids.is_empty() && compilation.program.is_some(),
            Some(id) => !ids.is_empty() && ids.iter().all(|found| found == id),
        };
        if !is_right {
            failures.push(format!("{number}: {statements}: {ids:?}, expected {error:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
