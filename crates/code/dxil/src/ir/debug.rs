//! Describes debug-info nodes: names and fields of each kind.

use super::handle::MetadataId;

/// Type of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// Metadata or null.
    Reference,
    /// Metadata, not null.
    Required,
    /// A number.
    Number,
    /// A signed number with its sign in the lowest bit.
    Signed,
    /// 0 or 1.
    Flag,
    /// A DWARF tag.
    Tag,
    /// Declaration flags (`DIFlags`).
    Flags,
    /// A DWARF encoding (`DW_ATE`).
    Encoding,
    /// A DWARF language (`DW_LANG`).
    Language,
    /// DWARF virtuality (`DW_VIRTUALITY`).
    Virtuality,
}

impl FieldKind {
    /// Metadata in a field; `None` for null and for other field types.
    pub fn reference(self, field: u64) -> Option<MetadataId> {
        let number = match self {
            FieldKind::Reference => field.checked_sub(1)?,
            FieldKind::Required => field,
            _ => return None,
        };
        u32::try_from(number).ok().map(MetadataId::module)
    }

    /// Field value that refers to module metadata.
    pub fn field(self, reference: Option<MetadataId>) -> u64 {
        let number = reference.map_or(0, |id| id.index() as u64 + 1);
        match self {
            FieldKind::Required => number.saturating_sub(1),
            _ => number,
        }
    }

    /// True if the field refers to metadata.
    pub fn is_reference(self) -> bool {
        matches!(self, FieldKind::Reference | FieldKind::Required)
    }
}

/// A field of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Name in assembly.
    pub name: &'static str,
    /// Type of the field.
    pub kind: FieldKind,
}

/// Decodes a [`FieldKind::Signed`] field: the lowest bit inverts the others.
pub fn signed(field: u64) -> i64 {
    let bits = (field >> 1) as i64;
    if field & 1 == 0 { bits } else { !bits }
}

macro_rules! nodes {
    ($($(#[$meta:meta])* $variant:ident = $code:literal $name:literal least $least:literal [$($field:literal $kind:ident),* $(,)?] rest $rest:expr;)*) => {
        /// Kind of debug-info node. Source: LLVM 3.7 bitcode, metadata records.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum DebugKind { $($(#[$meta])* $variant),* }

        impl DebugKind {
            /// All kinds, in code order.
            pub const ALL: &'static [DebugKind] = &[$(DebugKind::$variant),*];

            /// Code of its record.
            pub fn code(self) -> u64 {
                match self { $(DebugKind::$variant => $code),* }
            }

            /// Kind with this record code.
            pub fn from_code(code: u64) -> Option<DebugKind> {
                match code { $($code => Some(DebugKind::$variant),)* _ => None }
            }

            /// Name in assembly.
            pub fn name(self) -> &'static str {
                match self { $(DebugKind::$variant => $name),* }
            }

            /// Fields, after the record's first operand, which is the distinct flag.
            pub fn fields(self) -> &'static [Field] {
                match self { $(DebugKind::$variant => &[$(Field { name: $field, kind: FieldKind::$kind }),*]),* }
            }

            /// Minimum number of fields; older records lack the rest.
            pub fn least(self) -> usize {
                match self { $(DebugKind::$variant => $least),* }
            }

            /// Type of fields after the named ones, for kinds of variable length.
            pub fn rest(self) -> Option<FieldKind> {
                match self { $(DebugKind::$variant => $rest),* }
            }
        }
    };
}

impl DebugKind {
    /// Type of field `index`; `None` past the end.
    pub fn field(self, index: usize) -> Option<FieldKind> {
        match self.fields().get(index) {
            Some(field) => Some(field.kind),
            None => self.rest(),
        }
    }

    /// Indices of the fields that refer to metadata, in the order in which LLVM 3.7 keeps them in memory; empty if
    /// that is the order of the record. Nodes are numbered in this order.
    pub(super) fn reference_order(self) -> &'static [usize] {
        match self {
            DebugKind::DerivedType => &[2, 4, 1, 5, 10],
            DebugKind::CompositeType => &[2, 4, 1, 5, 10, 12, 13, 14],
            DebugKind::CompileUnit => &[1, 2, 4, 6, 8, 9, 10, 11, 12],
            DebugKind::Subprogram => &[3, 0, 1, 2, 5, 9, 14, 15, 16, 17],
            DebugKind::LexicalBlock | DebugKind::LexicalBlockFile | DebugKind::Namespace => &[1, 0, 2],
            DebugKind::GlobalVariable => &[0, 1, 3, 5, 2, 8, 9],
            DebugKind::LocalVariable => &[1, 2, 3, 5],
            DebugKind::ImportedEntity => &[1, 2, 4],
            _ => &[],
        }
    }
}

nodes! {
    /// A source location.
    Location = 7 "DILocation" least 4 [
        "line" Number, "column" Number, "scope" Required, "inlinedAt" Reference,
    ] rest None;
    /// A node with any tag.
    Generic = 12 "GenericDINode" least 2 ["tag" Tag, "version" Number] rest Some(FieldKind::Reference);
    /// Bounds of an array.
    Subrange = 13 "DISubrange" least 2 ["count" Number, "lowerBound" Signed] rest None;
    /// An enumerator.
    Enumerator = 14 "DIEnumerator" least 2 ["value" Signed, "name" Reference] rest None;
    /// A basic type.
    BasicType = 15 "DIBasicType" least 5 [
        "tag" Tag, "name" Reference, "size" Number, "align" Number, "encoding" Encoding,
    ] rest None;
    /// A source file.
    File = 16 "DIFile" least 2 ["filename" Reference, "directory" Reference] rest None;
    /// A type derived from another: a member, a pointer, a typedef.
    DerivedType = 17 "DIDerivedType" least 11 [
        "tag" Tag, "name" Reference, "file" Reference, "line" Number, "scope" Reference, "baseType" Reference,
        "size" Number, "align" Number, "offset" Number, "flags" Flags, "extraData" Reference,
    ] rest None;
    /// A composite type: a structure, an array, an enumeration.
    CompositeType = 18 "DICompositeType" least 15 [
        "tag" Tag, "name" Reference, "file" Reference, "line" Number, "scope" Reference, "baseType" Reference,
        "size" Number, "align" Number, "offset" Number, "flags" Flags, "elements" Reference,
        "runtimeLang" Language, "vtableHolder" Reference, "templateParams" Reference, "identifier" Reference,
    ] rest None;
    /// The type of a function.
    SubroutineType = 19 "DISubroutineType" least 2 ["flags" Flags, "types" Reference] rest None;
    /// A compilation unit.
    CompileUnit = 20 "DICompileUnit" least 13 [
        "language" Language, "file" Reference, "producer" Reference, "isOptimized" Flag, "flags" Reference,
        "runtimeVersion" Number, "splitDebugFilename" Reference, "emissionKind" Number, "enums" Reference,
        "retainedTypes" Reference, "subprograms" Reference, "globals" Reference, "imports" Reference,
        "dwoId" Number,
    ] rest None;
    /// A function.
    Subprogram = 21 "DISubprogram" least 18 [
        "scope" Reference, "name" Reference, "linkageName" Reference, "file" Reference, "line" Number,
        "type" Reference, "isLocal" Flag, "isDefinition" Flag, "scopeLine" Number, "containingType" Reference,
        "virtuality" Virtuality, "virtualIndex" Number, "flags" Flags, "isOptimized" Flag, "function" Reference,
        "templateParams" Reference, "declaration" Reference, "variables" Reference,
    ] rest None;
    /// A lexical block.
    LexicalBlock = 22 "DILexicalBlock" least 4 [
        "scope" Reference, "file" Reference, "line" Number, "column" Number,
    ] rest None;
    /// A lexical block in another file.
    LexicalBlockFile = 23 "DILexicalBlockFile" least 3 [
        "scope" Reference, "file" Reference, "discriminator" Number,
    ] rest None;
    /// A namespace.
    Namespace = 24 "DINamespace" least 4 [
        "scope" Reference, "file" Reference, "name" Reference, "line" Number,
    ] rest None;
    /// A template type argument.
    TemplateType = 25 "DITemplateTypeParameter" least 2 ["name" Reference, "type" Reference] rest None;
    /// A template value argument.
    TemplateValue = 26 "DITemplateValueParameter" least 4 [
        "tag" Tag, "name" Reference, "type" Reference, "value" Reference,
    ] rest None;
    /// A global variable.
    GlobalVariable = 27 "DIGlobalVariable" least 10 [
        "scope" Reference, "name" Reference, "linkageName" Reference, "file" Reference, "line" Number,
        "type" Reference, "isLocal" Flag, "isDefinition" Flag, "variable" Reference, "declaration" Reference,
    ] rest None;
    /// A local variable.
    LocalVariable = 28 "DILocalVariable" least 8 [
        "tag" Tag, "scope" Reference, "name" Reference, "file" Reference, "line" Number, "type" Reference,
        "arg" Number, "flags" Flags, "inlinedAt" Reference,
    ] rest None;
    /// Location of a variable as DWARF operations.
    Expression = 29 "DIExpression" least 0 [] rest Some(FieldKind::Number);
    /// An Objective-C property.
    ObjcProperty = 30 "DIObjCProperty" least 7 [
        "name" Reference, "file" Reference, "line" Number, "getter" Reference, "setter" Reference,
        "attributes" Number, "type" Reference,
    ] rest None;
    /// An imported entity.
    ImportedEntity = 31 "DIImportedEntity" least 5 [
        "tag" Tag, "scope" Reference, "entity" Reference, "line" Number, "name" Reference,
    ] rest None;
    /// A language module.
    Module = 32 "DIModule" least 5 [
        "scope" Reference, "name" Reference, "configMacros" Reference, "includePath" Reference,
        "isysroot" Reference,
    ] rest None;
}
