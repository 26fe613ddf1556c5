//! Rows of the tables to forms with concrete types.

use smallvec::{SmallVec, smallvec};

use super::pattern::{
    Class, Constant, Coordinate, CoordinateKind, Dimension, Handle, Kinds, Pattern, Row, Shape, Texels,
};
use super::{Intrinsic, Parameter, Signature, Wanted};
use crate::language::Environment;
use crate::model::Direction;
use crate::types::{Dim, ImageKind, Length, Parametric, ParametricKind, Scalar, Type, Types};

/// Texels of samplers and textures.
const SAMPLED_TEXELS: [Scalar; 4] = [Scalar::Float, Scalar::Int, Scalar::Uint, Scalar::Float16];
/// Texels of images.
const IMAGE_TEXELS: [Scalar; 6] =
    [Scalar::Float, Scalar::Int, Scalar::Uint, Scalar::Float16, Scalar::Int64, Scalar::Uint64];

/// What the patterns of a row have in common, in one of its forms.
#[derive(Clone, Default)]
struct Choice {
    /// Number of components.
    count: u8,
    columns: u8,
    rows: u8,
    /// Which kind of each list.
    kinds: SmallVec<[Scalar; 2]>,
    image: Option<ImageKind>,
    /// Type of the first argument of a class.
    same: Option<Type>,
    /// Type of the third argument.
    third: Option<Type>,
    /// Number of components where arguments are vectors of GL_EXT_long_vector.
    long: Option<Parametric>,
}

/// Which choices a row has.
struct Choices<'a> {
    counts: std::ops::RangeInclusive<u8>,
    columns: std::ops::RangeInclusive<u8>,
    rows: std::ops::RangeInclusive<u8>,
    is_square: bool,
    /// Lists of kinds, and the only one of each that is wanted.
    lists: SmallVec<[(&'a Kinds, Option<Scalar>); 2]>,
    images: Option<(Handle, Texels, &'a [ImageKind])>,
    is_of_subgroups: bool,
}

/// Whether a row may have a form for as many arguments of these types; it is looked into only then.
pub(super) fn may_take(row: &Row, arguments: &[Type], wanted: Wanted) -> bool {
    if let (Some(parameter), Some(argument)) = (row.parameters.first(), arguments.first())
        && !is_handle_of(&parameter.pattern, *argument)
    {
        return false;
    }
    if wanted == Wanted::All {
        return true;
    }
    let has_count = row.is_variadic || (row.required..=row.parameters.len()).contains(&arguments.len());
    let mut pairs = row.parameters.iter().zip(arguments);
    has_count && pairs.all(|(parameter, argument)| may_be(&parameter.pattern, *argument, wanted))
}

/// Whether the first argument is the handle that a pattern stands for, if it stands for one: nothing converts to a handle.
fn is_handle_of(pattern: &Pattern, argument: Type) -> bool {
    match (pattern, argument) {
        (Pattern::Image(Handle::Sampled, ..), Type::Sampled(_))
        | (Pattern::Image(Handle::Texture, ..), Type::Texture(_))
        | (Pattern::Image(Handle::Image, ..), Type::Image(_))
        | (Pattern::Image(Handle::Subpass, ..), Type::Subpass(_)) => true,
        (Pattern::Image(..), _) => false,
        (Pattern::Type(ty), _) => !ty.is_opaque() || *ty == argument,
        _ => true,
    }
}

/// Whether an argument may have the shape of a pattern, and where it has to be exact, its kind.
fn may_be(pattern: &Pattern, argument: Type, wanted: Wanted) -> bool {
    let has = |kinds: &Kinds, scalar| wanted == Wanted::Fitting || kinds.contains(&scalar);
    match (pattern, argument) {
        (Pattern::Shape(..) | Pattern::Matrix(..), Type::Parametric(_)) => true,
        (Pattern::Shape(Shape::Scalar | Shape::ScalarOrVector, kinds), Type::Scalar(scalar))
        | (
            Pattern::Shape(Shape::ScalarOrVector | Shape::Vector | Shape::Of(_), kinds),
            Type::Vector(scalar, _),
        )
        | (Pattern::Matrix(kinds, ..), Type::Matrix(scalar, ..)) => has(kinds, scalar),
        (Pattern::Shape(..) | Pattern::Matrix(..), _) => false,
        _ => true,
    }
}

/// Adds the forms of a row that an environment has.
pub(super) fn expand(
    row: &Row,
    environment: &Environment,
    types: &mut Types,
    (arguments, wanted): (&[Type], Wanted),
    signatures: &mut Vec<Signature>,
) {
    let mut choices = Choices::of(row);
    if wanted != Wanted::All && !choices.narrow(row, types, arguments, wanted) {
        return;
    }
    let choices = choices;
    let images = choices.images(arguments.first().copied(), environment);
    let same = same(row, types, arguments);
    let long = arguments.iter().find_map(|argument| long_vector(types, row.intrinsic, *argument));
    let counts = if long.is_some() { 2..=2 } else { choices.counts.clone() };
    for image in images {
        for columns in choices.columns.clone() {
            for rows in choices.rows.clone() {
                if choices.is_square && rows != columns {
                    continue;
                }
                for kinds in choices.kinds(environment) {
                    for count in counts.clone() {
                        let long = long.clone();
                        let kinds = kinds.clone();
                        let third = arguments.get(2).copied();
                        let choice = Choice { count, columns, rows, kinds, image, same, long, third };
                        let form = Form { choices: &choices, choice, environment };
                        form.add(row, types, (arguments, wanted), signatures);
                    }
                }
            }
        }
    }
}

impl<'a> Choices<'a> {
    fn of(row: &'a Row) -> Choices<'a> {
        let mut choices = Choices {
            counts: 1..=1,
            columns: 1..=1,
            rows: 1..=1,
            is_square: false,
            lists: SmallVec::new(),
            images: None,
            is_of_subgroups: row.is_of_subgroups,
        };
        let patterns = row.parameters.iter().map(|parameter| &parameter.pattern);
        for pattern in patterns.chain([&row.result]) {
            choices.pattern(pattern);
        }
        choices
    }

    fn pattern(&mut self, pattern: &'a Pattern) {
        let mut dimensions: SmallVec<[Dimension; 2]> = SmallVec::new();
        match pattern {
            Pattern::Shape(shape, kinds) => {
                self.list(kinds);
                match shape {
                    // A vector anywhere in the row rules out scalars.
                    Shape::Vector => self.counts = 2..=4,
                    Shape::ScalarOrVector if self.counts == (1..=1) => self.counts = 1..=4,
                    Shape::Of(dimension) => dimensions.push(*dimension),
                    Shape::ScalarOrVector | Shape::Scalar => {}
                }
            }
            Pattern::Matrix(kinds, columns, rows) => {
                self.list(kinds);
                dimensions.extend([*columns, *rows]);
                self.is_square |= columns == rows;
            }
            Pattern::Image(handle, texels, kinds) => self.images = Some((*handle, *texels, kinds)),
            _ => {}
        }
        for dimension in dimensions {
            match dimension {
                Dimension::Columns => self.columns = 2..=4,
                Dimension::Rows => self.rows = 2..=4,
            }
        }
        if self.is_square {
            self.rows = self.columns.clone();
        }
    }

    fn list(&mut self, kinds: &'a Kinds) {
        if !self.lists.iter().any(|(known, _)| *known == kinds) {
            self.lists.push((kinds, None));
        }
    }

    /// Drops the choices that do not go with the arguments; `false` if none is left.
    fn narrow(&mut self, row: &'a Row, types: &Types, arguments: &[Type], wanted: Wanted) -> bool {
        row.parameters.iter().zip(arguments).all(|(parameter, argument)| {
            match (&parameter.pattern, *argument) {
                // Long and cooperative vectors have the shape that they state.
                (Pattern::Shape(_, kinds), given @ Type::Parametric(_)) if wanted == Wanted::Exact => {
                    self.only_kind(kinds, types.parametric_component(given))
                }
                (_, Type::Parametric(_)) => true,
                (Pattern::Type(ty), given) => {
                    let is_near = ty.scalar().is_some_and(|scalar| given.with_scalar(scalar) == *ty);
                    *ty == given || is_near && wanted == Wanted::Fitting
                }
                (Pattern::Shape(shape, kinds), given @ (Type::Scalar(_) | Type::Vector(..))) => {
                    let count = given.components() as u8;
                    let fits = match shape {
                        Shape::Scalar => count == 1,
                        Shape::ScalarOrVector | Shape::Vector => only(&mut self.counts, count),
                        Shape::Of(dimension) => self.only_dimension(*dimension, count),
                    };
                    fits && (wanted == Wanted::Fitting || self.only_kind(kinds, given.scalar()))
                }
                (Pattern::Matrix(kinds, first, second), given @ Type::Matrix(_, columns, rows)) => {
                    self.only_dimension(*first, columns)
                        && self.only_dimension(*second, rows)
                        && (wanted == Wanted::Fitting || self.only_kind(kinds, given.scalar()))
                }
                (Pattern::Shape(..) | Pattern::Matrix(..), _) => false,
                _ => true,
            }
        })
    }

    fn only_dimension(&mut self, dimension: Dimension, count: u8) -> bool {
        match dimension {
            Dimension::Columns => only(&mut self.columns, count),
            Dimension::Rows => only(&mut self.rows, count),
        }
    }

    fn only_kind(&mut self, kinds: &Kinds, given: Option<Scalar>) -> bool {
        let list = self.lists.iter_mut().find(|(known, _)| *known == kinds);
        list.zip(given).is_some_and(|((_, chosen), scalar)| *chosen.get_or_insert(scalar) == scalar)
    }

    /// The images of the row; those that the first argument is, if it is a handle.
    fn images(&self, argument: Option<Type>, environment: &Environment) -> SmallVec<[Option<ImageKind>; 1]> {
        let Some((handle, texels, kinds)) = self.images else {
            return smallvec![None];
        };
        let given = match argument {
            Some(Type::Sampled(kind) | Type::Texture(kind) | Type::Image(kind) | Type::Subpass(kind)) => {
                Some(kind)
            }
            _ => None,
        };
        let each: &[Scalar] = match texels {
            Texels::One(_) => &[],
            Texels::Each if handle == Handle::Image => &IMAGE_TEXELS,
            Texels::Each => &SAMPLED_TEXELS,
        };
        let one = match texels {
            Texels::One(scalar) => Some(scalar),
            Texels::Each => None,
        };
        let is_shape = |kind: &&ImageKind| {
            given.is_none_or(|given| ImageKind { component: given.component, ..**kind } == given)
        };
        let all = kinds.iter().filter(is_shape).flat_map(|kind| {
            each.iter().copied().chain(one).map(|component| ImageKind { component, ..*kind })
        });
        // GLSL ES has words for images of one dimension, and no functions.
        let has_all = !environment.is_embedded();
        all.filter(|kind| has_all || !matches!(kind.dim, Dim::One | Dim::Rect))
            // References are compared with floats.
            .filter(|kind| !kind.is_shadow || kind.component.is_float())
            .filter(|kind| given.is_none_or(|given| given == *kind))
            .map(Some)
            .collect()
    }

    /// One kind for each list, in all combinations, of those that an environment has.
    fn kinds(&self, environment: &Environment) -> SmallVec<[SmallVec<[Scalar; 2]>; 2]> {
        let mut all: SmallVec<[SmallVec<[Scalar; 2]>; 2]> = smallvec![SmallVec::new()];
        for (list, chosen) in &self.lists {
            let has = |scalar: &Scalar| {
                chosen.is_none_or(|chosen| chosen == *scalar)
                    && is_declared(*scalar, environment)
                    && (!self.is_of_subgroups || is_of_subgroups(*scalar, environment))
            };
            let declared: Kinds = list.iter().copied().filter(has).collect();
            if let [only] = declared[..] {
                all.iter_mut().for_each(|kinds| kinds.push(only));
                continue;
            }
            for before in std::mem::take(&mut all) {
                for scalar in &declared {
                    let mut kinds = before.clone();
                    kinds.push(*scalar);
                    all.push(kinds);
                }
            }
        }
        all
    }
}

/// Leaves one number in a range, if it is in it.
fn only(range: &mut std::ops::RangeInclusive<u8>, number: u8) -> bool {
    let has = range.contains(&number);
    *range = number..=number;
    has
}

/// The type that `same` stands for.
fn same(row: &Row, types: &Types, arguments: &[Type]) -> Option<Type> {
    let parameters = row.parameters.iter().zip(arguments);
    parameters
        .filter_map(|(parameter, argument)| match parameter.pattern {
            Pattern::Argument(class) => fits(class, types, *argument).then_some(*argument),
            _ => None,
        })
        .next()
}

/// A vector of GL_EXT_long_vector, or a cooperative one where it has the function.
fn long_vector(types: &Types, intrinsic: Intrinsic, ty: Type) -> Option<Parametric> {
    use Intrinsic::{Atan, Clamp, Exp, Fma, Log, Max, Min, Step, Tanh};
    let Type::Parametric(id) = ty else { return None };
    let parametric = types.parametric.get(id.0 as usize)?;
    let has_function = match parametric.kind {
        ParametricKind::LongVector => true,
        ParametricKind::CooperativeVector => {
            matches!(intrinsic, Atan | Clamp | Exp | Fma | Log | Max | Min | Step | Tanh)
        }
        _ => false,
    };
    has_function.then(|| parametric.clone())
}

fn fits(class: Class, types: &Types, argument: Type) -> bool {
    match class {
        Class::Any => true,
        Class::Array => types.as_array(argument).is_some(),
        Class::Reference => matches!(argument, Type::Reference(_)),
        Class::Parametric => matches!(argument, Type::Parametric(_)),
    }
}

/// A form of a row in the making.
struct Form<'a, 'r> {
    choices: &'a Choices<'r>,
    choice: Choice,
    environment: &'a Environment,
}

impl Form<'_, '_> {
    /// Adds the form, once for each number of optional parameters.
    fn add(
        self,
        row: &Row,
        types: &mut Types,
        (arguments, wanted): (&[Type], Wanted),
        signatures: &mut Vec<Signature>,
    ) {
        let mut parameters: SmallVec<[Parameter; 4]> = SmallVec::new();
        for (index, parameter) in row.parameters.iter().enumerate() {
            let Some(ty) = self.ty(&parameter.pattern, types, arguments.get(index).copied()) else {
                return;
            };
            if index == 0 && ty.is_opaque() && arguments.first().is_some_and(|argument| *argument != ty) {
                return;
            }
            parameters.push(Parameter {
                ty,
                direction: parameter.direction,
                is_place: parameter.is_place,
                is_constant: match parameter.constant {
                    Constant::Never => false,
                    Constant::Always => true,
                    Constant::Unless(extensions) => !self.environment.has_any(extensions),
                },
                allowed: parameter.allowed,
            });
        }
        let Some(result) = self.ty(&row.result, types, None) else {
            return;
        };
        if row.is_variadic {
            let more = arguments.iter().skip(parameters.len()).map(|ty| Parameter {
                ty: *ty,
                direction: Direction::In,
                is_place: false,
                is_constant: false,
                allowed: 0,
            });
            parameters.extend(more);
        }
        let (intrinsic, precision) = (row.intrinsic, row.precision);
        if row.is_variadic || wanted != Wanted::All {
            if !row.is_variadic {
                parameters.truncate(arguments.len());
            }
            signatures.push(Signature { intrinsic, result, precision, parameters });
            return;
        }
        for length in row.required..=parameters.len() {
            let parameters = parameters.iter().take(length).copied().collect();
            signatures.push(Signature { intrinsic, result, precision, parameters });
        }
    }

    fn ty(&self, pattern: &Pattern, types: &mut Types, argument: Option<Type>) -> Option<Type> {
        let choice = &self.choice;
        Some(match pattern {
            Pattern::Type(ty) => {
                ty.scalar().is_none_or(|scalar| is_declared(scalar, self.environment)).then_some(*ty)?
            }
            Pattern::Array(element, length) => types.array(*element, Length::Fixed(*length)),
            Pattern::Shape(shape, kinds) => {
                let count = match shape {
                    Shape::Scalar => 1,
                    Shape::ScalarOrVector | Shape::Vector if choice.long.is_some() => {
                        let component = self.kind(kinds);
                        return choice
                            .long
                            .clone()
                            .map(|long| types.parametric(Parametric { component, ..long }));
                    }
                    Shape::ScalarOrVector | Shape::Vector => choice.count,
                    Shape::Of(dimension) => self.dimension(*dimension),
                };
                Type::vector(self.kind(kinds)?, count)
            }
            Pattern::Matrix(kinds, columns, rows) => {
                Type::Matrix(self.kind(kinds)?, self.dimension(*columns), self.dimension(*rows))
            }
            Pattern::Image(handle, ..) => handle.ty(choice.image?),
            Pattern::Texel { is_vector } => {
                Type::vector(choice.image?.component, if *is_vector { 4 } else { 1 })
            }
            Pattern::Coordinate(coordinate) => self.coordinate(*coordinate)?,
            Pattern::Argument(class) => {
                let argument = argument?;
                fits(*class, types, argument).then_some(argument)?
            }
            Pattern::Same => choice.same?,
            Pattern::Long(component, count) => {
                // A text that has no vector of this size calls no such function.
                let argument = *types.known_arguments.get(&(false, *count))?;
                types.parametric(Parametric {
                    kind: ParametricKind::LongVector,
                    component: Some(*component),
                    arguments: vec![argument],
                })
            }
            Pattern::Third => choice.third?,
        })
    }

    fn dimension(&self, dimension: Dimension) -> u8 {
        match dimension {
            Dimension::Columns => self.choice.columns,
            Dimension::Rows => self.choice.rows,
        }
    }

    fn kind(&self, kinds: &Kinds) -> Option<Scalar> {
        let list = self.choices.lists.iter().position(|(list, _)| *list == kinds)?;
        self.choice.kinds.get(list).copied()
    }

    fn coordinate(&self, coordinate: Coordinate) -> Option<Type> {
        let image = self.choice.image?;
        let dimensions = match image.dim {
            Dim::One | Dim::Buffer => 1,
            Dim::Two | Dim::Rect | Dim::External => 2,
            Dim::Three | Dim::Cube => 3,
        };
        let layer = u8::from(image.is_array);
        let is_cube = image.dim == Dim::Cube;
        let count = match coordinate.kind {
            CoordinateKind::Dimensions => dimensions,
            // As in a whole coordinate, the second component is there even where it is not used.
            CoordinateKind::WithLayer if image.is_shadow => (dimensions + layer).max(2),
            CoordinateKind::WithLayer => dimensions + layer,
            CoordinateKind::Texel if is_cube => dimensions,
            CoordinateKind::Texel => dimensions + layer,
            CoordinateKind::Size => dimensions + layer - u8::from(is_cube),
            // The reference of a shadow is the third component even where the second is not used.
            CoordinateKind::Whole if image.is_shadow => ((dimensions + layer).max(2) + 1).min(4),
            CoordinateKind::Whole => dimensions + layer,
        };
        let count = count + coordinate.more;
        (count <= 4).then_some(Type::vector(coordinate.scalar, count))
    }
}

/// Whether an environment has a type of numbers and may compute with it.
fn is_declared(scalar: Scalar, environment: &Environment) -> bool {
    const ALL: &str = "GL_EXT_shader_explicit_arithmetic_types";
    let has = |names: &[&str]| environment.has(ALL) || environment.has_any(names);
    match scalar {
        Scalar::Int8 | Scalar::Uint8 => has(&["GL_EXT_shader_explicit_arithmetic_types_int8"]),
        Scalar::Int16 | Scalar::Uint16 => has(&[
            "GL_EXT_shader_explicit_arithmetic_types_int16",
            "GL_AMD_gpu_shader_int16",
            "GL_NV_gpu_shader5",
        ]),
        Scalar::Int64 | Scalar::Uint64 => has(&[
            "GL_EXT_shader_explicit_arithmetic_types_int64",
            "GL_ARB_gpu_shader_int64",
            "GL_NV_gpu_shader5",
        ]),
        Scalar::Float16 => has(&[
            "GL_EXT_shader_explicit_arithmetic_types_float16",
            "GL_AMD_gpu_shader_half_float",
            "GL_NV_gpu_shader5",
        ]),
        Scalar::Double => {
            environment.is_since(400, 0)
                || has(&[
                    "GL_EXT_shader_explicit_arithmetic_types_float64",
                    "GL_ARB_gpu_shader_fp64",
                    "GL_NV_gpu_shader5",
                ])
        }
        Scalar::BFloat16 => environment.has("GL_EXT_bfloat16"),
        Scalar::FloatE5M2 => environment.has("GL_EXT_float_e5m2"),
        Scalar::FloatE4M3 => environment.has("GL_EXT_float_e4m3"),
        Scalar::FloatE2M1 => environment.has("GL_EXT_float_e2m1"),
        Scalar::FloatE3M2 => environment.has("GL_EXT_float_e3m2"),
        Scalar::FloatE2M3 => environment.has("GL_EXT_float_e2m3"),
        Scalar::FloatUE8M0 => environment.has("GL_EXT_float_ue8m0"),
        Scalar::FloatMXInt8 => environment.has("GL_EXT_float_mxint8"),
        Scalar::Bool | Scalar::Int | Scalar::Uint | Scalar::Float => true,
    }
}

/// Whether functions of subgroups take a type.
fn is_of_subgroups(scalar: Scalar, environment: &Environment) -> bool {
    match scalar {
        Scalar::Int8 | Scalar::Uint8 => environment.has("GL_EXT_shader_subgroup_extended_types_int8"),
        Scalar::Int16 | Scalar::Uint16 => environment.has("GL_EXT_shader_subgroup_extended_types_int16"),
        Scalar::Int64 | Scalar::Uint64 => environment.has("GL_EXT_shader_subgroup_extended_types_int64"),
        Scalar::Float16 => environment.has("GL_EXT_shader_subgroup_extended_types_float16"),
        _ => true,
    }
}
