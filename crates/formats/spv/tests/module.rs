//! Modules as files: laws on damaged ones, reflection, repairs, and the modules of the corpus.

use glassbox_core::format::{Format, Likeness};
use glassbox_core::interface::ArraySize;
use glassbox_core::language::Registry;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_spv::FORMAT;
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::{corpus, tree};

static REGISTRY: Registry = Registry {
    languages: &[&glassbox_spirv::LANGUAGE],
    digests: &[],
    codecs: &[],
    views: &[],
};

const SHADER: &str = r#"
;! version 1.3
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 8 4 1
OpName %main "main"
OpName %block "Block"
OpName %data "data"
OpMemberName %block 0 "scale"
OpMemberName %block 1 "items"
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 16
OpDecorate %items ArrayStride 16
OpDecorate %block Block
OpDecorate %data DescriptorSet 0
OpDecorate %data Binding 3
OpDecorate %count SpecId 7
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%count = OpSpecConstant %int -2
%vec4 = OpTypeVector %float 4
%items = OpTypeRuntimeArray %vec4
%block = OpTypeStruct %vec4 %items
%to_block = OpTypePointer StorageBuffer %block
%to_vec4 = OpTypePointer StorageBuffer %vec4
%data = OpVariable %to_block StorageBuffer
%zero = OpConstant %int 0
%main = OpFunction %void None %fn
%entry = OpLabel
%place = OpAccessChain %to_vec4 %data %zero
%value = OpLoad %vec4 %place
OpStore %place %value
OpReturn
OpFunctionEnd
"#;

fn shader() -> Vec<u8> {
    glassbox_spirv::assemble(SHADER).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

fn big_endian(bytes: &[u8]) -> Vec<u8> {
    bytes
        .chunks(4)
        .flat_map(|word| word.iter().rev().copied())
        .collect()
}

#[test]
fn both_byte_orders_are_recognised() {
    let module = shader();
    assert_eq!(FORMAT.detect(&module), Likeness::Yes);
    assert_eq!(FORMAT.detect(&big_endian(&module)), Likeness::Yes);
    assert_eq!(FORMAT.detect(&[3, 2]), Likeness::Maybe);
    assert_eq!(FORMAT.detect(b"VBC"), Likeness::No);
    assert_eq!(FORMAT.detect(&[]), Likeness::No);
}

#[test]
fn reflection_shows_the_module() {
    let module = shader();
    let opened = FORMAT
        .open(Window::whole(&module), &Limits::default())
        .expect("it is a module");
    assert!(opened.check().items().is_empty(), "{:?}", opened.check());
    let interface = opened.interface();
    assert_eq!(interface.entry_points[0].stage, "compute");
    assert_eq!(
        interface.entry_points[0].modes,
        [("local size".to_owned(), "8 x 4 x 1".to_owned())]
    );
    let resource = &interface.resources[0];
    assert_eq!(
        (resource.kind.as_str(), resource.set, resource.binding),
        ("storage-buffer", Some(0), Some(3))
    );
    assert_eq!(resource.access.as_deref(), Some("read-write"));
    assert_eq!(resource.stages, ["compute"]);
    assert_eq!(resource.element_size, Some(16));
    let members = &interface.blocks[0].members;
    assert_eq!((members[1].name.as_str(), members[1].offset), ("items", Some(16)));
    assert_eq!(
        members[1].ty.as_ref().map(|ty| ty.array.clone()),
        Some(vec![ArraySize::Runtime])
    );
    assert_eq!(interface.specialization_constants[0].default, "-2");
    let symbols = opened.symbols();
    assert!(
        symbols
            .iter()
            .any(|symbol| symbol.name == "data" && symbol.kind == "variable")
    );
    assert!(
        symbols
            .iter()
            .any(|symbol| symbol.name == "main" && symbol.kind == "function")
    );
}

#[test]
fn any_module_keeps_the_laws() {
    let little = shader();
    let mut random = Random::new(11);
    for module in [big_endian(&little), little] {
        for round in 0..300 {
            let damaged = mutate(&module, &mut random);
            tree::assert_laws(&FORMAT, &REGISTRY, &damaged, &format!("round {round}"));
            if let Ok(opened) = FORMAT.open(Window::whole(&damaged), &Limits::default()) {
                assert_eq!(opened.write(false).expect("it can be written"), damaged);
            }
        }
        for cut in 0..module.len() {
            tree::assert_laws(&FORMAT, &REGISTRY, &module[..cut], &format!("cut at {cut}"));
        }
    }
}

#[test]
fn repairs_mend_what_they_name() {
    let module = shader();
    let mend = |bytes: &[u8], name: &str| {
        let opened = FORMAT
            .open(Window::whole(bytes), &Limits::default())
            .expect("it is a module");
        assert!(
            opened.repairs().iter().any(|repair| repair.name == name),
            "{name} is offered"
        );
        opened.repair(name).expect("it can be mended")
    };
    let mut longer = module.clone();
    longer.push(0);
    assert_eq!(mend(&longer, "trailing"), module);
    assert_eq!(mend(&big_endian(&module), "byte-order"), module);
    for bound in [0, 5] {
        let mut low = module.clone();
        low[12] = bound;
        assert_eq!(mend(&low, "bound"), module);
    }
}

#[test]
fn shared_structures_do_not_unfold_without_end() {
    let mut text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n%1 = OpTypeFloat 32\n".to_owned();
    for id in 2..60 {
        text.push_str(&format!("%{id} = OpTypeStruct %{0} %{0} %{0}\n", id - 1));
    }
    text.push_str("%60 = OpTypePointer PushConstant %59\n%61 = OpVariable %60 PushConstant\n");
    let module = glassbox_spirv::assemble(&text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let opened = FORMAT
        .open(Window::whole(&module), &Limits::default())
        .expect("it is a module");
    assert!(!opened.interface().notes.is_empty());
}

#[test]
fn modules_of_the_corpus_have_no_errors() {
    let mut modules = 0;
    for path in corpus::files("vbc", &[".vbc"]) {
        if path.to_string_lossy().contains("malformed") {
            continue;
        }
        let file = std::fs::read(&path).expect("the file is readable");
        let starts: Vec<usize> = file
            .windows(4)
            .enumerate()
            .filter(|(_, word)| *word == [3, 2, 0x23, 7])
            .map(|(at, _)| at)
            .collect();
        for (index, &start) in starts.iter().enumerate() {
            let module = &file[start..starts.get(index + 1).copied().unwrap_or(file.len())];
            tree::assert_laws(&FORMAT, &REGISTRY, module, &path.display().to_string());
            let opened = FORMAT
                .open(Window::whole(module), &Limits::default())
                .expect("it is a module");
            assert!(
                !opened.check().has_errors(),
                "{}: {:?}",
                path.display(),
                opened.check()
            );
            modules += 1;
        }
    }
    eprintln!("{modules} modules");
}
