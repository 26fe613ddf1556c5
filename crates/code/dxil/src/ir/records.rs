//! Lists the records of function blocks. Reading, writing and record names are generated from this table.
//!
//! A row states the constant in [`code`], the record code and its name; for an instruction also the
//! [`Op`](super::Op), the operands in record order and the type of the result. An operand is `place: kind`:
//! `place` is the index of a value or block operand, a field of the operation, or `_` if the kind implies it;
//! `kind` is a method of the reader in `read/instruction.rs` and of the writer in `encode/instruction.rs`. The
//! result is a method of the reader. Of several rows with one operation the writer uses the first that applies.
//!
//! Source: LLVM 3.7 bitcode.

macro_rules! function_records {
    ($generate:ident) => {
        $generate! {
            // Written and read.
            {
                BINARY = 2 "inst_binop"
                    Binary { op, flags } [0: typed, 1: value, op: operator, flags: optional_flags] => operand(0);
                CAST = 3 "inst_cast"
                    Cast(op) [0: typed, _: result, op: conversion] => stated;
                EXTRACT_ELEMENT = 6 "inst_extractelt"
                    ExtractElement [0: typed, 1: typed] => element;
                INSERT_ELEMENT = 7 "inst_insertelt"
                    InsertElement [0: typed, 1: value, 2: typed] => operand(0);
                SHUFFLE = 8 "inst_shufflevec"
                    ShuffleVector [0: typed, 1: value, 2: typed] => shuffle;
                RETURN = 10 "inst_ret"
                    Return [_: optional_typed] => nothing;
                BRANCH = 11 "inst_br"
                    Branch [0: label, _: condition] => nothing;
                SWITCH = 12 "inst_switch"
                    Switch [0: type_of, 0: value, 0: label, _: cases] => nothing;
                INVOKE = 13 "inst_invoke_old"
                    Invoke(call) [call: invoke] => stated;
                UNREACHABLE = 15 "inst_unreachable"
                    Unreachable [] => nothing;
                PHI = 16 "inst_phi"
                    Phi [_: result, _: incoming] => stated;
                ALLOCA = 19 "inst_alloca"
                    Alloca { allocated, alignment, in_alloca } [(allocated, alignment, in_alloca): allocation] => stated;
                VA_ARG = 23 "inst_vaarg"
                    VaArg [0: type_of, 0: value, _: result] => stated;
                EXTRACT_VALUE = 26 "inst_extractval"
                    ExtractValue { indices } [0: typed, indices: path] => stated;
                INSERT_VALUE = 27 "inst_insertval"
                    InsertValue { indices } [0: typed, 1: typed, indices: path] => operand(0);
                COMPARE = 28 "inst_cmp2"
                    Compare { predicate, flags } [0: typed, 1: value, predicate: predicate, flags: optional_flags] => comparison;
                SELECT = 29 "inst_vselect"
                    Select [1: typed, 2: value, 0: typed_first] => operand(1);
                INDIRECT_BRANCH = 31 "inst_indirectbr"
                    IndirectBranch [0: type_of, 0: value, _: all_labels] => nothing;
                CALL = 34 "inst_call"
                    Call(call) [call: call] => stated;
                FENCE = 36 "inst_fence"
                    Fence { ordering, scope } [ordering: ordering, scope: scope] => nothing;
                ATOMIC_RMW = 38 "inst_atomicrmw"
                    AtomicRmw { op, volatile, ordering, scope }
                    [0: typed, 1: pointed, op: atomic_operation, volatile: flag, ordering: ordering, scope: scope] => operand(1);
                RESUME = 39 "inst_resume"
                    Resume [0: typed] => nothing;
                LOAD_ATOMIC = 41 "inst_loadatomic"
                    Load(access) [0: typed, _: loaded, access: atomic_access] => stated if access.is_atomic();
                LOAD = 20 "inst_load"
                    Load(access) [0: typed, _: loaded, access: access] => stated;
                GEP = 43 "inst_gep"
                    GetElementPtr { inbounds, source } [inbounds: flag, source: type_id, _: all_typed] => address(source);
                STORE_ATOMIC = 45 "inst_storeatomic"
                    Store(access) [0: typed, 1: typed, access: atomic_access] => nothing if access.is_atomic();
                STORE = 44 "inst_store"
                    Store(access) [0: typed, 1: typed, access: access] => nothing;
                COMPARE_EXCHANGE = 46 "inst_cmpxchg"
                    CompareExchange { volatile, weak, success, failure, scope }
                    [0: typed, 1: typed, 2: value, volatile: flag, success: ordering, scope: scope, failure: ordering, weak: flag]
                    => exchange;
                LANDING_PAD = 47 "inst_landingpad"
                    LandingPad { cleanup, clauses } [_: result, cleanup: flag, clauses: clauses] => stated;
            }
            // Older forms, only read.
            {
                GEP_OLD = 4 "inst_gep_old"
                    GetElementPtr { inbounds, source } [_: all_typed, inbounds: no, source: pointee] => address(source);
                SELECT_OLD = 5 "inst_select"
                    Select [1: typed, 2: value, 0: value_first] => operand(1);
                COMPARE_OLD = 9 "inst_cmp"
                    Compare { predicate, flags } [0: typed, 1: value, predicate: predicate, flags: optional_flags] => comparison;
                STORE_OLD = 24 "inst_store_old"
                    Store(access) [0: typed, 1: pointed, access: access] => nothing;
                INBOUNDS_GEP_OLD = 30 "inst_inbounds_gep_old"
                    GetElementPtr { inbounds, source } [_: all_typed, inbounds: yes, source: pointee] => address(source);
                COMPARE_EXCHANGE_OLD = 37 "inst_cmpxchg_old"
                    CompareExchange { volatile, weak, success, failure, scope }
                    [0: typed, 1: pointed, 2: value, volatile: flag, success: ordering, scope: scope, failure: ordering, weak: flag]
                    => exchange;
                STORE_ATOMIC_OLD = 42 "inst_storeatomic_old"
                    Store(access) [0: typed, 1: pointed, access: atomic_access] => nothing;
            }
            // Not instructions, or not supported.
            [
                BLOCKS = 1 "declareblocks";
                LOCATION_AGAIN = 33 "debug_loc_again";
                LOCATION = 35 "debug_loc";
                LANDING_PAD_OLD = 40 "inst_landingpad_old";
            ]
        }
    };
}
pub(crate) use function_records;

macro_rules! declare_codes {
    (
        $({ $($constant:ident = $number:literal $name:literal
            $variant:ident $({ $($field:ident),* })? $(($inner:ident))?
            [$($place:tt: $kind:ident),*] => $result:ident $(($argument:tt))? $(if $guard:expr)?;)* })*
        [ $($other:ident = $other_number:literal $other_name:literal;)* ]
    ) => {
        /// Record codes in a function block.
        #[allow(dead_code)]
        pub(crate) mod code {
            $($(pub(crate) const $constant: u64 = $number;)*)*
            $(pub(crate) const $other: u64 = $other_number;)*
        }

        /// Name of a record code in a function block.
        pub(crate) fn name(code: u64) -> Option<&'static str> {
            Some(match code {
                $($($number => $name,)*)*
                $($other_number => $other_name,)*
                _ => return None,
            })
        }
    };
}

function_records!(declare_codes);

/// Bits of the second operand of a call.
pub(crate) mod call {
    pub(crate) const TAIL: u64 = 1;
    pub(crate) const CONVENTION_SHIFT: u32 = 1;
    pub(crate) const CONVENTION: u64 = 0x1fff;
    pub(crate) const MUST_TAIL: u64 = 1 << 14;
    pub(crate) const EXPLICIT_TYPE: u64 = 1 << 15;
    pub(crate) const NO_TAIL: u64 = 1 << 16;
    pub(crate) const FLAGS: u64 = 1 << 17;
    /// Explicit-type bit of an invoke.
    pub(crate) const INVOKE_EXPLICIT_TYPE: u64 = 1 << 13;
}

/// Bits of the last operand of an allocation.
pub(crate) mod alloca {
    pub(crate) const ALIGNMENT: u64 = 31;
    pub(crate) const IN_ALLOCA: u64 = 1 << 5;
    pub(crate) const EXPLICIT_TYPE: u64 = 1 << 6;
}
