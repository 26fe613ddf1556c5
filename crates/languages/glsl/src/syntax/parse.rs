//! Tokens to declarations. Nothing is refused here: what is none becomes [`ItemKind::Unknown`].

use glassbox_syntax::token::{Kind, Token};

use super::{
    Declarator, Item, ItemKind, LayoutId, Member, Pairs, Parameter, Qualifiers, Structure, Tokens, TypeUse,
};

/// Words that stand before a type.
const QUALIFIERS: [&str; 28] = [
    "const",
    "in",
    "out",
    "inout",
    "uniform",
    "buffer",
    "shared",
    "attribute",
    "varying",
    "centroid",
    "flat",
    "smooth",
    "noperspective",
    "patch",
    "sample",
    "invariant",
    "precise",
    "coherent",
    "volatile",
    "restrict",
    "readonly",
    "writeonly",
    "highp",
    "mediump",
    "lowp",
    "subroutine",
    "nonuniformEXT",
    "perprimitiveEXT",
];

/// Whether a word says how precise something is.
pub(crate) fn is_precision(word: &str) -> bool {
    matches!(word, "highp" | "mediump" | "lowp")
}

/// The declarations of a stage.
pub(crate) fn parse(tokens: &[Token], pairs: &Pairs) -> Vec<Item> {
    let mut parser = Parser { tokens, pairs, at: 0, end: tokens.len() };
    let mut items = Vec::new();
    while parser.at < tokens.len() {
        let start = parser.at;
        let kind = parser.item().unwrap_or_else(|| {
            parser.at = start;
            parser.skip();
            ItemKind::Unknown
        });
        // Progress is certain: an item has at least one token, and so has what is skipped.
        parser.at = parser.at.max(start + 1);
        items.push(Item { kind, tokens: start..parser.at });
    }
    items
}

/// Reads declarations.
pub(crate) struct Parser<'t> {
    pub(crate) tokens: &'t [Token],
    pub(crate) pairs: &'t Pairs,
    pub(crate) at: usize,
    pub(crate) end: usize,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at).filter(|_| self.at < self.end)
    }

    /// Whether the next token is this one.
    pub(crate) fn sees(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.is(text))
    }

    /// Takes a token if it is this one.
    pub(crate) fn take(&mut self, text: &str) -> Option<usize> {
        let at = self.at;
        self.sees(text).then(|| {
            self.at += 1;
            at
        })
    }

    /// Takes a word.
    pub(crate) fn word(&mut self) -> Option<usize> {
        let at = self.at;
        self.peek().filter(|token| token.kind == Kind::Word).map(|_| {
            self.at += 1;
            at
        })
    }

    /// Takes a bracket and what it holds, and gives what lies between.
    fn inside(&mut self, open: &str) -> Option<Tokens> {
        let start = self.take(open)?;
        let end = self.pairs.partner(start);
        self.at = end + 1;
        Some(start + 1..end)
    }

    /// Goes behind the next `;` or the next block.
    fn skip(&mut self) {
        while let Some(token) = self.peek() {
            let at = self.at;
            match &*token.text {
                ";" => {
                    self.at += 1;
                    return;
                }
                "{" => {
                    self.at = self.pairs.partner(at) + 1;
                    self.take(";");
                    return;
                }
                "(" | "[" => self.at = self.pairs.partner(at).max(at) + 1,
                _ => self.at += 1,
            }
        }
    }

    fn item(&mut self) -> Option<ItemKind> {
        if self.take(";").is_some() {
            return Some(ItemKind::Nothing);
        }
        if self.sees("precision") {
            self.skip();
            return Some(ItemKind::Nothing);
        }
        let start = self.at;
        let qualifiers = self.qualifiers()?;
        if self.take(";").is_some() {
            return Some(ItemKind::Qualifiers(qualifiers));
        }
        let first = self.at;
        if let Some(name) = self.word() {
            if self.sees("{") && !self.tokens.get(name)?.is("struct") {
                return self.block(qualifiers, name);
            }
            if !qualifiers.words.is_empty() && (self.sees(";") || self.sees(",")) {
                let mut names = vec![name];
                while self.take(",").is_some() {
                    names.push(self.word()?);
                }
                self.take(";")?;
                return Some(ItemKind::Names(qualifiers, names));
            }
        }
        self.at = first;
        let ty = self.type_use()?;
        let before_name = self.at;
        if let Some(name) = self.word() {
            if self.sees("(") {
                return self.function(start..before_name, name);
            }
            self.at = before_name;
        }
        let declarators = if self.sees(";") { Vec::new() } else { self.declarators()? };
        self.take(";")?;
        Some(ItemKind::Variables { qualifiers, ty, declarators })
    }

    /// Everything before a type.
    pub(crate) fn qualifiers(&mut self) -> Option<Qualifiers> {
        let mut qualifiers = Qualifiers::default();
        while let Some(token) = self.peek() {
            if token.is("layout") {
                self.at += 1;
                let inner = self.inside("(")?;
                self.layout(inner, &mut qualifiers)?;
            } else if QUALIFIERS.contains(&&*token.text) && token.kind == Kind::Word {
                qualifiers.words.push(self.at);
                self.at += 1;
                if token.is("subroutine") && self.sees("(") {
                    self.inside("(")?;
                }
            } else {
                break;
            }
        }
        Some(qualifiers)
    }

    fn layout(&self, inner: Tokens, qualifiers: &mut Qualifiers) -> Option<()> {
        let mut at = inner.start;
        while at < inner.end {
            let name = at;
            (self.tokens.get(name)?.kind == Kind::Word).then_some(())?;
            let mut end = at + 1;
            while end < inner.end && !self.tokens.get(end)?.is(",") {
                let is_open = self.tokens.get(end)?.is("(");
                end = if is_open { self.pairs.partner(end) } else { end } + 1;
            }
            let value = match self.tokens.get(name + 1) {
                Some(sign) if sign.is("=") && name + 1 < end => Some(name + 2..end),
                _ => None,
            };
            qualifiers.layout.push(LayoutId { name, value });
            at = end + 1;
        }
        Some(())
    }

    /// A type with the brackets behind it.
    pub(crate) fn type_use(&mut self) -> Option<TypeUse> {
        let name = self.word()?;
        let mut structure = None;
        if self.tokens.get(name)?.is("struct") {
            let own = self.word();
            let inner = self.inside("{")?;
            structure = Some(Structure { first: inner.start, name: own, members: self.members(inner)? });
        }
        Some(TypeUse { name, dimensions: self.dimensions()?, structure })
    }

    fn dimensions(&mut self) -> Option<Vec<Tokens>> {
        let mut dimensions = Vec::new();
        while self.sees("[") {
            dimensions.push(self.inside("[")?);
        }
        Some(dimensions)
    }

    /// Names with brackets and values, divided by commas.
    pub(crate) fn declarators(&mut self) -> Option<Vec<Declarator>> {
        let mut declarators = Vec::new();
        loop {
            let name = self.word()?;
            let dimensions = self.dimensions()?;
            let mut value = None;
            if self.take("=").is_some() {
                let start = self.at;
                while let Some(token) = self.peek() {
                    match &*token.text {
                        "," | ";" => break,
                        "(" | "[" | "{" => self.at = self.pairs.partner(self.at).max(self.at) + 1,
                        ")" | "]" | "}" => break,
                        _ => self.at += 1,
                    }
                }
                value = Some(start..self.at);
            }
            declarators.push(Declarator { name, dimensions, value });
            if self.take(",").is_none() {
                return Some(declarators);
            }
        }
    }

    /// The lines of a structure. Structures in structures are not part of the language, so that this goes no deeper.
    fn members(&self, inner: Tokens) -> Option<Vec<Member>> {
        let mut parser = Parser { tokens: self.tokens, pairs: self.pairs, at: inner.start, end: inner.end };
        let mut members = Vec::new();
        while parser.at < inner.end {
            let qualifiers = parser.qualifiers()?;
            if parser.sees("struct") {
                return None;
            }
            let ty = parser.type_use()?;
            let declarators = parser.declarators()?;
            parser.take(";")?;
            members.push(Member { qualifiers, ty, declarators });
        }
        Some(members)
    }

    fn block(&mut self, qualifiers: Qualifiers, name: usize) -> Option<ItemKind> {
        let inner = self.inside("{")?;
        let members = self.members(inner)?;
        let mut instance = None;
        if !self.sees(";") {
            instance = Some(Declarator { name: self.word()?, dimensions: self.dimensions()?, value: None });
        }
        self.take(";")?;
        Some(ItemKind::Block { qualifiers, name, members, instance })
    }

    fn function(&mut self, result: Tokens, name: usize) -> Option<ItemKind> {
        let inner = self.inside("(")?;
        let mut parser = Parser { tokens: self.tokens, pairs: self.pairs, at: inner.start, end: inner.end };
        let mut parameters = Vec::new();
        if !(inner.len() == 1 && parser.sees("void")) {
            while parser.at < inner.end {
                let qualifiers = parser.qualifiers()?;
                let ty = parser.type_use()?;
                let mut declarator = None;
                if let Some(name) = parser.word() {
                    declarator = Some(Declarator { name, dimensions: parser.dimensions()?, value: None });
                }
                parameters.push(Parameter { qualifiers, ty, declarator });
                if parser.at < inner.end {
                    parser.take(",")?;
                }
            }
        }
        let start = self.at;
        let body = match self.take(";") {
            Some(_) => None,
            None => {
                self.inside("{")?;
                Some(start..self.at)
            }
        };
        Some(ItemKind::Function { result, name, parameters, body })
    }
}
