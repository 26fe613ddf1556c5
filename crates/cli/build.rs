//! Links the command so that it starts fast.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    // Tables of rules and instructions are full of pointers. An executable loaded at its link address needs none of
    // them relocated, which takes longer than the rest of a start. The price is that its own code has a fixed address;
    // libraries, stack and heap are still randomised. A static build is controlled by its own flags.
    let is_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    if target("OS") == "linux" && target("ENV") == "gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
