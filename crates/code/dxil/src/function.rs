//! Defines functions and other global values of a module, and their names.

use std::ops::Range;

glassbox_core::named! {
    /// Linkage code of a global value. Source: LLVM 3.7 bitcode.
    pub enum Linkage: u32 {
        /// Visible to other modules.
        EXTERNAL = 0 "external",
        /// Obsolete code for weak.
        WEAK_OLD = 1 "weak (old)",
        /// Concatenated with arrays of the same name.
        APPENDING = 2 "appending",
        /// Visible in this module only.
        INTERNAL = 3 "internal",
        /// Obsolete code for link-once.
        LINKONCE_OLD = 4 "linkonce (old)",
        /// Now external; was imported from a DLL.
        DLL_IMPORT = 5 "external (dllimport)",
        /// Now external; was exported from a DLL.
        DLL_EXPORT = 6 "external (dllexport)",
        /// External; may remain undefined.
        EXTERN_WEAK = 7 "extern_weak",
        /// Tentative definition.
        COMMON = 8 "common",
        /// Like internal, without a symbol-table entry.
        PRIVATE = 9 "private",
        /// Obsolete code for weak, one-definition rule.
        WEAK_ODR_OLD = 10 "weak_odr (old)",
        /// Obsolete code for link-once, one-definition rule.
        LINKONCE_ODR_OLD = 11 "linkonce_odr (old)",
        /// Copy of an external definition.
        AVAILABLE_EXTERNALLY = 12 "available_externally",
        /// Now private; was linker-private.
        LINKER_PRIVATE = 13 "private (linker)",
        /// Now private; was linker-private weak.
        LINKER_PRIVATE_WEAK = 14 "private (linker, weak)",
        /// Now external; was link-once with automatic hiding.
        LINKONCE_ODR_AUTO_HIDE = 15 "external (auto hide)",
        /// May be overridden.
        WEAK = 16 "weak",
        /// May be overridden by an equivalent definition.
        WEAK_ODR = 17 "weak_odr",
        /// Dropped if unused; may be overridden.
        LINKONCE = 18 "linkonce",
        /// Dropped if unused; may be overridden by an equivalent definition.
        LINKONCE_ODR = 19 "linkonce_odr",
    }
}

impl Linkage {
    /// True for codes that readers map to external linkage.
    pub fn is_external(self) -> bool {
        matches!(
            self,
            Linkage::EXTERNAL | Linkage::DLL_IMPORT | Linkage::DLL_EXPORT | Linkage::LINKONCE_ODR_AUTO_HIDE
        )
    }
}

/// Kind of global value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    /// A variable.
    Variable,
    /// A function.
    Function,
    /// An alias of a value.
    Alias,
}

/// A global variable or an alias.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// Kind of global.
    pub kind: GlobalKind,
    /// Exact name; empty if unnamed.
    pub name: Vec<u8>,
    /// Index in the type table.
    pub type_id: u64,
    /// Decoded linkage code.
    pub linkage: Linkage,
    /// Value number in the module.
    pub value: u32,
    /// Bits of its record.
    pub bits: Range<u64>,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Exact name in bytes, not text. Mangled names begin with byte 0x01.
    pub name: Vec<u8>,
    /// Index of its type in the type table.
    pub type_id: u64,
    /// Calling convention: 0 C, 8 fast.
    pub calling_convention: u64,
    /// True if declared but not defined.
    pub is_declaration: bool,
    /// Decoded linkage code.
    pub linkage: Linkage,
    /// Attribute list, counted from 1; 0 for none.
    pub attributes: u64,
    /// Value number in the module.
    pub value: u32,
    /// Bits of its record.
    pub bits: Range<u64>,
    /// Bits of its body, if defined.
    pub body: Option<Range<u64>>,
}

impl Function {
    /// True if defined and visible to other modules, so listed in a symbol table: external linkage and not
    /// intrinsic (`llvm.`, `dx.`).
    pub fn is_exported(&self) -> bool {
        !self.is_declaration && self.linkage.is_external() && !is_intrinsic(&self.name)
    }

    /// True if another module must define it: declared, external linkage, not intrinsic.
    pub fn is_imported(&self) -> bool {
        self.is_declaration && self.linkage.is_external() && !is_intrinsic(&self.name)
    }
}

/// True for intrinsic names: prefix `llvm.` or `dx.`.
pub fn is_intrinsic(name: &[u8]) -> bool {
    name.starts_with(b"llvm.") || name.starts_with(b"dx.")
}

/// A name without its leading byte 0x01, which marks it as literal.
pub fn without_marker(name: &[u8]) -> &[u8] {
    name.strip_prefix(&[1]).unwrap_or(name)
}

/// The source-level name: in mangled names the part between `?` and the first `@`, dropping namespaces and
/// parameters; other names unchanged.
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
