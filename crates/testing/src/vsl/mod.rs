//! Generates random valid VSL programs as source text.
//!
//! A seed gives the same text on every machine. The rules are implemented a second time, from the
//! description of the language rather than the compiler, so that the two check each other: types
//! and conversions in `types.rs`, operators, constructors and functions in `expression.rs` and
//! `function.rs`, assignable variables in `statement.rs`.
//!
//! Not generated, because the description leaves it open: `==` and `?:` of booleans, and built-in
//! variables that need a device feature.

mod declaration;
mod expression;
mod function;
mod statement;
mod types;

use self::types::{Type, scalar};
use crate::random::Random;

/// Size limits of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Statements per stage, including nested ones.
    pub statements: u32,
    /// Maximum nesting of statements.
    pub nesting: u32,
    /// Maximum nesting of expressions.
    pub depth: u32,
    /// Maximum number of declarations of each kind.
    pub declarations: u32,
}

impl Shape {
    /// About a screen of text.
    pub const SMALL: Shape = Shape { statements: 6, nesting: 2, depth: 3, declarations: 2 };
    /// Typical length of a shader.
    pub const USUAL: Shape = Shape { statements: 20, nesting: 4, depth: 4, declarations: 4 };
    /// All declarations that fit, and long stages.
    pub const LARGE: Shape = Shape { statements: 80, nesting: 6, depth: 5, declarations: 32 };
}

/// Program of random size: mostly small, rarely large.
pub fn program(random: &mut Random) -> String {
    let shape = match random.below(16) {
        0..=8 => Shape::SMALL,
        9..=14 => Shape::USUAL,
        _ => Shape::LARGE,
    };
    shaped(random, shape)
}

/// Program of a given size.
pub fn shaped(random: &mut Random, shape: Shape) -> String {
    let mut writer = Writer::new(random, shape);
    writer.text.push_str("@shader graphics;\n");
    writer.declarations();
    let stages =
        if writer.one_in(4) { [Stage::Fragment, Stage::Vertex] } else { [Stage::Vertex, Stage::Fragment] };
    for stage in stages {
        writer.stage(stage);
    }
    writer.text
}

/// Corrupts a program: tokens removed, duplicated or swapped.
pub fn damage(text: &str, random: &mut Random) -> String {
    let mut pieces = pieces(text);
    for _ in 0..1 + random.below(4) {
        let count = pieces.len();
        if count == 0 {
            break;
        }
        let (one, other) = (random.index(count), random.index(count));
        match random.below(4) {
            0 => drop(pieces.remove(one)),
            1 => pieces.insert(one, pieces[other]),
            2 => pieces[one] = pieces[other],
            _ => pieces.swap(one, other),
        }
    }
    pieces.concat()
}

/// Splits a text into words, numbers, spaces, and single other characters.
fn pieces(text: &str) -> Vec<&str> {
    let class = |one: char| match one {
        _ if one.is_ascii_alphanumeric() || one == '_' => 1,
        _ if one.is_whitespace() => 2,
        _ => 0,
    };
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before = 0;
    for (at, one) in text.char_indices() {
        let now = class(one);
        if at > start && (now != before || now == 0) {
            pieces.push(&text[start..at]);
            start = at;
        }
        before = now;
    }
    pieces.push(&text[start..]);
    pieces
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Vertex,
    Fragment,
}

/// Structure declaration.
struct Structure {
    name: String,
    fields: Vec<Field>,
}

/// Field, vertex input or the like.
#[derive(Clone)]
struct Field {
    name: String,
    ty: Type,
    array: Option<u32>,
}

/// Kind of a binding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Resource {
    Sampler { rank: usize, texel: Type },
    Image { rank: usize, texel: Type },
    ReadTexels { texel: Type },
    Texels { texel: Type },
    ReadBuffer { structure: usize },
    Buffer { structure: usize },
}

/// Variable of a stage.
#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    /// False for loop counters.
    writable: bool,
}

struct Writer<'r> {
    random: &'r mut Random,
    shape: Shape,
    text: String,
    /// Global names.
    taken: Vec<String>,
    structures: Vec<Structure>,
    inputs: Vec<Field>,
    outputs: Vec<Field>,
    locals: Vec<Field>,
    uniform: Option<(String, usize)>,
    bindings: Vec<(String, Resource)>,
    subpass_inputs: Vec<(String, Type)>,
    stage: Stage,
    /// Variables by block, innermost last.
    scopes: Vec<Vec<Variable>>,
    loops: u32,
    /// Remaining number of statements.
    left: u32,
    /// Remaining cost of the current expression.
    cost: u32,
}

impl<'r> Writer<'r> {
    fn new(random: &'r mut Random, shape: Shape) -> Writer<'r> {
        Writer {
            random,
            shape,
            text: String::new(),
            taken: Vec::new(),
            structures: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            locals: Vec::new(),
            uniform: None,
            bindings: Vec::new(),
            subpass_inputs: Vec::new(),
            stage: Stage::Vertex,
            scopes: Vec::new(),
            loops: 0,
            left: 0,
            cost: 0,
        }
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.random.below(u64::from(bound)) as u32
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.random.index(from.len())).cloned()
    }

    /// Name that is not visible. Other languages' keywords are ordinary names.
    fn name(&mut self) -> String {
        const WORDS: [&str; 16] = [
            "a", "b", "v", "x1", "_n", "k_", "vec3", "texture", "sample", "input", "gl", "Light", "UV",
            "void2", "If", "long",
        ];
        loop {
            let word = WORDS[self.random.index(WORDS.len())];
            let mut name = match self.below(4) {
                0 => word.to_owned(),
                _ => format!("{word}{}", self.below(100)),
            };
            if self.one_in(64) {
                // Maximum length of a name.
                name = format!("{name:n<32}");
            }
            let visible = self.scopes.iter().flatten().any(|variable| variable.name == name);
            if !visible && !self.taken.contains(&name) {
                return name;
            }
        }
    }

    /// Name visible to everything after it.
    fn global_name(&mut self) -> String {
        let name = self.name();
        self.taken.push(name.clone());
        name
    }

    fn value_type(&mut self) -> Type {
        let scalar = [scalar::FLOAT, scalar::FLOAT, scalar::INT, scalar::UINT, scalar::BOOL];
        match self.below(8) {
            0 => Type::matrix(2 + self.below(3), 2 + self.below(3)),
            1..=3 => Type::vector(scalar[self.random.index(5)], 1),
            _ => Type::vector(scalar[self.random.index(5)], 2 + self.below(3)),
        }
    }

    fn number_type(&mut self) -> Type {
        loop {
            let ty = self.value_type();
            if ty.scalar != scalar::BOOL && !ty.is_matrix() {
                return ty;
            }
        }
    }

    /// Separator between two tokens: mostly a space.
    fn gap(&mut self) -> &'static str {
        match self.below(48) {
            0 => " /* ; } */ ",
            1 => "\r\n",
            2 => "\t",
            3 => " // ü }\n",
            _ => " ",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_one_text() {
        for seed in 0..20 {
            let text = program(&mut Random::new(seed));
            assert_eq!(text, program(&mut Random::new(seed)));
            assert!(text.contains("@vert") && text.contains("@frag"), "{text}");
        }
        assert_ne!(program(&mut Random::new(1)), program(&mut Random::new(2)));
    }

    #[test]
    fn pieces_are_the_text() {
        let text = shaped(&mut Random::new(3), Shape::LARGE);
        assert_eq!(pieces(&text).concat(), text);
        assert_ne!(damage(&text, &mut Random::new(4)), text);
    }

    #[test]
    fn programs_have_everything() {
        let mut random = Random::new(1);
        let all: String = (0..400).map(|_| shaped(&mut random, Shape::USUAL)).collect();
        for word in [
            "uniform",
            "bind(",
            "passinput(",
            "local(vert) flat",
            "elif",
            "else if",
            "for (",
            "break;",
            "continue;",
            "discard;",
            "return;",
            "%=",
            "<<=",
            ">>=",
            "^=",
            "&&",
            "||",
            "?",
            "Sampler1D ",
            "SamplerCube ",
            "ISampler2DArray ",
            "USampler3D ",
            "Image2D<u16norm2>",
            "ImageCube<",
            "ROTexels ",
            "ROUTexels ",
            "RWTexels<",
            "ROBuffer<",
            "RWBuffer<",
            "$FragCoord",
            "$FrontFacing",
            "$PointCoord",
            "$VertexIndex",
            "$InstanceIndex",
            "$Position",
            "$PointSize",
            "0x",
            "bool3",
            "float2x4",
            "modf(",
            "frexp(",
            "refract(",
            "texelFetch(",
            "levelsOf(",
            "sizeOf(",
            "outerProd(",
            "inverse(",
            "findMSB(",
            "ldexp(",
            "isnan(",
            "all(",
            "mix(",
            "faceForward(",
            "bitCastFloat(",
            "matCompMul(",
            "transpose(",
            "determinant(",
            "cross(",
        ] {
            assert!(all.contains(word), "no program has {word}");
        }
    }
}
