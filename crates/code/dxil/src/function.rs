//! Functions and other global values of a module, and their names.

use std::ops::Range;

glassbox_core::named! {
    /// Linkage of a global value, as records state it. Source: LLVM 3.7 bitcode.
    pub enum Linkage: u32 {
        /// Seen by other modules.
        EXTERNAL = 0 "external",
        /// Old code of weak.
        WEAK_OLD = 1 "weak (old)",
        /// Joined with arrays of the same name.
        APPENDING = 2 "appending",
        /// Seen in this module only.
        INTERNAL = 3 "internal",
        /// Old code of link-once.
        LINKONCE_OLD = 4 "linkonce (old)",
        /// External; was: imported from a DLL.
        DLL_IMPORT = 5 "external (dllimport)",
        /// External; was: exported from a DLL.
        DLL_EXPORT = 6 "external (dllexport)",
        /// External, may stay undefined.
        EXTERN_WEAK = 7 "extern_weak",
        /// Tentative definition.
        COMMON = 8 "common",
        /// Like internal, without a symbol.
        PRIVATE = 9 "private",
        /// Old code of weak, one definition.
        WEAK_ODR_OLD = 10 "weak_odr (old)",
        /// Old code of link-once, one definition.
        LINKONCE_ODR_OLD = 11 "linkonce_odr (old)",
        /// A copy of what another module defines.
        AVAILABLE_EXTERNALLY = 12 "available_externally",
        /// Private; was: linker private.
        LINKER_PRIVATE = 13 "private (linker)",
        /// Private; was: linker private, weak.
        LINKER_PRIVATE_WEAK = 14 "private (linker, weak)",
        /// External; was: link-once with automatic hiding.
        LINKONCE_ODR_AUTO_HIDE = 15 "external (auto hide)",
        /// May be replaced.
        WEAK = 16 "weak",
        /// May be replaced by an equal definition.
        WEAK_ODR = 17 "weak_odr",
        /// Dropped when not used, may be replaced.
        LINKONCE = 18 "linkonce",
        /// Dropped when not used, may be replaced by an equal definition.
        LINKONCE_ODR = 19 "linkonce_odr",
    }
}

impl Linkage {
    /// Whether readers take it for external linkage.
    pub fn is_external(self) -> bool {
        matches!(
            self,
            Linkage::EXTERNAL | Linkage::DLL_IMPORT | Linkage::DLL_EXPORT | Linkage::LINKONCE_ODR_AUTO_HIDE
        )
    }
}

/// What a global value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    /// A variable.
    Variable,
    /// A function.
    Function,
    /// Another name for a value.
    Alias,
}

/// A global variable or an alias.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// What it is.
    pub kind: GlobalKind,
    /// Name, exactly; empty when it has none.
    pub name: Vec<u8>,
    /// Number of the type in the type table.
    pub type_id: u64,
    /// Linkage.
    pub linkage: Linkage,
    /// Number among the module's values.
    pub value: u32,
    /// The bits of its record.
    pub bits: Range<u64>,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Name, exactly as the module has it: bytes, not text. Mangled names begin with byte 0x01.
    pub name: Vec<u8>,
    /// Number of its type in the type table.
    pub type_id: u64,
    /// Calling convention: 0 for C, 8 for fast.
    pub calling_convention: u64,
    /// Whether the module only declares it.
    pub is_declaration: bool,
    /// Linkage.
    pub linkage: Linkage,
    /// List of attributes, counted from 1; 0 for none.
    pub attributes: u64,
    /// Number among the module's values.
    pub value: u32,
    /// The bits of its record.
    pub bits: Range<u64>,
    /// The bits of its body, for definitions.
    pub body: Option<Range<u64>>,
}

impl Function {
    /// Whether the module defines it and others can see it, as a symbol table lists it: external linkage, and no name of the
    /// compiler's own (`llvm.`, `dx.`).
    pub fn is_exported(&self) -> bool {
        !self.is_declaration && self.linkage.is_external() && !is_intrinsic(&self.name)
    }

    /// Whether another module has to define it: declared, external linkage, no name of the compiler's own.
    pub fn is_imported(&self) -> bool {
        self.is_declaration && self.linkage.is_external() && !is_intrinsic(&self.name)
    }
}

/// Whether a name is one of the compiler's own: `llvm.` or `dx.` in front.
pub fn is_intrinsic(name: &[u8]) -> bool {
    name.starts_with(b"llvm.") || name.starts_with(b"dx.")
}

/// A name without the byte 0x01 in front that says that it is to be taken literally.
pub fn without_marker(name: &[u8]) -> &[u8] {
    name.strip_prefix(&[1]).unwrap_or(name)
}

/// The name that a source gave: for mangled names what stands between `?` and the first `@`, which loses name spaces and
/// parameters; other names as they are.
///
/// ```
/// assert_eq!(glassbox_dxil::unmangled(b"\x01?Shade@@YAMM@Z"), b"Shade");
/// assert_eq!(glassbox_dxil::unmangled(b"PSMain"), b"PSMain");
/// ```
pub fn unmangled(name: &[u8]) -> &[u8] {
    let Some(mangled) = without_marker(name).strip_prefix(b"?") else {
        return name;
    };
    mangled.split(|&byte| byte == b'@').next().unwrap_or(mangled)
}
