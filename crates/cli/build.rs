//! Links the command so that it starts fast.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    // Tables of rules and instructions are full of pointers. An executable that loads where it was linked needs none of them
    // relocated, which takes longer than the rest of a start. The price is that its own code has no random address; libraries,
    // stack and heap keep theirs. What a static build is, its own flags say.
    let is_static = target("FEATURE")
        .split(',')
        .any(|feature| feature == "crt-static");
    if target("OS") == "linux" && target("ENV") == "gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
