//! Formats the model of an expression as text.

use glassbox_vsl::model::{ExpressionId, ExpressionKind, Place, Root, Shader, Stage, Step, Swizzle};
use glassbox_vsl::types::{Scalar, StructId};

/// A stage of a program.
pub(crate) struct Form<'m, 's> {
    pub(crate) shader: &'m Shader<'s>,
    pub(crate) stage: &'m Stage<'s>,
}

impl Form<'_, '_> {
    /// An expression; conversions look like calls, `float3{x}` splats a scalar, `float3[x, y]` joins
    /// components.
    pub(crate) fn of(&self, id: ExpressionId) -> String {
        let expression = self.stage.expression(id);
        let ty = expression.ty;
        match &expression.kind {
            ExpressionKind::Constant(bits) => match ty.scalar {
                Scalar::Bool => (*bits == 1).to_string(),
                Scalar::Int => (*bits as i32).to_string(),
                Scalar::Uint => format!("{bits}u"),
                Scalar::Float => format!("{:?}", f32::from_bits(*bits)),
            },
            ExpressionKind::Load(place) => self.place(place),
            ExpressionKind::Current => "current".to_owned(),
            ExpressionKind::Sample { binding, coordinate, bias } => {
                let bias = bias.map_or(String::new(), |bias| format!(", {}", self.of(bias)));
                format!("sample({}, {}{bias})", self.binding(binding.0), self.of(*coordinate))
            }
            ExpressionKind::FetchImage { binding, coordinate, lod } => {
                format!("fetch({}, {}, {})", self.binding(binding.0), self.of(*coordinate), self.of(*lod))
            }
            ExpressionKind::ReadTexel { binding, coordinate } => {
                format!("read({}, {})", self.binding(binding.0), self.of(*coordinate))
            }
            ExpressionKind::Levels(binding) => format!("levels({})", self.binding(binding.0)),
            ExpressionKind::Size { binding, lod } => {
                let lod = lod.map_or(String::new(), |lod| format!(", {}", self.of(lod)));
                format!("size({}{lod})", self.binding(binding.0))
            }
            ExpressionKind::Subpass(at) => self.shader.subpass_inputs[usize::from(*at)].name.to_owned(),
            ExpressionKind::Element { base, index } => format!("{}[{}]", self.of(*base), self.of(*index)),
            ExpressionKind::Swizzle { base, swizzle } => format!("{}.{}", self.of(*base), letters(swizzle)),
            ExpressionKind::Convert(value) => format!("{ty}({})", self.of(*value)),
            ExpressionKind::Splat(value) => format!("{ty}{{{}}}", self.of(*value)),
            ExpressionKind::Construct(parts) => format!("{ty}[{}]", self.all(parts)),
            ExpressionKind::Diagonal(value) => format!("diagonal({})", self.of(*value)),
            ExpressionKind::Resize(value) => format!("resize({})", self.of(*value)),
            ExpressionKind::Unary(operator, value) => format!("({}{})", operator.symbol(), self.of(*value)),
            ExpressionKind::Binary(operator, left, right) => {
                format!("({} {} {})", self.of(*left), operator.symbol(), self.of(*right))
            }
            ExpressionKind::Conditional { condition, yes, no } => {
                format!("({} ? {} : {})", self.of(*condition), self.of(*yes), self.of(*no))
            }
            ExpressionKind::Call { function, arguments, output } => {
                let output =
                    output.as_ref().map_or(String::new(), |place| format!(", out {}", self.place(place)));
                format!("{}({}{output})", function.row().name, self.all(arguments))
            }
        }
    }

    fn all(&self, ids: &[ExpressionId]) -> String {
        let all: Vec<String> = ids.iter().map(|&id| self.of(id)).collect();
        all.join(", ")
    }

    fn binding(&self, at: u8) -> &str {
        self.shader.bindings[usize::from(at)].name
    }

    fn place(&self, place: &Place) -> String {
        let shader = self.shader;
        let (mut text, structure) = match place.root {
            Root::Variable(id) => (self.stage.variables[id.0 as usize].name.to_owned(), None),
            Root::Input(at) => (shader.inputs[usize::from(at)].name.to_owned(), None),
            Root::Output(at) => (shader.outputs[usize::from(at)].name.to_owned(), None),
            Root::Local(at) => (shader.locals[usize::from(at)].name.to_owned(), None),
            Root::BuiltIn(variable) => (variable.row().name.to_owned(), None),
            Root::Uniform => {
                let uniform = shader.uniform.as_ref().expect("there is a uniform");
                (uniform.name.to_owned(), Some(uniform.structure))
            }
            Root::Buffer(binding, index) => {
                let binding = &shader.bindings[usize::from(binding.0)];
                (format!("{}[{}]", binding.name, self.of(index)), self.element(binding.resource))
            }
        };
        for step in &place.path {
            match step {
                Step::Field(at) => {
                    let structure = structure.expect("a field is one of a structure");
                    let field = &shader.structures[usize::from(structure.0)].fields[usize::from(*at)];
                    text.push_str(&format!(".{}", field.name));
                }
                Step::Element(index) => text.push_str(&format!("[{}]", self.of(*index))),
                Step::Swizzle(swizzle) => text.push_str(&format!(".{}", letters(swizzle))),
            }
        }
        text
    }

    fn element(&self, resource: glassbox_vsl::types::Resource) -> Option<StructId> {
        use glassbox_vsl::types::Resource;
        match resource {
            Resource::RoBuffer(id) | Resource::RwBuffer(id) => Some(id),
            _ => None,
        }
    }
}

fn letters(swizzle: &Swizzle) -> String {
    swizzle.components().iter().map(|&at| char::from(b"xyzw"[usize::from(at)])).collect()
}
