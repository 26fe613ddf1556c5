//! Operators, functions, conversions, constructors, and parts of values.

use glassbox_vsl::model::*;
use glassbox_vsl::syntax::tree::{BinaryOperator, UnaryOperator};
use glassbox_vsl::types::{Scalar, ValueType};
use glassbox_vsl::vocabulary::functions::{FUNCTIONS, Function, Parameter};

use super::maker::{Maker, check, values};

glassbox_testing::asking!(
    spirv_val: functions,
    operators,
    products_of_linear_algebra,
    prefix_operators_and_conversions,
    constructors,
    parts_of_values_and_variables
);

#[test]
fn functions() {
    for row in FUNCTIONS {
        if matches!(row.function, Function::TexelFetch | Function::LevelsOf | Function::SizeOf) {
            continue;
        }
        let mut maker = Maker::default();
        for instance in row.instances() {
            let mut arguments = Vec::new();
            let mut output = None;
            for parameter in instance.parameters() {
                match *parameter {
                    Parameter::Value(ty) => arguments.push(maker.any(ty)),
                    Parameter::Written(ty) => output = Some(maker.place(ty)),
                    _ => panic!("{}: a resource", row.name),
                }
            }
            let function = row.function;
            maker.kept(ExpressionKind::Call { function, arguments, output }, instance.result);
        }
        check(row.name, Shader::default(), StageKind::Fragment, maker);
    }
}

#[test]
fn operators() {
    for operator in BinaryOperator::ALL {
        use BinaryOperator::*;
        let mut maker = Maker::default();
        for ty in values() {
            let fits = match operator {
                Multiply | Divide | Add | Subtract => ty.scalar.is_number(),
                Modulo | Less | Greater | LessEqual | GreaterEqual => {
                    ty.scalar.is_number() && !ty.is_matrix()
                }
                ShiftLeft | ShiftRight | And | Or | Xor => ty.scalar.is_integer(),
                Equal | NotEqual => !ty.is_matrix(),
                LogicalAnd | LogicalOr => ty == ValueType::BOOL,
            };
            if !fits {
                continue;
            }
            let compares = matches!(operator, Less | Greater | LessEqual | GreaterEqual | Equal | NotEqual);
            let result = if compares { ty.of(Scalar::Bool) } else { ty };
            if operator != Multiply || !ty.is_matrix() {
                let (left, right) = (maker.any(ty), maker.any(ty));
                maker.kept(ExpressionKind::Binary(operator, left, right), result);
            }
            if !compares && !ty.is_scalar() {
                let (left, right) = (maker.any(ty), maker.any(ValueType::scalar(ty.scalar)));
                maker.kept(ExpressionKind::Binary(operator, left, right), result);
            }
        }
        check(operator.symbol(), Shader::default(), StageKind::Fragment, maker);
    }
}

#[test]
fn products_of_linear_algebra() {
    let mut maker = Maker::default();
    let mut product = |left, right, result| {
        let (left, right) = (maker.any(left), maker.any(right));
        maker.kept(ExpressionKind::Binary(BinaryOperator::Multiply, left, right), result);
    };
    let floats = |rows| ValueType::vector(Scalar::Float, rows);
    for columns in 2..=4 {
        for rows in 2..=4 {
            let matrix = ValueType::matrix(columns, rows);
            product(matrix, floats(columns), floats(rows));
            product(floats(rows), matrix, floats(columns));
            product(ValueType::FLOAT, matrix, matrix);
            for other in 2..=4 {
                product(matrix, ValueType::matrix(other, columns), ValueType::matrix(other, rows));
            }
        }
        product(ValueType::FLOAT, floats(columns), floats(columns));
    }
    let text = check("products", Shader::default(), StageKind::Vertex, maker);
    assert_eq!(text.matches("OpMatrixTimesMatrix").count(), 27);
    assert_eq!(text.matches("OpMatrixTimesVector").count(), 9);
    assert_eq!(text.matches("OpVectorTimesMatrix").count(), 9);
}

#[test]
fn prefix_operators_and_conversions() {
    let mut maker = Maker::default();
    for ty in values() {
        let operators: &[UnaryOperator] = match ty.scalar {
            Scalar::Bool => &[UnaryOperator::Not],
            Scalar::Float => &[UnaryOperator::Plus, UnaryOperator::Negate],
            _ => &[UnaryOperator::Plus, UnaryOperator::Negate, UnaryOperator::Complement],
        };
        for &operator in operators {
            let operand = maker.any(ty);
            maker.kept(ExpressionKind::Unary(operator, operand), ty);
        }
        for scalar in Scalar::ALL.into_iter().filter(|_| !ty.is_matrix()) {
            let operand = maker.any(ty);
            maker.kept(ExpressionKind::Convert(operand), ty.of(scalar));
        }
    }
    check("conversions", Shader::default(), StageKind::Fragment, maker);
}

#[test]
fn constructors() {
    let mut maker = Maker::default();
    for ty in values() {
        if ty.is_vector() {
            let scalar = ValueType::scalar(ty.scalar);
            let operand = maker.any(scalar);
            maker.kept(ExpressionKind::Splat(operand), ty);
            let operand = maker.constant(ty.scalar, 1);
            maker.kept(ExpressionKind::Splat(operand), ty);
            for first in 1..ty.rows {
                let parts =
                    [first, ty.rows - first].map(|rows| maker.any(ValueType::vector(ty.scalar, rows)));
                maker.kept(ExpressionKind::Construct(parts.to_vec()), ty);
            }
        }
        if !ty.is_matrix() {
            continue;
        }
        let operand = maker.any(ValueType::FLOAT);
        maker.kept(ExpressionKind::Diagonal(operand), ty);
        for columns in 2..=4 {
            for rows in 2..=4 {
                let operand = maker.any(ValueType::matrix(columns, rows));
                maker.kept(ExpressionKind::Resize(operand), ty);
            }
        }
        let columns: Vec<ExpressionId> = (0..ty.columns).map(|_| maker.any(ty.element())).collect();
        maker.kept(ExpressionKind::Construct(columns), ty);
        let scalars: Vec<ExpressionId> = (0..ty.components()).map(|_| maker.any(ValueType::FLOAT)).collect();
        maker.kept(ExpressionKind::Construct(scalars), ty);
        // Vectors that straddle columns.
        let mut left = ty.components() as u8;
        let mut mixed = Vec::new();
        while left > 0 {
            let rows = left.min(if mixed.len() % 2 == 0 { 1 } else { 3 });
            mixed.push(maker.any(ValueType::vector(Scalar::Float, rows)));
            left -= rows;
        }
        maker.kept(ExpressionKind::Construct(mixed), ty);
    }
    check("constructors", Shader::default(), StageKind::Fragment, maker);
}

#[test]
fn parts_of_values_and_variables() {
    let mut maker = Maker::default();
    for ty in values().into_iter().filter(|ty| !ty.is_scalar()) {
        for index in [None, Some(1), Some(9)] {
            let step = |maker: &mut Maker| match index {
                None => maker.any(ValueType::UINT),
                Some(bits) => maker.constant(Scalar::Int, bits),
            };
            let (base, at) = (maker.any(ty), step(&mut maker));
            maker.kept(ExpressionKind::Element { base, index: at }, ty.element());
            let at = Step::Element(step(&mut maker));
            let place = Place { path: vec![at], ty: ty.element(), ..maker.place(ty) };
            maker.assign(place.clone());
            maker.kept(ExpressionKind::Load(place), ty.element());
            if ty.is_matrix() {
                let path = vec![Step::Element(step(&mut maker)), Step::Element(step(&mut maker))];
                let place = Place { path, ty: ValueType::FLOAT, ..maker.place(ty) };
                maker.assign(place.clone());
                maker.kept(ExpressionKind::Load(place), ValueType::FLOAT);
                let swizzle = Swizzle::new(&[1, 0]).expect("two components");
                let path = vec![Step::Element(step(&mut maker)), Step::Swizzle(swizzle)];
                let place = Place { path, ty: ValueType::vector(Scalar::Float, 2), ..maker.place(ty) };
                maker.assign(place);
            }
        }
        if ty.is_vector() {
            for components in [&[1_u8, 0][..], &[1], &[0, 1]] {
                let swizzle = Swizzle::new(components).expect("components");
                let part = ValueType::vector(ty.scalar, components.len() as u8);
                let base = maker.any(ty);
                maker.kept(ExpressionKind::Swizzle { base, swizzle }, part);
                let place = Place { path: vec![Step::Swizzle(swizzle)], ty: part, ..maker.place(ty) };
                maker.assign(place);
            }
        }
    }
    let text = check("parts", Shader::default(), StageKind::Fragment, maker);
    // Variables of the function are read and written as a whole.
    assert!(!text.contains("OpAccessChain"));
}
