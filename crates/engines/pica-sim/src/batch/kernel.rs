//! Executes vector instructions over all lanes.
//!
//! Every function walks a row part by part. All operands of a part are read before its results are
//! written, so a destination may be a source.

use glassbox_pica::register::Comparison;

use super::decode::{Source, Writes};
use super::file::{File, PARTS, Part, WIDTH};
use super::number::{Number, Wide, unknown};
use crate::number::{Arithmetic, LITP_LIMIT, Quick, compare};
use crate::operation::Compute;

/// Lanes that an instruction may write: all bits of a lane set, or none.
pub(super) type LaneMask = [[u32; WIDTH]; PARTS];

/// Lanes to write: `None` for all.
pub(super) type Mask<'a> = Option<&'a LaneMask>;

#[inline]
fn read<N: Number>(file: &File, source: &Source, component: usize, part: usize) -> Part {
    let values = file.get(source.rows[component & 3], part);
    if source.negate { values.map(N::Rules::negate) } else { values }
}

#[inline]
fn write(file: &mut File, writes: &Writes, results: &[Part; 4], part: usize, mask: Mask<'_>) {
    for (&row, result) in writes.rows.iter().zip(results).take(writes.count) {
        let place = file.part(row, part);
        match mask {
            None => *place = *result,
            Some(mask) => {
                let mask = mask[part % PARTS];
                for lane in 0..WIDTH {
                    let kept = place[lane].to_bits() & !mask[lane];
                    place[lane] = f32::from_bits(result[lane].to_bits() & mask[lane] | kept);
                }
            }
        }
    }
}

/// Component-wise operation on one operand.
#[inline]
fn one<N: Number>(
    file: &mut File,
    sources: &[Source; 3],
    writes: &Writes,
    mask: Mask<'_>,
    function: impl Fn(f32) -> f32,
) {
    for part in 0..PARTS {
        let mut results = [[0.0; WIDTH]; 4];
        for (result, &component) in results.iter_mut().zip(&writes.components).take(writes.count) {
            let a = read::<N>(file, &sources[0], component.into(), part);
            *result = a.map(&function);
        }
        write(file, writes, &results, part, mask);
    }
}

/// Component-wise operation on two operands.
#[inline]
fn two<N: Number>(
    file: &mut File,
    sources: &[Source; 3],
    writes: &Writes,
    mask: Mask<'_>,
    function: impl Fn(Part, Part) -> Part,
) {
    for part in 0..PARTS {
        let mut results = [[0.0; WIDTH]; 4];
        for (result, &component) in results.iter_mut().zip(&writes.components).take(writes.count) {
            let a = read::<N>(file, &sources[0], component.into(), part);
            let b = read::<N>(file, &sources[1], component.into(), part);
            *result = function(a, b);
        }
        write(file, writes, &results, part, mask);
    }
}

/// Same value for all components.
#[inline]
fn same(file: &mut File, writes: &Writes, mask: Mask<'_>, function: impl Fn(&File, usize) -> Part) {
    for part in 0..PARTS {
        let result = function(file, part);
        write(file, writes, &[result; 4], part, mask);
    }
}

/// Sum of products from the first on, starting with zero. The fourth factor may be one.
#[inline]
fn dot<N: Number, const TERMS: usize>(
    file: &mut File,
    [a, b, _]: &[Source; 3],
    writes: &Writes,
    mask: Mask<'_>,
    homogeneous: bool,
) {
    let factors = |file: &File, component, part| {
        let a =
            if homogeneous && component == 3 { [1.0; WIDTH] } else { read::<N>(file, a, component, part) };
        (a, read::<N>(file, b, component, part))
    };
    same(file, writes, mask, |file, part| {
        let mut sum = [Wide::<N>::default(); WIDTH];
        for component in 0..TERMS {
            let (a, b) = factors(file, component, part);
            for lane in 0..WIDTH {
                let term = N::term(N::widen(a[lane]), N::widen(b[lane]));
                sum[lane] =
                    if component == 0 { N::Rules::first(term) } else { N::Rules::partial(sum[lane], term) };
            }
        }
        let result = sum.map(N::Rules::narrow);
        if unknown::<N>(&result) {
            let terms: [(Part, Part); TERMS] =
                std::array::from_fn(|component| factors(file, component, part));
            return by_rules::<N::Rules, TERMS>(&terms);
        }
        result
    });
}

#[cold]
#[inline(never)]
fn by_rules<A: Arithmetic, const TERMS: usize>(terms: &[(Part, Part); TERMS]) -> Part {
    std::array::from_fn(|lane| terms.iter().fold(0.0, |sum, (a, b)| A::add(sum, A::mul(a[lane], b[lane]))))
}

/// Applies a function of two numbers to each lane of a part.
#[inline(always)]
fn lanes(function: impl Fn(f32, f32) -> f32) -> impl Fn(Part, Part) -> Part {
    move |a, b| std::array::from_fn(|lane| function(a[lane], b[lane]))
}

/// Runs an arithmetic instruction. LITP's flags come from [`litp_flags`].
pub(super) fn run<N: Number>(
    file: &mut File,
    kind: Compute,
    sources: &[Source; 3],
    writes: &Writes,
    mask: Mask<'_>,
) {
    let scalar = &sources[0];
    match kind {
        Compute::Add => two::<N>(file, sources, writes, mask, N::sums),
        Compute::Mul => two::<N>(file, sources, writes, mask, N::products),
        Compute::Max => two::<N>(file, sources, writes, mask, lanes(|a, b| if a > b { a } else { b })),
        Compute::Min => two::<N>(file, sources, writes, mask, lanes(|a, b| if a < b { a } else { b })),
        Compute::Sge => two::<N>(file, sources, writes, mask, lanes(N::Rules::sge)),
        Compute::Slt => two::<N>(file, sources, writes, mask, lanes(N::Rules::slt)),
        Compute::Mov => one::<N>(file, sources, writes, mask, |a| a),
        Compute::Floor => one::<N>(file, sources, writes, mask, N::Rules::floor),
        Compute::Mad => mad::<N>(file, sources, writes, mask),
        Compute::Dp3 => dot::<N, 3>(file, sources, writes, mask, false),
        Compute::Dp4 => dot::<N, 4>(file, sources, writes, mask, false),
        Compute::Dph => dot::<N, 4>(file, sources, writes, mask, true),
        Compute::Dst => dst::<N>(file, sources, writes, mask),
        Compute::Litp => litp::<N>(file, sources, writes, mask),
        Compute::Rcp => {
            same(file, writes, mask, |file, part| N::reciprocals(read::<N>(file, scalar, 0, part)))
        }
        Compute::Rsq => {
            same(file, writes, mask, |file, part| N::reciprocal_roots(read::<N>(file, scalar, 0, part)))
        }
        Compute::Ex2 => {
            same(file, writes, mask, |file, part| read::<N>(file, scalar, 0, part).map(N::Rules::ex2))
        }
        Compute::Lg2 => {
            same(file, writes, mask, |file, part| read::<N>(file, scalar, 0, part).map(N::Rules::lg2))
        }
    }
}

fn mad<N: Number>(file: &mut File, sources: &[Source; 3], writes: &Writes, mask: Mask<'_>) {
    for part in 0..PARTS {
        let mut results = [[0.0; WIDTH]; 4];
        for (result, &component) in results.iter_mut().zip(&writes.components).take(writes.count) {
            let [a, b, c] = sources.each_ref().map(|source| read::<N>(file, source, component.into(), part));
            *result = N::products_and_sums(a, b, c);
        }
        write(file, writes, &results, part, mask);
    }
}

fn dst<N: Number>(file: &mut File, [a, b, _]: &[Source; 3], writes: &Writes, mask: Mask<'_>) {
    for part in 0..PARTS {
        let (ay, by) = (read::<N>(file, a, 1, part), read::<N>(file, b, 1, part));
        let result = [
            [1.0; WIDTH],
            N::products(ay, by),
            read::<N>(file, a, 2, part).map(N::Rules::operand),
            read::<N>(file, b, 3, part).map(N::Rules::operand),
        ];
        write(file, writes, &chosen(writes, &result), part, mask);
    }
}

fn litp<N: Number>(file: &mut File, [a, ..]: &[Source; 3], writes: &Writes, mask: Mask<'_>) {
    let raise = |a: f32| N::Rules::max(N::Rules::operand(a), 0.0);
    let clamp = |a: f32| N::Rules::min(N::Rules::max(N::Rules::operand(a), -LITP_LIMIT), LITP_LIMIT);
    for part in 0..PARTS {
        let result = [
            read::<N>(file, a, 0, part).map(raise),
            read::<N>(file, a, 1, part).map(clamp),
            [0.0; WIDTH],
            read::<N>(file, a, 3, part).map(raise),
        ];
        write(file, writes, &chosen(writes, &result), part, mask);
    }
}

/// Components of a result that are written, in order of writing.
fn chosen(writes: &Writes, result: &[Part; 4]) -> [Part; 4] {
    writes.components.map(|component| result[usize::from(component & 3)])
}

/// Flags set by LITP, bit n for lane n.
pub(super) fn litp_flags<N: Number>(file: &File, source: &Source) -> [u32; 2] {
    [0, 3].map(|component| {
        bits(|part| read::<N>(file, source, component, part).map(|a| N::Rules::operand(a) >= 0.0))
    })
}

/// Flags set by CMP, bit n for lane n.
pub(super) fn compare_flags<N: Number>(
    file: &File,
    operators: [Comparison; 2],
    [a, b]: &[Source; 2],
) -> [u32; 2] {
    [0, 1].map(|component| {
        bits(|part| {
            let (a, b) = (read::<N>(file, a, component, part), read::<N>(file, b, component, part));
            std::array::from_fn(|lane| compare(operators[component], a[lane], b[lane]))
        })
    })
}

/// Values that MOVA truncates.
pub(super) fn values<N: Number>(file: &File, source: &Source, component: usize) -> [Part; PARTS] {
    std::array::from_fn(|part| read::<N>(file, source, component, part))
}

fn bits(test: impl Fn(usize) -> [bool; WIDTH]) -> u32 {
    let mut bits = 0;
    for part in 0..PARTS {
        for (lane, set) in test(part).into_iter().enumerate() {
            bits |= u32::from(set) << (part * WIDTH + lane);
        }
    }
    bits
}
