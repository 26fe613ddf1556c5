//! Interface blocks: checks them and creates the struct type, the variable and the element.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::FLOAT4;
use glassbox_sksl::raw::{ProgramKind, Storage};

use super::super::Builder;
use super::modifiers::ModifierSyntax;
use super::structure::FieldSyntax;
use super::variable::FRAG_COLOR;
use super::vertex::{RT_ADJUST, RtAdjust};
use crate::ir::names::Name;
use crate::ir::program::Element;
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::rules::declaration::{BLOCK_PROGRAM, EMPTY_BLOCK};

/// Parsed interface block.
#[derive(Clone, Debug)]
pub(crate) struct BlockSyntax {
    pub modifiers: ModifierSyntax,
    pub name: Name,
    pub span: Span,
    pub members: Vec<FieldSyntax>,
    /// Name of the instance. The members of an anonymous block are found by their own names.
    pub instance: Option<Name>,
    /// Array size of the instance: `None` without brackets, otherwise the result of [`Builder::array_size`].
    pub array: Option<Option<u32>>,
}

impl Builder<'_> {
    /// Declares an interface block: an unnamed struct, a variable of that type and an element.
    pub(crate) fn interface_block(&mut self, block: BlockSyntax) -> Option<()> {
        let BlockSyntax { modifiers, name, span, members, instance, array } = block;
        let members = self.distinct_fields(members, "interface block", name, span);
        let text = self.program.names.text(name).to_owned();
        if members.is_empty() {
            let message = format!("found no members in the interface block `{text}`, expected one");
            self.report(&EMPTY_BLOCK, span, message).help("declare a member");
            return None;
        }
        if !matches!(self.options.kind, ProgramKind::FRAGMENT | ProgramKind::VERTEX) {
            let message =
                format!("found the interface block `{text}`, expected none in this kind of program");
            self.report(&BLOCK_PROGRAM, span, message).help("declare the members as uniforms of their own");
            let names = match instance {
                Some(instance) => vec![instance],
                None => members.iter().map(|member| member.name).collect(),
            };
            self.declare_failed(&names, span);
            return None;
        }
        for member in &members {
            let base = self.element_type(member.ty);
            self.check_variable(&member.modifiers, base, member.span, Storage::INTERFACE_BLOCK);
        }
        let adjust = members
            .iter()
            .position(|member| self.program.names.text(member.name) == RT_ADJUST)
            .map(|index| (index, members[index].ty.meaning == FLOAT4));
        let names: Vec<Name> = members.iter().map(|member| member.name).collect();
        let (structure, ty) = self.struct_symbol(name, members, span, true);
        self.own(structure);
        let ty = match array {
            None => ty,
            Some(size) => self.dimension(ty, size, span),
        };
        let variable_name = instance.unwrap_or(name);
        let has_instance = instance.is_some();
        let (instance, array_size) = match instance {
            Some(instance) => (instance, self.program.types.array(ty.meaning).map_or(0, |array| array.count)),
            None => (self.program.names.add(""), 0),
        };
        let variable = self.variable(&modifiers, ty, variable_name, span, Storage::GLOBAL);
        let is_frag_color = self.program.names.text(variable_name) == FRAG_COLOR;
        if is_frag_color && self.find(variable_name).is_some() {
            // Redeclarations of `sk_FragColor` are ignored.
            return None;
        }
        let is_named_rt_adjust = self.program.symbol_name(variable) == RT_ADJUST;
        if is_named_rt_adjust {
            self.set_block_rt_adjust(RtAdjust::Variable(variable), false, span);
        }
        if self.initial_value(variable, None).is_err() || is_named_rt_adjust {
            self.declarations.failed.insert(variable);
            self.list_members(has_instance, variable, &names, span);
            return None;
        }
        self.own(variable);
        if let Some((index, is_float4)) = adjust {
            let adjust = RtAdjust::Member { block: variable, index: index as u32 };
            self.set_block_rt_adjust(adjust, is_float4, span);
        }
        self.program.elements.push(Element::InterfaceBlock {
            variable,
            type_name: name,
            instance_name: instance,
            array_size,
        });
        self.list_members(has_instance, variable, &names, span);
        Some(())
    }

    /// Declares the names as failed, so that their uses cause no further findings.
    fn declare_failed(&mut self, names: &[Name], span: Span) {
        for &name in names {
            let modifiers = ModifierSyntax::default();
            let variable =
                self.variable_symbol(&modifiers, Builder::poison_type(), name, span, Storage::GLOBAL);
            self.declarations.failed.insert(variable);
            self.list_or_report(variable);
        }
    }

    /// Makes the instance or, without one, each member visible.
    fn list_members(&mut self, has_instance: bool, variable: Symbol, names: &[Name], span: Span) {
        if has_instance {
            return self.list_or_report(variable);
        }
        for (index, &name) in names.iter().enumerate() {
            let kind = SymbolKind::Field { owner: variable, index: index as u32 };
            let field = self.symbol(name, span, kind);
            self.list_or_report(field);
            self.own(field);
        }
    }
}
