//! Links the command so that it starts fast, and finds the page that goes into it.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    // Tables of rules and instructions are full of pointers. An executable loaded at its link address needs none of
    // them relocated, which takes longer than the rest of a start. The price is that its own code has a fixed address;
    // libraries, stack and heap are still randomised. A static build is controlled by its own flags.
    let is_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    if target("OS") == "linux" && target("ENV") == "gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    if env::var_os("CARGO_FEATURE_PAGE").is_some() {
        find_page();
    }
}

/// Names the page for `include_str!`.
fn find_page() {
    println!("cargo::rerun-if-env-changed=GLASSBOX_PAGE");
    let named = env::var_os("GLASSBOX_PAGE").filter(|name| !name.is_empty());
    let path = named.map_or_else(|| PathBuf::from("../../web/dist/page.html"), PathBuf::from);
    let path = std::path::absolute(&path).unwrap_or(path);
    println!("cargo::rerun-if-changed={}", path.display());
    if path.is_file() {
        println!("cargo::rustc-env=GLASSBOX_PAGE_FILE={}", path.display());
    } else {
        println!(
            "cargo::error=the feature `page` needs the page, and there is no file {}: make it with .ci/page build, or name \
             it by its full path in GLASSBOX_PAGE",
            path.display()
        );
    }
}
