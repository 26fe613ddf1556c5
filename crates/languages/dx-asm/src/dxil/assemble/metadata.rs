//! Reads metadata: strings, values, nodes, named nodes, attachments.

use std::ops::Range;

use glassbox_dxil::ir::{
    DebugKind, FunctionId, InstructionId, List, Location, Metadata, MetadataId, ValueId,
};

use super::lexer::{Token, unescaped};
use super::parser::{Failed, Parsed, Parser};
use super::rules;

/// A numbered node.
pub(super) struct Node {
    pub(super) id: MetadataId,
    /// First use, until it is defined.
    pub(super) used: Option<Range<usize>>,
}

/// The location of an instruction, whose node may be defined later.
pub(super) struct PendingLocation {
    pub(super) function: FunctionId,
    pub(super) instruction: InstructionId,
    pub(super) node: MetadataId,
    pub(super) span: Range<usize>,
}

impl Parser<'_> {
    /// Metadata as an operand: a string, a node, or a value with its type.
    pub(super) fn metadata(&mut self) -> Parsed<MetadataId> {
        match self.token {
            Token::Metadata(_) | Token::Mark(b'!') => {}
            _ => return self.wrapped(),
        }
        if let (Token::Mark(b'!'), Token::Text(text)) = (self.token, self.second()) {
            self.advance();
            self.advance();
            return Ok(self.builder.string(&unescaped(text)));
        }
        self.node()
    }

    /// A node: by number, or with its content.
    pub(super) fn node(&mut self) -> Parsed<MetadataId> {
        if let Token::Metadata(name) = self.token {
            let (kind, fields) = self.nested(|parser| parser.debug_node(name))?;
            return Ok(self.builder.debug(kind, &fields));
        }
        let start = self.span.start;
        if !self.eat(b'!') {
            return Err(self.unexpected("a metadata node, such as !4"));
        }
        match self.token {
            Token::Mark(b'{') => {
                let operands = self.nested(Self::operands)?;
                Ok(self.builder.node(&operands))
            }
            Token::Integer(_) => {
                let number = self.word32("the number of a node")?;
                Ok(self.numbered(number, start..self.end))
            }
            _ => Err(self.unexpected("the number of a node or `{`")),
        }
    }

    /// The node with a number, which may be defined later.
    fn numbered(&mut self, number: u32, span: Range<usize>) -> MetadataId {
        if let Some(known) = self.nodes.get(&number) {
            return known.id;
        }
        let id = self.builder.module.metadata.add_node(&[], true);
        self.nodes.insert(number, Node { id, used: Some(span) });
        id
    }

    /// Operands of a node in braces.
    pub(super) fn operands(&mut self) -> Parsed<Vec<Option<MetadataId>>> {
        self.expect(b'{')?;
        let mut operands = Vec::new();
        if self.eat(b'}') {
            return Ok(operands);
        }
        loop {
            if self.eat_word("null") {
                operands.push(None);
            } else {
                // A local value cannot be a part of a node.
                let function = self.function.take();
                let operand = self.metadata();
                self.function = function;
                operands.push(Some(operand?));
            }
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(operands)
    }

    /// A value with its type, as metadata.
    fn wrapped(&mut self) -> Parsed<MetadataId> {
        if self.token == Token::Word("metadata") {
            let message = "found `metadata`, expected metadata without a type";
            return Err(self.fail(
                &rules::SYNTAX,
                self.span.clone(),
                message,
                "remove the word: nodes and strings have no type",
            ));
        }
        let (value, _, _) = self.typed()?;
        Ok(match value.list() {
            List::Local(_) => self.wrapped_local(value),
            _ => self.builder.value(value),
        })
    }

    /// Function-local metadata of a value.
    fn wrapped_local(&mut self, value: ValueId) -> MetadataId {
        let Some(function) = &mut self.function else { return self.builder.value(value) };
        if let Some(known) = function.wrapped.get(&value) {
            return *known;
        }
        let id = MetadataId::local(u32::try_from(function.body.metadata.len()).unwrap_or(u32::MAX));
        function.body.metadata.push(value);
        function.wrapped.insert(value, id);
        id
    }

    /// `!0 = …`, after the mark.
    pub(super) fn node_definition(&mut self) -> Parsed<()> {
        let start = self.span.start;
        let number = self.word32("the number of a node")?;
        let span = start..self.end;
        let result = self.node_content(number, &span);
        if let (Err(Failed), Some(known)) = (&result, self.nodes.get_mut(&number)) {
            // What is wrong with it is reported.
            known.used = None;
        }
        if result.is_err() && !self.nodes.contains_key(&number) {
            self.numbered(number, span);
            if let Some(known) = self.nodes.get_mut(&number) {
                known.used = None;
            }
        }
        result
    }

    fn node_content(&mut self, number: u32, span: &Range<usize>) -> Parsed<()> {
        self.expect(b'=')?;
        if self.nodes.get(&number).is_some_and(|known| known.used.is_none()) {
            let message = format!("found a second definition of !{number}, expected one");
            return Err(self.fail(
                &rules::REPEATED,
                span.clone(),
                message,
                "use a number that no other node has",
            ));
        }
        if self.token == Token::Word("metadata") {
            let message = "found `metadata`, expected `!{` or `distinct`";
            let help = "write !{ ... }: nodes have no type since LLVM 3.6";
            return Err(self.fail(&rules::SYNTAX, self.span.clone(), message, help));
        }
        let distinct = self.eat_word("distinct");
        if let Token::Metadata(name) = self.token {
            let (kind, fields) = self.debug_node(name)?;
            let id = self.numbered(number, span.clone());
            self.builder.module.metadata.set_debug(id, kind, distinct, &fields);
        } else {
            if !self.eat(b'!') {
                return Err(self.unexpected("`!{` or a node of debug information, such as !DIFile(...)"));
            }
            let operands = self.operands()?;
            let id = self.numbered(number, span.clone());
            self.builder.module.metadata.set_node(id, &operands, distinct);
        }
        if let Some(known) = self.nodes.get_mut(&number) {
            known.used = None;
        }
        Ok(())
    }

    /// `!name = !{…}`, after the name.
    pub(super) fn named_node(&mut self, name: &str) -> Parsed<()> {
        let name = unescaped(name).into_owned();
        self.expect(b'=')?;
        self.expect(b'!')?;
        self.expect(b'{')?;
        let mut operands = Vec::new();
        if !self.eat(b'}') {
            loop {
                let start = self.span.start;
                self.expect(b'!')?;
                let number = self.word32("the number of a node")?;
                operands.push(self.numbered(number, start..self.end));
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b'}')?;
        }
        match self.named_places.get(&name) {
            Some(place) => {
                if let Some((_, known)) = self.named.get_mut(*place) {
                    known.extend(operands);
                }
            }
            None => {
                self.named_places.insert(name.clone(), self.named.len());
                self.named.push((name, operands));
            }
        }
        Ok(())
    }

    /// A name and a node, attached to a function.
    pub(super) fn function_attachments(&mut self) -> Parsed<()> {
        while let Token::Metadata(name) = self.token {
            self.advance();
            let node = self.node()?;
            let kind = self.builder.kind(&unescaped(name));
            if let Some(function) = &mut self.function {
                let attachment = glassbox_dxil::ir::Attachment { kind, node };
                function.body.attachments.retain(|known| known.0.is_some() || known.1.kind != kind);
                function.body.attachments.push((None, attachment));
            }
        }
        Ok(())
    }

    /// Attachments of the last instruction, each after a comma.
    pub(super) fn attachments(&mut self, instruction: InstructionId) -> Parsed<()> {
        while self.eat(b',') {
            let Token::Metadata(name) = self.token else {
                return Err(self.unexpected("metadata, such as !dbg !4"));
            };
            self.advance();
            let start = self.span.start;
            let node = self.node()?;
            let span = start..self.end;
            let name = unescaped(name);
            let kind = self.builder.kind(&name);
            let Some(function) = &mut self.function else { continue };
            if &*name == b"dbg" {
                let location = PendingLocation { function: function.id, instruction, node, span };
                self.pending_locations.push(location);
            } else {
                // A second one of a kind replaces the first.
                let attached = &mut function.body.attachments;
                let from = attached.len()
                    - attached.iter().rev().take_while(|known| known.0 == Some(instruction)).count();
                let attachment = glassbox_dxil::ir::Attachment { kind, node };
                let known = attached.iter().skip(from).position(|known| known.1.kind == kind);
                match known.and_then(|place| attached.get_mut(from + place)) {
                    Some(known) => known.1 = attachment,
                    None => attached.push((Some(instruction), attachment)),
                }
            }
        }
        Ok(())
    }

    /// Gives instructions their locations and reports nodes without a definition.
    pub(super) fn finish_metadata(&mut self) {
        let mut missing: Vec<(u32, Range<usize>)> =
            self.nodes.iter().filter_map(|(number, node)| Some((*number, node.used.clone()?))).collect();
        missing.sort_by_key(|(_, span)| span.start);
        for (number, span) in missing {
            let message = format!("found the node !{number}, which is defined nowhere");
            let help = format!("define it at the start of a line: !{number} = !{{}}");
            self.fail(&rules::UNDEFINED, span, message, help);
        }
        for (name, operands) in std::mem::take(&mut self.named) {
            self.builder.module.metadata.add_named(&name, &operands);
        }
        if !self.mistakes.is_empty() {
            return;
        }
        for pending in std::mem::take(&mut self.pending_locations) {
            let Some(location) = self.location(pending.node) else {
                let message = "found a node of another kind, expected a DILocation";
                let help = "attach a node such as !DILocation(line: 4, column: 2, scope: !5)";
                self.fail(&rules::METADATA, pending.span, message, help);
                continue;
            };
            let function = self.builder.module.functions.get_mut(pending.function.index());
            let Some(glassbox_dxil::ir::Definition::Body(body)) =
                function.map(|function| &mut function.definition)
            else {
                continue;
            };
            let id = body.add_location(location);
            if let Some(instruction) = body.instructions.get_mut(pending.instruction.index()) {
                instruction.location = Some(id);
            }
        }
    }

    /// The location that a node holds.
    fn location(&self, node: MetadataId) -> Option<Location> {
        let table = &self.builder.module.metadata;
        let Some(Metadata::Debug { kind: kind @ DebugKind::Location, fields, .. }) = table.get(node) else {
            return None;
        };
        let &[line, column, scope, inlined_at] = table.fields(fields) else { return None };
        Some(Location {
            line: u32::try_from(line).ok()?,
            column: u32::try_from(column).ok()?,
            scope: kind.field(2)?.reference(scope),
            inlined_at: kind.field(3)?.reference(inlined_at),
        })
    }
}
