//! Builds containers from generated modules: results are valid, and each rule fires exactly on its own violation.

use crate::support;
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_dxcontainer::build::{Options, container};
use glassbox_dxcontainer::digest::State;
use glassbox_dxcontainer::part::program;
use glassbox_dxcontainer::rules::build::RULES;
use glassbox_dxil::Linkage;
use glassbox_dxil::ir::{Constant, MetadataId, Type, TypeId, Typed, encode};
use glassbox_dxil::write::Outline;
use glassbox_testing::corpus;
use glassbox_testing::random::{Random, mutate};
use support::{ids, open};

/// Builds a module with chosen metadata.
struct Maker {
    module: Typed<'static>,
}

type Piece = Option<MetadataId>;

impl Maker {
    fn new(kind: &str) -> Maker {
        let bitcode = Outline::new(kind, 6, 0).define(b"main", Linkage::EXTERNAL).bitcode();
        let module = Typed::read(&bitcode).and_then(Typed::load);
        Maker { module: module.expect("it was just made") }
    }

    fn integer(&mut self, bits: u32, value: i64) -> Piece {
        let ty = self.module.types.intern(Type::Integer(bits));
        let constant = match value {
            0 => Constant::Null,
            value => Constant::Integer(value),
        };
        let value = self.module.add_constant(ty, constant);
        Some(self.module.metadata.add_value(value))
    }

    fn word(&mut self, value: i64) -> Piece {
        self.integer(32, value)
    }

    fn byte(&mut self, value: i64) -> Piece {
        self.integer(8, value)
    }

    fn text(&mut self, text: &str) -> Piece {
        Some(self.module.metadata.add_string(text.as_bytes()))
    }

    fn node(&mut self, pieces: &[Piece]) -> Piece {
        Some(self.module.metadata.add_node(pieces, false))
    }

    fn name(&mut self, name: &str, piece: Piece) {
        let piece = piece.expect("a node");
        self.module.metadata.add_named(name.as_bytes(), &[piece]);
    }

    /// Wraps the words of a constant array into a node.
    fn array(&mut self, words: &[u64]) -> Piece {
        let element: TypeId = self.module.types.intern(Type::Integer(32));
        let count = words.len() as u64;
        let ty = self.module.types.intern(Type::Array { element, count });
        let span = self.module.constants.add_words(words.iter().copied());
        let value = self.module.add_constant(ty, Constant::Data(span));
        let value = Some(self.module.metadata.add_value(value));
        self.node(&[value])
    }

    /// A float4 element at a row; `None` leaves it unallocated.
    fn element(&mut self, id: i64, name: &str, semantic: i64, row: Option<i64>) -> Vec<Piece> {
        let index = self.word(0);
        let start = row.unwrap_or(-1);
        vec![
            self.word(id),
            self.text(name),
            self.byte(9),
            self.byte(semantic),
            self.node(&[index]),
            self.byte(if semantic == 3 { 4 } else { 0 }),
            self.word(1),
            self.byte(4),
            self.word(start),
            self.byte(if row.is_some() { 0 } else { -1 }),
            None,
        ]
    }

    /// Entry point with its signatures.
    fn entry(&mut self, inputs: &[Piece], outputs: &[Piece]) {
        let function = self.module.functions[0].value;
        let function = Some(self.module.metadata.add_value(function));
        let name = self.text("main");
        let inputs = self.node(inputs);
        let outputs = self.node(outputs);
        let signatures = self.node(&[inputs, outputs, None]);
        let entry = self.node(&[function, name, signatures, None, None]);
        self.name("dx.entryPoints", entry);
    }

    fn build(&self) -> Result<Vec<u8>, ErrorList<Diagnostic>> {
        let bitcode = encode(&self.module).expect("its handles lead somewhere");
        container(&bitcode, &Options::default())
    }
}

/// Vertex shader that copies a position: each of four inputs affects its output.
fn vertex(
    change_element: impl FnOnce(&mut Maker, &mut Vec<Piece>),
    state: Option<&[u64]>,
) -> Result<Vec<u8>, ErrorList<Diagnostic>> {
    let mut maker = Maker::new("vs");
    let mut input = maker.element(0, "POSITION", 0, Some(0));
    change_element(&mut maker, &mut input);
    let input = maker.node(&input);
    let output = maker.element(0, "SV_Position", 3, Some(0));
    let output = maker.node(&output);
    maker.entry(&[input], &[output]);
    if let Some(words) = state {
        let state = maker.array(words);
        maker.name("dx.viewIdState", state);
    }
    maker.build()
}

const STATE: [u64; 6] = [4, 4, 1, 2, 4, 8];

/// Builds a shader with `count` unallocated inputs.
fn wide(count: i64) -> Result<Vec<u8>, ErrorList<Diagnostic>> {
    let mut maker = Maker::new("vs");
    let mut inputs = Vec::new();
    for id in 0..count {
        let element = maker.element(id, "T", 0, None);
        inputs.push(maker.node(&element));
    }
    maker.entry(&inputs, &[]);
    let state = maker.array(&[0, 0]);
    maker.name("dx.viewIdState", state);
    maker.build()
}

#[test]
fn what_is_built_is_sound() {
    let bytes = vertex(|_, _| {}, Some(&STATE)).expect("it is sound");
    let container = open(&bytes);
    assert_eq!(container.digest_state(), State::Retail);
    let codes: Vec<_> = container.parts().iter().map(|part| part.code.to_string()).collect();
    assert_eq!(codes, ["SFI0", "ISG1", "OSG1", "PSV0", "HASH", "DXIL"]);
    // Its function writes no output.
    assert_eq!(ids(&bytes), ["DXC-ELM-08"]);
    // One word per component: each input component affects the output component of the same name.
    let psv = container.data(b"PSV0").expect("the container has a PSV0 part");
    assert_eq!(&psv[psv.len() - 16..], [1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0]);
}

#[test]
fn rules_fire_and_nearly_fire() {
    let swap = |place: usize| {
        move |maker: &mut Maker, element: &mut Vec<Piece>| element[place] = maker.text("no number")
    };
    let set = |place: usize, value: i64| {
        move |maker: &mut Maker, element: &mut Vec<Piece>| element[place] = maker.word(value)
    };
    let keep = |_: &mut Maker, _: &mut Vec<Piece>| {};
    let sound = || vertex(keep, Some(&STATE));
    let outline = Outline::new("lib", 6, 3).bitcode();
    let mut cut = outline.clone();
    cut.truncate(outline.len() - 8);
    let library = |bitcode: &[u8]| container(bitcode, &Options::default());
    let no_entry = Outline::new("ps", 6, 0).bitcode();
    // Case: module, expected rule, end of the expected path.
    let cases = [
        ("no bitcode", library(b"nothing of this kind"), "DXC-BLD-01", ""),
        ("bitcode that is cut", library(&cut), "DXC-BLD-01", "module"),
        ("whole bitcode", library(&outline), "", ""),
        ("rows that are a string", vertex(swap(6), Some(&STATE)), "DXC-BLD-02", "inputs[0].rows"),
        ("five columns", vertex(set(7, 5), Some(&STATE)), "DXC-BLD-02", "inputs[0].columns"),
        ("a column without room", vertex(set(9, 1), Some(&STATE)), "DXC-BLD-02", "inputs[0].startColumn"),
        ("no rows", vertex(set(6, 0), Some(&STATE)), "DXC-BLD-02", "inputs[0].rows"),
        ("a name that is a number", vertex(set(1, 7), Some(&STATE)), "DXC-BLD-02", "inputs[0].name"),
        ("sound metadata", sound(), "", ""),
        ("a shader without entry", library(&no_entry), "DXC-BLD-03", "dx.entryPoints"),
        ("no state", vertex(keep, None), "DXC-BLD-04", "dx.viewIdState"),
        (
            "a state of more inputs",
            vertex(keep, Some(&[5, 4, 1, 2, 4, 8, 0])),
            "DXC-BLD-04",
            "dx.viewIdState",
        ),
        ("a state that is short", vertex(keep, Some(&STATE[..5])), "DXC-BLD-04", "dx.viewIdState"),
        ("256 elements", wide(256), "DXC-BLD-05", "signatures.inputs"),
        ("255 elements", wide(255), "", ""),
    ];
    let mut fired = Vec::new();
    for (what, built, rule, path) in cases {
        let found = built.err().unwrap_or_default();
        let ids: Vec<&str> = found.iter().map(|finding| finding.rule.id).collect();
        match rule {
            "" => assert!(ids.is_empty(), "{what}: {found:?}"),
            rule => {
                assert_eq!(ids, [rule], "{what}: {found:?}");
                assert!(found[0].location.path.ends_with(path), "{what}: {}", found[0].location.path);
                assert!(found[0].help.is_some(), "{what}");
                fired.push(rule);
            }
        }
    }
    for rule in RULES {
        assert!(fired.contains(&rule.id), "{} has no case", rule.id);
    }
}

/// Modules that exercise every part: generated ones, and some compiled ones if there is a corpus.
fn modules() -> Vec<Vec<u8>> {
    let made = vertex(|_, _| {}, Some(&STATE)).expect("it is sound");
    let bitcode = |bytes: &[u8]| {
        let container = open(bytes);
        let part = container.directory.find(b"DXIL").expect("it has a program");
        let found = program::peek(container.window, part).expect("the part has a program header");
        found.2.to_vec()
    };
    let mut modules = vec![bitcode(&made), Outline::new("lib", 6, 8).bitcode()];
    let names = [
        "lib_rt_6_6",
        "lib_nodes_6_8",
        "lib_main_6_3",
        "hs_tri_6_0",
        "gs_viewid_6_1",
        "ms_quad_6_5",
        "ps_tex_6_0",
    ];
    for name in names {
        modules.push(bitcode(&corpus::bytes(&format!("dxcontainer/dxc19/{name}.dxil"))));
    }
    modules
}

#[test]
fn any_module_may_be_given() {
    let modules = modules();
    let mut built = 0;
    for seed in 0..6000 {
        let mut random = Random::new(seed);
        let bytes = mutate(&modules[seed as usize % modules.len()], &mut random);
        if let Ok(made) = container(&bytes, &Options::default()) {
            built += 1;
            let _ = ids(&made);
        }
    }
    assert!(built > 100, "{built}");
}
