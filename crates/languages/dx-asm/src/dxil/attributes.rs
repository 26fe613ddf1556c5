//! The attributes of functions, parameters and results.
//!
//! Numbers and names: the LLVM bitcode format and language reference as of LLVM 3.7.

/// An attribute that is known by a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// The number in bitcode.
    pub(crate) number: u64,
    /// Its name.
    pub(crate) name: &'static str,
}

/// The known attributes in the order in which a list names them. Those with a value come behind those without.
const ORDER: [Known; 45] = {
    const fn known(number: u64, name: &'static str) -> Known {
        Known { number, name }
    }
    [
        known(1, "align"),
        known(2, "alwaysinline"),
        known(45, "argmemonly"),
        known(35, "builtin"),
        known(3, "byval"),
        known(36, "cold"),
        known(43, "convergent"),
        known(41, "dereferenceable"),
        known(42, "dereferenceable_or_null"),
        known(38, "inalloca"),
        known(5, "inreg"),
        known(4, "inlinehint"),
        known(40, "jumptable"),
        known(6, "minsize"),
        known(7, "naked"),
        known(8, "nest"),
        known(9, "noalias"),
        known(10, "nobuiltin"),
        known(11, "nocapture"),
        known(12, "noduplicate"),
        known(13, "noimplicitfloat"),
        known(14, "noinline"),
        known(16, "noredzone"),
        known(17, "noreturn"),
        known(18, "nounwind"),
        known(15, "nonlazybind"),
        known(39, "nonnull"),
        known(19, "optsize"),
        known(37, "optnone"),
        known(20, "readnone"),
        known(21, "readonly"),
        known(22, "returned"),
        known(23, "returns_twice"),
        known(24, "signext"),
        known(44, "safestack"),
        known(30, "sanitize_address"),
        known(32, "sanitize_memory"),
        known(31, "sanitize_thread"),
        known(25, "alignstack"),
        known(26, "ssp"),
        known(27, "sspreq"),
        known(28, "sspstrong"),
        known(29, "sret"),
        known(33, "uwtable"),
        known(34, "zeroext"),
    ]
};
