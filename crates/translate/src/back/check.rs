//! What a shader uses, held against what the target has.

use glassbox_core::diagnostic::{Diagnostic, Location};
use naga::{
    Binding, BuiltIn, DerivativeAxis, EarlyDepthTest, Expression, Function, ImageClass, ImageDimension,
    ImageQuery, Interpolation, MathFunction, SampleLevel, Sampling, Scalar, ScalarKind, Span, Statement,
    TypeInner,
};

use super::needs::{self, Need};
use super::prepare::{Io, Prepared, location};
use super::{ClipSpace, WriteOptions, position, rules, window};
use crate::output::{GlslVersion, Target};
use crate::shader::{Class, Stage};

/// Finds everything that the target lacks, and what differs without being wrong.
pub(super) fn check(prepared: &Prepared, target: Target, options: &WriteOptions<'_>) -> Vec<Diagnostic> {
    let mut check = Check {
        prepared,
        target,
        y_turns: (position::of(target) == ClipSpace::OpenGl) != (options.clip == ClipSpace::OpenGl),
        findings: Vec::new(),
        seen: Vec::new(),
        warned: false,
    };
    check.types();
    check.interface();
    check.registers();
    let functions = prepared.module.functions.iter().map(|(_, function)| function);
    let entries = prepared.module.entry_points.iter().map(|entry| &entry.function);
    for function in functions.chain(entries) {
        check.function(function);
    }
    check.findings
}

struct Check<'a> {
    prepared: &'a Prepared,
    target: Target,
    /// Whether y of the window grows in the other direction than in the source.
    y_turns: bool,
    findings: Vec<Diagnostic>,
    /// What has been refused already: once is enough.
    seen: Vec<&'static str>,
    warned: bool,
}

impl Check<'_> {
    /// Refuses what the target lacks.
    fn need(&mut self, need: &'static Need, span: Span) {
        if need.is_met(self.target) || self.seen.contains(&need.what) {
            return;
        }
        self.seen.push(need.what);
        let language = language(self.target);
        let message = match need.first(self.target) {
            Some(first) => format!("{} needs {first}, and the target takes {language}", need.what),
            None => format!("{} does not exist in {language}, which the target takes", need.what),
        };
        self.findings.push(
            Diagnostic::new(&rules::TOO_OLD, location(span), message)
                .help("leave the shader out of this target, or write it without that"),
        );
    }

    /// Warns of values that depend on the direction of y in the window.
    fn window(&mut self, what: &str, span: Span) {
        if !self.y_turns || self.warned {
            return;
        }
        self.warned = true;
        let message =
            format!("{what} is not converted: y grows in the other direction in the window of the target");
        self.findings.push(
            Diagnostic::new(&rules::WINDOW, location(span), message)
                .help("do not let the result depend on the direction of y, or compute it from what the vertex shader gives"),
        );
    }

    fn types(&mut self) {
        let module = &self.prepared.module;
        for (handle, ty) in module.types.iter() {
            let span = module.types.get_span(handle);
            match &ty.inner {
                TypeInner::Scalar(scalar)
                | TypeInner::Vector { scalar, .. }
                | TypeInner::Matrix { scalar, .. } => {
                    self.scalar(*scalar, span);
                }
                TypeInner::Array { base, .. } => {
                    if matches!(module.types[*base].inner, TypeInner::Array { .. }) {
                        self.need(&needs::NESTED_ARRAY, span);
                    }
                }
                TypeInner::Image { dim, arrayed, class } => {
                    let multisampled = matches!(
                        class,
                        ImageClass::Sampled { multi: true, .. } | ImageClass::Depth { multi: true }
                    );
                    match (dim, arrayed) {
                        (ImageDimension::D1, _) => self.need(&needs::TEXTURE_1D, span),
                        (ImageDimension::Cube, true) => self.need(&needs::CUBE_ARRAY, span),
                        _ => {}
                    }
                    if multisampled {
                        self.need(&needs::MULTISAMPLED, span);
                        if *arrayed {
                            self.need(&needs::MULTISAMPLED_ARRAY, span);
                        }
                    }
                }
                TypeInner::BindingArray { .. } => self.need(&needs::BINDING_ARRAY, span),
                TypeInner::AccelerationStructure { .. }
                | TypeInner::RayQuery { .. }
                | TypeInner::CooperativeMatrix { .. } => self.need(&needs::ABSENT, span),
                _ => {}
            }
        }
    }

    fn scalar(&mut self, scalar: Scalar, span: Span) {
        match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 8) => self.need(&needs::DOUBLE, span),
            (ScalarKind::Sint | ScalarKind::Uint, 8) => self.need(&needs::INTEGER_64, span),
            (_, 2) => self.need(&needs::HALF, span),
            _ => {}
        }
    }

    fn interface(&mut self) {
        let Some(entry) = self.prepared.entry() else {
            return;
        };
        let span = Span::UNDEFINED;
        match entry.early_depth_test {
            Some(EarlyDepthTest::Force) => self.need(&needs::EARLY_TESTS, span),
            Some(EarlyDepthTest::Allow { .. }) => self.need(&needs::DEPTH_PROMISE, span),
            None => {}
        }
        for input in self.prepared.inputs() {
            self.io(&input, true);
        }
        for output in self.prepared.outputs() {
            self.io(&output, false);
        }
    }

    fn io(&mut self, io: &Io<'_>, input: bool) {
        let span = Span::UNDEFINED;
        match io.binding {
            Binding::Location { location, interpolation, sampling, blend_src, .. } => {
                if *interpolation == Some(Interpolation::Linear) {
                    self.need(&needs::LINEAR, span);
                }
                match sampling {
                    Some(Sampling::Sample) => self.need(&needs::PER_SAMPLE, span),
                    Some(Sampling::First) => self.need(&needs::FIRST_VERTEX, span),
                    _ => {}
                }
                if blend_src.is_some() {
                    self.need(&needs::DUAL_SOURCE, span);
                }
                self.location(*location, input, io.name.unwrap_or_default());
            }
            Binding::BuiltIn(BuiltIn::ClipDistances | BuiltIn::CullDistance) if input => {
                self.need(&needs::DISTANCE_READ, span);
            }
            Binding::BuiltIn(built_in) => {
                if let Some(need) = built_in_need(*built_in) {
                    self.need(need, span);
                }
                // GLSL can be told to count from above, GLSL ES cannot.
                let told = matches!(self.target, Target::Glsl(GlslVersion::Core(_)));
                let turned = input && !told && matches!(built_in, BuiltIn::Position { .. });
                if turned && window::reads_y(&self.prepared.module, &self.prepared.info) {
                    self.window("the position in the window", span);
                }
            }
        }
    }

    /// Refuses locations that the target cannot bind: 16 vertex attributes and 8 outputs are what OpenGL promises; Direct3D has 32
    /// and 8, Metal 31 and 8, and between two stages all have 30 or more.
    fn location(&mut self, number: u32, input: bool, name: &str) {
        let (what, limit) = match (self.prepared.stage, input, self.target) {
            (Stage::Vertex, true, Target::Hlsl(..)) => ("vertex inputs", 32),
            (Stage::Vertex, true, Target::Msl(..)) => ("vertex inputs", 31),
            (Stage::Vertex, true, _) => ("vertex inputs", 16),
            (Stage::Fragment, false, _) => ("outputs of fragment shaders", 8),
            _ => ("values between stages", 31),
        };
        if number >= limit && self.target != Target::Wgsl {
            let message = format!(
                "{name:?} has location {number}, and {} promises {limit} {what}",
                language(self.target)
            );
            self.out_of_range(message);
        }
    }

    fn out_of_range(&mut self, message: String) {
        self.findings.push(
            Diagnostic::new(&rules::OUT_OF_RANGE, Location::default(), message)
                .help("use lower numbers, or fewer of them"),
        );
    }

    fn registers(&mut self) {
        let prepared = self.prepared;
        for resource in &prepared.resources {
            let limit = match (self.target, resource.class) {
                (Target::Hlsl(..), Some(Class::ConstantBuffer)) => 14,
                (Target::Hlsl(..), Some(Class::Texture)) => 128,
                (Target::Hlsl(..) | Target::Msl(..), Some(Class::Sampler)) => 16,
                // Buffers above are those of vertices.
                (Target::Msl(..), Some(Class::ConstantBuffer)) => 30,
                (Target::Msl(..), Some(Class::Texture)) => 128,
                _ => continue,
            };
            if resource.register >= limit {
                let message = format!(
                    "{:?} has register {}, and {} has {limit} of its kind",
                    resource.symbol,
                    resource.register,
                    language(self.target)
                );
                self.out_of_range(message);
            }
        }
    }

    fn function(&mut self, function: &Function) {
        let expressions = &function.expressions;
        for (handle, expression) in expressions.iter() {
            let span = expressions.get_span(handle);
            match expression {
                Expression::Literal(literal) => self.scalar(literal.scalar(), span),
                Expression::ImageSample { image, gather, level, offset, depth_ref, .. } => {
                    if gather.is_some() {
                        self.need(&needs::GATHER, span);
                    } else if depth_ref.is_some() {
                        self.comparison(function, *image, *level, offset.is_some(), span);
                    }
                }
                Expression::ImageQuery { query, .. } => match query {
                    ImageQuery::NumLevels => self.need(&needs::LEVELS, span),
                    ImageQuery::NumSamples => self.need(&needs::SAMPLES, span),
                    _ => {}
                },
                Expression::Derivative { axis: DerivativeAxis::Y, .. } => {
                    self.window("the derivative along y", span)
                }
                Expression::Math { fun, .. } => {
                    if let Some(need) = math_need(*fun) {
                        self.need(need, span);
                    }
                }
                Expression::As { kind, convert: Some(width), .. } => {
                    self.scalar(Scalar { kind: *kind, width: *width }, span)
                }
                Expression::SubgroupBallotResult | Expression::SubgroupOperationResult { .. } => {
                    self.need(&needs::SUBGROUP, span);
                }
                Expression::RayQueryGetIntersection { .. }
                | Expression::RayQueryProceedResult
                | Expression::RayQueryVertexPositions { .. }
                | Expression::CooperativeLoad { .. }
                | Expression::CooperativeMultiplyAdd { .. } => self.need(&needs::ABSENT, span),
                _ => {}
            }
        }
        self.block(&function.body);
    }

    /// Subgroup statements without a result. Blocks are as deep as the source nests them, which the validator has walked before.
    fn block(&mut self, block: &naga::Block) {
        for (statement, span) in block.span_iter() {
            match statement {
                Statement::SubgroupBallot { .. }
                | Statement::SubgroupCollectiveOperation { .. }
                | Statement::SubgroupGather { .. } => self.need(&needs::SUBGROUP, *span),
                Statement::Block(inner) => self.block(inner),
                Statement::If { accept, reject, .. } => {
                    self.block(accept);
                    self.block(reject);
                }
                Statement::Switch { cases, .. } => cases.iter().for_each(|case| self.block(&case.body)),
                Statement::Loop { body, continuing, .. } => {
                    self.block(body);
                    self.block(continuing);
                }
                _ => {}
            }
        }
    }

    /// GLSL compares in arrays and cubes at the level that it computes, or at the first one, and nothing else.
    fn comparison(
        &mut self,
        function: &Function,
        image: naga::Handle<Expression>,
        level: SampleLevel,
        offset: bool,
        span: Span,
    ) {
        let module = &self.prepared.module;
        let ty = match function.expressions[image] {
            Expression::GlobalVariable(variable) => module.global_variables[variable].ty,
            Expression::FunctionArgument(number) => match function.arguments.get(number as usize) {
                Some(argument) => argument.ty,
                None => return,
            },
            _ => return,
        };
        let TypeInner::Image { dim, arrayed, .. } = module.types[ty].inner else {
            return;
        };
        let cube = dim == ImageDimension::Cube;
        let array = dim == ImageDimension::D2 && arrayed;
        let stated = match level {
            SampleLevel::Auto => false,
            // The first level is written with gradients of zero where there is a function for them.
            SampleLevel::Zero => cube && arrayed,
            SampleLevel::Bias(_) => array || cube && arrayed,
            SampleLevel::Exact(_) => cube || array,
            SampleLevel::Gradient { .. } => cube && arrayed,
        };
        if stated {
            self.need(&needs::SHADOW_LEVEL, span);
        } else if array && offset {
            self.need(&needs::SHADOW_OFFSET, span);
        }
    }
}

fn built_in_need(built_in: BuiltIn) -> Option<&'static Need> {
    Some(match built_in {
        BuiltIn::Position { invariant: true } => &needs::INVARIANT,
        BuiltIn::SampleIndex | BuiltIn::SampleMask => &needs::SAMPLE,
        BuiltIn::ClipDistances => &needs::CLIP_DISTANCE,
        BuiltIn::CullDistance => &needs::CULL_DISTANCE,
        BuiltIn::PrimitiveIndex => &needs::PRIMITIVE,
        BuiltIn::ViewIndex => &needs::VIEW,
        BuiltIn::Barycentric { .. } => &needs::BARYCENTRIC,
        BuiltIn::BaseInstance | BuiltIn::BaseVertex => &needs::DRAW,
        BuiltIn::DrawIndex => &needs::DRAW_INDEX,
        BuiltIn::PointSize | BuiltIn::PointCoord => &needs::POINTS,
        BuiltIn::NumSubgroups
        | BuiltIn::SubgroupId
        | BuiltIn::SubgroupSize
        | BuiltIn::SubgroupInvocationId => &needs::SUBGROUP,
        _ => return None,
    })
}

fn math_need(function: MathFunction) -> Option<&'static Need> {
    use MathFunction as F;
    Some(match function {
        F::CountTrailingZeros
        | F::CountLeadingZeros
        | F::CountOneBits
        | F::ReverseBits
        | F::ExtractBits
        | F::InsertBits
        | F::FirstTrailingBit
        | F::FirstLeadingBit => &needs::BITS,
        F::Ldexp => &needs::LDEXP,
        F::Pack2x16float | F::Unpack2x16float | F::QuantizeToF16 => &needs::PACK_HALF,
        // What unpacks is written in other words where it is missing.
        F::Pack4x8snorm | F::Pack4x8unorm => &needs::PACK_BYTES,
        F::Pack2x16snorm => &needs::PACK_SNORM,
        F::Pack2x16unorm => &needs::PACK_UNORM,
        F::Pack4xI8
        | F::Pack4xU8
        | F::Pack4xI8Clamp
        | F::Pack4xU8Clamp
        | F::Unpack4xI8
        | F::Unpack4xU8
        | F::Dot4I8Packed
        | F::Dot4U8Packed => &needs::BITS,
        _ => return None,
    })
}

/// A target language with its version, for messages.
pub(crate) fn language(target: Target) -> String {
    match target {
        Target::Wgsl => "WGSL".to_owned(),
        Target::Glsl(version @ GlslVersion::Core(_)) => format!("GLSL {version}"),
        Target::Glsl(version @ GlslVersion::Es(_)) => format!("GLSL {version}"),
        Target::Hlsl(major, minor) => format!("HLSL of shader model {major}.{minor}"),
        Target::Msl(major, minor) => format!("MSL {major}.{minor}"),
        Target::Spirv(major, minor) => format!("SPIR-V {major}.{minor}"),
    }
}
