//! Nodes of debug information: what each kind is called and what its fields mean.

use super::handle::MetadataId;

/// What a field of a node holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// Metadata, or null.
    Reference,
    /// Metadata; it cannot be null.
    Required,
    /// A number.
    Number,
    /// A number with a sign, stored with the sign in the lowest bit.
    Signed,
    /// 0 or 1.
    Flag,
    /// A tag of DWARF.
    Tag,
    /// Bits that say how an entity is declared.
    Flags,
    /// An encoding of DWARF (`DW_ATE`).
    Encoding,
    /// A language of DWARF (`DW_LANG`).
    Language,
    /// Whether a function is virtual (`DW_VIRTUALITY`).
    Virtuality,
}

impl FieldKind {
    /// The metadata that a field holds; `None` for null and for fields that hold none.
    pub fn reference(self, field: u64) -> Option<MetadataId> {
        let number = match self {
            FieldKind::Reference => field.checked_sub(1)?,
            FieldKind::Required => field,
            _ => return None,
        };
        u32::try_from(number).ok().map(MetadataId::module)
    }

    /// The number that a field holds for metadata of the module.
    pub fn field(self, reference: Option<MetadataId>) -> u64 {
        let number = reference.map_or(0, |id| id.index() as u64 + 1);
        match self {
            FieldKind::Required => number.saturating_sub(1),
            _ => number,
        }
    }

    /// Whether it holds metadata.
    pub fn is_reference(self) -> bool {
        matches!(self, FieldKind::Reference | FieldKind::Required)
    }
}

/// A field of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name, as assembly has it.
    pub name: &'static str,
    /// What it holds.
    pub kind: FieldKind,
}

/// The number that a [`FieldKind::Signed`] field means: the lowest bit says whether the others are inverted.
pub fn signed(field: u64) -> i64 {
    let bits = (field >> 1) as i64;
    if field & 1 == 0 { bits } else { !bits }
}

macro_rules! nodes {
    ($($(#[$meta:meta])* $variant:ident = $code:literal $name:literal least $least:literal [$($field:literal $kind:ident),* $(,)?] rest $rest:expr;)*) => {
        /// What a node of debug information describes. Source: LLVM 3.7 bitcode, metadata records.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum DebugKind { $($(#[$meta])* $variant),* }

        impl DebugKind {
            /// All of them, in the order of their codes.
            pub const ALL: &'static [DebugKind] = &[$(DebugKind::$variant),*];

            /// The code of its record.
            pub fn code(self) -> u64 {
                match self { $(DebugKind::$variant => $code),* }
            }

            /// The kind of a record's code.
            pub fn from_code(code: u64) -> Option<DebugKind> {
                match code { $($code => Some(DebugKind::$variant),)* _ => None }
            }

            /// What assembly calls it.
            pub fn name(self) -> &'static str {
                match self { $(DebugKind::$variant => $name),* }
            }

            /// The fields, behind the first operand of the record, which says whether the node is distinct.
            pub fn fields(self) -> &'static [Field] {
                match self { $(DebugKind::$variant => &[$(Field { name: $field, kind: FieldKind::$kind }),*]),* }
            }

            /// How many of the fields a record has at least; older ones lack the others.
            pub fn least(self) -> usize {
                match self { $(DebugKind::$variant => $least),* }
            }

            /// What the fields behind the named ones hold, for kinds of any length.
            pub fn rest(self) -> Option<FieldKind> {
                match self { $(DebugKind::$variant => $rest),* }
            }
        }
    };
}

impl DebugKind {
    /// What field `index` holds; `None` behind the last one.
    pub fn field(self, index: usize) -> Option<FieldKind> {
        match self.fields().get(index) {
            Some(field) => Some(field.kind),
            None => self.rest(),
        }
    }
}

nodes! {
    /// A place in source code.
    Location = 7 "DILocation" least 4 [
        "line" Number, "column" Number, "scope" Required, "inlinedAt" Reference,
    ] rest None;
    /// A node of any tag.
    Generic = 12 "GenericDINode" least 2 ["tag" Tag, "version" Number] rest Some(FieldKind::Reference);
    /// Bounds of an array.
    Subrange = 13 "DISubrange" least 2 ["count" Number, "lowerBound" Signed] rest None;
    /// A value of an enumeration.
    Enumerator = 14 "DIEnumerator" least 2 ["value" Signed, "name" Reference] rest None;
    /// A type of the language.
    BasicType = 15 "DIBasicType" least 5 [
        "tag" Tag, "name" Reference, "size" Number, "align" Number, "encoding" Encoding,
    ] rest None;
    /// A source file.
    File = 16 "DIFile" least 2 ["filename" Reference, "directory" Reference] rest None;
    /// A type made of another: a member, a pointer, another name.
    DerivedType = 17 "DIDerivedType" least 11 [
        "tag" Tag, "name" Reference, "file" Reference, "line" Number, "scope" Reference, "baseType" Reference,
        "size" Number, "align" Number, "offset" Number, "flags" Flags, "extraData" Reference,
    ] rest None;
    /// A type made of several: a structure, an array, an enumeration.
    CompositeType = 18 "DICompositeType" least 15 [
        "tag" Tag, "name" Reference, "file" Reference, "line" Number, "scope" Reference, "baseType" Reference,
        "size" Number, "align" Number, "offset" Number, "flags" Flags, "elements" Reference,
        "runtimeLang" Language, "vtableHolder" Reference, "templateParams" Reference, "identifier" Reference,
    ] rest None;
    /// The type of a function.
    SubroutineType = 19 "DISubroutineType" least 2 ["flags" Flags, "types" Reference] rest None;
    /// What was compiled at once.
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
    /// A block of source code.
    LexicalBlock = 22 "DILexicalBlock" least 4 [
        "scope" Reference, "file" Reference, "line" Number, "column" Number,
    ] rest None;
    /// A block of source code in another file.
    LexicalBlockFile = 23 "DILexicalBlockFile" least 3 [
        "scope" Reference, "file" Reference, "discriminator" Number,
    ] rest None;
    /// A name space.
    Namespace = 24 "DINamespace" least 4 [
        "scope" Reference, "file" Reference, "name" Reference, "line" Number,
    ] rest None;
    /// A type that a template was given.
    TemplateType = 25 "DITemplateTypeParameter" least 2 ["name" Reference, "type" Reference] rest None;
    /// A value that a template was given.
    TemplateValue = 26 "DITemplateValueParameter" least 4 [
        "tag" Tag, "name" Reference, "type" Reference, "value" Reference,
    ] rest None;
    /// A global variable.
    GlobalVariable = 27 "DIGlobalVariable" least 10 [
        "scope" Reference, "name" Reference, "linkageName" Reference, "file" Reference, "line" Number,
        "type" Reference, "isLocal" Flag, "isDefinition" Flag, "variable" Reference, "declaration" Reference,
    ] rest None;
    /// A variable of a function.
    LocalVariable = 28 "DILocalVariable" least 8 [
        "tag" Tag, "scope" Reference, "name" Reference, "file" Reference, "line" Number, "type" Reference,
        "arg" Number, "flags" Flags, "inlinedAt" Reference,
    ] rest None;
    /// Where a variable lies: operations of DWARF.
    Expression = 29 "DIExpression" least 0 [] rest Some(FieldKind::Number);
    /// A property of Objective-C.
    ObjcProperty = 30 "DIObjCProperty" least 7 [
        "name" Reference, "file" Reference, "line" Number, "getter" Reference, "setter" Reference,
        "attributes" Number, "type" Reference,
    ] rest None;
    /// An entity that another scope sees.
    ImportedEntity = 31 "DIImportedEntity" least 5 [
        "tag" Tag, "scope" Reference, "entity" Reference, "line" Number, "name" Reference,
    ] rest None;
    /// A module of the language.
    Module = 32 "DIModule" least 5 [
        "scope" Reference, "name" Reference, "configMacros" Reference, "includePath" Reference,
        "isysroot" Reference,
    ] rest None;
}
