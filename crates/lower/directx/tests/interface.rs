//! Variables of signature elements.

use glassbox_core::stage::Stage;
use glassbox_lower_directx::interface::{
    Component, Direction, Element, Interpolation, Scalar, Signature, System, declare,
};
use glassbox_spirv::build::value::{execution_mode, execution_model};
use glassbox_spirv::build::{Builder, Id};

use crate::support::module;

fn element(name: &str, system: System, scalar: Scalar, columns: u8, place: Option<(u32, u8)>) -> Element {
    Element {
        name: name.to_owned(),
        indices: vec![1],
        system,
        scalar,
        is_relaxed: false,
        interpolation: Interpolation::Linear,
        rows: 1,
        columns,
        place,
        stream: 0,
        per_vertex: false,
    }
}

fn signature<'e>(stage: Stage, direction: Direction, elements: &'e [Element]) -> Signature<'e> {
    Signature {
        stage,
        direction,
        elements,
        vertices: None,
        is_patch: false,
        per_primitive: false,
        first_location: 0,
    }
}

/// Copies the first component of each input to the first output.
fn copied(b: &mut Builder, interface: &mut Vec<Id>, stage: Stage, inputs: &[Element], outputs: &[Element]) {
    let inputs =
        declare(b, &signature(stage, Direction::Input, inputs), interface).expect("the stage has them");
    let outputs =
        declare(b, &signature(stage, Direction::Output, outputs), interface).expect("the stage has them");
    let zero = b.constant_uint(0);
    let at = Component { row: zero, column: zero, vertex: None };
    let output = outputs[0].expect("it is a variable");
    for input in inputs.into_iter().flatten() {
        let value = input.load(b, at);
        let ty = output.ty(b);
        let value = glassbox_lower_directx::arithmetic::bits_as(b, ty, value);
        output.store(b, at, value);
    }
}

#[test]
fn elements_of_a_pixel_shader() {
    let inputs = [
        element("SV_Position", System::Position, Scalar::Float, 4, Some((0, 0))),
        element("TEXCOORD", System::Arbitrary, Scalar::Float, 2, Some((1, 2))),
        element("ID", System::Arbitrary, Scalar::Uint, 1, Some((2, 0))),
        element("SV_IsFrontFace", System::IsFrontFace, Scalar::Uint, 1, Some((3, 0))),
    ];
    let outputs = [element("SV_Target", System::Target, Scalar::Float, 4, Some((0, 0)))];
    let listing =
        module(execution_model::FRAGMENT, &[(execution_mode::ORIGIN_UPPER_LEFT, &[])], |b, interface| {
            copied(b, interface, Stage::Fragment, &inputs, &outputs)
        });
    for line in [
        "OpDecorate %gl_FragCoord BuiltIn FragCoord",
        "OpDecorate %in_var_TEXCOORD1 Location 1",
        "OpDecorate %in_var_TEXCOORD1 Component 2",
        "OpDecorateString %in_var_TEXCOORD1 UserSemantic \"TEXCOORD1\"",
        "OpDecorate %in_var_ID1 Flat",
        "OpDecorate %gl_FrontFacing BuiltIn FrontFacing",
        // The number of a target is its semantic index.
        "OpDecorate %out_var_SV_Target1 Location 1",
    ] {
        assert!(listing.contains(line), "{line}\n{listing}");
    }
}

#[test]
fn elements_of_distances_share_an_array() {
    let outputs = [
        element("SV_Position", System::Position, Scalar::Float, 4, Some((0, 0))),
        element("SV_ClipDistance", System::ClipDistance, Scalar::Float, 3, Some((1, 0))),
        element("SV_ClipDistance", System::ClipDistance, Scalar::Float, 2, Some((2, 0))),
    ];
    let inputs = [element("SV_VertexID", System::VertexId, Scalar::Uint, 1, Some((0, 0)))];
    let listing = module(execution_model::VERTEX, &[], |b, interface| {
        copied(b, interface, Stage::Vertex, &inputs, &outputs);
        let ports = declare(b, &signature(Stage::Vertex, Direction::Output, &outputs[1..]), &mut Vec::new());
        let ports = ports.expect("the stage has them");
        assert_eq!(ports[0].map(|port| port.variable), ports[1].map(|port| port.variable));
    });
    assert!(listing.contains("BuiltIn ClipDistance"), "{listing}");
    assert!(listing.contains("OpTypeArray %float %uint_5"), "{listing}");
}

#[test]
fn what_vulkan_does_not_have_is_refused() {
    let mut b = Builder::new(0x0001_0300);
    let outputs = [element("SV_Coverage", System::Coverage, Scalar::Uint, 1, None)];
    let refusal = declare(&mut b, &signature(Stage::Vertex, Direction::Output, &outputs), &mut Vec::new())
        .expect_err("no vertex shader covers samples");
    assert_eq!(refusal.rule.id, "DX-LOWER-06");
    assert!(refusal.message.contains("SV_Coverage1"), "{}", refusal.message);
}
