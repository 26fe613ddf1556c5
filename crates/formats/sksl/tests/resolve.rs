//! Tests conversions, operators and overloads against the language rules.

use glassbox_sksl::builtin::{
    Binary, CallRules, Cost, Field, Generic, Module, Narrowing, Scope, Struct, Symbol, Type, Types, Unary,
    narrowing,
};
use glassbox_sksl::raw::ProgramKind;

/// Type with this name in a runtime shader or a GPU program.
fn ty(name: &str) -> Type {
    match Scope::ANY.lookup(name) {
        Some(Symbol::Type { ty, .. }) => ty,
        other => panic!("{name}: {other:?}"),
    }
}

fn operator(text: &str) -> Binary {
    match text {
        "," => Binary::Comma,
        "=" => Binary::Assign,
        "==" => Binary::Equality,
        "<" => Binary::Comparison,
        "&&" => Binary::Logical,
        "*" => Binary::Multiply(false),
        "*=" => Binary::Multiply(true),
        "+" => Binary::Arithmetic(false),
        "+=" => Binary::Arithmetic(true),
        "<<" => Binary::Integer(false),
        "<<=" => Binary::Integer(true),
        other => panic!("{other}"),
    }
}

/// Checks lines `left op right -> result`, with `-` if the operator does not accept the operands.
fn check_operators(narrowing: Narrowing, table: &str) {
    let types = Types::new();
    for line in table.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (left, right) = types.settle_literals(ty(words[0]), ty(words[2]));
        let found = types.binary(left, operator(words[1]), right, narrowing);
        let found = found.map_or("-".into(), |operation| types.name(operation.result));
        assert_eq!(found, words[4], "{line}");
    }
}

#[test]
fn operators_of_runtime_effects() {
    check_operators(
        Narrowing::Allowed,
        "
        half4 = float4 -> half4
        half = int -> -
        int = $intLiteral -> int
        half4 == float4 -> bool
        shader == shader -> -
        void == void -> -
        bool && bool -> bool
        int && bool -> -
        bool + bool -> -
        bool == bool -> bool
        half , float3 -> float3
        shader , float -> -
        half + float -> float
        half += float -> half
        $intLiteral + half -> half
        half3 + $floatLiteral -> half3
        $floatLiteral * float2 -> float2
        float * half2 -> float2
        half2 + half3 -> -
        half2 + half2 -> half2
        half2 < half2 -> -
        half < float -> bool
        int << int -> int
        float << int -> -
        int2 << int -> int2
        int <<= int2 -> -
        float3x2 * float3 -> float2
        float2 * float3x2 -> float3
        float3 * float3x2 -> -
        float2x3 * float4x2 -> float4x3
        float2x2 *= half2x2 -> float2x2
        float3x2 *= float2x2 -> -
        float2 *= float2x2 -> float2
        float2x2 * float -> float2x2
        float2x2 + float2x2 -> float2x2
        uint + $intLiteral -> uint
        short + $intLiteral -> short
        int + uint -> -
        ",
    );
}

#[test]
fn operators_where_nothing_narrows() {
    check_operators(
        Narrowing::Forbidden,
        "
        half = float -> -
        half + float -> float
        float = half -> float
        half += float -> -
        half3 + $floatLiteral -> half3
        $floatLiteral + half -> half
        ",
    );
}

#[test]
fn prefixes() {
    let types = Types::new();
    let cases = [
        (Unary::Sign, "half3", Some("half3")),
        (Unary::Sign, "bool", None),
        (Unary::Not, "bool", Some("bool")),
        (Unary::Not, "bool2", None),
        (Unary::Complement, "$intLiteral", Some("int")),
        (Unary::Complement, "uint2", Some("uint2")),
        (Unary::Complement, "float", None),
        (Unary::Step, "int", Some("int")),
        (Unary::Step, "float2", None),
    ];
    for (operator, operand, expected) in cases {
        let found = types.unary(operator, ty(operand)).map(|ty| types.name(ty));
        assert_eq!(found.as_deref(), expected, "{operator:?} {operand}");
    }
}

/// Checks lines `name(types) -> result(parameters)`, with `-` if no overload accepts the arguments.
fn check_calls(kind: ProgramKind, es2: bool, table: &str) {
    let types = Types::new();
    let scope = Scope::of(kind).expect("a kind of version 8");
    let rules = CallRules { narrowing: narrowing(kind), es2 };
    for line in table.lines().filter(|line| !line.trim().is_empty()) {
        let (call, expected) = line.trim().split_once(" -> ").expect("an arrow");
        let (name, arguments) = call.trim_end_matches(')').split_once('(').expect("a parenthesis");
        let arguments: Vec<Type> = arguments.split(", ").map(ty).collect();
        let found = match scope.resolve_call(&types, name, &arguments, rules) {
            Ok((_, call)) => {
                let parameters: Vec<_> = call.parameters.iter().map(|&ty| types.name(ty)).collect();
                format!("{}({})", types.name(call.result), parameters.join(", "))
            }
            Err(_) => "-".to_owned(),
        };
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn overloads_of_runtime_effects() {
    check_calls(
        ProgramKind::SHADER,
        true,
        "
        max(half3, $floatLiteral) -> half3(half3, half)
        max(half3, half3) -> half3(half3, half3)
        max($floatLiteral, half3) -> -
        max(float, half) -> float(float, float)
        abs(int) -> -
        abs(half) -> half(half)
        sin($floatLiteral) -> half(half)
        sin($intLiteral) -> float(float)
        cross(half3, float3) -> float3(float3, float3)
        dot(half2, half2) -> half(half2, half2)
        mix(half4, half4, float) -> float4(float4, float4, float)
        any(bool3) -> bool(bool3)
        lessThan(int2, int2) -> bool2(int2, int2)
        not(bool4) -> bool4(bool4)
        unpremul(half4) -> half4(half4)
        $eval(float2, shader) -> half4(float2, shader)
        fma(half, half, half) -> -
        nothing(half) -> -
        ",
    );
}

#[test]
fn overloads_beyond_es2() {
    check_calls(
        ProgramKind::GENERIC,
        false,
        "
        abs(int) -> int(int)
        min(int3, int) -> int3(int3, int)
        transpose(half3x2) -> half2x3(half3x2)
        outerProduct(half3, half3) -> half3x3(half3, half3)
        ",
    );
    check_calls(
        ProgramKind::FRAGMENT,
        false,
        "
        fma(half, half, half) -> half(half, half, half)
        sample(sampler2D, float2) -> half4(sampler2D, float2)
        sample(sampler2D, half2) -> half4(sampler2D, float2)
        frexp(half3, int3) -> half3(half3, int3)
        blend_src(half4, half4) -> half4(half4, half4)
        ",
    );
}

#[test]
fn arrays_and_structs() {
    let mut types = Types::new();
    let halves = types.add_array(ty("half"), 3);
    let floats = types.add_array(ty("float"), 3);
    assert_eq!(types.add_array(ty("half"), 3), halves);
    assert_eq!(types.name(halves), "half[3]");
    assert!(types.coerces(halves, floats, Narrowing::Forbidden));
    assert!(!types.coerces(floats, halves, Narrowing::Forbidden));
    let field = |name: &str, ty| Field { name: name.to_owned(), ty };
    let light = types.add_struct(Struct {
        name: "Light".to_owned(),
        fields: vec![field("color", ty("half3")), field("weight", halves)],
        is_interface_block: false,
    });
    let lights = types.add_array(light, 4);
    assert_eq!(types.slots(lights), 24);
    assert!(types.contains_array(light));
    assert!(!types.contains_opaque(light));
    assert_eq!(types.struct_depth(lights), 1);
    assert_eq!(types.field_named(light, "weight").map(|found| found.0), Some(1));
    assert_eq!(types.indexed(lights), Some(light));
    assert_eq!(types.indexed(ty("float2x3")), Some(ty("float3")));
    assert_eq!(
        types.binary(light, Binary::Equality, light, Narrowing::Allowed).map(|o| o.result),
        Some(ty("bool"))
    );
}

/// A member costs as many steps as its place in the generic type; `$bvec` begins with `bool2`.
#[test]
fn costs_of_generic_types() {
    let types = Types::new();
    for (generic, to, steps) in [
        ("$genHType", "half", Some(1)),
        ("$genHType", "half3", Some(3)),
        ("$bvec", "bool4", Some(3)),
        ("$genHType", "float3", None),
    ] {
        let cost = steps.map_or(Cost::IMPOSSIBLE, |normal| Cost { normal, ..Cost::FREE });
        assert_eq!(types.cost(ty(generic), ty(to)), cost, "{generic} to {to}");
    }
}

#[test]
fn tables_are_sorted() {
    for module in Module::ALL {
        assert!(module.functions().is_sorted_by_key(|function| function.name));
    }
}

#[test]
fn names_depend_on_the_kind() {
    let known = |kind, name| Scope::of(kind).and_then(|scope: Scope| scope.lookup(name)).is_some();
    assert!(known(ProgramKind::SHADER, "sk_FragCoord"));
    assert!(!known(ProgramKind::BLENDER, "sk_FragCoord"));
    assert!(known(ProgramKind::SHADER, "mat3x2"));
    assert!(!known(ProgramKind::FRAGMENT, "vec2"));
    assert!(known(ProgramKind::FRAGMENT, "sk_Caps"));
    assert!(known(ProgramKind::VERTEX, "sk_Position"));
    assert!(!known(ProgramKind::FRAGMENT, "toLinearSrgb"));
    let invalid = Scope::of(ProgramKind::SHADER).and_then(|scope| scope.lookup("sampler2D"));
    assert!(matches!(invalid, Some(Symbol::Type { ty: Type::Invalid, .. })));
    for name in ["float5", "float2x5", "int2x2", "$intLiteral2", "mat", "vec5", "mat2x", "hvec2", ""] {
        assert!(Scope::ANY.lookup(name).is_none(), "{name}");
    }
    assert_eq!(Generic::ALL.len(), 16);
}
