//! Tests the module builder: section order, unique declarations, blocks closed once.

use glassbox_spirv::build::{BuildError, Builder, Image, VERSION_1_5, op, value};
use glassbox_spirv::{Options, assemble, disassemble};
use glassbox_testing::spirv::validate;

glassbox_testing::asking!(
    spirv_val: sections_are_in_order,
    types_and_constants_are_declared_once,
    unreachable_instructions_are_dropped,
    variables_and_entry_values_come_first,
    storage_is_annotated,
    loops_have_four_parts,
    functions_have_parameters_and_end_when_the_next_begins
);

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn text(words: &[u32]) -> String {
    disassemble(&bytes(words), &Options::default()).expect("a module")
}

/// A module with an open, empty fragment stage.
fn open_module() -> Builder {
    let mut module = Builder::new(VERSION_1_5);
    let void = module.void();
    let signature = module.function_type(void, &[]);
    let main = module.begin_function(void, signature);
    // Deliberately out of order.
    module.execution_mode(main, value::execution_mode::ORIGIN_UPPER_LEFT);
    module.entry_point(value::execution_model::FRAGMENT, main, "main", &[]);
    module.memory_model(value::addressing_model::LOGICAL, value::memory_model::GLSL450);
    module.capability(value::capability::IMAGE_QUERY);
    module.capability(value::capability::SHADER);
    module.capability(value::capability::SHADER);
    module
}

#[test]
fn sections_are_in_order() {
    let mut module = open_module();
    module.end(op::RETURN);
    module.end_function();
    module.import("GLSL.std.450");
    module.extension("SPV_KHR_16bit_storage");
    let words = module.finish().expect("a module");
    validate(&words).expect("a valid module");
    let expected = r#"
               OpCapability Shader
               OpCapability ImageQuery
               OpExtension "SPV_KHR_16bit_storage"
          %5 = OpExtInstImport "GLSL.std.450"
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %3 "main"
               OpExecutionMode %3 OriginUpperLeft
       %void = OpTypeVoid
          %2 = OpTypeFunction %void
          %3 = OpFunction %void None %2
          %4 = OpLabel
               OpReturn
               OpFunctionEnd
"#;
    let found = text(&words);
    assert!(found.ends_with(expected.trim_start_matches('\n')), "{found}");
    assert_eq!(assemble(&found).as_deref(), Ok(bytes(&words).as_slice()));
    assert_eq!(words[..5], [0x0723_0203, 0x0001_0500, 0, 6, 0]);
}

#[test]
fn storage_is_annotated() {
    let mut module = Builder::new(VERSION_1_5);
    module.capability(value::capability::SHADER);
    module.memory_model(value::addressing_model::LOGICAL, value::memory_model::GLSL450);
    let void = module.void();
    let signature = module.function_type(void, &[]);
    let main = module.begin_function(void, signature);
    let float = module.float();
    let items = module.runtime_array(float, 4);
    let block = module.structure(&[items]);
    module.name_member(block, 0, "items");
    module.decorate(block, value::decoration::BLOCK, &[]);
    module.decorate_member(block, 0, value::decoration::OFFSET, &[0]);
    let pointer = module.pointer(value::storage_class::STORAGE_BUFFER, block);
    let buffer = module.global(pointer, value::storage_class::STORAGE_BUFFER);
    module.entry_point(value::execution_model::VERTEX, main, "main", &[buffer]);
    module.name(buffer, "buffer");
    module.decorate(buffer, value::decoration::DESCRIPTOR_SET, &[1]);
    module.decorate(buffer, value::decoration::BINDING, &[2]);
    let uint = module.uint();
    let count = module.value_with(op::ARRAY_LENGTH, uint, &[buffer], &[0]);
    let float_count = module.value(op::CONVERT_U_TO_F, float, &[count]);
    let set = module.import("GLSL.std.450");
    // 31 is Sqrt.
    module.extended(float, set, 31, &[float_count]);
    module.end(op::RETURN);
    module.end_function();
    let words = module.finish().expect("a module");
    validate(&words).expect("a valid module");
    let found = text(&words);
    assert_eq!(assemble(&found).as_deref(), Ok(bytes(&words).as_slice()));
    let expected = r#"
               OpMemberName %_struct_7 0 "items"
               OpName %buffer "buffer"
               OpDecorate %_runtimearr_float ArrayStride 4
               OpDecorate %_struct_7 Block
               OpMemberDecorate %_struct_7 0 Offset 0
               OpDecorate %buffer DescriptorSet 1
               OpDecorate %buffer Binding 2
       %void = OpTypeVoid
          %2 = OpTypeFunction %void
      %float = OpTypeFloat 32
%_runtimearr_float = OpTypeRuntimeArray %float
  %_struct_7 = OpTypeStruct %_runtimearr_float
%_ptr_StorageBuffer__struct_7 = OpTypePointer StorageBuffer %_struct_7
     %buffer = OpVariable %_ptr_StorageBuffer__struct_7 StorageBuffer
       %uint = OpTypeInt 32 0
          %3 = OpFunction %void None %2
          %4 = OpLabel
         %11 = OpArrayLength %uint %buffer 0
         %12 = OpConvertUToF %float %11
         %14 = OpExtInst %float %13 Sqrt %12
               OpReturn
               OpFunctionEnd
"#;
    assert!(found.ends_with(expected.trim_start_matches('\n')), "{found}");
}

#[test]
fn types_and_constants_are_declared_once() {
    let mut module = open_module();
    let float = module.float();
    let one = module.constant(float, 1.0_f32.to_bits());
    let vector = module.vector(float, 2);
    let twice = |module: &mut Builder, make: fn(&mut Builder) -> glassbox_spirv::build::Id| {
        let first = make(module);
        assert_eq!(make(module), first);
        first
    };
    assert_eq!(twice(&mut module, Builder::float), float);
    assert_eq!(
        module.constant_composite(vector, &[one, one]),
        module.constant_composite(vector, &[one, one])
    );
    assert_ne!(module.constant_bool(true), module.constant_bool(false));
    assert_eq!(module.constant_null(vector), module.constant_null(vector));
    assert_eq!(module.import("GLSL.std.450"), module.import("GLSL.std.450"));
    assert!(module.is_constant(one));
    assert!(!module.is_constant(vector));
    // Integer zero and `OpConstantNull` are different constants, as are equal bits of two types.
    let (int, uint) = (module.int(), module.uint());
    let zero = module.constant(int, 0);
    assert_ne!(zero, module.constant_null(int));
    assert_ne!(zero, module.constant(uint, 0));
    // Arrays that differ only in stride, and structures that differ only in decorations.
    let plain = module.array(float, 3, None);
    assert_ne!(plain, module.array(float, 3, Some(4)));
    assert_ne!(module.array(float, 3, Some(16)), module.array(float, 3, Some(4)));
    assert_eq!(module.array(float, 3, Some(16)), module.array(float, 3, Some(16)));
    assert_eq!(module.structure(&[float]), module.structure(&[float]));
    assert_ne!(module.new_structure(&[float]), module.new_structure(&[float]));
    let sampled = module.image(float, Image::sampled(value::dim::DIM_2D, false));
    assert_eq!(sampled, module.image(float, Image::sampled(value::dim::DIM_2D, false)));
    assert_ne!(sampled, module.image(float, Image::storage(value::dim::DIM_2D, false, 0)));
    module.end(op::RETURN);
    module.end_function();
    validate(&module.finish().expect("a module")).expect("a valid module");
}

#[test]
fn unreachable_instructions_are_dropped() {
    let mut module = open_module();
    let float = module.float();
    let one = module.constant(float, 1.0_f32.to_bits());
    assert!(module.is_open());
    module.end(op::KILL);
    assert!(!module.is_open());
    assert_eq!(module.block(), None);
    module.value(op::F_ADD, float, &[one, one]);
    module.end(op::RETURN);
    module.end(op::RETURN);
    let words = module.finish().expect("a module");
    validate(&words).expect("a valid module");
    let found = text(&words);
    assert!(!found.contains("OpFAdd") && !found.contains("OpReturn"), "{found}");
}

#[test]
fn variables_and_entry_values_come_first() {
    let mut module = open_module();
    let float = module.float();
    let one = module.constant(float, 1.0_f32.to_bits());
    let (yes, merge) = (module.id(), module.id());
    let condition = module.constant_bool(true);
    module.select_block(condition, yes, merge, merge);
    module.open(yes);
    let pointer = module.pointer(value::storage_class::FUNCTION, float);
    let variable = module.variable(pointer);
    let two = module.entry_value(op::F_ADD, float, &[one, one]);
    module.effect(op::STORE, &[variable, two]);
    module.open(merge);
    assert_eq!(module.block(), Some(merge));
    module.end(op::RETURN);
    let words = module.finish().expect("a module");
    validate(&words).expect("a valid module");
    let found = text(&words);
    let place = |name: &str| found.find(name).unwrap_or_else(|| panic!("{name} in\n{found}"));
    assert!(place("OpVariable") < place("OpFAdd"));
    assert!(place("OpFAdd") < place("OpSelectionMerge"));
    assert!(place("OpSelectionMerge") < place("OpStore"));
}

#[test]
fn loops_have_four_parts() {
    let mut module = open_module();
    let [header, body, next, merge] = std::array::from_fn(|_| module.id());
    module.open_loop(header, body, next, merge);
    module.open(body);
    let condition = module.constant_bool(true);
    module.branch_conditional(condition, next, merge);
    module.open(next);
    module.branch(header);
    module.open(merge);
    module.end(op::RETURN);
    validate(&module.finish().expect("a module")).expect("a valid module");
}

#[test]
fn functions_have_parameters_and_end_when_the_next_begins() {
    let mut module = open_module();
    let float = module.float();
    let signature = module.function_type(float, &[float]);
    module.end(op::RETURN);
    let function = module.begin_function(float, signature);
    let given = module.parameter(float);
    let product = module.value(op::F_MUL, float, &[given, given]);
    module.return_value(product);
    assert!(!module.is_open());
    module.name(function, "square");
    let words = module.finish().expect("a module");
    validate(&words).expect("a valid module");
    let found = text(&words);
    assert_eq!(found.matches("OpFunctionEnd").count(), 2, "{found}");
    assert!(found.contains("OpReturnValue"), "{found}");
}

#[test]
fn strings_end_with_zeros() {
    for (name, count) in [("", 1), ("abc", 1), ("abcd", 2), ("a\0b", 1), ("größe", 2)] {
        let mut module = Builder::new(VERSION_1_5);
        let id = module.id();
        module.name(id, name);
        let words = module.finish().expect("a module");
        assert_eq!(words.len(), 5 + 2 + count, "{name}");
        assert_eq!(words[5], (2 + count as u32) << 16 | u32::from(op::NAME));
    }
}

#[test]
fn instructions_have_a_longest_length() {
    let mut module = open_module();
    module.end(op::RETURN);
    let float = module.float();
    module.new_structure(&vec![float; 65533]);
    assert!(module.clone().finish().is_ok());
    module.new_structure(&vec![float; 65534]);
    let error = module.finish();
    assert_eq!(error, Err(BuildError { opcode: op::TYPE_STRUCT }));
    assert_eq!(
        BuildError { opcode: op::TYPE_STRUCT }.to_string(),
        "OpTypeStruct came out longer than 65535 words"
    );
}
