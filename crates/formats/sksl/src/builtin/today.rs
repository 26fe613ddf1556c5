//! Lists the functions of runtime effects whose overloads differ between version 8 and today.
//!
//! All overloads of these names; the other functions are those of the [public module](super::public). Source: Skia's
//! shared module, release 122, and what release 144 accepts.

use super::declare::*;

functions! {
    pub(super) static FUNCTIONS;

    "equal": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(SVEC, SVEC), BVEC(BVEC, BVEC),
        @es3 BVEC(UVEC, UVEC), @es3 BVEC(USVEC, USVEC);
    "greaterThan": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(SVEC, SVEC),
        @es3 BVEC(UVEC, UVEC), @es3 BVEC(USVEC, USVEC);
    "greaterThanEqual": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(SVEC, SVEC),
        @es3 BVEC(UVEC, UVEC), @es3 BVEC(USVEC, USVEC);
    "lessThan": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(SVEC, SVEC),
        @es3 BVEC(USVEC, USVEC), @es3 BVEC(UVEC, UVEC);
    "lessThanEqual": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(SVEC, SVEC),
        @es3 BVEC(UVEC, UVEC), @es3 BVEC(USVEC, USVEC);
    "max": GEN(GEN, GEN), GEN(GEN, FLOAT), HGEN(HGEN, HGEN), HGEN(HGEN, HALF), @es3 IGEN(IGEN, IGEN),
        @es3 IGEN(IGEN, INT), @es3 UGEN(UGEN, UGEN), @es3 UGEN(UGEN, UINT);
    "min": GEN(GEN, GEN), GEN(GEN, FLOAT), HGEN(HGEN, HGEN), HGEN(HGEN, HALF), @es3 IGEN(IGEN, IGEN),
        @es3 IGEN(IGEN, INT), @es3 UGEN(UGEN, UGEN), @es3 UGEN(UGEN, UINT);
    "notEqual": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(SVEC, SVEC), BVEC(BVEC, BVEC),
        @es3 BVEC(UVEC, UVEC), @es3 BVEC(USVEC, USVEC);
}
