fn main() {
    use glassbox_core::{limits::Limits, reader::Window};
    let b = std::fs::read("/work/shared/corpus/sksl/v8/module/sksl_gpu.bin").unwrap();
    let l = Limits::default();
    let f = glassbox_sksl::read::open(Window::whole(&b), &l).unwrap();
    println!("{} nodes", f.model.nodes().len());
    let mut best = u128::MAX;
    for _ in 0..20000 {
        let t = std::time::Instant::now();
        let f = glassbox_sksl::read::open(Window::whole(std::hint::black_box(&b)), &l);
        std::hint::black_box(&f);
        best = best.min(t.elapsed().as_nanos());
    }
    println!("best {best} ns");
}
