use glassbox_dxil::ir::{self, FunctionId, Typed};
use glassbox_testing::container::{containers, parts, program};
#[test]
fn time() {
    for (name, bytes) in containers() {
        if !name.contains("big_lib") {
            continue;
        }
        for (_, data) in parts(&bytes) {
            let Some((_, bitcode)) = program(data) else {
                continue;
            };
            for _ in 0..60 {
                let a = cpu();
                let module = Typed::read(bitcode).unwrap();
                let b = cpu();
                let mut n = 0;
                for i in 0..module.functions.len() {
                    n += module
                        .body(FunctionId::at(i))
                        .unwrap()
                        .map_or(0, |b| b.instructions.len());
                }
                let c = cpu();
                let out = ir::encode(&module).unwrap();
                let d = cpu();
                println!(
                    "{name} {} open {} bodies {} ({n}) encode {} {}",
                    bitcode.len(),
                    b - a,
                    c - b,
                    d - c,
                    out.len()
                );
            }
        }
    }
}

fn cpu() -> u64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse::<u64>()
        .unwrap()
        / 1000
}
