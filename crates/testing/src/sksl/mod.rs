//! SkSL test support: the list of corpus files, and a generator of random valid programs.
//!
//! A seed gives the same text on every machine. The rules are implemented a second time, from the
//! description of the language rather than the compiler, so that the two check each other: types in
//! `types.rs`, operators in `expression.rs`, constructors in `constructor.rs`, builtin functions in
//! `intrinsic.rs`, assignable variables in `place.rs`, statements and functions in `statement.rs`
//! and `function.rs`.
//!
//! The programs are valid for a compiler that folds constants: no divisor may fold to zero, and no
//! number converts to an integer type that may not hold it. Inlining can still cause this when a
//! parameter becomes a constant.
//!
//! Not generated: derivatives, colour space conversions, and uniforms that only the compiler
//! allows.

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

/// Program kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Runtime shader.
    Shader,
    /// Runtime colour filter.
    ColorFilter,
    /// Runtime blender.
    Blender,
    /// Generic program; its main is that of a shader.
    Generic,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Shader, Kind::ColorFilter, Kind::Blender, Kind::Generic];

    /// File extension of such programs.
    pub const fn ending(self) -> &'static str {
        match self {
            Kind::Shader => "rts",
            Kind::ColorFilter => "rtcf",
            Kind::Blender => "rtb",
            Kind::Generic => "gen",
        }
    }
}

/// Generated program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Program kind.
    pub kind: Kind,
    /// True if it requires more than OpenGL ES 2.
    pub is_es3: bool,
    /// Source text.
    pub text: String,
    /// Names of its children in order; each is a `shader`, `colorFilter` or `blender`, according to
    /// its kind.
    pub children: Vec<(String, Kind)>,
    /// Number of floats in its uniforms.
    pub uniform_slots: u32,
}

/// Size limits of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Maximum number of functions besides main.
    pub functions: u32,
    /// Maximum number of statements per function.
    pub statements: u32,
    /// Maximum nesting of statements.
    pub nesting: u32,
    /// Maximum nesting of expressions.
    pub depth: u32,
    /// Maximum number of declarations of each kind.
    pub declarations: u32,
}

impl Shape {
    /// A few lines.
    pub const SMALL: Shape = Shape { functions: 1, statements: 4, nesting: 1, depth: 3, declarations: 2 };
    /// Typical length of an effect.
    pub const USUAL: Shape = Shape { functions: 4, statements: 10, nesting: 3, depth: 3, declarations: 3 };
    /// Several screens.
    pub const LARGE: Shape = Shape { functions: 10, statements: 24, nesting: 4, depth: 4, declarations: 6 };
}

/// Program of random kind and size.
pub fn program(random: &mut Random) -> Source {
    let kind = match random.below(8) {
        0 => Kind::ColorFilter,
        1 => Kind::Blender,
        2 => Kind::Generic,
        _ => Kind::Shader,
    };
    of_kind(random, kind)
}

/// Program of random size: mostly small, rarely large.
pub fn of_kind(random: &mut Random, kind: Kind) -> Source {
    let shape = match random.below(16) {
        0..=8 => Shape::SMALL,
        9..=14 => Shape::USUAL,
        _ => Shape::LARGE,
    };
    let is_es3 = random.below(2) == 0;
    shaped(random, kind, is_es3, shape)
}

/// Program of given kind and size.
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
    Source { kind, is_es3, text: writer.text, children: writer.children, uniform_slots: writer.uniform_slots }
}

/// Corrupts a program: tokens removed, duplicated or swapped.
pub fn damage(text: &str, random: &mut Random) -> String {
    crate::vsl::damage(text, random)
}

/// Struct declaration.
struct Struct {
    fields: Vec<Field>,
}

/// Struct field.
#[derive(Clone)]
struct Field {
    name: String,
    ty: Type,
    array: Option<u32>,
}

/// Permitted use of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// Compile-time constant.
    Constant,
    /// Read-only: a uniform, a `const` parameter, or a loop variable.
    Read,
    /// Writable.
    Write,
}

/// Variable in scope, unless hidden by a later one.
#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    array: Option<u32>,
    may: Use,
    /// Exclusive upper bound of a loop variable that starts at 0.
    below: Option<u32>,
}

/// Function parameter.
#[derive(Clone)]
struct Parameter {
    ty: Type,
    array: Option<u32>,
    is_out: bool,
}

/// Function available to later ones.
#[derive(Clone)]
struct Function {
    name: String,
    result: Option<Type>,
    parameters: Vec<Parameter>,
    cost: u32,
}

/// Maximum cost of a program: nodes, multiplied by loop iterations. OpenGL ES 2 programs are
/// limited to 100000.
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
    /// Number of names used.
    names: u32,
    /// Cost of the current function.
    cost: u32,
    /// Number of times the current statement runs.
    passes: u32,
    /// True if only constants are allowed in expressions.
    only_constants: bool,
    /// Result type of the current function.
    result: Option<Type>,
    /// Number of global variables.
    globals: usize,
    /// Global names hidden within the function.
    hidden: Vec<String>,
    /// Number of loops around the statement.
    loops: u32,
    /// Number of switches around it within the innermost loop.
    switches: u32,
    /// True if a conditional jump is allowed.
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

    /// Unused name.
    fn name(&mut self) -> String {
        const WORDS: [&str; 12] =
            ["a", "b", "level", "color", "p", "value", "scale", "n", "tint", "edge", "q", "light"];
        self.names += 1;
        let word = self.random.index(WORDS.len());
        format!("{}{}", WORDS[word], self.names)
    }

    /// Spelling of a type.
    fn spelt(&mut self, ty: Type) -> String {
        match ty.glsl_name() {
            Some(name) if self.one_in(4) => name,
            _ => ty.name(),
        }
    }

    /// Declared type of a variable: sometimes a lower-precision type spelled as a qualifier and the
    /// higher-precision one.
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

    /// Array variable with its element type and length.
    fn whole_array(&mut self, may: Use) -> Option<(String, Type, u32)> {
        let arrays: Vec<(String, Type, u32)> = self
            .visible()
            .filter(|variable| variable.may == may)
            .filter_map(|variable| Some((variable.name.clone(), variable.ty, variable.array?)))
            .collect();
        let index = self.random.index(arrays.len());
        arrays.into_iter().nth(index)
    }

    /// Variables in scope, without hidden ones.
    fn visible(&self) -> impl Iterator<Item = &Variable> {
        self.variables.iter().enumerate().filter_map(|(index, variable)| {
            let is_hidden = self.variables[index + 1..].iter().any(|later| later.name == variable.name);
            (!is_hidden).then_some(variable)
        })
    }

    /// Type of main's parameter: coordinates or colour.
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
