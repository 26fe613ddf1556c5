//! Tests a vertex program followed by a geometry program.

use glassbox_pica::assembly::assemble;
use glassbox_pica_sim::geometry::{Feed, Unit, Vertex};
use glassbox_pica_sim::{Limits, Machine, Precision, Program, Stage, Stop, Uniforms};

fn program(text: &str, stage: Stage, outputs: u16) -> Program {
    let bytes = assemble(text).into_result().expect("the text is right");
    let code: Vec<u32> =
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect();
    // Identity; then the sum of both sources with the first negated.
    Program::new(&code, &[0x0006_C36F, 0x0006_C37F], 0, stage).with_outputs(outputs)
}

/// The vertex program skips o1, so o3 is the second attribute and arrives in v1.
#[test]
fn vertex_outputs_arrive_without_gaps() {
    let vertex = program(
        "    mov o0, v0, d0\n    mov o1, v1, d0\n    add o3, v0, v1, d1\n    end\n",
        Stage::Vertex,
        0b1001,
    );
    let geometry = program(
        "    setemit 0\n    mov o0, v1, d0\n    emit\n    setemit 1\n    mov o0, v3, d0\n    emit\n    setemit 2, prim\n    \
         mov o0, v5, d0\n    emit\n    end\n",
        Stage::Geometry,
        1,
    );
    let limits = Limits::default();
    for precision in Precision::ALL {
        let feed = Feed { input_count: 6, ..Feed::of(2) };
        let mut unit =
            Unit::new(&geometry, &Uniforms::ZERO, precision, feed).expect("six is three times two");
        let mut shader = Machine::new(&vertex, &Uniforms::ZERO, precision);
        let mut stops = Vec::new();
        for number in 0..6_u8 {
            let mut inputs = [[0.0; 4]; 16];
            inputs[0] = [f32::from(number); 4];
            inputs[1] = [10.0; 4];
            shader.start(&inputs);
            assert_eq!(shader.run(&limits), Stop::End);
            let vertex = Vertex::collect(&vertex, shader.state().outputs());
            stops.push(unit.push(&vertex, &limits).expect("two attributes"));
        }
        assert_eq!(stops, [None, None, Some(Stop::End), None, None, Some(Stop::End)]);
        let triangles = unit.take_triangles();
        let found: Vec<Vec<f32>> = triangles
            .iter()
            .map(|triangle| triangle.vertices().map(|vertex| vertex.attributes()[0][0]).to_vec())
            .collect();
        assert_eq!(found, [[10.0, 9.0, 8.0], [7.0, 6.0, 5.0]]);
    }
}

#[test]
fn an_inverted_triangle_swaps_its_first_two_vertices() {
    let geometry =
        program("    setemit 0, prim, inv\n    mov o0, v0, d0\n    emit\n    end\n", Stage::Geometry, 1);
    let mut machine = Machine::new(&geometry, &Uniforms::ZERO, Precision::Float24);
    let mut inputs = [[0.0; 4]; 16];
    inputs[0] = [1.0; 4];
    machine.start(&inputs);
    assert_eq!(machine.run(&Limits::default()), Stop::End);
    let [a, b, c] = machine.emitter().triangles[0].vertices().map(|vertex| vertex.attributes()[0][0]);
    assert_eq!([a, b, c], [0.0, 1.0, 0.0]);
}
