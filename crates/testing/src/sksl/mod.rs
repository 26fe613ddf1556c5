//! What tests of SkSL share: the list of the corpus's files, and random programs.
//!
//! The programs are source text that every rule of the language allows. The same seed gives the same text everywhere. What
//! is allowed is told here a second time, from the description of the language and not from the compiler: types in
//! `types.rs`, operators, constructors and functions in `expression.rs`, declarations and statements in `statement.rs`.
//!
//! Left out is what depends on values: constants that divide by zero, shift too far or leave the range of their type.

pub mod manifest;

mod expression;
mod statement;
mod types;

use crate::random::Random;
use types::Type;

/// What programs are for, with the declaration of main that each has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `half4 main(float2)`
    Shader,
    /// `half4 main(half4)`
    ColorFilter,
    /// `half4 main(half4, half4)`
    Blender,
    /// Without a required main.
    Generic,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Shader, Kind::ColorFilter, Kind::Blender, Kind::Generic];

    /// The ending of files that hold such programs.
    pub const fn ending(self) -> &'static str {
        match self {
            Kind::Shader => "rts",
            Kind::ColorFilter => "rtcf",
            Kind::Blender => "rtb",
            Kind::Generic => "gen",
        }
    }
}

/// How large a program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Statements of a function, those inside others included.
    pub statements: u32,
    /// How deep statements nest.
    pub nesting: u32,
    /// How deep expressions nest.
    pub depth: u32,
    /// Most functions, structs and globals, each.
    pub declarations: u32,
}

impl Shape {
    /// A screen of text.
    pub const SMALL: Shape = Shape {
        statements: 6,
        nesting: 2,
        depth: 3,
        declarations: 2,
    };
    /// As long as effects are.
    pub const USUAL: Shape = Shape {
        statements: 16,
        nesting: 3,
        depth: 4,
        declarations: 4,
    };
}

/// A program of a random size.
pub fn program(random: &mut Random, kind: Kind) -> String {
    let shape = match random.below(3) {
        0 => Shape::USUAL,
        _ => Shape::SMALL,
    };
    shaped(random, kind, shape)
}

/// A program of a given size.
pub fn shaped(random: &mut Random, kind: Kind, shape: Shape) -> String {
    let mut writer = Writer {
        random,
        shape,
        kind,
        text: String::new(),
        count: 0,
        structs: Vec::new(),
        functions: Vec::new(),
        scopes: vec![Vec::new()],
        left: 0,
        cost: 0,
        result: None,
        loops: 0,
        breakable: 0,
    };
    writer.program();
    writer.text
}

/// A struct.
#[derive(Clone)]
struct Struct {
    name: String,
    fields: Vec<(String, Type)>,
}

/// A function.
#[derive(Clone)]
struct Function {
    name: String,
    result: Option<Type>,
    /// Types of the parameters, and whether each is written.
    parameters: Vec<(Type, bool)>,
}

/// A variable.
#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    writable: bool,
}

struct Writer<'r> {
    random: &'r mut Random,
    shape: Shape,
    kind: Kind,
    text: String,
    /// Names that have been made.
    count: u32,
    structs: Vec<Struct>,
    functions: Vec<Function>,
    /// Variables by block, the globals first.
    scopes: Vec<Vec<Variable>>,
    /// Statements that may still be written.
    left: u32,
    /// How much the expression at hand may still cost.
    cost: u32,
    /// What the function at hand returns.
    result: Option<Type>,
    /// Loops around the statement at hand.
    loops: u32,
    /// Loops and switches around the statement at hand.
    breakable: u32,
}

impl Writer<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        self.random.below(u64::from(bound)) as u32
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.random.index(from.len())).cloned()
    }

    /// A name that nothing has.
    fn name(&mut self, word: &str) -> String {
        self.count += 1;
        format!("{word}{}", self.count)
    }

    /// Declares a variable in the innermost block.
    fn declare(&mut self, name: &str, ty: &Type, writable: bool) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Variable {
                name: name.to_owned(),
                ty: ty.clone(),
                writable,
            });
        }
    }

    /// A variable of a type that may be read, or written.
    fn variable(&mut self, ty: &Type, written: bool) -> Option<String> {
        let all = self.scopes.iter().flatten();
        let fitting = all.filter(|variable| variable.ty == *ty && (variable.writable || !written));
        let fitting: Vec<String> = fitting.map(|variable| variable.name.clone()).collect();
        self.pick(&fitting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_one_text() {
        for seed in 0..20 {
            let kind = Kind::ALL[seed as usize % Kind::ALL.len()];
            let text = program(&mut Random::new(seed), kind);
            assert_eq!(text, program(&mut Random::new(seed), kind));
            assert!(text.contains("main(") || kind == Kind::Generic, "{text}");
        }
    }

    #[test]
    fn programs_have_everything() {
        let mut random = Random::new(1);
        let programs = (0..600).map(|at| shaped(&mut random, Kind::ALL[at % 4], Shape::USUAL));
        let all: String = programs.collect();
        for word in [
            "struct ", "uniform ", "const ", "inout ", "out ", "while (", "do ", "for (", "switch (", "case ", "default:",
            "if (", "else", "break;", "continue;", "return;", "half3x2", "float4x4", "uint3", "bool2", "short", "vec3", "[2]",
            "+=", "<<=", "%", "^^", "? ", ".rg", ".xy0", "++", "--", "mix(", "clamp(", "dot(", "unpremul(", "length(", "inverse(",
            "sk_has_side_effects", "noinline ",
        ] {
            assert!(all.contains(word), "no program has {word}");
        }
    }
}
