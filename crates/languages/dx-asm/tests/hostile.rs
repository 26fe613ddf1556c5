//! Lists damaged modules: no panic, and the text stays proportional to the file.

use crate::support;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dx_asm::dxil::{self, Selection};
use glassbox_testing::container::{containers, parts, program};
use glassbox_testing::random::{Random, mutate};

fn look(bitcode: &[u8]) -> bool {
    let listed = dxil::bitcode(bitcode, &Selection::default());
    if let Ok(text) = &listed {
        let most = (16 << 20) + bitcode.len() * 2048;
        assert!(text.len() < most, "{} bytes become {}", bitcode.len(), text.len());
    }
    let drawn = dxil::graph(bitcode, &Selection::default());
    assert_eq!(listed.is_ok(), drawn.is_ok());
    listed.is_ok()
}

fn modules() -> Vec<Vec<u8>> {
    let mut modules = vec![support::bitcode()];
    for (name, bytes) in containers() {
        if ["dxc19/", "malformed/"].iter().any(|folder| name.contains(folder)) {
            let programs = parts(&bytes).into_iter().filter_map(|(_, data)| program(data));
            let small = programs.map(|(_, bitcode)| bitcode.to_vec()).filter(|bitcode| bitcode.len() < 16000);
            modules.extend(small);
        }
    }
    modules
}

#[test]
fn mutations() {
    let modules = modules();
    let mut listed = 0;
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let bytes = mutate(&modules[seed as usize % modules.len()], &mut random);
        listed += u32::from(look(&bytes));
    }
    assert!(listed > 100, "{listed}");
}

#[test]
fn cut_off() {
    let bitcode = support::bitcode();
    for end in 0..bitcode.len() {
        look(&bitcode[..end]);
    }
}

#[test]
fn containers_with_damaged_parts() {
    let library = support::library();
    let mut files: Vec<Vec<u8>> = containers().into_iter().map(|(_, bytes)| bytes).collect();
    files.retain(|bytes| bytes.len() < 8000);
    files.push(library);
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let bytes = mutate(&files[seed as usize % files.len()], &mut random);
        if let Ok(container) = glassbox_dxcontainer::read::open(Window::whole(&bytes), &Limits::default()) {
            let _ = dxil::container(&container, &Selection::default());
            let _ = dxil::container_graph(&container, &Selection::default());
        }
    }
}

#[test]
fn types_inside_each_other_do_not_explode() {
    use glassbox_dxil::ir::{self, Type, Typed, ValueId, Variable};
    let mut module = Typed::default();
    module.version = 1;
    let mut ty = module.types.push(Type::Integer(32));
    for _ in 0..60 {
        ty = module.types.intern_struct(&[ty, ty], false);
    }
    module.add_variable(Variable::new(ValueId::module(0), ty, 0));
    let bitcode = ir::encode(&module).unwrap();
    let text = dxil::bitcode(&bitcode, &Selection::default()).unwrap();
    assert!(text.len() < 64 << 10, "{}", text.len());
}
