//! Tests the module: identity, lookups, edits, faults.

use crate::support;
use glassbox_core::format::ScanBudget;
use glassbox_spirv::build::{op, value};
use glassbox_spirv::module::{
    Annotations, ConstantValue, Declarations, Lines, Module, Operand, ReadErrorKind, Type, Users,
};
use glassbox_spirv::{assemble, extent};
use glassbox_testing::corpus;
use glassbox_testing::random::Random;
use support::{files_below, fixtures, module, modules_in};

const TEXT: &str = r#"
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main" %color
               OpExecutionMode %main OriginUpperLeft
     %file = OpString "light.frag"
               OpName %block "Light"
               OpMemberName %block 1 "power"
               OpName %color "color"
               OpDecorate %color Location 2
               OpDecorate %group Binding 3
               OpDecorate %group DescriptorSet 1
      %group = OpDecorationGroup
               OpGroupDecorate %group %light
               OpDecorate %block Block
               OpMemberDecorate %block 0 Offset 0
               OpMemberDecorate %block 1 Offset 16
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
      %float = OpTypeFloat 32
       %vec4 = OpTypeVector %float 4
      %block = OpTypeStruct %vec4 %float
    %uniform = OpTypePointer Uniform %block
   %uniform4 = OpTypePointer Uniform %vec4
     %output = OpTypePointer Output %vec4
        %int = OpTypeInt 32 1
       %zero = OpConstant %int 0
       %half = OpConstant %float 0.5
       %gray = OpConstantComposite %vec4 %half %half %half %half
      %light = OpVariable %uniform Uniform
      %color = OpVariable %output Output
       %main = OpFunction %void None %fn
      %entry = OpLabel
               OpLine %file 7 3
       %path = OpAccessChain %uniform4 %light %zero
       %read = OpLoad %vec4 %path Aligned 16
               OpNoLine
        %sum = OpFAdd %vec4 %read %gray
               OpStore %color %sum
               OpReturn
               OpFunctionEnd
"#;

/// The instruction with this opcode.
fn find(module: &Module, opcode: u16) -> u32 {
    module.walk().find(|at| module.opcode(*at) == opcode).expect("it is there")
}

/// Asserts that every module in the bytes that can be read gives its words again. The number of such modules.
fn check_identity(bytes: &[u8], name: &str) -> usize {
    let mut read = 0;
    for bytes in modules_in(bytes) {
        // A module in other data has something after it.
        let size = extent(bytes, &mut ScanBudget::new(bytes.len() as u64 * 8)).unwrap_or(bytes.len());
        let bytes = &bytes[..size];
        let Ok(module) = Module::read(bytes) else { continue };
        read += 1;
        let word = if bytes[0] == 3 { u32::from_le_bytes } else { u32::from_be_bytes };
        let words: Vec<u32> = bytes.as_chunks().0.iter().map(|bytes| word(*bytes)).collect();
        assert_eq!(module.words().as_deref(), Some(words.as_slice()), "{name}");
    }
    read
}

#[test]
fn unedited_modules_give_the_words_that_were_read() {
    let mut read = 0;
    for file in files_below(&fixtures()) {
        let bytes = std::fs::read(&file).expect("it is readable");
        let bytes = std::str::from_utf8(&bytes).ok().and_then(|text| assemble(text).ok()).unwrap_or(bytes);
        read += check_identity(&bytes, &file.display().to_string());
    }
    for path in corpus::files("vbc", &[""]) {
        read += check_identity(&std::fs::read(&path).expect("it is readable"), &path.display().to_string());
    }
    assert!(read > 100, "{read} modules");
}

#[test]
fn types_constants_and_annotations_are_found_by_id() {
    let module = module(TEXT);
    let annotations = Annotations::of(&module);
    let load = module.get(find(&module, op::LOAD));
    let Some(Type::Vector { component, count: 4 }) = module.ty(load.ty) else {
        panic!("{:?}", module.ty(load.ty));
    };
    assert_eq!(module.ty(component), Some(Type::Float { width: 32, encoding: None }));
    let block = module.get(find(&module, op::TYPE_STRUCT)).result;
    assert_eq!(annotations.name(block), Some("Light"));
    assert_eq!(annotations.member_name(block, 1), Some("power"));
    assert_eq!(annotations.member_name(block, 0), None);
    assert_eq!(annotations.member_value(block, 1, value::decoration::OFFSET), Some(16));
    assert!(annotations.has(block, value::decoration::BLOCK));
    let light = module.word(find(&module, op::ACCESS_CHAIN), 0);
    assert_eq!(annotations.value(light, value::decoration::BINDING), Some(3));
    assert_eq!(annotations.value(light, value::decoration::DESCRIPTOR_SET), Some(1));
    assert_eq!(annotations.value(light, value::decoration::LOCATION), None);
    let gray = module.get(find(&module, op::CONSTANT_COMPOSITE)).result;
    let Some(ConstantValue::Composite([half, ..])) = module.constant(gray).map(|found| found.value) else {
        panic!("it is a composite");
    };
    let value = module.constant(*half).map(|found| found.value);
    assert_eq!(value, Some(ConstantValue::Number(0.5_f32.to_bits().into())));
    assert_eq!(module.component_type(block, 1), Some(component));
    assert_eq!(module.component_type(block, 2), None);
}

#[test]
fn operands_have_the_names_of_the_specification() {
    let module = module(TEXT);
    let names = |opcode| -> Vec<(&str, std::ops::Range<usize>)> {
        let at = find(&module, opcode);
        module.named_operands(at).into_iter().map(|operand| (operand.name, operand.range)).collect()
    };
    assert_eq!(names(op::LOAD), [("Pointer", 0..1), ("MemoryAccess", 1..2), ("", 2..3)]);
    assert_eq!(
        names(op::ENTRY_POINT),
        [("ExecutionModel", 0..1), ("Entry Point", 1..2), ("Name", 2..4), ("Interface", 4..5)]
    );
    assert_eq!(names(op::ACCESS_CHAIN), [("Base", 0..1), ("Indexes", 1..2)]);
}

#[test]
fn users_are_listed_in_order() {
    let module = module(TEXT);
    let users = Users::of(&module);
    let opcodes = |id| -> Vec<u16> { users.get(id).iter().map(|at| module.opcode(*at)).collect() };
    let path = module.get(find(&module, op::ACCESS_CHAIN)).result;
    assert_eq!(opcodes(path), [op::LOAD]);
    let vec4 = module.get(find(&module, op::TYPE_VECTOR)).result;
    let expected =
        [op::TYPE_STRUCT, op::TYPE_POINTER, op::TYPE_POINTER, op::CONSTANT_COMPOSITE, op::LOAD, op::F_ADD];
    assert_eq!(opcodes(vec4), expected);
    assert_eq!(opcodes(0), [] as [u16; 0]);
}

#[test]
fn lines_apply_to_the_end_of_the_block_or_the_next_line() {
    let module = module(TEXT);
    let lines = Lines::of(&module);
    let line = |opcode| lines.get(find(&module, opcode)).map(|line| (line.line, line.column));
    assert_eq!(line(op::ACCESS_CHAIN), Some((7, 3)));
    assert_eq!(line(op::LOAD), Some((7, 3)));
    assert_eq!(line(op::F_ADD), None);
    assert_eq!(line(op::LABEL), None);
}

#[test]
fn edits_are_in_the_words() {
    let mut module = module(TEXT);
    let sum = find(&module, op::F_ADD);
    let float = module.get(sum).ty;
    let id = module.new_id();
    let product = module.add_ids(op::F_MUL, float, id, &[module.get(sum).result, module.word(sum, 1)]);
    let capability = module.add(op::CAPABILITY, 0, 0, [Operand::Literal(value::capability::FLOAT64)]);
    module.place_global(capability);
    let body = &mut module.functions[0].blocks[0].body;
    let index = body.iter().position(|at| *at == sum).expect("it is in the body");
    body.insert(index + 1, product);
    let store = find(&module, op::STORE);
    module.set_word(store, 1, id);
    let again = Module::from_words(&module.words().expect("it is short")).expect("it is a module");
    assert_eq!(again.opcode(again.globals[1]), op::CAPABILITY);
    assert_eq!(again.opcode_of(again.word(find(&again, op::STORE), 1)), op::F_MUL);
    assert_eq!(again.bound(), module.bound());
    let users = Users::of(&again);
    assert_eq!(users.get(again.get(find(&again, op::F_ADD)).result).len(), 1);
}

#[test]
fn declarations_are_found_or_added() {
    let mut module = module(TEXT);
    let float = module.get(find(&module, op::TYPE_FLOAT)).result;
    let before = module.globals.len();
    let mut declarations = Declarations::of(&module);
    assert_eq!(declarations.get(&mut module, (op::TYPE_FLOAT, 0), &[Operand::Literal(32)]), float);
    assert_eq!(module.globals.len(), before);
    let operands = [Operand::Literal(value::storage_class::PRIVATE), Operand::Id(float)];
    let pointer = declarations.get(&mut module, (op::TYPE_POINTER, 0), &operands);
    assert_eq!(declarations.get(&mut module, (op::TYPE_POINTER, 0), &operands), pointer);
    assert_eq!(module.globals.len(), before + 1);
    assert_eq!(module.pointer(pointer), Some((float, value::storage_class::PRIVATE)));
}

#[test]
fn ids_are_renamed() {
    let mut module = module(TEXT);
    let names = |module: &Module| -> Vec<(u32, String)> {
        let names = module.globals.iter().filter(|at| module.opcode(**at) == op::NAME);
        names.map(|at| (module.word(*at, 0), module.string(*at, 1))).collect()
    };
    let mut old = names(&module);
    let ids: Vec<u32> = old.iter().map(|(id, _)| *id).collect();
    let float = module.get(find(&module, op::TYPE_FLOAT)).result;
    module.rename(&[(ids[0], "four".to_owned()), (float, "number".to_owned())].into());
    let mut expected = old.split_off(1);
    expected.extend([(ids[0], "four".to_owned()), (float, "number".to_owned())]);
    let mut found = names(&module);
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    Module::read(&module.bytes().expect("ids are defined")).expect("names stand in their section");
}

#[test]
fn sparse_ids_are_numbered_densely_and_written_as_they_were() {
    let text = TEXT.replace("%float", "%3000000").replace("%sum", "%4000000");
    let bytes = support::assembled(&text);
    let module = Module::read(&bytes).expect("it is a module");
    assert!(module.bound() < 100, "{}", module.bound());
    assert_eq!(module.number(module.get(find(&module, op::F_ADD)).result), 4_000_000);
    assert_eq!(module.bytes().as_deref(), Some(bytes.as_slice()));
    let mut edited = module.clone();
    let id = edited.new_id();
    assert_eq!(edited.number(id), 4_000_001);
}

#[test]
fn faults_are_located() {
    let cases = [
        ("OpFunctionEnd", "OpReturn\nOpFunctionEnd", ReadErrorKind::Misplaced, op::RETURN),
        ("OpFunctionEnd", "", ReadErrorKind::Unfinished, 0),
        ("%sum = ", "%read = ", ReadErrorKind::Duplicate, op::F_ADD),
        ("OpStore %color %sum", "OpCapability Shader", ReadErrorKind::Misplaced, op::CAPABILITY),
        ("OpStore %color %sum", "!0x00021267 !42", ReadErrorKind::Opcode, 4711),
        ("OpStore %color %sum", "!0x0002003e !1", ReadErrorKind::Operands, op::STORE),
        ("OpStore %color %sum", "OpStore %color !900", ReadErrorKind::Id, op::STORE),
        ("OpStore %color %sum", "OpStore %color !0", ReadErrorKind::Id, op::STORE),
    ];
    for (from, to, kind, opcode) in cases {
        let bytes = support::assembled(&TEXT.replace(from, to));
        let error = Module::read(&bytes).expect_err(to);
        assert_eq!(error.kind, kind, "{to}");
        let found = bytes.get(error.range.start..).and_then(<[u8]>::first_chunk);
        assert_eq!(found.map_or(0, |word| u32::from_le_bytes(*word) as u16), opcode, "{to}");
    }
}

#[test]
fn damaged_modules_are_read_or_refused() {
    let bytes = support::assembled(TEXT);
    let mut random = Random::new(7);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut bytes = bytes.clone();
        for _ in 0..1 + random.index(3) {
            let at = 4 + random.index(bytes.len() - 4);
            bytes[at] = random.index(256) as u8;
        }
        if let Ok(module) = Module::read(&bytes) {
            read += 1;
            assert_eq!(module.bytes(), Some(bytes));
            let annotations = Annotations::of(&module);
            let (users, lines) = (Users::of(&module), Lines::of(&module));
            for at in module.walk() {
                let id = module.get(at).result;
                let _ = (module.ty(id), module.constant(id), annotations.name(id), lines.get(at));
                let _ = (module.component_count(id), users.get(id), module.named_operands(at));
            }
        }
    }
    assert!(read > 1_000, "{read} modules");
}
