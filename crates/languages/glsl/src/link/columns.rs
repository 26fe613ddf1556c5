//! Matrices that vertices are given: an input for each column, as formats of vertices describe them.

use glassbox_core::stage::Stage;

use super::Linker;
use super::locations::Widths;
use crate::model::{Expression, ExpressionId, ExpressionKind, Global, GlobalId, Precision, Storage};
use crate::types::Type;
use foldhash::HashMap;

impl Linker<'_> {
    /// Splits the matrices of a vertex stage that have their locations.
    pub(super) fn split_columns(&mut self, stage: usize) {
        if self.programs[stage].stage() != Stage::Vertex {
            return;
        }
        let mut split: HashMap<GlobalId, Vec<ExpressionId>> = HashMap::default();
        for number in 0..self.programs[stage].globals.len() {
            let id = GlobalId(number as u32);
            let own = self.programs[stage].global(id).clone();
            if let (Storage::In, Type::Matrix(scalar, columns, rows), None) =
                (own.storage, own.ty, own.built_in)
            {
                let column = Type::vector(scalar, rows);
                let parts = (0..columns).map(|number| self.column(stage, &own, column, number)).collect();
                split.insert(id, parts);
                self.programs[stage].drop_global(id);
            }
        }
        for expression in &mut self.programs[stage].expressions {
            if let ExpressionKind::Global(id) = expression.kind
                && let Some(parts) = split.get(&id)
            {
                expression.kind = ExpressionKind::Construct(parts.clone());
            }
        }
    }

    /// Declares the input of a column, and names it.
    fn column(&mut self, stage: usize, own: &Global, ty: Type, number: u8) -> ExpressionId {
        let name = self.names.fresh(&format!("{}_{number}", own.name));
        let program = &mut self.programs[stage];
        let step = Widths::default().of(&program.types, ty);
        let mut column = Global { name, ty, ..own.clone() };
        let location = &mut column.qualifiers.layout_mut().location;
        *location = location.map(|first| first.saturating_add(u32::from(number) * step));
        let id = GlobalId(program.globals.len() as u32);
        program.globals.push(column);
        program.add(Expression {
            kind: ExpressionKind::Global(id),
            ty,
            precision: Precision::None,
            is_precise: false,
            is_nonuniform: false,
            is_specialized: false,
            at: own.at,
        })
    }
}
