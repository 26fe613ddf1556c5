//! Builds models by hand.

use glassbox_spirv::{Options as Text, disassemble};
use glassbox_testing::spirv::validate;
use glassbox_vbc::raw::StageMask;
use glassbox_vsl::Options;
use glassbox_vsl::emit::emit;
use glassbox_vsl::model::*;
use glassbox_vsl::types::{Scalar, ValueType};

pub(crate) const BOTH: StageMask = StageMask(0x11);

/// A stage that is being built.
#[derive(Default)]
pub(crate) struct Maker {
    pub(crate) stage: Stage<'static>,
}

impl Maker {
    pub(crate) fn add(&mut self, kind: ExpressionKind, ty: ValueType) -> ExpressionId {
        self.stage.expressions.push(Expression { kind, ty });
        ExpressionId(self.stage.expressions.len() as u32 - 1)
    }

    pub(crate) fn variable(&mut self, ty: ValueType) -> VariableId {
        self.stage.variables.push(Private { name: "v", ty });
        VariableId(self.stage.variables.len() as u32 - 1)
    }

    pub(crate) fn place(&mut self, ty: ValueType) -> Place {
        let root = Root::Variable(self.variable(ty));
        Place { root, path: Vec::new(), ty }
    }

    /// A loaded value, unknown to the emitter.
    pub(crate) fn any(&mut self, ty: ValueType) -> ExpressionId {
        let place = self.place(ty);
        self.add(ExpressionKind::Load(place), ty)
    }

    pub(crate) fn constant(&mut self, scalar: Scalar, bits: u32) -> ExpressionId {
        self.add(ExpressionKind::Constant(bits), ValueType::scalar(scalar))
    }

    /// Stores a value so that it is used.
    pub(crate) fn keep(&mut self, value: ExpressionId) {
        let ty = self.stage.expressions[value.0 as usize].ty;
        let variable = self.variable(ty);
        self.stage.body.push(Statement::Declare(variable, Some(value)));
    }

    pub(crate) fn kept(&mut self, kind: ExpressionKind, ty: ValueType) {
        let value = self.add(kind, ty);
        self.keep(value);
    }

    pub(crate) fn assign(&mut self, place: Place) {
        let value = self.any(place.ty);
        self.stage.body.push(Statement::Assign(place, value));
    }
}

pub(crate) fn values() -> Vec<ValueType> {
    let mut all: Vec<ValueType> = Scalar::ALL
        .into_iter()
        .flat_map(|scalar| (1..=4).map(move |rows| ValueType::vector(scalar, rows)))
        .collect();
    for columns in 2..=4 {
        all.extend((2..=4).map(|rows| ValueType::matrix(columns, rows)));
    }
    all
}

/// Emits and validates both stages, one of them given, with and without names. Returns the text of the given
/// stage.
pub(crate) fn check(what: &str, mut shader: Shader<'static>, kind: StageKind, maker: Maker) -> String {
    match kind {
        StageKind::Vertex => shader.vertex = maker.stage,
        StageKind::Fragment => shader.fragment = maker.stage,
    }
    let mut text = String::new();
    for names in [true, false] {
        let options = Options { names, ..Options::default() };
        for stage in [StageKind::Vertex, StageKind::Fragment] {
            let words = emit(&shader, stage, &options).unwrap_or_else(|error| panic!("{what}: {error}"));
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let printed = disassemble(&bytes, &Text::default()).expect("a module");
            if let Err(error) = validate(&words) {
                panic!("{what}, {stage:?}: {error}\n{printed}");
            }
            if stage == kind {
                text = printed;
            }
        }
    }
    text
}
