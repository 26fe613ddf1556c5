//! Runs arbitrary words, descriptors, uniforms and inputs: every engine gives the same bits as the interpreter, and
//! all terminate.
#![no_main]

use glassbox_pica_sim::batch::{Batch, Results};
use glassbox_pica_sim::jit::{Jit, JitError};
use glassbox_pica_sim::{Inputs, Limits, Output, Precision, Program, Stage, Uniforms, run_batch};

/// Maximum number of words in a program.
const WORDS: usize = 96;

struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Source<'_> {
    /// Returns the next word; the words repeat with a different permutation in each round.
    fn word(&mut self) -> u32 {
        let mut word = [0; 4];
        for byte in &mut word {
            let round = (self.at / self.bytes.len().max(1)) as u8;
            *byte = self.bytes.get(self.at % self.bytes.len().max(1)).unwrap_or(&0) ^ round.wrapping_mul(29);
            self.at += 1;
        }
        u32::from_le_bytes(word)
    }

    fn vectors<const N: usize>(&mut self) -> [[f32; 4]; N] {
        [(); N].map(|()| [(); 4].map(|()| f32::from_bits(self.word())))
    }
}

fn same(engine: &str, expected: &[Output], results: &Results) {
    assert_eq!(expected.len(), results.outputs.len(), "{engine}");
    for ((expected, outputs), ended) in expected.iter().zip(&results.outputs).zip(&results.ended) {
        assert_eq!((expected.stop, expected.steps), (ended.stop, ended.steps), "{engine}");
        let bits = |outputs: &[[f32; 4]; 16]| outputs.map(|register| register.map(f32::to_bits));
        assert_eq!(bits(&expected.outputs), bits(outputs), "{engine}");
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut source = Source { bytes, at: 0 };
    let shape = source.word();
    let length = 1 + (shape >> 8) as usize % WORDS;
    let code: Vec<u32> = (0..length).map(|_| source.word()).collect();
    let descriptors: Vec<u32> = (0..(shape >> 16) % 129).map(|_| source.word()).collect();
    let stage = if shape & 0x1F == 0 { Stage::Geometry } else { Stage::Vertex };
    let program = Program::new(&code, &descriptors, shape & 3, stage);
    let limits = Limits { steps: u64::from(shape >> 24) * 8, triangles: 64 };
    let uniforms = Uniforms {
        float: source.vectors(),
        int: [(); 4].map(|()| source.word().to_le_bytes()),
        bool: source.word() as u16,
    };
    let inputs: Vec<Inputs> = (0..1 + source.word() % 7).map(|_| source.vectors()).collect();
    for precision in Precision::ALL {
        let expected = run_batch(&program, &uniforms, precision, &inputs, &limits);
        same("batch", &expected, &Batch::new(&program, precision).run(&uniforms, &inputs, &limits));
        match Jit::new(&program, precision) {
            Ok(jit) => same("jit", &expected, &jit.run(&uniforms, &inputs, &limits)),
            Err(JitError::Geometry | JitError::TooLarge) => {}
            Err(reason) => panic!("{reason}"),
        }
    }
});
