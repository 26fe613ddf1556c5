//! What tests of SkSL share: the list of the corpus's files, and random programs that the language allows, as source text.
//!
//! The same seed gives the same text everywhere. What is allowed is told here a second time, from the description of the
//! language and not from the compiler, so that the two can be held against each other: types in `types.rs`, operators in
//! `expression.rs`, constructors in `constructor.rs`, builtin functions in `intrinsic.rs`, what may be written to in `place.rs`,
//! statements and functions in `statement.rs` and `function.rs`.
//!
//! The programs are valid for a compiler that folds constants: nothing is divided by what may fold to zero, and no number
//! becomes one of an integer type that may not hold it. With an inliner that can still happen, where a parameter becomes a
//! constant.
//!
//! Left out are derivatives, conversions between colour spaces, and uniforms that only the compiler allows.

pub mod manifest;

mod constructor;
mod declaration;
mod expression;
mod function;
mod intrinsic;
mod place;
mod statement;
mod types;

use self::types::{FLOAT2, HALF4, Scalar, Type};
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
    /// A program that is for nothing in particular; it has a main all the same, as a shader has.
    Generic,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Shader, Kind::ColorFilter, Kind::Blender, Kind::Generic];

    /// The ending of files that hold such a program.
    pub const fn ending(self) -> &'static str {
        match self {
            Kind::Shader => "rts",
            Kind::ColorFilter => "rtcf",
            Kind::Blender => "rtb",
            Kind::Generic => "gen",
        }
    }
}

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
    pub statements: u32,
    /// How deep statements nest.
    pub nesting: u32,
    /// How deep expressions nest.
    pub depth: u32,
    /// Most declarations of each kind.
    pub declarations: u32,
}

impl Shape {
    /// A few lines.
    pub const SMALL: Shape = Shape {
        functions: 1,
        statements: 4,
        nesting: 1,
        depth: 3,
        declarations: 2,
    };
    /// As long as effects are.
    pub const USUAL: Shape = Shape {
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

/// A program of any kind and of a random size.
pub fn program(random: &mut Random) -> Source {
    let kind = match random.below(8) {
        0 => Kind::ColorFilter,
        1 => Kind::Blender,
        2 => Kind::Generic,
        _ => Kind::Shader,
    };
    of_kind(random, kind)
}

/// A program of a random size: mostly small, seldom large.
pub fn of_kind(random: &mut Random, kind: Kind) -> Source {
    let shape = match random.below(16) {
        0..=8 => Shape::SMALL,
        9..=14 => Shape::USUAL,
        _ => Shape::LARGE,
    };
    let is_es3 = random.below(2) == 0;
    shaped(random, kind, is_es3, shape)
}

/// A program of a given kind and size.
pub fn shaped(random: &mut Random, kind: Kind, is_es3: bool, shape: Shape) -> Source {
    let mut writer = Writer {
        random,
        shape,
        kind,
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
        may_jump: true,
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
#[derive(Clone)]
struct Function {
    name: String,
    result: Option<Type>,
    parameters: Vec<Parameter>,
    cost: u32,
}

/// What a program may cost: nodes, those in loops as often as they run. OpenGL ES 2 programs have a limit of 100000.
const BUDGET: u32 = 20_000;

struct Writer<'r> {
    random: &'r mut Random,
    shape: Shape,
    kind: Kind,
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
    /// Whether a jump may stand where it depends on a condition.
    may_jump: bool,
}

impl Writer<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        self.random.below(u64::from(bound)) as u32
    }

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

    /// How a variable's type is declared: a type of less precision sometimes by a word before that of more.
    fn declared(&mut self, ty: Type) -> String {
        let wide = match ty.scalar() {
            Some(Scalar::Half) => Some((Scalar::Float, ["mediump", "lowp"][self.random.index(2)])),
            Some(Scalar::Short) => Some((Scalar::Int, ["mediump", "lowp"][self.random.index(2)])),
            Some(scalar @ (Scalar::Float | Scalar::Int)) => Some((scalar, "highp")),
            _ => None,
        };
        match wide {
            Some((wide, word)) if self.kind != Kind::Generic && self.one_in(8) => {
                let spelt = self.spelt(ty.of(wide));
                format!("{word} {spelt}")
            }
            _ => self.spelt(ty),
        }
    }

    /// A variable that is an array, with the type and number of its elements.
    fn whole_array(&mut self, may: Use) -> Option<(String, Type, u32)> {
        let arrays: Vec<(String, Type, u32)> = self
            .visible()
            .filter(|variable| variable.may == may)
            .filter_map(|variable| Some((variable.name.clone(), variable.ty, variable.array?)))
            .collect();
        let index = self.random.index(arrays.len());
        arrays.into_iter().nth(index)
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
            Kind::Shader | Kind::Generic => FLOAT2,
            Kind::ColorFilter | Kind::Blender => HALF4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_program() {
        for seed in 0..100 {
            let source = program(&mut Random::new(seed));
            assert_eq!(source, program(&mut Random::new(seed)));
            assert!(source.text.contains(" main("), "{}", source.text);
        }
        assert_ne!(program(&mut Random::new(1)), program(&mut Random::new(2)));
    }
}
