//! The operations: one table of names, operands, costs and functions, from which everything that knows them is made.

use crate::number::{curve, float, integer, pack};

/// Calls a macro with the table. A row is a name, what it costs beside an addition, and its function; the rows of a group
/// take as many operands as it says. Operations of the `plain` groups have code for operands that are the same in all
/// lanes, the others have such operands spread first.
macro_rules! operations {
    ($callback:ident) => {
        $callback! {
            unary {
                Negate 1 float::negate;
                Absolute 1 float::absolute;
                SquareRoot 4 float::square_root;
                Floor 3 float::floor;
                Ceil 3 float::ceil;
                Truncate 3 float::truncate;
                RoundEven 3 float::round_even;
                Sine 6 curve::sine;
                Cosine 6 curve::cosine;
                Tangent 12 curve::tangent;
                ArcSine 8 curve::arc_sine;
                ArcCosine 8 curve::arc_cosine;
                ArcTangent 8 curve::arc_tangent;
                PowerOfTwo 10 curve::power_of_two;
                Logarithm 6 curve::logarithm;
                HyperbolicSine 40 curve::hyperbolic_sine;
                HyperbolicCosine 40 curve::hyperbolic_cosine;
                HyperbolicTangent 40 curve::hyperbolic_tangent;
                AreaSine 40 curve::area_sine;
                AreaCosine 40 curve::area_cosine;
                AreaTangent 40 curve::area_tangent;
                ToInt 2 float::to_int;
                ToUint 4 float::to_uint;
                FromInt 1 float::from_int;
                FromUint 2 float::from_uint;
                Mantissa 20 float::mantissa;
                Exponent 20 float::exponent;
                NegateInt 1 integer::negate;
                Not 1 integer::not;
                AbsoluteInt 2 integer::absolute;
                CountBits 4 integer::count_bits;
                LowestBit 6 integer::lowest_bit;
                HighestBit 6 integer::highest_bit;
                HighestBitSigned 7 integer::highest_bit_signed;
                ToHalf 8 pack::to_half;
                FromHalf 8 pack::from_half;
            }
            plain binary {
                Add 1 float::add;
                Subtract 1 float::subtract;
                Multiply 1 float::multiply;
                Divide 3 float::divide;
                Min 1 float::min;
                Max 1 float::max;
                Less 1 float::less;
                LessEqual 1 float::less_equal;
                Equal 1 float::equal;
                NotEqual 1 float::not_equal;
                AddInt 1 integer::add;
                SubtractInt 1 integer::subtract;
                MultiplyInt 3 integer::multiply;
                And 1 integer::and;
                Or 1 integer::or;
                ExclusiveOr 1 integer::exclusive_or;
                EqualInt 1 integer::equal;
                NotEqualInt 1 integer::not_equal;
                LessInt 1 integer::less_signed;
                LessEqualInt 1 integer::less_equal_signed;
            }
            binary {
                ArcTangentOfTwo 12 curve::arc_tangent_of_two;
                Power 18 curve::power;
                DivideInt 30 integer::divide_signed;
                DivideUint 30 integer::divide_unsigned;
                RemainderInt 30 integer::remainder_signed;
                RemainderUint 30 integer::remainder_unsigned;
                MinInt 2 integer::min_signed;
                MaxInt 2 integer::max_signed;
                MinUint 3 integer::min_unsigned;
                MaxUint 3 integer::max_unsigned;
                LessUint 2 integer::less_unsigned;
                LessEqualUint 2 integer::less_equal_unsigned;
                ShiftLeft 8 integer::shift_left;
                ShiftRightInt 8 integer::shift_right_signed;
                ShiftRightUint 8 integer::shift_right_unsigned;
                Scale 30 float::scale;
            }
            plain ternary {
                Select 2 integer::select;
                MultiplyAdd 2 float::multiply_add;
                MultiplySubtract 2 float::multiply_subtract;
                SubtractProduct 2 float::subtract_product;
                Clamp 2 float::clamp;
            }
        }
    };
}
pub(crate) use operations;

macro_rules! declare {
    (
        unary { $($unary:ident $unary_cost:literal $unary_function:path;)* }
        plain binary { $($plain:ident $plain_cost:literal $plain_function:path;)* }
        binary { $($binary:ident $binary_cost:literal $binary_function:path;)* }
        plain ternary { $($ternary:ident $ternary_cost:literal $ternary_function:path;)* }
    ) => {
        /// An operation on lanes.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Op {
            $($unary,)* $($plain,)* $($binary,)* $($ternary,)*
        }

        impl Op {
            /// How many operands it takes.
            pub(crate) const fn arity(self) -> usize {
                match self {
                    $(Op::$unary)|* => 1,
                    $(Op::$plain)|* | $(Op::$binary)|* => 2,
                    $(Op::$ternary)|* => 3,
                }
            }

            /// What it costs, roughly, beside an addition.
            pub(crate) const fn cost(self) -> u32 {
                match self {
                    $(Op::$unary => $unary_cost,)*
                    $(Op::$plain => $plain_cost,)*
                    $(Op::$binary => $binary_cost,)*
                    $(Op::$ternary => $ternary_cost,)*
                }
            }

            /// What it makes of one lane; operands past those that it takes do not count.
            pub(crate) fn of(self, [a, b, c]: [u32; 3]) -> u32 {
                match self {
                    $(Op::$unary => $unary_function(a),)*
                    $(Op::$plain => $plain_function(a, b),)*
                    $(Op::$binary => $binary_function(a, b),)*
                    $(Op::$ternary => $ternary_function(a, b, c),)*
                }
            }
        }
    };
}
operations!(declare);

impl Op {
    /// Whether its operands may be swapped.
    pub(crate) const fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::Add
                | Op::Multiply
                | Op::Equal
                | Op::NotEqual
                | Op::AddInt
                | Op::MultiplyInt
                | Op::And
                | Op::Or
                | Op::ExclusiveOr
                | Op::EqualInt
                | Op::NotEqualInt
        )
    }
}
