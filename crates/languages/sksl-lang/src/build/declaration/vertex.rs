//! Vertex programs: the block with the position, and the adjustment by `sk_RTAdjust` at the end of `main`.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{FLOAT4, PER_VERTEX};
use glassbox_sksl::raw::{LayoutFlags, ModifierFlags, Operator, OwnerKind, RefKind, Storage};

use super::super::Builder;
use super::modifiers::ModifierSyntax;
use super::structure::FieldSyntax;
use crate::ir::expression::{Components, Expr, ExpressionKind};
use crate::ir::modifiers::{Layout, Modifiers};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::{Symbol, SymbolKind, VariableSymbol};
use crate::ir::ty::Ty;
use crate::rules::declaration::{RT_ADJUST_TWICE, RT_ADJUST_TYPE};

/// Name of the variable or member that requests the adjustment.
pub(super) const RT_ADJUST: &str = "sk_RTAdjust";

/// Location of the adjustment, a `float4` with scale and offset for x and y.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RtAdjust {
    Variable(Symbol),
    /// Member of an interface block.
    Member {
        /// Variable of the block.
        block: Symbol,
        /// Index of the member.
        index: u32,
    },
}

impl Builder<'_> {
    /// Records the variable of the adjustment. `None` if it is not allowed, which is reported.
    pub(super) fn set_rt_adjust(&mut self, adjust: RtAdjust, is_float4: bool, span: Span) -> Option<()> {
        if let Some(before) = self.declarations.rt_adjust {
            let (RtAdjust::Variable(symbol) | RtAdjust::Member { block: symbol, .. }) = before;
            let first = self.program.symbols[symbol].span;
            let message = format!("found `{RT_ADJUST}` again, expected it once");
            self.report(&RT_ADJUST_TWICE, span, message)
                .label(first, "declared first here")
                .help("remove one of the declarations");
            return None;
        }
        self.set_block_rt_adjust(adjust, is_float4, span);
        is_float4.then_some(())
    }

    /// Records the location of the adjustment; a later block replaces an earlier one.
    pub(super) fn set_block_rt_adjust(&mut self, adjust: RtAdjust, is_float4: bool, span: Span) {
        if is_float4 {
            self.declarations.rt_adjust = Some(adjust);
            return;
        }
        let message = format!("found `{RT_ADJUST}` of another type, expected `float4`");
        self.report(&RT_ADJUST_TYPE, span, message).help("declare it as `float4`, or choose another name");
    }

    /// Variable of the block that contains `sk_Position`.
    pub(crate) fn per_vertex(&mut self) -> Symbol {
        if let Some(known) = self.declarations.per_vertex {
            return known;
        }
        let scope = self.scope;
        let mut fields = Vec::new();
        for module in scope.modules() {
            for member in module.variables().iter().filter(|variable| variable.field.is_some()) {
                let layout =
                    Layout { flags: LayoutFlags::BUILTIN, ..Layout::builtin(i32::from(member.builtin)) };
                fields.push(FieldSyntax {
                    modifiers: ModifierSyntax {
                        modifiers: Modifiers { layout, flags: ModifierFlags(0) },
                        ..ModifierSyntax::default()
                    },
                    name: self.program.names.add(member.name),
                    ty: Ty::own(member.ty),
                    span: Span::default(),
                });
            }
        }
        let name = self.program.names.add(PER_VERTEX.name);
        let (_, ty) = self.struct_symbol(name, fields, Span::default(), true);
        let kind = SymbolKind::Variable(VariableSymbol {
            modifiers: Modifiers::of(PER_VERTEX.modifiers),
            ty,
            storage: Storage::GLOBAL,
            declaration: None,
            builtin: Some(&PER_VERTEX),
        });
        let variable = self.symbol(name, Span::default(), kind);
        self.declarations.per_vertex = Some(variable);
        variable
    }

    /// Appends the adjustment, if requested, to the body of `main`:
    /// `sk_Position = float4(sk_Position.xy * adjust.xz + sk_Position.ww * adjust.yw, 0, sk_Position.w);`
    pub(super) fn adjust_position(&mut self, body: Stmt) {
        let Some(adjust) = self.declarations.rt_adjust else {
            return;
        };
        let StatementKind::Block { statements, table, is_scope } = self.program.statements[body].kind else {
            return;
        };
        let Some(assignment) = self.position_assignment(adjust) else {
            return;
        };
        let statement = self.make_expression_statement(assignment);
        let mut all = self.program.statement_lists.get(statements).to_vec();
        all.push(statement);
        self.program.statements[body].kind =
            StatementKind::Block { statements: self.program.statement_lists.add(&all), table, is_scope };
    }

    fn position_assignment(&mut self, adjust: RtAdjust) -> Option<Expr> {
        let nowhere = Span::default();
        let scaled = |builder: &mut Self, position: [u8; 2], by: [u8; 2]| {
            let position_value = builder.position();
            let position = builder.make_swizzle(position_value, Components::new(&position), nowhere);
            let adjust_value = builder.adjustment(adjust);
            let by = builder.make_swizzle(adjust_value, Components::new(&by), nowhere);
            builder.binary(position, Operator::STAR, by, nowhere)
        };
        let scale = scaled(self, [0, 1], [0, 2])?;
        let offset = scaled(self, [3, 3], [1, 3])?;
        let place = self.binary(scale, Operator::PLUS, offset, nowhere)?;
        let depth = self.int_literal(0, nowhere);
        let position = self.position();
        let w = self.make_swizzle(position, Components::new(&[3]), nowhere);
        let value = self.construct(Ty::own(FLOAT4), &[place, depth, w], nowhere)?;
        let target = self.position();
        self.binary(target, Operator::ASSIGN, value, nowhere)
    }

    /// Creates `sk_Position`.
    fn position(&mut self) -> Expr {
        let block = self.per_vertex();
        self.member_of(block, 0)
    }

    /// Creates a reference to the adjustment.
    fn adjustment(&mut self, adjust: RtAdjust) -> Expr {
        match adjust {
            RtAdjust::Variable(variable) => self.reference_to(variable),
            RtAdjust::Member { block, index } => self.member_of(block, index),
        }
    }

    fn member_of(&mut self, block: Symbol, index: u32) -> Expr {
        let base = self.reference_to(block);
        self.make_field(base, index, OwnerKind::ANONYMOUS_BLOCK, Span::default())
    }

    fn reference_to(&mut self, variable: Symbol) -> Expr {
        let ty = match &self.program.symbols[variable].kind {
            SymbolKind::Variable(data) => data.ty,
            _ => Builder::poison_type(),
        };
        let kind = ExpressionKind::VariableReference { variable, kind: RefKind::READ };
        self.program.expression(kind, ty, Span::default())
    }
}
