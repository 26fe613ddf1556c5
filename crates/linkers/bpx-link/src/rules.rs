//! What can be wrong between shader packages.

glassbox_core::rules! {
    UNRESOLVED = "BPXS-LNK-01" Error "an external symbol is not in the assembly" {
        cause: "The assembly is another one, or is older than the package that needs the symbol.",
        effect: "Nothing sets the symbol when the package is used, so it cannot be linked.",
        cure: "Make the assembly again with this package among its inputs, or link against the right one.",
    }
    SIGNATURE = "BPXS-LNK-02" Error "the assembly defines a symbol differently" {
        cause: "Type, register or extended data of a symbol differ between a package and the assembly that provides it.",
        effect: "The package would read the data of the assembly from wrong places; it cannot be linked.",
        cure: "Build both from the same definition; the notes name every field in which they differ.",
    }
    LINKED = "BPXS-LNK-03" Error "the program is linked to another assembly" {
        cause: "The field Assembly holds the hash of another assembly's name.",
        effect: "The vendor's linker passes over such a program without a word, and a game goes on using the old assembly.",
        cure: "Link the program that the compiler wrote, or say `--relink` to replace the link.",
    }
    HASH = "BPXS-LNK-04" Warning "the hash is not that of the assembly" {
        cause: "The assembly has another name, or its field Assembly is 0 as in the oldest text.",
        effect: "A runtime that looks assemblies up by the hash of their name does not find it; with 0 a program would count as not linked.",
        cure: "Give the name that the assembly was made with, or make the assembly again under the right name.",
    }
    CONFLICT = "BPXS-LNK-05" Error "two packages define a symbol differently" {
        cause: "Type, register, extended data or origin of one name differ between packages that are to be joined.",
        effect: "They cannot share one definition, so nothing is written.",
        cure: "Build both from the same definition, or give one of the symbols another name; the notes name every field in which they differ.",
    }
    INHERITED = "BPXS-LNK-06" Info "an external symbol comes from a parent of the assembly" {
        cause: "The assembly was made of other packages, and only its parent has the symbol.",
        effect: "The symbol is found along the chain of parents; the vendor's linker looks at the assembly alone and refuses.",
        cure: "Make the assembly again with this package among its inputs if the vendor's linker has to take it.",
    }
    UNFIT = "BPXS-LNK-07" Error "an input cannot be linked" {
        cause: "The file is no shader package or not of the kind that is needed here, or a checksum, name, object or reference in it is damaged.",
        effect: "What is missing could be symbols that others need, and new checksums would hide the damage, so nothing is written.",
        cure: "Run `validate` on the input and fix what it finds, or build it again.",
    }
    PARENT = "BPXS-LNK-08" Error "the parent of an assembly is missing" {
        cause: "The assembly names a parent by its hash, and no assembly of that hash was given.",
        effect: "A runtime cannot load the chain, and whether the definitions agree with the parent's cannot be told.",
        cure: "Give the parent as well: another `--assembly` or `--parent`, its folder with `-L`, or its file in the set.",
    }
    CIRCLE = "BPXS-LNK-09" Error "an assembly is its own ancestor" {
        cause: "Parents lead in a circle; an assembly was made again with one of its descendants as parent.",
        effect: "A runtime that loads parents first does not come to an end.",
        cure: "Make one of the assemblies again with another parent, or without one.",
    }
    SAME_HASH = "BPXS-LNK-10" Error "two assemblies have one hash" {
        cause: "Both were made under the same name, or their names collide: the hash is 64-bit DJB2, in which collisions are easy.",
        effect: "Programs and children name an assembly by its hash and would get either.",
        cure: "Give one of the assemblies another name and link again what uses it, or leave one of them out.",
    }
    STAGE = "BPXS-LNK-11" Error "two packages bring a shader of one stage" {
        cause: "The packages are variants of one program rather than parts of it, or one was given twice in different versions.",
        effect: "A program has one shader for each stage, so it cannot be merged.",
        cure: "Leave one of the packages out, or take the stage out of it with `part remove`.",
    }
    APART = "BPXS-LNK-12" Error "packages do not go together" {
        cause: "They are of different targets or kinds, or are linked to different assemblies.",
        effect: "The merged package could state only one of the two, so nothing is written.",
        cure: "Build all for one target, and merge before linking.",
    }
    SHARED_PLACE = "BPXS-LNK-13" Warning "symbols of two packages share a register" {
        cause: "Registers were given out for each package without knowledge of the other; for root constants it is bytes of their block.",
        effect: "Where bindings belong to the whole program, setting one of the symbols sets the other. Direct3D and Metal give each stage its own.",
        cure: "Build the stages together, or state registers in the sources.",
    }
    SINGLE = "BPXS-LNK-14" Error "two packages bring a symbol that a program has once" {
        cause: "Each package has a pipeline or a vertex format of its own, under another name.",
        effect: "A program has at most one of each, so it cannot be merged.",
        cure: "Keep the pipeline and the vertex format in one of the packages, or give both the same name and content.",
    }
    SET_ASSEMBLY = "BPXS-SET-01" Error "the assembly of a program is not in the set" {
        cause: "The assembly was not shipped, or was made again under another name after the program was linked.",
        effect: "The game cannot load the program.",
        cure: "Add the assembly to the set, or link the program again with `link --relink`.",
    }
    SET_UNLINKED = "BPXS-SET-02" Error "a program with external symbols is not linked" {
        cause: "The compiler wrote the program and no linker has seen it.",
        effect: "Nothing says which assembly provides the external symbols.",
        cure: "Link it: `glassbox link PROGRAM --assembly MAIN --in-place`.",
    }
    SET_COMMON = "BPXS-SET-03" Error "the programs of a set have no assembly in common" {
        cause: "Programs were linked to assemblies that do not descend from one main assembly.",
        effect: "The document asks for one main assembly that is common to all shaders of a game; symbols of the engine would exist twice.",
        cure: "Make the assemblies again with the main one as `--parent`, or link all programs to one.",
    }
    SET_VARIANTS = "BPXS-SET-04" Warning "packages of one program disagree" {
        cause: "Packages whose file names differ in the target alone were built from different versions of the sources.",
        effect: "The game has to set other symbols on one platform than on another.",
        cure: "Build all targets of the program from the same sources, or give the files different names.",
    }
}
