//! Table of four-character part codes: node name, description, and the containers that allow them.
//!
//! Sources: the part lists of the DirectX shader compiler's container header and of the legacy HLSL compiler's output.

use glassbox_core::value::Tag;

/// Containers in which the DirectX shader compiler's validator accepts a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowed {
    /// Containers of a shader with one entry point.
    pub shader: bool,
    /// Library containers.
    pub library: bool,
}

/// A known four-character code.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// Code as stored.
    pub tag: [u8; 4],
    /// Name of the part's group node: the code in lower case.
    pub name: &'static str,
    /// Description of the content.
    pub what: &'static str,
    /// Containers in which the DirectX shader compiler's validator accepts the part.
    pub allowed: Allowed,
}

const NOWHERE: Allowed = Allowed { shader: false, library: false };
const SHADER: Allowed = Allowed { shader: true, library: false };
const LIBRARY: Allowed = Allowed { shader: false, library: true };
const BOTH: Allowed = Allowed { shader: true, library: true };

macro_rules! codes {
    ($($tag:literal $name:literal $what:literal $allowed:ident,)*) => {
        /// All known codes.
        pub static CODES: &[Code] = &[$(Code { tag: *$tag, name: $name, what: $what, allowed: $allowed }),*];
    };
}

codes! {
    b"DXIL" "dxil" "DXIL program" BOTH,
    b"ILDB" "ildb" "DXIL program with debug information" BOTH,
    b"ILDN" "ildn" "name of the debug file" BOTH,
    b"HASH" "hash" "shader hash" BOTH,
    b"SFI0" "sfi0" "feature flags" BOTH,
    b"ISG1" "isg1" "input signature" SHADER,
    b"OSG1" "osg1" "output signature" SHADER,
    b"PSG1" "psg1" "patch-constant or primitive signature" SHADER,
    b"PSV0" "psv0" "pipeline state validation" SHADER,
    b"RTS0" "rts0" "root signature" SHADER,
    b"RDAT" "rdat" "runtime data" LIBRARY,
    b"STAT" "stat" "statistics" BOTH,
    b"VERS" "vers" "compiler version" LIBRARY,
    b"PRIV" "priv" "private data" BOTH,
    b"SRCI" "srci" "source information" NOWHERE,
    b"PDBI" "pdbi" "debug information tables" NOWHERE,
    b"RDEF" "rdef" "resource definitions" BOTH,
    b"ISGN" "isgn" "input signature" NOWHERE,
    b"OSGN" "osgn" "output signature" NOWHERE,
    b"PCSG" "pcsg" "patch-constant signature" NOWHERE,
    b"OSG5" "osg5" "output signature with streams" NOWHERE,
    b"SHDR" "shdr" "token stream" NOWHERE,
    b"SHEX" "shex" "token stream" NOWHERE,
    b"IFCE" "ifce" "class linkage" NOWHERE,
    b"Aon9" "aon9" "shader model 2 code" NOWHERE,
    b"SDBG" "sdbg" "debug information" NOWHERE,
    b"SPDB" "spdb" "debug information in a PDB" NOWHERE,
    b"LIBF" "libf" "library function" NOWHERE,
    b"LIBH" "libh" "library header" NOWHERE,
    b"LFS0" "lfs0" "parameters of a library function" NOWHERE,
    b"XNAS" "xnas" "console data" NOWHERE,
    b"XNAP" "xnap" "console data" NOWHERE,
    b"XHSH" "xhsh" "console hash" NOWHERE,
    b"FX10" "fx10" "effect" NOWHERE,
    b"CTAB" "ctab" "constant table of shader model 2" NOWHERE,
    b"CLI4" "cli4" "literals of an effect expression" NOWHERE,
    b"FXLC" "fxlc" "code of an effect expression" NOWHERE,
    b"SYM0" "sym0" "symbol table (proposal)" NOWHERE,
    b"STR0" "str0" "string table (proposal)" NOWHERE,
}

/// Looks up a code; `None` if it is unknown.
pub fn lookup(tag: Tag<4>) -> Option<&'static Code> {
    CODES.iter().find(|code| code.tag == tag.0)
}
