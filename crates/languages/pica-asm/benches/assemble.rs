//! Measures assembly time in process.

use criterion::{Criterion, criterion_group, criterion_main};
use glassbox_pica_asm::{Input, Mode, Options, assemble};

/// A program of about `words` instructions, as varied as lighting code.
fn source(words: usize) -> String {
    let mut text = String::from(
        ".gsh point c0\n.fvec mvp[4], lights[8]\n.constf one(1.0, 0.5, 0.0, -1.0)\n.out opos position\n.out ocol color\n.alias normal v1\n.proc main\n",
    );
    let lines = [
        "    dp4 r0.x, mvp[0], r1",
        "    mul r1.xyz, lights[1].xyz, r0.w",
        "    mad r2, r1.xyzz, one.y, r0 ; half",
        "    add r3.xy, one.xx, -r2.yx",
        "    rsq r4.w, r3.x",
        "    mov r5, normal",
        "    max r6.xyz, one.zzz, r5",
        "    mova a0.xy, r6.xy",
        "    dp3 r7.w, lights[a0.x+2], r5",
        "    slt r8, r7, one.wwww",
    ];
    for at in 0..words {
        text.push_str(lines[at % lines.len()]);
        text.push('\n');
    }
    text.push_str("    mov opos, r0\n    mov ocol, r8\n    setemit 0\n    emit\n    end\n.end\n");
    text
}

fn benchmark(criterion: &mut Criterion) {
    let text = source(1000);
    let inputs = [Input { name: "bench.g.pica", text: &text }];
    for (name, mode, lints) in [
        ("1000 instructions, picasso", Mode::Picasso, false),
        ("1000 instructions, no checks", Mode::Glassbox, false),
        ("1000 instructions, checked", Mode::Glassbox, true),
    ] {
        let options = Options { mode, lints, ..Options::default() };
        assert!(assemble(&inputs, &options).bytes().is_some());
        criterion.bench_function(name, |bencher| bencher.iter(|| assemble(&inputs, &options).bytes()));
    }
}

criterion_group!(benches, benchmark);
criterion_main!(benches);
