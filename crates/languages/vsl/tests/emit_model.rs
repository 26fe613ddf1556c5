//! Every kind of expression and statement of the model, built by hand, emitted and validated.
//!
//! The checker is no part of this: what the language cannot write yet, or writes in one way only, is covered too.

use glassbox_spirv::{Options as Text, disassemble};
use glassbox_testing::spirv::validate;
use glassbox_vbc::raw::{Rank, StageMask};
use glassbox_vsl::Options;
use glassbox_vsl::emit::{EmitError, emit};
use glassbox_vsl::model::*;
use glassbox_vsl::syntax::tree::{BinaryOperator, UnaryOperator};
use glassbox_vsl::types::{Resource, Scalar, StructId, ValueType, coordinate_components};
use glassbox_vsl::vocabulary::formats::FORMATS;
use glassbox_vsl::vocabulary::functions::{FUNCTIONS, Function, Parameter};
use glassbox_vsl::vocabulary::variables::VARIABLES;

const BOTH: StageMask = StageMask(0x11);

/// A stage that is being built.
#[derive(Default)]
struct Maker {
    stage: Stage<'static>,
}

impl Maker {
    fn add(&mut self, kind: ExpressionKind, ty: ValueType) -> ExpressionId {
        self.stage.expressions.push(Expression { kind, ty });
        ExpressionId(self.stage.expressions.len() as u32 - 1)
    }

    fn variable(&mut self, ty: ValueType) -> VariableId {
        self.stage.variables.push(Private { name: "v", ty });
        VariableId(self.stage.variables.len() as u32 - 1)
    }

    fn place(&mut self, ty: ValueType) -> Place {
        let root = Root::Variable(self.variable(ty));
        Place {
            root,
            path: Vec::new(),
            ty,
        }
    }

    /// A value that nothing is known of.
    fn any(&mut self, ty: ValueType) -> ExpressionId {
        let place = self.place(ty);
        self.add(ExpressionKind::Load(place), ty)
    }

    fn constant(&mut self, scalar: Scalar, bits: u32) -> ExpressionId {
        self.add(ExpressionKind::Constant(bits), ValueType::scalar(scalar))
    }

    /// Keeps a value.
    fn keep(&mut self, value: ExpressionId) {
        let ty = self.stage.expressions[value.0 as usize].ty;
        let variable = self.variable(ty);
        self.stage.body.push(Statement::Declare(variable, Some(value)));
    }

    fn kept(&mut self, kind: ExpressionKind, ty: ValueType) {
        let value = self.add(kind, ty);
        self.keep(value);
    }

    fn assign(&mut self, place: Place) {
        let value = self.any(place.ty);
        self.stage.body.push(Statement::Assign(place, value));
    }
}

fn values() -> Vec<ValueType> {
    let mut all: Vec<ValueType> = Scalar::ALL
        .into_iter()
        .flat_map(|scalar| (1..=4).map(move |rows| ValueType::vector(scalar, rows)))
        .collect();
    for columns in 2..=4 {
        all.extend((2..=4).map(|rows| ValueType::matrix(columns, rows)));
    }
    all
}

/// Emits both stages, one of which is given, with and without names, and has them validated. Gives the text of the stage.
fn check(what: &str, mut shader: Shader<'static>, kind: StageKind, maker: Maker) -> String {
    match kind {
        StageKind::Vertex => shader.vertex = maker.stage,
        StageKind::Fragment => shader.fragment = maker.stage,
    }
    let mut text = String::new();
    for names in [true, false] {
        let options = Options {
            names,
            ..Options::default()
        };
        for stage in [StageKind::Vertex, StageKind::Fragment] {
            let words = emit(&shader, stage, &options).unwrap_or_else(|error| panic!("{what}: {error}"));
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let printed = disassemble(&bytes, &Text::default()).expect("a module");
            if let Err(error) = validate(&words) {
                panic!("{what}, {stage:?}: {error}\n{printed}");
            }
            if stage == kind {
                text = printed;
            }
        }
    }
    text
}

#[test]
fn functions() {
    for row in FUNCTIONS {
        if matches!(
            row.function,
            Function::TexelFetch | Function::LevelsOf | Function::SizeOf
        ) {
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
            maker.kept(
                ExpressionKind::Call {
                    function,
                    arguments,
                    output,
                },
                instance.result,
            );
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
            let compares = matches!(
                operator,
                Less | Greater | LessEqual | GreaterEqual | Equal | NotEqual
            );
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
        maker.kept(
            ExpressionKind::Binary(BinaryOperator::Multiply, left, right),
            result,
        );
    };
    let floats = |rows| ValueType::vector(Scalar::Float, rows);
    for columns in 2..=4 {
        for rows in 2..=4 {
            let matrix = ValueType::matrix(columns, rows);
            product(matrix, floats(columns), floats(rows));
            product(floats(rows), matrix, floats(columns));
            product(ValueType::FLOAT, matrix, matrix);
            for other in 2..=4 {
                product(
                    matrix,
                    ValueType::matrix(other, columns),
                    ValueType::matrix(other, rows),
                );
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
            _ => &[
                UnaryOperator::Plus,
                UnaryOperator::Negate,
                UnaryOperator::Complement,
            ],
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
        let scalars: Vec<ExpressionId> = (0..ty.components())
            .map(|_| maker.any(ValueType::FLOAT))
            .collect();
        maker.kept(ExpressionKind::Construct(scalars), ty);
        // Vectors that lie across columns.
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
            let place = Place {
                path: vec![at],
                ty: ty.element(),
                ..maker.place(ty)
            };
            maker.assign(place.clone());
            maker.kept(ExpressionKind::Load(place), ty.element());
            if ty.is_matrix() {
                let path = vec![Step::Element(step(&mut maker)), Step::Element(step(&mut maker))];
                let place = Place {
                    path,
                    ty: ValueType::FLOAT,
                    ..maker.place(ty)
                };
                maker.assign(place.clone());
                maker.kept(ExpressionKind::Load(place), ValueType::FLOAT);
                let swizzle = Swizzle::new(&[1, 0]).expect("two components");
                let path = vec![Step::Element(step(&mut maker)), Step::Swizzle(swizzle)];
                let place = Place {
                    path,
                    ty: ValueType::vector(Scalar::Float, 2),
                    ..maker.place(ty)
                };
                maker.assign(place);
            }
        }
        if ty.is_vector() {
            for components in [&[1_u8, 0][..], &[1], &[0, 1]] {
                let swizzle = Swizzle::new(components).expect("components");
                let part = ValueType::vector(ty.scalar, components.len() as u8);
                let base = maker.any(ty);
                maker.kept(ExpressionKind::Swizzle { base, swizzle }, part);
                let place = Place {
                    path: vec![Step::Swizzle(swizzle)],
                    ty: part,
                    ..maker.place(ty)
                };
                maker.assign(place);
            }
        }
    }
    let text = check("parts", Shader::default(), StageKind::Fragment, maker);
    // Variables of the function are read and written as a whole.
    assert!(!text.contains("OpAccessChain"));
}

fn structure() -> Structure<'static> {
    let mut offset = 0;
    let mut fields = Vec::new();
    for ty in values() {
        for size in [None, Some(3)] {
            fields.push(Field {
                name: "f",
                ty,
                size,
                offset,
            });
            offset += ty.size() * u32::from(size.unwrap_or(1));
        }
    }
    Structure {
        name: "All",
        fields,
        size: offset,
    }
}

#[test]
fn fields_of_buffers_and_the_uniform() {
    let structure = structure();
    let bindings = [
        Resource::RwBuffer(StructId(0)),
        Resource::RoBuffer(StructId(0)),
        Resource::RwBuffer(StructId(0)),
    ];
    let bindings = bindings.into_iter().enumerate();
    let shader = Shader {
        uniform: Some(Uniform {
            name: "u",
            structure: StructId(0),
            stages: BOTH,
        }),
        bindings: bindings
            .map(|(slot, resource)| Binding {
                name: "b",
                slot: slot as u8 * 5,
                resource,
                stages: BOTH,
            })
            .collect(),
        structures: vec![structure.clone()],
        ..Shader::default()
    };
    let mut maker = Maker::default();
    for (number, field) in structure.fields.iter().enumerate() {
        for dynamic in [false, true] {
            let at = |maker: &mut Maker| match dynamic {
                true => maker.any(ValueType::INT),
                false => maker.constant(Scalar::Int, 1),
            };
            let roots = [
                Root::Uniform,
                Root::Buffer(BindingId(0), at(&mut maker)),
                Root::Buffer(BindingId(1), at(&mut maker)),
            ];
            for root in roots {
                let mut path = vec![Step::Field(number as u16)];
                if field.size.is_some() {
                    path.push(Step::Element(at(&mut maker)));
                }
                let mut ty = field.ty;
                loop {
                    let place = Place {
                        root,
                        path: path.clone(),
                        ty,
                    };
                    maker.kept(ExpressionKind::Load(place.clone()), ty);
                    if root == roots[1] {
                        let (left, right) = (maker.add(ExpressionKind::Current, ty), maker.any(ty));
                        let operator = if ty.scalar == Scalar::Bool {
                            BinaryOperator::Equal
                        } else {
                            BinaryOperator::Add
                        };
                        let value = maker.add(ExpressionKind::Binary(operator, left, right), ty);
                        maker.stage.body.push(Statement::Assign(place, value));
                    }
                    if ty.is_scalar() {
                        break;
                    }
                    if ty.is_vector() && root == roots[1] {
                        let mut path = path.clone();
                        path.push(Step::Swizzle(Swizzle::new(&[1, 0]).expect("two components")));
                        maker.assign(Place {
                            root,
                            path,
                            ty: ValueType::vector(ty.scalar, 2),
                        });
                    }
                    path.push(Step::Element(at(&mut maker)));
                    ty = ty.element();
                }
            }
        }
    }
    let index = maker.any(ValueType::UINT);
    for from in [
        Root::Uniform,
        Root::Buffer(BindingId(1), index),
        Root::Buffer(BindingId(0), index),
    ] {
        maker.stage.body.push(Statement::Copy {
            to: Root::Buffer(BindingId(0), index),
            from,
        });
    }
    let text = check("fields", shader, StageKind::Fragment, maker);
    // Two buffers of three are used: one of them may be written through and be the other one.
    assert_eq!(text.matches(" Aliased").count(), 2);
    assert_eq!(text.matches(" NonWritable").count(), 1);
}

const RANKS: [Rank; 6] = [
    Rank::D1,
    Rank::D2,
    Rank::D3,
    Rank::D1_ARRAY,
    Rank::D2_ARRAY,
    Rank::CUBE,
];

#[test]
fn samplers() {
    let mut bindings = Vec::new();
    for scalar in [Scalar::Float, Scalar::Int, Scalar::Uint] {
        for rank in RANKS {
            let (slot, resource) = (bindings.len() as u8, Resource::Sampler(rank, scalar));
            bindings.push(Binding {
                name: "s",
                slot,
                resource,
                stages: BOTH,
            });
        }
    }
    for kind in [StageKind::Vertex, StageKind::Fragment] {
        let mut maker = Maker::default();
        for (number, binding) in bindings.iter().enumerate() {
            let Resource::Sampler(rank, scalar) = binding.resource else {
                continue;
            };
            let id = BindingId(number as u8);
            let (texel, count) = (ValueType::vector(scalar, 4), coordinate_components(rank));
            let coordinate = maker.any(ValueType::vector(Scalar::Float, count));
            maker.kept(
                ExpressionKind::Sample {
                    binding: id,
                    coordinate,
                    bias: None,
                },
                texel,
            );
            if kind == StageKind::Fragment {
                let bias = Some(maker.any(ValueType::FLOAT));
                maker.kept(
                    ExpressionKind::Sample {
                        binding: id,
                        coordinate,
                        bias,
                    },
                    texel,
                );
            }
            maker.kept(ExpressionKind::Levels(id), ValueType::INT);
            let extent = if rank == Rank::CUBE { 2 } else { count };
            let lod = maker.any(ValueType::INT);
            maker.kept(
                ExpressionKind::Size {
                    binding: id,
                    lod: Some(lod),
                },
                ValueType::vector(Scalar::Int, extent),
            );
            if rank != Rank::CUBE {
                let coordinate = maker.any(ValueType::vector(Scalar::Uint, count));
                let lod = maker.any(ValueType::INT);
                maker.kept(
                    ExpressionKind::FetchImage {
                        binding: id,
                        coordinate,
                        lod,
                    },
                    texel,
                );
            }
        }
        let shader = Shader {
            bindings: bindings.clone(),
            ..Shader::default()
        };
        let text = check("samplers", shader, kind, maker);
        assert!(text.contains("OpCapability Sampled1D") && text.contains("OpCapability ImageQuery"));
        let implicit = text.contains("OpImageSampleImplicitLod");
        assert_eq!(implicit, kind == StageKind::Fragment);
    }
}

#[test]
fn images_and_texel_buffers() {
    for format in &FORMATS {
        let value = format.format.value();
        let mut bindings = Vec::new();
        let mut bind = |resource| {
            let slot = bindings.len() as u8;
            bindings.push(Binding {
                name: "i",
                slot,
                resource,
                stages: BOTH,
            });
            BindingId(slot)
        };
        let mut maker = Maker::default();
        for rank in RANKS {
            let binding = bind(Resource::Image(rank, format.format));
            let second = bind(Resource::Image(rank, format.format));
            for scalar in [Scalar::Int, Scalar::Uint] {
                let coordinate = maker.any(ValueType::vector(scalar, coordinate_components(rank)));
                maker.kept(ExpressionKind::ReadTexel { binding, coordinate }, value);
                let texel = maker.any(value);
                maker.stage.body.push(Statement::StoreTexel {
                    binding: second,
                    coordinate,
                    value: texel,
                });
            }
            if rank != Rank::CUBE {
                let extent = ValueType::vector(Scalar::Int, coordinate_components(rank));
                maker.kept(ExpressionKind::Size { binding, lod: None }, extent);
            }
        }
        let binding = bind(Resource::RwTexels(format.format));
        let coordinate = maker.any(ValueType::UINT);
        let read = maker.add(ExpressionKind::ReadTexel { binding, coordinate }, value);
        maker.stage.body.push(Statement::StoreTexel {
            binding,
            coordinate,
            value: read,
        });
        let texels = bind(Resource::RoTexels(value.scalar));
        let coordinate = maker.any(ValueType::INT);
        let fetch = ExpressionKind::ReadTexel {
            binding: texels,
            coordinate,
        };
        maker.kept(fetch, ValueType::vector(value.scalar, 4));

        let shader = Shader {
            bindings,
            ..Shader::default()
        };
        let text = check(format.name, shader, StageKind::Fragment, maker);
        assert_eq!(
            text.contains("StorageImageExtendedFormats"),
            format.is_extended,
            "{}",
            format.name
        );
    }
}

#[test]
fn built_in_variables_and_interfaces() {
    let options = Options {
        draw_parameters: true,
        names: true,
        ..Options::default()
    };
    assert!(options.draw_parameters);
    let mut shader = Shader {
        locals: [
            (ValueType::FLOAT, false),
            (ValueType::vector(Scalar::Int, 3), true),
        ]
        .map(|(ty, flat)| Local { name: "l", ty, flat })
        .to_vec(),
        subpass_inputs: [Scalar::Float, Scalar::Int, Scalar::Uint, Scalar::Float]
            .map(|scalar| SubpassInput { name: "p", scalar })
            .to_vec(),
        outputs: vec![
            Variable {
                name: "c",
                location: 3,
                ty: ValueType::vector(Scalar::Float, 4),
                size: None,
            },
            Variable {
                name: "unused",
                location: 0,
                ty: ValueType::UINT,
                size: None,
            },
        ],
        inputs: vec![
            Variable {
                name: "m",
                location: 2,
                ty: ValueType::matrix(4, 3),
                size: None,
            },
            Variable {
                name: "a",
                location: 6,
                ty: ValueType::vector(Scalar::Uint, 2),
                size: Some(4),
            },
        ],
        ..Shader::default()
    };
    let mut vertex = Maker::default();
    let mut fragment = Maker::default();
    for row in &VARIABLES {
        let maker = if row.is_fragment {
            &mut fragment
        } else {
            &mut vertex
        };
        let place = Place {
            root: Root::BuiltIn(row.variable),
            path: Vec::new(),
            ty: row.ty,
        };
        if row.is_written {
            maker.assign(place);
        } else {
            maker.kept(ExpressionKind::Load(place), row.ty);
        }
    }
    for (number, local) in shader.locals.iter().enumerate() {
        let place = Place {
            root: Root::Local(number as u16),
            path: Vec::new(),
            ty: local.ty,
        };
        vertex.assign(place.clone());
        fragment.kept(ExpressionKind::Load(place), local.ty);
    }
    for (number, input) in shader.subpass_inputs.iter().enumerate() {
        fragment.kept(
            ExpressionKind::Subpass(number as u8),
            ValueType::vector(input.scalar, 4),
        );
    }
    let index = vertex.any(ValueType::INT);
    let path = vec![Step::Element(index), Step::Element(index)];
    vertex.kept(
        ExpressionKind::Load(Place {
            root: Root::Input(0),
            path,
            ty: ValueType::FLOAT,
        }),
        ValueType::FLOAT,
    );
    let path = vec![Step::Element(index)];
    let pair = ValueType::vector(Scalar::Uint, 2);
    vertex.kept(
        ExpressionKind::Load(Place {
            root: Root::Input(1),
            path,
            ty: pair,
        }),
        pair,
    );
    let whole = ValueType::vector(Scalar::Float, 4);
    fragment.assign(Place {
        root: Root::Output(0),
        path: Vec::new(),
        ty: whole,
    });
    let swizzle = Swizzle::new(&[2, 0]).expect("two components");
    let path = vec![Step::Swizzle(swizzle)];
    fragment.assign(Place {
        root: Root::Output(0),
        path,
        ty: ValueType::vector(Scalar::Float, 2),
    });

    shader.fragment = fragment.stage;
    let text = check("vertex", shader.clone(), StageKind::Vertex, vertex);
    assert!(text.contains("OpCapability DrawParameters") && !text.contains("OpExtension"));
    let fragment = Maker {
        stage: shader.fragment.clone(),
    };
    let text = check("fragment", shader, StageKind::Fragment, fragment);
    assert!(text.contains("OpCapability Geometry"));
    assert!(!text.contains("unused"), "what is not used is not declared");
}

/// A sampler in the operands, so that they may not be computed in vain.
fn guarded(maker: &mut Maker) -> ExpressionId {
    let coordinate = maker.any(ValueType::vector(Scalar::Float, 2));
    let four = ValueType::vector(Scalar::Float, 4);
    let sample = maker.add(
        ExpressionKind::Sample {
            binding: BindingId(0),
            coordinate,
            bias: None,
        },
        four,
    );
    let swizzle = Swizzle::new(&[0]).expect("one component");
    let red = maker.add(
        ExpressionKind::Swizzle {
            base: sample,
            swizzle,
        },
        ValueType::FLOAT,
    );
    maker.add(ExpressionKind::Convert(red), ValueType::BOOL)
}

fn sampler() -> Shader<'static> {
    let resource = Resource::Sampler(Rank::D2, Scalar::Float);
    Shader {
        bindings: vec![Binding {
            name: "s",
            slot: 7,
            resource,
            stages: BOTH,
        }],
        ..Shader::default()
    }
}

#[test]
fn what_is_not_needed_is_not_computed() {
    let mut maker = Maker::default();
    // ((s && s) || s) ? (s ? s : s) : s, and the same with operands that harm nobody.
    let logic = |maker: &mut Maker, leaf: fn(&mut Maker) -> ExpressionId| {
        let (a, b) = (leaf(maker), leaf(maker));
        let and = maker.add(
            ExpressionKind::Binary(BinaryOperator::LogicalAnd, a, b),
            ValueType::BOOL,
        );
        let c = leaf(maker);
        let or = maker.add(
            ExpressionKind::Binary(BinaryOperator::LogicalOr, and, c),
            ValueType::BOOL,
        );
        let (condition, yes, no) = (leaf(maker), leaf(maker), leaf(maker));
        let inner = maker.add(
            ExpressionKind::Conditional { condition, yes, no },
            ValueType::BOOL,
        );
        let other = leaf(maker);
        let all = ExpressionKind::Conditional {
            condition: or,
            yes: inner,
            no: other,
        };
        maker.kept(all, ValueType::BOOL);
    };
    logic(&mut maker, guarded);
    let text = check("guarded", sampler(), StageKind::Fragment, maker);
    assert_eq!(text.matches("OpSelectionMerge").count(), 4);
    assert_eq!(text.matches("OpPhi").count(), 4);
    let mut maker = Maker::default();
    logic(&mut maker, |maker| maker.any(ValueType::BOOL));
    let text = check("harmless", sampler(), StageKind::Fragment, maker);
    assert_eq!(text.matches("OpSelectionMerge").count(), 0);
}

#[test]
fn every_type_can_be_chosen() {
    let mut maker = Maker::default();
    for ty in values() {
        for condition in [guarded as fn(&mut Maker) -> ExpressionId, |maker| {
            maker.any(ValueType::BOOL)
        }] {
            let (condition, yes, no) = (condition(&mut maker), maker.any(ty), maker.any(ty));
            maker.kept(ExpressionKind::Conditional { condition, yes, no }, ty);
        }
    }
    check("?:", sampler(), StageKind::Fragment, maker);
}

#[test]
fn deep_expressions_need_no_stack() {
    let mut maker = Maker::default();
    let mut sum = maker.any(ValueType::FLOAT);
    for _ in 0..8000 {
        let one = maker.constant(Scalar::Float, 1.0_f32.to_bits());
        sum = maker.add(
            ExpressionKind::Binary(BinaryOperator::Add, sum, one),
            ValueType::FLOAT,
        );
    }
    maker.keep(sum);
    check("deep", Shader::default(), StageKind::Vertex, maker);
}

/// Every nesting of loops, ifs and jumps of this depth in a body.
fn bodies(maker: &mut Maker, depth: usize, in_loop: bool) -> Vec<Vec<Statement>> {
    let mut all = vec![vec![], vec![Statement::Return], vec![Statement::Discard]];
    if in_loop {
        all.extend([vec![Statement::Break], vec![Statement::Continue]]);
    }
    if depth == 0 {
        return all;
    }
    let inner = bodies(maker, depth - 1, in_loop);
    for (number, body) in inner.iter().enumerate() {
        let otherwise = inner[(number * 3 + 1) % inner.len()].clone();
        let branch = (maker.any(ValueType::BOOL), body.clone());
        let second = (
            maker.any(ValueType::BOOL),
            inner[(number * 5 + 2) % inner.len()].clone(),
        );
        let branches = if number % 2 == 0 {
            vec![branch, second]
        } else {
            vec![branch]
        };
        all.push(vec![Statement::If { branches, otherwise }]);
    }
    for (number, body) in bodies(maker, depth - 1, true).into_iter().enumerate() {
        let counter = maker.variable(ValueType::INT);
        let (from, to, step) = [(0, 4, 1), (0, i32::MAX, 7), (5, -5, -3), (1, 1, 1)][number % 4];
        all.push(vec![
            Statement::For {
                counter,
                from,
                to,
                step,
                body,
            },
            Statement::Return,
        ]);
    }
    all
}

#[test]
fn control_flow() {
    let mut maker = Maker::default();
    for body in bodies(&mut maker, 3, false) {
        let branch = (maker.any(ValueType::BOOL), body);
        maker.stage.body.push(Statement::If {
            branches: vec![branch],
            otherwise: Vec::new(),
        });
    }
    check("control flow", Shader::default(), StageKind::Fragment, maker);
}

#[test]
fn control_flow_has_a_limit() {
    let chain = |length: usize| {
        let mut maker = Maker::default();
        let branches = (0..length)
            .map(|_| (maker.any(ValueType::BOOL), Vec::new()))
            .collect();
        maker.stage.body.push(Statement::If {
            branches,
            otherwise: vec![Statement::Return],
        });
        Shader {
            vertex: maker.stage,
            ..Shader::default()
        }
    };
    // The validator's time grows with the square of the depth and more, so it sees a shallower one.
    let words = emit(&chain(100), StageKind::Vertex, &Options::default()).expect("an ordinary depth");
    validate(&words).expect("a valid module");
    assert!(emit(&chain(1023), StageKind::Vertex, &Options::default()).is_ok());
    let error = emit(&chain(1024), StageKind::Vertex, &Options::default());
    assert_eq!(error, Err(EmitError::TooDeep));
}

#[test]
fn tables_without_entries() {
    let options = Options {
        tables: [0, 1, 1, 1, 1],
        ..Options::default()
    };
    let error = emit(&sampler(), StageKind::Vertex, &options);
    assert_eq!(error, Err(EmitError::EmptyTable(BindingId(0))));
    let mut unused = sampler();
    unused.bindings[0].stages = StageMask(0);
    assert!(emit(&unused, StageKind::Vertex, &options).is_ok());
}

#[test]
fn same_model_same_words() {
    let make = || {
        let mut maker = Maker::default();
        let value = guarded(&mut maker);
        maker.keep(value);
        let shader = Shader {
            fragment: maker.stage,
            ..sampler()
        };
        emit(&shader, StageKind::Fragment, &Options::default())
    };
    assert_eq!(make(), make());
}
