//! Tokens to a typed program, in one pass.

mod attribute;
mod block;
mod block_members;
mod built_in;
mod call_graph;
mod capture;
mod counter;
mod cursor;
mod declared;
mod difference;
mod expression;
mod extension;
mod finish;
mod function;
mod heap;
mod io_array;
mod item;
mod join;
mod join_built_in;
mod layout;
mod layout_check;
mod layout_stage;
mod layout_type;
mod layout_value;
mod location;
mod loops;
mod name;
pub(crate) mod overloads;
mod parameter;
mod parametric;
mod precision;
mod qualifier;
mod qualifier_check;
pub(crate) mod qualifier_word;
mod recover;
mod redeclare;
mod redeclare_block;
mod reference;
mod require;
mod scope;
mod spirv;
mod standalone;
mod statement;
mod structure;
mod switch;
mod text;
mod type_specifier;
mod unused;
mod variable;
mod variable_check;

use std::rc::Rc;

use glassbox_core::stage::Stage;
use glassbox_syntax::report::Reports;
use glassbox_syntax::token::{Token, Words};
use glassbox_syntax::uses::Uses;

use crate::language::{Api, Environment};
use crate::model::{
    At, Expression, ExpressionId, ExpressionKind, FunctionId, Local, Modes, Precision, Program, Scalars,
};
use crate::preprocess::{Unit, Version};
use crate::types::Type;

use declared::Declared;
pub(crate) use expression::ExpressionState;
pub(crate) use scope::{Entity, Scopes};
use text::Text;

/// How deep statements, expressions and types nest: each level is one of the stack.
const MAX_DEPTH: usize = 200;

/// Reads the tokens of a stage.
pub(crate) struct Parser<'a> {
    /// What is built.
    pub(crate) program: Program,
    pub(crate) reports: &'a mut Reports,
    pub(crate) words: &'a mut Words,
    pub(crate) scopes: Scopes,
    pub(crate) uses: Uses,
    /// Parameters and variables of the function that is being read. [`Entity::Local`] counts them.
    pub(crate) locals: Vec<Local>,
    /// The function whose body is being read.
    pub(crate) function: Option<FunctionId>,
    pub(crate) state: ExpressionState,
    /// What declarations leave for those behind them.
    pub(crate) declared: Declared,
    tokens: Rc<Vec<Token>>,
    /// The text that is being read.
    text: Text,
    /// Number of the next token.
    at: usize,
    depth: usize,
}

/// Reads what the preprocessor left of the texts of a stage. The program is complete as far as it could be read; whether it may be
/// used, the findings say.
pub(crate) fn parse(
    units: Vec<Unit>,
    stage: Stage,
    api: Api,
    words: &mut Words,
    reports: &mut Reports,
) -> (Program, Uses) {
    let (tokens, texts) = text::joined(units);
    let tokens = Rc::new(tokens);
    let version = texts.first().map_or(Version::unstated(api), |text| text.version);
    let environment = Environment::new(version, stage, api);
    let program = Program {
        environment,
        tokens: tokens.clone(),
        types: Default::default(),
        globals: Vec::new(),
        functions: Vec::new(),
        // Most expressions are a token or two.
        expressions: Vec::with_capacity(tokens.len()),
        constants: Vec::with_capacity(tokens.len() / 8),
        modes: Modes::default(),
        extensions: Vec::new(),
        main: None,
    };
    let mut parser = Parser {
        program,
        reports,
        words,
        scopes: Scopes::default(),
        uses: Uses::default(),
        locals: Vec::new(),
        function: None,
        state: ExpressionState::default(),
        declared: Declared::default(),
        tokens,
        text: Text::default(),
        at: 0,
        depth: 0,
    };
    parser.texts(texts);
    (parser.program, parser.uses)
}

impl Parser<'_> {
    /// Adds an expression of no stated precision.
    pub(crate) fn push(&mut self, kind: ExpressionKind, ty: Type, at: At) -> ExpressionId {
        self.program.add(Expression {
            kind,
            ty,
            precision: Precision::None,
            is_precise: false,
            is_nonuniform: false,
            is_specialized: false,
            at,
        })
    }

    /// Adds a constant.
    pub(crate) fn push_constant(&mut self, ty: Type, scalars: Scalars, at: At) -> ExpressionId {
        let id = crate::model::ConstantId(self.program.constants.len() as u32);
        self.program.constants.push(scalars);
        self.push(ExpressionKind::Constant(id), ty, at)
    }

    /// What stands for an expression with an error that has been reported.
    pub(crate) fn push_error(&mut self, at: At) -> ExpressionId {
        self.push(ExpressionKind::Error, Type::Error, at)
    }

    pub(crate) fn ty(&self, id: ExpressionId) -> Type {
        self.program.expression(id).ty
    }
}
