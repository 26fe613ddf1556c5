//! A stage after the preprocessor, with what can be said of it alone.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::Reports;
use glassbox_syntax::token::Token;

use crate::preprocess::{Unit, evaluate};
use crate::stage::Stage;
use crate::syntax::{
    Item, ItemKind, Member, Pairs, Qualifiers, Structure, Tokens, TypeUse, are_short, parse,
};
use crate::types;

/// A stage, read.
#[derive(Debug)]
pub(crate) struct StageText {
    /// Which stage.
    pub(crate) stage: Stage,
    /// Its tokens.
    pub(crate) unit: Unit,
    /// Its brackets.
    pub(crate) pairs: Pairs,
    /// Its declarations.
    pub(crate) items: Vec<Item>,
    /// How often each word occurs.
    pub(crate) words: HashMap<Rc<str>, usize>,
    /// Whole numbers that names stand for.
    pub(crate) constants: HashMap<Rc<str>, i64>,
    /// Names of functions.
    pub(crate) functions: HashSet<Rc<str>>,
    /// Numbers of the declarations that declare structures.
    pub(crate) structures: HashMap<Rc<str>, usize>,
    /// How many locations structures take.
    widths: HashMap<Rc<str>, u32>,
}

impl StageText {
    /// Reads what the preprocessor left; `None` when its brackets do not pair or statements nest too deep.
    pub(crate) fn read(stage: Stage, unit: Unit, reports: &mut Reports) -> Option<StageText> {
        let pairs = Pairs::of(&unit.tokens, reports)?;
        if !are_short(&unit.tokens, reports) {
            return None;
        }
        let items = parse(&unit.tokens, &pairs);
        let mut words: HashMap<Rc<str>, usize> = HashMap::new();
        for token in &unit.tokens {
            if token.word().is_some() {
                *words.entry(token.text.clone()).or_default() += 1;
            }
        }
        let mut text = StageText {
            stage,
            unit,
            pairs,
            items,
            words,
            constants: HashMap::new(),
            functions: HashSet::new(),
            structures: HashMap::new(),
            widths: HashMap::new(),
        };
        text.collect();
        text.measure();
        Some(text)
    }

    /// Notes constants, functions and structures.
    fn collect(&mut self) {
        let mut constants = HashMap::new();
        let mut functions = HashSet::new();
        let mut structures = HashMap::new();
        for (number, item) in self.items.iter().enumerate() {
            match &item.kind {
                ItemKind::Function { name, .. } => {
                    functions.insert(self.text(*name));
                }
                ItemKind::Variables { qualifiers, ty, declarators } => {
                    let named = ty.structure.as_ref().and_then(|structure| structure.name);
                    if let Some(name) = named {
                        structures.insert(self.text(name), number);
                    }
                    let is_whole = matches!(self.word(ty.name), "int" | "uint");
                    if !is_whole || !ty.dimensions.is_empty() || !self.has(qualifiers, "const") {
                        continue;
                    }
                    for declarator in declarators {
                        let value = declarator.value.clone().and_then(|value| {
                            let tokens = self.tokens(value);
                            evaluate(tokens, &mut |token| constants.get(&token.text).copied()).ok()
                        });
                        if let Some(value) = value {
                            constants.insert(self.text(declarator.name), value);
                        }
                    }
                }
                _ => {}
            }
        }
        self.constants = constants;
        self.functions = functions;
        self.structures = structures;
    }

    /// Notes how many locations structures take. Each is declared before it is used.
    fn measure(&mut self) {
        for number in 0..self.items.len() {
            let Some(ItemKind::Variables { ty, .. }) = self.items.get(number).map(|item| &item.kind) else {
                continue;
            };
            if let Some(structure) = &ty.structure
                && let Some(name) = structure.name
            {
                let width = self.locations_of(&structure.members);
                self.widths.insert(self.text(name), width);
            }
        }
    }

    /// How many locations a type takes, without the brackets behind it that stand at its name.
    pub(crate) fn locations(&self, ty: &TypeUse) -> u32 {
        let name = match ty.structure.as_ref().and_then(|structure| structure.name) {
            Some(name) => self.word(name),
            None => self.word(ty.name),
        };
        let structure = || self.widths.get(name).copied();
        types::locations(name).or_else(structure).unwrap_or(1)
    }

    /// How many locations members take together.
    pub(crate) fn locations_of(&self, members: &[Member]) -> u32 {
        let mut sum = 0_u32;
        for member in members {
            let one = self.locations(&member.ty).saturating_mul(self.elements(&member.ty.dimensions));
            for declarator in &member.declarators {
                sum = sum.saturating_add(one.saturating_mul(self.elements(&declarator.dimensions)));
            }
        }
        sum
    }

    /// How many elements arrays of some sizes have.
    pub(crate) fn elements(&self, dimensions: &[Tokens]) -> u32 {
        dimensions.iter().fold(1_u32, |count, dimension| {
            let size = self.number(dimension.clone()).and_then(|size| u32::try_from(size).ok());
            count.saturating_mul(size.unwrap_or(1))
        })
    }

    /// Whether naga compiles it: the others go to a compiler that knows the whole language.
    pub(crate) fn is_for_naga(&self) -> bool {
        matches!(self.stage, Stage::Vertex | Stage::Fragment | Stage::Compute)
    }

    /// A token's letters, shared.
    pub(crate) fn text(&self, at: usize) -> Rc<str> {
        self.unit.tokens.get(at).map_or_else(|| Rc::from(""), |token| token.text.clone())
    }

    /// A token's letters.
    pub(crate) fn word(&self, at: usize) -> &str {
        self.unit.tokens.get(at).map_or("", |token| &token.text)
    }

    /// Whether a token is this one.
    pub(crate) fn is(&self, at: usize, text: &str) -> bool {
        self.unit.tokens.get(at).is_some_and(|token| token.is(text))
    }

    /// Where a token comes from.
    pub(crate) fn from(&self, at: usize) -> Provenance {
        self.unit.tokens.get(at).map_or(self.unit.version_from, |token| token.from)
    }

    /// Tokens by their numbers.
    pub(crate) fn tokens(&self, range: Tokens) -> &[Token] {
        self.unit.tokens.get(range).unwrap_or_default()
    }

    /// Whether one of some qualifiers is this word.
    pub(crate) fn has(&self, qualifiers: &Qualifiers, word: &str) -> bool {
        self.find(qualifiers, word).is_some()
    }

    /// Which token of some qualifiers is this word.
    pub(crate) fn find(&self, qualifiers: &Qualifiers, word: &str) -> Option<usize> {
        qualifiers.words.iter().copied().find(|at| self.word(*at) == word)
    }

    /// The token of a name in `layout(…)`.
    pub(crate) fn layout(&self, qualifiers: &Qualifiers, name: &str) -> Option<usize> {
        let id = qualifiers.layout.iter().rev().find(|id| self.word(id.name) == name)?;
        Some(id.name)
    }

    /// What a name in `layout(…)` is set to, and where it stands. A value that is no whole number counts as not there: the
    /// compiler behind says what is wrong with it.
    pub(crate) fn layout_number(&self, qualifiers: &Qualifiers, name: &str) -> Option<(u32, usize)> {
        let id = qualifiers.layout.iter().rev().find(|id| self.word(id.name) == name)?;
        let value = self.number(id.value.clone()?)?;
        Some((u32::try_from(value).ok()?, id.name))
    }

    /// The whole number that tokens stand for.
    pub(crate) fn number(&self, tokens: Tokens) -> Option<i64> {
        let tokens = self.tokens(tokens);
        evaluate(tokens, &mut |token| self.constants.get(&token.text).copied()).ok()
    }

    /// The sizes in brackets; `None` where one is no whole number.
    pub(crate) fn sizes(&self, dimensions: &[Tokens]) -> Option<Vec<i64>> {
        dimensions.iter().map(|dimension| self.number(dimension.clone())).collect()
    }

    /// The structure of a name, and the number of its declaration.
    pub(crate) fn structure(&self, name: &str) -> Option<(usize, &Structure)> {
        let number = *self.structures.get(name)?;
        match &self.items.get(number)?.kind {
            ItemKind::Variables { ty, .. } => Some((number, ty.structure.as_ref()?)),
            _ => None,
        }
    }
}
