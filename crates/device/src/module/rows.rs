//! Moves what a compiler of HLSL placed in an order of its own to where a DirectX container has it: inputs and outputs to the
//! registers of the signatures, counters beside their buffers.

use std::collections::BTreeMap;

use glassbox_spirv::grammar::op;
use glassbox_spirv::grammar::value::{decoration, storage_class};

use super::capture::{instruction, instructions};

/// Added to the binding of a buffer for that of its counter.
const COUNTERS: u32 = 4000;

/// Semantic in capitals, and its index.
type Semantic = (String, u32);

/// Register and first component of the elements of a container's signatures.
#[derive(Debug, Default, PartialEq)]
pub struct Rows {
    inputs: BTreeMap<Semantic, [u32; 2]>,
    outputs: BTreeMap<Semantic, [u32; 2]>,
}

impl Rows {
    /// Reads a table of elements, one in a line: `in` or `out`, semantic, index, register, first component.
    ///
    /// # Errors
    /// Gives the first line that is no element.
    pub fn parse(text: &str) -> Result<Rows, String> {
        let mut rows = Rows::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let mut words = line.split_whitespace();
            let mut element = || {
                let direction = words.next()?;
                let name = words.next()?.to_uppercase();
                let mut number = || words.next()?.parse().ok();
                let (index, place) = (number()?, [number()?, number()?]);
                let found = match direction {
                    "in" => &mut rows.inputs,
                    "out" => &mut rows.outputs,
                    _ => return None,
                };
                found.insert((name, index), place);
                words.next().is_none().then_some(())
            };
            element().ok_or_else(|| format!("not an element: {line}"))?;
        }
        Ok(rows)
    }

    /// The words of a module with its variables at these places. Variables are known by the semantics that decorate them.
    #[must_use]
    pub fn place(&self, words: &[u32]) -> Vec<u32> {
        let all = Stated::of(words);
        let mut out = words[..words.len().min(5)].to_vec();
        for (opcode, range) in instructions(words) {
            let Some(own) = words.get(range) else { break };
            match (opcode, own) {
                (op::DECORATE, [_, id, decoration::LOCATION, _])
                    if let Some([row, column]) = self.row(&all, *id) =>
                {
                    instruction(&mut out, op::DECORATE, &[*id, decoration::LOCATION, row]);
                    if column > 0 {
                        instruction(&mut out, op::DECORATE, &[*id, decoration::COMPONENT, column]);
                    }
                }
                (op::DECORATE, [_, id, decoration::BINDING, _]) if let Some(binding) = all.counter(*id) => {
                    instruction(&mut out, op::DECORATE, &[*id, decoration::BINDING, binding]);
                }
                _ => out.extend(own),
            }
        }
        out
    }

    fn row(&self, all: &Stated, id: u32) -> Option<[u32; 2]> {
        let rows = match *all.classes.get(&id)? {
            storage_class::INPUT => &self.inputs,
            storage_class::OUTPUT => &self.outputs,
            _ => return None,
        };
        rows.get(all.semantics.get(&id)?).copied()
    }
}

/// What a module states of its variables.
#[derive(Default)]
struct Stated {
    semantics: BTreeMap<u32, Semantic>,
    classes: BTreeMap<u32, u32>,
    bindings: BTreeMap<u32, u32>,
    /// Buffers by their counters.
    buffers: BTreeMap<u32, u32>,
}

impl Stated {
    fn of(words: &[u32]) -> Stated {
        let mut all = Stated::default();
        for (opcode, range) in instructions(words) {
            match (opcode, words.get(range).unwrap_or_default()) {
                (op::DECORATE_STRING, [_, id, decoration::USER_SEMANTIC, text @ ..]) => {
                    all.semantics.insert(*id, semantic(text));
                }
                (op::DECORATE_ID, [_, id, decoration::COUNTER_BUFFER, counter]) => {
                    all.buffers.insert(*counter, *id);
                }
                (op::DECORATE, [_, id, decoration::BINDING, binding]) => {
                    all.bindings.insert(*id, *binding);
                }
                (op::VARIABLE, [_, _, id, class, ..]) => {
                    all.classes.insert(*id, *class);
                }
                _ => {}
            }
        }
        all
    }

    fn counter(&self, id: u32) -> Option<u32> {
        let buffer = self.buffers.get(&id)?;
        Some(self.bindings.get(buffer)? + COUNTERS)
    }
}

/// A semantic with its index, of the words of a text.
fn semantic(words: &[u32]) -> Semantic {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0);
    let text = String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).to_uppercase();
    let name = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let index = text[name.len()..].parse().unwrap_or(0);
    (name.to_owned(), index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glassbox_spirv::module::Module;

    #[test]
    fn variables_move_to_registers_and_counters_beside_their_buffers() {
        let text = "OpCapability Shader
OpExtension \"SPV_GOOGLE_hlsl_functionality1\"
OpExtension \"SPV_GOOGLE_decorate_string\"
OpMemoryModel Logical GLSL450
OpDecorateString %uv UserSemantic \"TexCoord1\"
OpDecorateString %to UserSemantic \"TEXCOORD1\"
OpDecorateString %other UserSemantic \"COLOR\"
OpDecorateId %buffer CounterBuffer %counter
OpDecorate %uv Location 0
OpDecorate %to Location 0
OpDecorate %other Location 1
OpDecorate %buffer Binding 3002
OpDecorate %counter Binding 0
%float = OpTypeFloat 32
%vec2 = OpTypeVector %float 2
%in = OpTypePointer Input %vec2
%out = OpTypePointer Output %vec2
%uniform = OpTypePointer Uniform %vec2
%uv = OpVariable %in Input
%to = OpVariable %out Output
%other = OpVariable %out Output
%buffer = OpVariable %uniform Uniform
%counter = OpVariable %uniform Uniform
";
        let rows = Rows::parse("in TEXCOORD 1 4 2\nout TEXCOORD 1 3 0\n").expect("it is a table");
        let bytes = glassbox_spirv::assemble(text).expect("it is a module");
        let words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let module = Module::from_words(&rows.place(&words)).expect("it is a module");
        let decorations = module.walk().filter(|at| module.opcode(*at) == op::DECORATE);
        let found: Vec<[u32; 2]> = decorations.map(|at| [module.word(at, 1), module.word(at, 2)]).collect();
        let (location, component, binding) =
            (decoration::LOCATION, decoration::COMPONENT, decoration::BINDING);
        let expected =
            [[location, 4], [component, 2], [location, 3], [location, 1], [binding, 3002], [binding, 7002]];
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_that_are_no_elements_are_named() {
        for line in ["in A 0 1", "at A 0 1 2", "in A 0 1 2 3", "in A 0 1 x"] {
            assert_eq!(Rows::parse(line), Err(format!("not an element: {line}")));
        }
        assert!(Rows::parse("\nout a 0 1 2\n").is_ok());
    }
}
