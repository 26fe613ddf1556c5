//! Tests the module builder: section order, unique declarations, blocks closed once.

use glassbox_spirv::build::{
    BuildError, Builder, Group, Image, ImageOperands, Memory, Signedness, VERSION_1_5, op, value,
};
use glassbox_spirv::{Options, assemble, disassemble};
use glassbox_testing::spirv::validate;

glassbox_testing::asking!(
    spirv_val: sections_are_in_order,
    types_and_constants_are_declared_once,
    unreachable_instructions_are_dropped,
    variables_and_entry_values_come_first,
    storage_is_annotated,
    loops_have_four_parts,
    numbers_have_every_width,
    phis_grow,
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

#[test]
fn numbers_have_every_width() {
    let mut module = open_module();
    let cases = [
        (module.int_type(8, Signedness::Signed), 0x80, vec![0xffff_ff80]),
        (module.int_type(8, Signedness::Unsigned), 0x180, vec![0x80]),
        (module.int_type(16, Signedness::Signed), 0x8000, vec![0xffff_8000]),
        (module.int_type(64, Signedness::Unsigned), 1 << 40 | 3, vec![3, 1 << 8]),
        (module.float_type(16), 0x3c00, vec![0x3c00]),
        (module.float_type(64), 1.0_f64.to_bits(), vec![0, 0x3ff0_0000]),
    ];
    let mut expected = Vec::new();
    for (ty, bits, words) in cases {
        let id = module.constant_bits(ty, bits);
        assert_eq!(module.constant_bits(ty, bits), id);
        expected.extend([(3 + words.len() as u32) << 16 | u32::from(op::CONSTANT), ty.word(), id.word()]);
        expected.extend(words);
    }
    assert_eq!(module.int_type(32, Signedness::Signed), module.int());
    let float = module.float();
    let size = module.uint();
    let count = module.spec_constant(size, 4, Some(7));
    let twice = module.spec_constant_op(op::I_ADD, size, &[count, count], &[]);
    module.array_of(float, twice, None);
    module.spec_constant_bool(true, Some(8));
    module.end(op::RETURN);
    module.declare_needs();
    let words = module.finish().expect("a module");
    validate(&words).expect("a valid module");
    let constants: Vec<u32> = glassbox_spirv::Binary::read(&bytes(&words))
        .expect("a module")
        .walk()
        .filter(|one| one.opcode == op::CONSTANT)
        .flat_map(|one| [one.first_word()].into_iter().chain(one.operands()).collect::<Vec<_>>())
        .collect();
    assert_eq!(constants, expected);
    let found = text(&words);
    for line in ["OpCapability Int8", "OpCapability Int64", "OpCapability Float16", "SpecId 7", "SpecId 8"] {
        assert!(found.contains(line), "{line} in\n{found}");
    }
}

#[test]
fn needs_are_declared() {
    let mut module = open_module();
    let (int, uint) = (module.int(), module.uint());
    let pointer = module.pointer(value::storage_class::PRIVATE, uint);
    let counter = module.global(pointer, value::storage_class::PRIVATE);
    let bfloat = module.float_encoded(16, value::fp_encoding::B_FLOAT16_KHR);
    module.constant_bits(bfloat, 0x3f80);
    let lane = module.constant(uint, 0);
    let group = Group { scope: value::scope::SUBGROUP, operation: Some(value::group_operation::REDUCE) };
    module.group(op::GROUP_NON_UNIFORM_I_ADD, uint, group, &[lane]);
    module.group(op::GROUP_NON_UNIFORM_SHUFFLE, uint, Group { operation: None, ..group }, &[lane, lane]);
    let memory = Memory { pointer: counter, scope: value::scope::INVOCATION, semantics: 0 };
    module.at(40..44);
    module.atomic(op::ATOMIC_I_ADD, int, memory, &[lane]);
    module.end(op::RETURN);
    module.declare_needs();
    let built = module.clone().finish_module().expect("a module");
    let atomic = built.walk().find(|at| built.opcode(*at) == op::ATOMIC_I_ADD).expect("it was added");
    assert_eq!(built.origin(atomic), 40..44);
    let found = text(&module.finish().expect("a module"));
    for line in [
        "OpCapability GroupNonUniformArithmetic",
        "OpCapability GroupNonUniformShuffle",
        "OpCapability BFloat16TypeKHR",
        "OpExtension \"SPV_KHR_bfloat16\"",
    ] {
        assert!(found.contains(line), "{line} in\n{found}");
    }
}

#[test]
fn phis_grow() {
    let mut module = open_module();
    let long = module.int_type(64, Signedness::Unsigned);
    let selector = module.constant_bits(long, 1 << 33);
    let [one, other, merge] = std::array::from_fn(|_| module.id());
    module.switch(selector, other, &[(1 << 33, one)], merge);
    module.open(one);
    module.branch(merge);
    module.open(other);
    module.branch(merge);
    module.open(merge);
    let phi = module.phi(long, &[(selector, one)]);
    module.add_incoming(phi, selector, other);
    module.end(op::RETURN);
    module.declare_needs();
    let words = module.finish().expect("a module");
    validate(&words).expect("a valid module");
    let found = text(&words);
    assert!(found.contains("8589934592 %"), "{found}");
    let phi = found.lines().find(|line| line.contains("OpPhi")).expect("it has a phi");
    assert_eq!(phi.matches('%').count(), 6, "{phi}");
}

#[test]
fn image_operands_follow_their_bits() {
    let mut module = open_module();
    let (float, int) = (module.float(), module.int());
    let (vec2, vec4, ivec2) = (module.vector(float, 2), module.vector(float, 4), module.vector(int, 2));
    let image = module.image(float, Image::sampled(value::dim::DIM_2D, false));
    let combined = module.sampled_image(image);
    let pointer = module.pointer(value::storage_class::UNIFORM_CONSTANT, combined);
    let texture = module.global(pointer, value::storage_class::UNIFORM_CONSTANT);
    let [zero, offset, slope] = [vec2, ivec2, float].map(|ty| module.constant_null(ty));
    let loaded = module.value(op::LOAD, combined, &[texture]);
    let operands = ImageOperands {
        const_offset: Some(offset),
        grad: Some([zero, zero]),
        min_lod: Some(slope),
        ..ImageOperands::default()
    };
    module.image_value(op::IMAGE_SAMPLE_EXPLICIT_LOD, vec4, &[loaded, zero], &operands);
    module.image_value(op::IMAGE_SAMPLE_IMPLICIT_LOD, vec4, &[loaded, zero], &ImageOperands::default());
    module.end(op::RETURN);
    module.declare_needs();
    let words = module.finish().expect("a module");
    let found = text(&words);
    let ids = [zero, zero, offset, slope].map(|id| id.word());
    let at = words.windows(5).position(|window| window[0] == 0x8c && window[1..] == ids);
    assert!(at.is_some(), "{found}");
    assert!(found.contains("OpCapability MinLod"), "{found}");
}
