//! Builds a test library with every common kind of line in a DXIL listing.

#![allow(dead_code, reason = "each test uses a part of it")]

use glassbox_dxcontainer::part::program::{self, DxilVersion, ProgramVersion};
use glassbox_dxcontainer::program::{ShaderKind, Version};
use glassbox_dxil::ir::{
    self, Attribute, AttributeGroup, AttributeKind, AttributesId, BinaryOp, Body, Call, CastOp, Constant,
    Definition, Flags, Function, FunctionId, LabelId, Named, Op, Predicate, Slot, Type, Typed, ValueId,
    Variable,
};

/// Builds the module.
fn module() -> Typed<'static> {
    let mut module = Typed::default();
    module.version = 1;
    module.triple = b"dxil-ms-dx".to_vec();
    module.data_layout =
        b"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64".to_vec();
    let types = &mut module.types;
    let void = types.push(Type::Void);
    let float = types.push(Type::Float);
    let word = types.push(Type::Integer(32));
    let bit = types.push(Type::Integer(1));
    types.push(Type::Label);
    types.push(Type::Metadata);
    let element = types.add_named(b"struct.Light", Some(&[float, word]), false);
    let table = types.push(Type::Array { element, count: 4 });
    let unary = types.intern_function(float, &[word, float], false);
    let shade = types.intern_function(float, &[float, word], false);
    let none = types.intern_function(void, &[], false);
    for (number, kinds) in
        [(1, vec![AttributeKind::NO_UNWIND, AttributeKind::READ_NONE]), (2, vec![AttributeKind::NO_UNWIND])]
    {
        module.attributes.groups.push(AttributeGroup {
            number,
            slot: Slot::FUNCTION,
            attributes: kinds.into_iter().map(Attribute::Flag).collect(),
        });
        module.attributes.lists.push(vec![number - 1]);
    }
    let lights =
        module.add_variable(Variable { is_constant: true, ..Variable::new(ValueId::module(0), table, 2) });
    module.symbols.set(Named::Value(lights), b"\x01?Lights@@3PAULight@@A".to_vec());
    let operation = module.add_function(Function {
        attributes: Some(AttributesId(0)),
        ..Function::new(ValueId::module(0), unary)
    });
    module.symbols.set(Named::Value(operation), b"dx.op.unary.f32".to_vec());

    let shade_id = FunctionId::at(module.functions.len());
    let mut body = Body::new(shade_id, &[float, word]);
    let (x, mode) = (ValueId::local(0), ValueId::local(1));
    let zero = body.add_constant(word, Constant::Null);
    let one = body.add_constant(word, Constant::Integer(1));
    let sine = body.add_constant(word, Constant::Integer(13));
    let half = body.add_constant(float, Constant::Float(0.5f32.to_bits().into()));
    let tenth = body.add_constant(float, Constant::Float(0.1f32.to_bits().into()));
    let [entry, first, second, last] = [0, 1, 2, 3].map(LabelId);
    assert_eq!(body.begin_block(), entry);
    body.push(Op::Switch, void, None, &[mode, zero, one], &[last, first, second]);
    assert_eq!(body.begin_block(), first);
    let call = Call { attributes: Some(AttributesId(1)), ..Call::new(unary) };
    let sin = body.reserve(float);
    body.push(Op::Call(call), float, Some(sin), &[operation, sine, x], &[]);
    body.push(Op::Branch, void, None, &[], &[last]);
    assert_eq!(body.begin_block(), second);
    let positive = body.reserve(bit);
    let op = Op::Compare { predicate: Predicate::Ogt, flags: Flags::FAST };
    body.push(op, bit, Some(positive), &[x, half], &[]);
    body.push(Op::Branch, void, None, &[positive], &[last, first]);
    assert_eq!(body.begin_block(), last);
    let phi = body.reserve(float);
    body.push(Op::Phi, float, Some(phi), &[x, sin, tenth], &[entry, first, second]);
    let whole = body.reserve(word);
    body.push(Op::Cast(CastOp::FpToUi), word, Some(whole), &[phi], &[]);
    let sum = body.reserve(word);
    let op = Op::Binary { op: BinaryOp::Add, flags: Flags::NO_SIGNED_WRAP };
    body.push(op, word, Some(sum), &[whole, one], &[]);
    let result = body.reserve(float);
    body.push(Op::Cast(CastOp::UiToFp), float, Some(result), &[sum], &[]);
    body.push(Op::Return, void, None, &[result], &[]);
    body.symbols.set(Named::Value(x), b"x".to_vec());
    body.symbols.set(Named::Block(last), b"last".to_vec());
    let shade = module.add_function(Function {
        attributes: Some(AttributesId(1)),
        definition: Definition::Body(Box::new(body)),
        ..Function::new(ValueId::module(0), shade)
    });
    module.symbols.set(Named::Value(shade), b"\x01?Shade@@YAMMI@Z".to_vec());

    let mut body = Body::new(FunctionId::at(module.functions.len()), &[]);
    body.begin_block();
    body.push(Op::Return, void, None, &[], &[]);
    let nothing = module.add_function(Function {
        definition: Definition::Body(Box::new(body)),
        ..Function::new(ValueId::module(0), none)
    });
    module.symbols.set(Named::Value(nothing), b"Nothing".to_vec());
    module.symbols.sort();

    let numbers = [1, 3, 6].map(|number| module.add_constant(word, Constant::Integer(number)));
    let [one, three, six] = numbers.map(|number| module.metadata.add_value(number));
    let lib = module.metadata.add_string(b"lib");
    let version = module.metadata.add_node(&[Some(one), Some(three)], false);
    let model = module.metadata.add_node(&[Some(lib), Some(six), Some(three)], false);
    let empty = module.metadata.add_string(b"");
    let entry = module.metadata.add_node(&[None, Some(empty), None, None, None], false);
    module.metadata.add_named(b"dx.version", &[version]);
    module.metadata.add_named(b"dx.shaderModel", &[model]);
    module.metadata.add_named(b"dx.entryPoints", &[entry]);
    module
}

/// Bitcode of the library.
pub(crate) fn bitcode() -> Vec<u8> {
    ir::encode(&module()).expect("the module is whole")
}

/// The library in a container, without a digest.
pub(crate) fn library() -> Vec<u8> {
    let version = ProgramVersion::new(ShaderKind::LIBRARY, Version::new(6, 3));
    let part = program::encode(version, DxilVersion(0x103), &bitcode()).expect("it is small");
    let mut bytes = b"DXBC".to_vec();
    bytes.extend([0; 16]);
    bytes.extend([1, 0, 0, 0]);
    bytes.extend((36 + 8 + part.len() as u32).to_le_bytes());
    bytes.extend(1u32.to_le_bytes());
    bytes.extend(36u32.to_le_bytes());
    bytes.extend(b"DXIL");
    bytes.extend((part.len() as u32).to_le_bytes());
    bytes.extend(part);
    bytes
}
