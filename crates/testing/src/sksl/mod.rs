<<<<<<< HEAD
//! Random SkSL programs that the language allows, as source text.
//!
//! The same seed gives the same text everywhere. What is allowed is told here a second time, from the description of the
//! language and not from the compiler, so that the two can be held against each other: types in `types.rs`, operators and
//! constructors in `expression.rs`, builtin functions in `intrinsic.rs`, what may be written to in `place.rs`, statements and
//! functions in `statement.rs` and `function.rs`.
//!
//! The programs are valid for a compiler that folds constants: nothing is divided by what may fold to zero, and no number
//! becomes one of an integer type that may not hold it. With an inliner that can still happen, where a parameter becomes a
//! constant.
//!
//! Left out are derivatives, conversions between colour spaces, and uniforms that only the compiler allows.

mod declaration;
mod expression;
mod function;
mod intrinsic;
mod place;
mod statement;
mod types;

use self::types::{FLOAT2, HALF4, Type};
use crate::random::Random;

/// What a program is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A runtime shader.
    Shader,
    /// A runtime colour filter.
    ColorFilter,
    /// A runtime blender.
    Blender,
}

impl Kind {
    /// The suffix of files that hold such a program.
    pub const fn suffix(self) -> &'static str {
=======
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
>>>>>>> sksl-opt
        match self {
            Kind::Shader => "rts",
            Kind::ColorFilter => "rtcf",
            Kind::Blender => "rtb",
<<<<<<< HEAD
=======
            Kind::Generic => "gen",
>>>>>>> sksl-opt
        }
    }
}

<<<<<<< HEAD
/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// What it is for.
    pub kind: Kind,
    /// Whether it needs more than OpenGL ES 2 has.
    pub is_es3: bool,
    /// The text.
    pub text: String,
    /// The names of its children, in order; each is a `shader`, `colorFilter` or `blender`, as its kind.
    pub children: Vec<(String, Kind)>,
    /// The number of floats that its uniforms hold.
    pub uniform_slots: u32,
}

/// How large a program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Most functions besides main.
    pub functions: u32,
    /// Most statements of a function.
=======
/// How large a program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Statements of a function, those inside others included.
>>>>>>> sksl-opt
    pub statements: u32,
    /// How deep statements nest.
    pub nesting: u32,
    /// How deep expressions nest.
    pub depth: u32,
<<<<<<< HEAD
    /// Most declarations of each kind.
=======
    /// Most functions, structs and globals, each.
>>>>>>> sksl-opt
    pub declarations: u32,
}

impl Shape {
<<<<<<< HEAD
    /// A few lines.
    pub const SMALL: Shape = Shape {
        functions: 1,
        statements: 4,
        nesting: 1,
=======
    /// A screen of text.
    pub const SMALL: Shape = Shape {
        statements: 6,
        nesting: 2,
>>>>>>> sksl-opt
        depth: 3,
        declarations: 2,
    };
    /// As long as effects are.
    pub const USUAL: Shape = Shape {
<<<<<<< HEAD
        functions: 4,
        statements: 10,
        nesting: 3,
        depth: 3,
        declarations: 3,
    };
    /// Several screens.
    pub const LARGE: Shape = Shape {
        functions: 10,
        statements: 24,
        nesting: 4,
        depth: 4,
        declarations: 6,
    };
}

/// A program of any kind and of a random size: mostly small, seldom large.
pub fn program(random: &mut Random) -> Source {
    let shape = match random.below(16) {
        0..=8 => Shape::SMALL,
        9..=14 => Shape::USUAL,
        _ => Shape::LARGE,
    };
    let kind = match random.below(5) {
        0 => Kind::ColorFilter,
        1 => Kind::Blender,
        _ => Kind::Shader,
    };
    let is_es3 = random.below(2) == 0;
    shaped(random, kind, is_es3, shape)
}

/// A program of a given kind and size.
pub fn shaped(random: &mut Random, kind: Kind, is_es3: bool, shape: Shape) -> Source {
=======
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
>>>>>>> sksl-opt
    let mut writer = Writer {
        random,
        shape,
        kind,
<<<<<<< HEAD
        is_es3,
        text: String::new(),
        structs: Vec::new(),
        variables: Vec::new(),
        functions: Vec::new(),
        children: Vec::new(),
        uniform_slots: 0,
        names: 0,
        cost: 0,
        passes: 1,
        only_constants: false,
        result: None,
        globals: 0,
        hidden: Vec::new(),
        loops: 0,
        switches: 0,
    };
    writer.declarations();
    writer.globals = writer.variables.len();
    writer.functions();
    writer.main();
    Source {
        kind,
        is_es3,
        text: writer.text,
        children: writer.children,
        uniform_slots: writer.uniform_slots,
    }
}

/// A text that is nearly a program: pieces of it taken out, doubled or exchanged.
pub fn damage(text: &str, random: &mut Random) -> String {
    crate::vsl::damage(text, random)
}

/// A struct.
struct Struct {
    fields: Vec<Field>,
}

/// A field of a struct.
#[derive(Clone)]
struct Field {
    name: String,
    ty: Type,
    array: Option<u32>,
}

/// What may be done with a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// It is a constant that the compiler knows.
    Constant,
    /// It can be read: a uniform, a `const` parameter, or a variable that a loop steps.
    Read,
    /// It can be written too.
    Write,
}

/// A variable that is in scope, unless a later one has its name.
#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    array: Option<u32>,
    may: Use,
    /// For a variable that a loop steps from 0: how far at most.
    below: Option<u32>,
}

/// A parameter of a function.
#[derive(Clone)]
struct Parameter {
    ty: Type,
    array: Option<u32>,
    is_out: bool,
}

/// A function that later ones may call.
=======
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
>>>>>>> sksl-opt
#[derive(Clone)]
struct Function {
    name: String,
    result: Option<Type>,
<<<<<<< HEAD
    parameters: Vec<Parameter>,
    cost: u32,
}

/// What a program may cost: nodes, those in loops as often as they run. OpenGL ES 2 programs have a limit of 100000.
const BUDGET: u32 = 20_000;
=======
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
>>>>>>> sksl-opt

struct Writer<'r> {
    random: &'r mut Random,
    shape: Shape,
    kind: Kind,
<<<<<<< HEAD
    is_es3: bool,
    text: String,
    structs: Vec<Struct>,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    children: Vec<(String, Kind)>,
    uniform_slots: u32,
    /// How many names there are.
    names: u32,
    /// What the function that is being written costs.
    cost: u32,
    /// How often the statement that is being written runs.
    passes: u32,
    /// Whether an expression may hold nothing but constants.
    only_constants: bool,
    /// What the function that is being written returns.
    result: Option<Type>,
    /// How many variables belong to the whole program.
    globals: usize,
    /// Names of such that something in the function has.
    hidden: Vec<String>,
    /// How many loops stand around the statement.
    loops: u32,
    /// How many switches stand around it inside of the innermost loop.
    switches: u32,
=======
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
>>>>>>> sksl-opt
}

impl Writer<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        self.random.below(u64::from(bound)) as u32
    }

<<<<<<< HEAD
    fn one_in(&mut self, bound: u32) -> bool {
        self.below(bound) == 0
    }

    fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let index = self.random.index(items.len());
        items.get(index).copied()
    }

    /// A name that nothing has.
    fn name(&mut self) -> String {
        const WORDS: [&str; 12] = [
            "a", "b", "level", "color", "p", "value", "scale", "n", "tint", "edge", "q", "light",
        ];
        self.names += 1;
        let word = self.random.index(WORDS.len());
        format!("{}{}", WORDS[word], self.names)
    }

    /// How a type is spelt.
    fn spelt(&mut self, ty: Type) -> String {
        match ty.glsl_name() {
            Some(name) if self.one_in(4) => name,
            _ => ty.name(),
        }
    }

    /// The variables in scope, without those that later ones hide.
    fn visible(&self) -> impl Iterator<Item = &Variable> {
        self.variables.iter().enumerate().filter_map(|(index, variable)| {
            let is_hidden = self.variables[index + 1..]
                .iter()
                .any(|later| later.name == variable.name);
            (!is_hidden).then_some(variable)
        })
    }

    /// The coordinates or colour that main receives.
    fn input(&self) -> Type {
        match self.kind {
            Kind::Shader => FLOAT2,
            Kind::ColorFilter | Kind::Blender => HALF4,
        }
=======
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
>>>>>>> sksl-opt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
<<<<<<< HEAD
    fn a_seed_gives_one_program() {
        for seed in 0..100 {
            let source = program(&mut Random::new(seed));
            assert_eq!(source, program(&mut Random::new(seed)));
            assert!(source.text.contains(" main("), "{}", source.text);
        }
        assert_ne!(program(&mut Random::new(1)), program(&mut Random::new(2)));
=======
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
>>>>>>> sksl-opt
    }
}
