//! Compares code-stripped modules with those that compilers keep for reflection. They are not byte-identical:
//! compilers add instruction counts (`dx.counters`), and shaders keep names that their program lacks.

use glassbox_dxil::Module;
use glassbox_dxil::ir::{Typed, encode};
use glassbox_dxil::shader::Shader;
use glassbox_testing::container::{containers, parts, program};

/// False for containers with deliberately damaged or invented bitcode.
fn is_sound(name: &str) -> bool {
    ["dxc17", "dxc18", "dxc19", "link", "big"].iter().any(|folder| name.contains(folder))
}

#[test]
fn stripped_modules_match_the_compilers() {
    let mut count = 0;
    for (name, bytes) in containers().into_iter().filter(|(name, _)| is_sound(name)) {
        let parts = parts(&bytes);
        let find = |code: &[u8; 4]| {
            let found = parts.iter().find(|(found, _)| found == code);
            found.and_then(|(_, data)| program(data)).map(|(_, bitcode)| bitcode)
        };
        let (Some(code), Some(kept)) = (find(b"DXIL"), find(b"STAT")) else {
            continue;
        };
        let module = Typed::read(code).expect("it is a module");
        let made = encode(&module.statistics()).expect("it was read");
        count += 1;
        let typed = |bytes| Typed::read(bytes).expect("it is a module");
        let shaders = (Shader::read(&typed(&made)), Shader::read(&typed(kept)));
        // Without code nothing is defined; all other facts are equal, except names that the compiler
        // stripped.
        let (made, kept) =
            (Module::read(&made).expect("it is bitcode"), Module::read(kept).expect("it is bitcode"));
        assert!(made.faults.is_empty() && !made.has_bodies(), "{name}");
        let names = |module: &Module<'_>| -> Vec<Vec<u8>> {
            let functions = module.functions.iter();
            functions.map(|function| function.name.clone()).collect()
        };
        assert_eq!(names(&made), names(&kept), "{name}");
        let (made, kept) = (shaders.0.expect("it is sound"), shaders.1.expect("it is sound"));
        assert_eq!(made.entries.len(), kept.entries.len(), "{name}");
        assert_eq!(made.resources.len(), kept.resources.len(), "{name}");
    }
    println!("{count} modules");
}
