//! Names and numbers of local values and blocks.

use std::collections::HashMap;
use std::ops::Range;

use glassbox_dxil::ir::{
    Body, Definition, Flags, FunctionId, LabelId, MetadataId, Named, Type, TypeId, ValueId,
};

use super::lexer::Token;
use super::parser::{Failed, Key, Parsed, Parser};
use super::{fast_flags, rules};

/// A local name or number.
pub(super) enum Known {
    Value {
        value: ValueId,
        /// First use, until it is defined.
        used: Option<Range<usize>>,
    },
    /// A block, by its place among the blocks that are known.
    Block(u32),
    /// A value whose instruction is wrong, which is reported.
    Poisoned,
}

/// A block of a body, by its first use or definition.
pub(super) struct Block {
    key: Key,
    label: Option<LabelId>,
    used: Range<usize>,
}

/// The function whose body is being read.
pub(super) struct FunctionState {
    pub(super) id: FunctionId,
    pub(super) body: Body,
    pub(super) result: TypeId,
    pub(super) known: HashMap<Key, Known>,
    pub(super) blocks: Vec<Block>,
    /// Number of the next value or block without a name.
    pub(super) next: u32,
    /// True between the start and the terminator of a block.
    pub(super) is_open: bool,
    /// Local metadata of values.
    pub(super) wrapped: HashMap<ValueId, MetadataId>,
}

impl Parser<'_> {
    pub(super) fn begin_block(&mut self, key: Key, span: Range<usize>) -> Parsed<()> {
        let Some(function) = &mut self.function else { return Err(Failed) };
        function.is_open = true;
        let label = function.body.begin_block();
        if let Key::Name(name) = &key {
            function.body.symbols.set(Named::Block(label), name.iter().copied());
        } else {
            function.next = function.next.saturating_add(1);
        }
        match function.known.get(&key) {
            None => {
                let place = function.blocks.len() as u32;
                function.blocks.push(Block { key: key.clone(), label: Some(label), used: span });
                function.known.insert(key, Known::Block(place));
                Ok(())
            }
            Some(Known::Block(place)) => match function.blocks.get_mut(*place as usize) {
                Some(block) if block.label.is_none() => {
                    block.label = Some(label);
                    Ok(())
                }
                _ => {
                    let message =
                        format!("found a second block `{}`, expected another name", self.shown(&span));
                    Err(self.fail(&rules::REPEATED, span, message, "rename one of them"))
                }
            },
            Some(Known::Value { used: Some(used), .. }) => {
                let used = used.clone();
                let message =
                    format!("found `{}` as a value, expected one: it is a block", self.shown(&used));
                Err(self.fail(&rules::MISMATCH, used, message, "write `label` in front of blocks"))
            }
            Some(_) => {
                let message = format!(
                    "found the block `{}`, whose name a value has, expected another",
                    self.shown(&span)
                );
                Err(self.fail(&rules::REPEATED, span, message, "rename one of them"))
            }
        }
    }

    /// A local value as one of a type.
    pub(super) fn local(&mut self, key: Key, ty: TypeId, span: Range<usize>) -> Parsed<ValueId> {
        let Some(function) = &mut self.function else {
            let message =
                format!("found `{}`, a value of a function, expected a constant", self.shown(&span));
            return Err(self.fail(&rules::CONSTANT, span, message, "only instructions use local values"));
        };
        match function.known.get(&key) {
            Some(Known::Value { value, .. }) => {
                let value = *value;
                let own = function.body.local(value).map(|local| local.ty);
                match own {
                    Some(own) if own != ty => Err(self.mismatch(span, own, ty)),
                    _ => Ok(value),
                }
            }
            Some(Known::Poisoned) => Err(Failed),
            Some(Known::Block(_)) => {
                let message = format!(
                    "found the block `{}`, expected a value of type {}",
                    self.shown(&span),
                    self.spelled(ty)
                );
                Err(self.fail(&rules::MISMATCH, span, message, "use the name of a value"))
            }
            None => {
                if !matches!(
                    self.builder.module.types.get(ty),
                    Some(Type::Void | Type::Label | Type::Metadata | Type::Function { .. }) | None
                ) {
                    let value = function.body.reserve(ty);
                    function.known.insert(key, Known::Value { value, used: Some(span) });
                    return Ok(value);
                }
                let message =
                    format!("found a value of type {}, expected a type that values have", self.spelled(ty));
                Err(self.fail(&rules::TYPE, span, message, "use another type"))
            }
        }
    }

    /// `label %name`.
    pub(super) fn label(&mut self) -> Parsed<LabelId> {
        self.expect_word("label")?;
        self.block_name()
    }

    /// `%name` of a block, by its place among the known ones until the function is complete.
    pub(super) fn block_name(&mut self) -> Parsed<LabelId> {
        let span = self.span.clone();
        let key = match self.token {
            Token::Local(name) => Key::Name(self.name(name, &span)?),
            Token::LocalNumber(number) => Key::Number(number),
            _ => return Err(self.unexpected("the name of a block, such as %4")),
        };
        self.advance();
        let Some(function) = &mut self.function else { return Err(Failed) };
        match function.known.get(&key) {
            Some(Known::Block(place)) => Ok(LabelId(*place)),
            Some(Known::Poisoned) => Err(Failed),
            Some(Known::Value { .. }) => {
                let message = format!("found the value `{}`, expected a block", self.shown(&span));
                Err(self.fail(&rules::MISMATCH, span, message, "use the name of a block"))
            }
            None => {
                let place = function.blocks.len() as u32;
                function.blocks.push(Block { key: key.clone(), label: None, used: span });
                function.known.insert(key, Known::Block(place));
                Ok(LabelId(place))
            }
        }
    }

    /// The value that an instruction defines. `name` is what stands before `=`, if anything.
    pub(super) fn define(
        &mut self,
        name: Option<(Key, Range<usize>)>,
        ty: TypeId,
    ) -> Parsed<Option<ValueId>> {
        let is_void = self.table().get(ty) == Some(Type::Void);
        let Some(function) = &mut self.function else { return Err(Failed) };
        if is_void {
            return match name {
                None => Ok(None),
                Some((_, span)) => {
                    let message = format!(
                        "found `{}` for an instruction without a result, expected none",
                        self.shown(&span)
                    );
                    Err(self.fail(&rules::NUMBERING, span, message, "remove the name and `=`"))
                }
            };
        }
        let next = function.next;
        let (key, span) = match name {
            None => (Key::Number(next), 0..0),
            Some((Key::Number(number), span)) if number != next => {
                // Numbers go on from this one, so that one mistake is reported once.
                function.next = number;
                let message = format!("found %{number}, expected %{next}, the next number");
                let help = format!("write %{next}, or a name: blocks and results without names are counted");
                self.fail(&rules::NUMBERING, span.clone(), message, help);
                (Key::Number(number), span)
            }
            Some(name) => name,
        };
        let Some(function) = &mut self.function else { return Err(Failed) };
        if matches!(key, Key::Number(_)) {
            function.next = function.next.saturating_add(1);
        }
        let value = match function.known.get_mut(&key) {
            None => {
                let value = function.body.reserve(ty);
                function.known.insert(key.clone(), Known::Value { value, used: None });
                value
            }
            Some(Known::Value { value, used }) => {
                let value = *value;
                let Some(first) = used.take() else {
                    let message =
                        format!("found a second definition of `{}`, expected one", self.shown(&span));
                    return Err(self.fail(&rules::REPEATED, span, message, "rename one of them"));
                };
                let own = function.body.local(value).map(|local| local.ty);
                if let Some(own) = own.filter(|own| *own != ty) {
                    return Err(self.mismatch(first, ty, own));
                }
                value
            }
            Some(Known::Poisoned) => return Err(Failed),
            Some(Known::Block(place)) => {
                let used =
                    function.blocks.get(*place as usize).map_or(span.clone(), |block| block.used.clone());
                let message = format!("found the value `{}`, which is used as a block", self.shown(&used));
                return Err(self.fail(&rules::MISMATCH, used, message, "use the name of a block"));
            }
        };
        if let (Key::Name(name), Some(function)) = (&key, &mut self.function) {
            function.body.symbols.set(Named::Value(value), name.iter().copied());
        }
        Ok(Some(value))
    }

    /// Notes that an instruction is wrong, so that the uses of its result are not.
    pub(super) fn poison(&mut self, name: Option<(Key, Range<usize>)>) {
        let (Some(function), Some((key, _))) = (&mut self.function, name) else { return };
        if let Key::Number(number) = key {
            function.next = function.next.max(number.saturating_add(1));
        }
        function.known.insert(key, Known::Poisoned);
    }

    /// Completes a body: reports what is used but not defined, and gives blocks their numbers.
    pub(super) fn finish_function(&mut self, mut state: FunctionState) {
        let mut missing: Vec<(Range<usize>, bool)> = Vec::new();
        for known in state.known.values() {
            if let Known::Value { used: Some(used), .. } = known {
                missing.push((used.clone(), false));
            }
        }
        for block in &state.blocks {
            match block.label {
                Some(label) => {
                    self.labels.insert((state.id, block.key.clone()), label);
                }
                None => missing.push((block.used.clone(), true)),
            }
        }
        missing.sort_by_key(|(span, _)| span.start);
        let names: Vec<String> = state
            .known
            .keys()
            .filter_map(|key| match key {
                Key::Name(name) => String::from_utf8(name.clone()).ok(),
                Key::Number(_) => None,
            })
            .take(4096)
            .collect();
        for (span, is_block) in missing {
            let found = self.shown(&span);
            let own = found.trim_start_matches('%').to_owned();
            let names = names.iter().map(String::as_str).filter(|name| *name != own);
            let help = match glassbox_core::suggest::similar(&own, names) {
                Some(name) => format!("did you mean `%{name}`?"),
                None if is_block => "use the name of a block of this function".to_owned(),
                None => "use a value that this function defines".to_owned(),
            };
            let what = if is_block { "the block" } else { "the value" };
            let message = format!("found {what} `{found}`, which the function does not define");
            self.fail(&rules::UNDEFINED, span, message, help);
        }
        let labels: Vec<LabelId> =
            state.blocks.iter().map(|block| block.label.unwrap_or(LabelId(0))).collect();
        for label in state.body.all_labels_mut() {
            *label = labels.get(label.index()).copied().unwrap_or(*label);
        }
        self.state_fast(&mut state);
        if let Some(function) = self.builder.module.functions.get_mut(state.id.index()) {
            function.definition = Definition::Body(Box::new(state.body));
        }
    }
}

impl Parser<'_> {
    /// Gives the fast instructions of a function the assumptions that the text does not say.
    fn state_fast(&self, state: &mut FunctionState) {
        let module = &self.builder.module;
        let function = module.functions.get(state.id.index());
        let name = function.and_then(|function| module.name(function.value)).unwrap_or_default();
        let Some(known) = self.fast.get(name) else { return };
        let mut found: Vec<&mut Flags> = state
            .body
            .instructions
            .iter_mut()
            .filter_map(|instruction| fast_flags(&mut instruction.op))
            .collect();
        if found.len() == known.len() {
            for (flags, known) in found.iter_mut().zip(known) {
                **flags = *known;
            }
        }
    }
}

impl FunctionState {
    /// Gives a value without a name the next number.
    pub(super) fn number(&mut self, known: Known) {
        self.known.insert(Key::Number(self.next), known);
        self.next = self.next.saturating_add(1);
    }
}
