//! Parses structs and interface blocks.

use glassbox_core::span::Span;
use glassbox_sksl::raw::Storage;

use super::cursor::Beginning;
use super::{Parser, ReportedError, Result};
use crate::build::Builder;
use crate::build::declaration::block::BlockSyntax;
use crate::build::declaration::modifiers::ModifierSyntax;
use crate::build::declaration::structure::FieldSyntax;
use crate::ir::names::Name;
use crate::ir::ty::Ty;
use crate::syntax::token::TokenKind;

impl Parser<'_, '_> {
    /// Parses a struct, followed by variables or a semicolon.
    pub(super) fn struct_declaration(&mut self, modifiers: &ModifierSyntax) -> Result<()> {
        let ty = self.structure()?;
        let Some((name, span)) = self.optional_name() else {
            return self.semicolon("the struct").map(drop);
        };
        let ty = ty.unwrap_or_else(Builder::poison_type);
        self.variables(modifiers, ty, (name, span), span, Storage::GLOBAL).map(drop)
    }

    fn structure(&mut self) -> Result<Option<Ty>> {
        self.next();
        let (name, span) = self.new_name("the name of the struct")?;
        let mut fields = Vec::new();
        if self.fields(&mut fields).is_err() {
            // Check the fields parsed so far: they are independent of the syntax error.
            self.builder.distinct_fields(fields, "struct", name, span);
            self.is_in_members = self.braces > 0;
            return Err(self.forget(name));
        }
        Ok(self.builder.struct_type(name, fields, span))
    }

    fn fields(&mut self, fields: &mut Vec<FieldSyntax>) -> Result<()> {
        let nesting = self.nesting;
        self.expect(
            TokenKind::OpenBrace,
            "`{` after the name of the struct",
            "list the fields in braces: `struct Name { float field; };`",
        )?;
        self.deepen()?;
        let mut is_sound = true;
        while !self.eat(TokenKind::CloseBrace) {
            let mut modifiers = self.modifiers()?;
            let ty = self.ty(&mut modifiers)?;
            loop {
                let (name, span) = self.new_name("the name of a field")?;
                let ty = self.dimensions(ty, span)?;
                let modifiers = modifiers.clone();
                fields.push(FieldSyntax { modifiers, name, ty, span });
                if !self.eat_comma() {
                    break;
                }
            }
            is_sound &= self.semicolon("the field")?;
        }
        self.nesting = nesting;
        if is_sound { Ok(()) } else { Err(ReportedError) }
    }

    /// Parses an interface block, which begins like a declaration with an unknown type.
    pub(super) fn interface_block(&mut self, modifiers: ModifierSyntax) -> Result<()> {
        let (name, span) = self.new_name("a type")?;
        if self.kind() != TokenKind::OpenBrace {
            let failed = self.unknown_type(span);
            self.forget_declared();
            return failed;
        }
        self.next();
        let mut members = Vec::new();
        let read = self.members(&mut members, span).and_then(|()| self.instance());
        let (instance, array) = match read {
            Ok(instance) => instance,
            Err(failed) => {
                for member in &members {
                    self.forget(member.name);
                }
                // Check the members parsed so far: they are independent of the syntax error.
                self.builder.distinct_fields(members, "interface block", name, span);
                self.is_in_members = self.braces > 0;
                return Err(failed);
            }
        };
        let end = self.semicolon("the interface block");
        self.builder.interface_block(BlockSyntax { modifiers, name, span, members, instance, array });
        end.map(drop)
    }

    fn members(&mut self, members: &mut Vec<FieldSyntax>, block: Span) -> Result<()> {
        let mut is_sound = true;
        let mut beginning = Beginning::new(block);
        while !self.eat(TokenKind::CloseBrace) {
            let mut modifiers = self.modifiers()?;
            let ty = self.ty(&mut modifiers)?;
            loop {
                let (name, span) = self.new_name("the name of a member")?;
                let place = beginning.declared_at(self, span);
                let ty = self.dimensions(ty, place)?;
                is_sound &= self.semicolon("the member")?;
                members.push(FieldSyntax { modifiers: modifiers.clone(), name, ty, span });
                // As in Skia's compiler, both `;` and `,` may separate members of one type.
                if !self.eat_comma() {
                    break;
                }
            }
        }
        if is_sound { Ok(()) } else { Err(ReportedError) }
    }

    /// Parses the name of the instance with an optional array size.
    fn instance(&mut self) -> Result<(Option<Name>, Option<Option<u32>>)> {
        let Some((name, _)) = self.optional_name() else {
            return Ok((None, None));
        };
        if !self.eat(TokenKind::OpenBracket) {
            return Ok((Some(name), None));
        }
        let size = self.array_size()?;
        self.close_bracket("the size of the array")?;
        Ok((Some(name), Some(size)))
    }

    /// Records the name after an unknown type as failed, so that its uses are not reported.
    fn forget_declared(&mut self) {
        let next = self.peek();
        if next.kind == TokenKind::Identifier {
            let name = self.name_of(next.span);
            self.forget(name);
        }
    }
}
