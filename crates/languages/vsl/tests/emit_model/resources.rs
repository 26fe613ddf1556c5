//! Buffers, the uniform, samplers, images, texel buffers, and the interface of the stages.

use glassbox_vbc::raw::Rank;
use glassbox_vsl::model::*;
use glassbox_vsl::syntax::tree::BinaryOperator;
use glassbox_vsl::types::{Resource, Scalar, StructId, ValueType, coordinate_components};
use glassbox_vsl::vocabulary::formats::FORMATS;
use glassbox_vsl::vocabulary::variables::VARIABLES;

use super::maker::{BOTH, Maker, check, values};

fn structure() -> Structure<'static> {
    let mut offset = 0;
    let mut fields = Vec::new();
    for ty in values() {
        for size in [None, Some(3)] {
            fields.push(Field { name: "f", ty, size, offset });
            offset += ty.size() * u32::from(size.unwrap_or(1));
        }
    }
    Structure { name: "All", fields, size: offset }
}

glassbox_testing::asking!(
    spirv_val: fields_of_buffers_and_the_uniform,
    samplers,
    images_and_texel_buffers,
    built_in_variables_and_interfaces
);

#[test]
fn fields_of_buffers_and_the_uniform() {
    let structure = structure();
    let bindings =
        [Resource::RwBuffer(StructId(0)), Resource::RoBuffer(StructId(0)), Resource::RwBuffer(StructId(0))];
    let bindings = bindings.into_iter().enumerate();
    let shader = Shader {
        uniform: Some(Uniform { name: "u", structure: StructId(0), stages: BOTH }),
        bindings: bindings
            .map(|(slot, resource)| Binding { name: "b", slot: slot as u8 * 5, resource, stages: BOTH })
            .collect(),
        structures: vec![structure.clone()],
        ..Shader::default()
    };
    let mut maker = Maker::default();
    for (number, field) in structure.fields.iter().enumerate() {
        for dynamic in [false, true] {
            let at = |maker: &mut Maker| {
                if dynamic { maker.any(ValueType::INT) } else { maker.constant(Scalar::Int, 1) }
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
                    let place = Place { root, path: path.clone(), ty };
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
                        maker.assign(Place { root, path, ty: ValueType::vector(ty.scalar, 2) });
                    }
                    path.push(Step::Element(at(&mut maker)));
                    ty = ty.element();
                }
            }
        }
    }
    let index = maker.any(ValueType::UINT);
    for from in [Root::Uniform, Root::Buffer(BindingId(1), index), Root::Buffer(BindingId(0), index)] {
        maker.stage.body.push(Statement::Copy { to: Root::Buffer(BindingId(0), index), from });
    }
    let text = check("fields", shader, StageKind::Fragment, maker);
    // Two of three buffers are used; one of them is writable and may alias the other.
    assert_eq!(text.matches(" Aliased").count(), 2);
    assert_eq!(text.matches(" NonWritable").count(), 1);
}

const RANKS: [Rank; 6] = [Rank::D1, Rank::D2, Rank::D3, Rank::D1_ARRAY, Rank::D2_ARRAY, Rank::CUBE];

#[test]
fn samplers() {
    let mut bindings = Vec::new();
    for scalar in [Scalar::Float, Scalar::Int, Scalar::Uint] {
        for rank in RANKS {
            let (slot, resource) = (bindings.len() as u8, Resource::Sampler(rank, scalar));
            bindings.push(Binding { name: "s", slot, resource, stages: BOTH });
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
            maker.kept(ExpressionKind::Sample { binding: id, coordinate, bias: None }, texel);
            if kind == StageKind::Fragment {
                let bias = Some(maker.any(ValueType::FLOAT));
                maker.kept(ExpressionKind::Sample { binding: id, coordinate, bias }, texel);
            }
            maker.kept(ExpressionKind::Levels(id), ValueType::INT);
            let extent = if rank == Rank::CUBE { 2 } else { count };
            let lod = maker.any(ValueType::INT);
            maker.kept(
                ExpressionKind::Size { binding: id, lod: Some(lod) },
                ValueType::vector(Scalar::Int, extent),
            );
            if rank != Rank::CUBE {
                let coordinate = maker.any(ValueType::vector(Scalar::Uint, count));
                let lod = maker.any(ValueType::INT);
                maker.kept(ExpressionKind::FetchImage { binding: id, coordinate, lod }, texel);
            }
        }
        let shader = Shader { bindings: bindings.clone(), ..Shader::default() };
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
            bindings.push(Binding { name: "i", slot, resource, stages: BOTH });
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
                maker.stage.body.push(Statement::StoreTexel { binding: second, coordinate, value: texel });
            }
            if rank != Rank::CUBE {
                let extent = ValueType::vector(Scalar::Int, coordinate_components(rank));
                maker.kept(ExpressionKind::Size { binding, lod: None }, extent);
            }
        }
        let binding = bind(Resource::RwTexels(format.format));
        let coordinate = maker.any(ValueType::UINT);
        let read = maker.add(ExpressionKind::ReadTexel { binding, coordinate }, value);
        maker.stage.body.push(Statement::StoreTexel { binding, coordinate, value: read });
        let texels = bind(Resource::RoTexels(value.scalar));
        let coordinate = maker.any(ValueType::INT);
        let fetch = ExpressionKind::ReadTexel { binding: texels, coordinate };
        maker.kept(fetch, ValueType::vector(value.scalar, 4));

        let shader = Shader { bindings, ..Shader::default() };
        let text = check(format.name, shader, StageKind::Fragment, maker);
        assert_eq!(text.contains("StorageImageExtendedFormats"), format.is_extended, "{}", format.name);
    }
}

#[test]
fn built_in_variables_and_interfaces() {
    let mut shader = Shader {
        locals: [(ValueType::FLOAT, false), (ValueType::vector(Scalar::Int, 3), true)]
            .map(|(ty, flat)| Local { name: "l", ty, flat })
            .to_vec(),
        subpass_inputs: [Scalar::Float, Scalar::Int, Scalar::Uint, Scalar::Float]
            .map(|scalar| SubpassInput { name: "p", scalar })
            .to_vec(),
        outputs: vec![
            Variable { name: "c", location: 3, ty: ValueType::vector(Scalar::Float, 4), size: None },
            Variable { name: "unused", location: 0, ty: ValueType::UINT, size: None },
        ],
        inputs: vec![
            Variable { name: "m", location: 2, ty: ValueType::matrix(4, 3), size: None },
            Variable { name: "a", location: 6, ty: ValueType::vector(Scalar::Uint, 2), size: Some(4) },
        ],
        ..Shader::default()
    };
    let mut vertex = Maker::default();
    let mut fragment = Maker::default();
    for row in &VARIABLES {
        let maker = if row.is_fragment { &mut fragment } else { &mut vertex };
        let place = Place { root: Root::BuiltIn(row.variable), path: Vec::new(), ty: row.ty };
        if row.is_written {
            maker.assign(place);
        } else {
            maker.kept(ExpressionKind::Load(place), row.ty);
        }
    }
    for (number, local) in shader.locals.iter().enumerate() {
        let place = Place { root: Root::Local(number as u16), path: Vec::new(), ty: local.ty };
        vertex.assign(place.clone());
        fragment.kept(ExpressionKind::Load(place), local.ty);
    }
    for (number, input) in shader.subpass_inputs.iter().enumerate() {
        fragment.kept(ExpressionKind::Subpass(number as u8), ValueType::vector(input.scalar, 4));
    }
    let index = vertex.any(ValueType::INT);
    let path = vec![Step::Element(index), Step::Element(index)];
    vertex.kept(
        ExpressionKind::Load(Place { root: Root::Input(0), path, ty: ValueType::FLOAT }),
        ValueType::FLOAT,
    );
    let path = vec![Step::Element(index)];
    let pair = ValueType::vector(Scalar::Uint, 2);
    vertex.kept(ExpressionKind::Load(Place { root: Root::Input(1), path, ty: pair }), pair);
    let whole = ValueType::vector(Scalar::Float, 4);
    fragment.assign(Place { root: Root::Output(0), path: Vec::new(), ty: whole });
    let swizzle = Swizzle::new(&[2, 0]).expect("two components");
    let path = vec![Step::Swizzle(swizzle)];
    fragment.assign(Place { root: Root::Output(0), path, ty: ValueType::vector(Scalar::Float, 2) });

    shader.fragment = fragment.stage;
    let text = check("vertex", shader.clone(), StageKind::Vertex, vertex);
    assert!(text.contains("OpCapability DrawParameters") && !text.contains("OpExtension"));
    let fragment = Maker { stage: shader.fragment.clone() };
    let text = check("fragment", shader, StageKind::Fragment, fragment);
    assert!(text.contains("OpCapability Geometry"));
    assert!(!text.contains("unused"), "what is not used is not declared");
}
