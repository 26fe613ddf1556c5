//! Rules for links between shader packages.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "BPX specification, revision 2, 2021-10-09 to 2022-03-30",
    examples: &EXAMPLES,

    UNRESOLVED = "BPXS-LNK-01" Error "an external symbol is not in the assembly" {
        cause: "The assembly is another one, or is older than the package that needs the symbol.",
        effect: "Nothing would set the symbol, and the shader would read undefined values.",
        cure: "Rebuild the assembly with this package among its inputs, or link against the right one.",
    }
    SIGNATURE = "BPXS-LNK-02" Error "the assembly defines a symbol differently" {
        cause: "Type, register or extended data of a symbol differ between a package and the assembly that provides it.",
        effect: "The package would read the assembly's data from the wrong places.",
        cure: "Build both from the same definition; the notes name every field in which they differ.",
    }
    LINKED = "BPXS-LNK-03" Error "the program is linked to another assembly" {
        cause: "The field Assembly holds the hash of another assembly's name.",
        effect: "The vendor's linker skips such a program silently, and a game keeps using the old assembly.",
        cure: "Link the program that the compiler wrote, or use `--relink` to replace the link.",
        source: "measured: BlockProject 3D shaderl",
    }
    HASH = "BPXS-LNK-04" Warning "the hash is not that of the assembly" {
        cause: "The assembly has another name, or its field Assembly is 0 as in the oldest text.",
        effect: "A runtime that looks assemblies up by the hash of their name does not find it; with 0 a program counts as \
                 unlinked.",
        cure: "Use the name that the assembly was built with, or rebuild the assembly under the right name.",
        source: "BPX specification, revision 2, Assembly field; measured: BlockProject 3D shaderl",
    }
    CONFLICT = "BPXS-LNK-05" Error "two packages define a symbol differently" {
        cause: "The type, register, extended data or origin of a name differs between the packages being joined.",
        effect: "One of the packages would read the symbol's data from the wrong places.",
        cure: "Build both from the same definition, or rename one of the symbols; the notes name every field in which they \
               differ.",
    }
    INHERITED = "BPXS-LNK-06" Info "an external symbol comes from a parent of the assembly" {
        cause: "The assembly was built from other packages, and only its parent has the symbol.",
        effect: "The symbol is found along the chain of parents; the vendor's linker searches the assembly alone and refuses.",
        cure: "Rebuild the assembly with this package among its inputs if the vendor's linker has to accept it.",
        source: "measured: BlockProject 3D shaderl",
    }
    UNFIT = "BPXS-LNK-07" Error "an input cannot be linked" {
        cause: "The file is not a shader package or not of the required kind, or a checksum, name, object or reference in it \
                is damaged.",
        effect: "Symbols that others need could be missing, and new checksums would hide the damage.",
        cure: "Run `validate` on the input and fix what it finds, or rebuild it.",
    }
    PARENT = "BPXS-LNK-08" Error "the parent of an assembly is missing" {
        cause: "The assembly names a parent by its hash, and no assembly of that hash was given.",
        effect: "A runtime cannot load the chain, and the definitions cannot be compared with the parent's.",
        cure: "Supply the parent as well: another `--assembly` or `--parent`, its folder with `-L`, or its file in the set.",
    }
    CIRCLE = "BPXS-LNK-09" Error "an assembly is its own ancestor" {
        cause: "The parents form a cycle; an assembly was rebuilt with one of its descendants as parent.",
        effect: "A runtime that loads parents first never finishes.",
        cure: "Rebuild one of the assemblies with another parent, or without one.",
    }
    SAME_HASH = "BPXS-LNK-10" Error "two assemblies have the same hash" {
        cause: "Both were built under the same name, or their names collide: the hash is 64-bit DJB2, in which collisions are \
                easy.",
        effect: "Programs and children refer to an assembly by its hash and would get either.",
        cure: "Rename one of the assemblies and relink everything that uses it, or leave one of them out.",
    }
    STAGE = "BPXS-LNK-11" Error "two packages have a shader for the same stage" {
        cause: "The packages are variants of one program rather than parts of it, or one was given twice in different versions.",
        effect: "A program has one shader per stage; one of the two would never run.",
        cure: "Leave one of the packages out, or take the stage out of it with `part remove`.",
    }
    APART = "BPXS-LNK-12" Error "packages are incompatible" {
        cause: "They have different targets or kinds, or are linked to different assemblies.",
        effect: "The merged package could state only one target or assembly, and half of it would not load.",
        cure: "Build all for one target, and merge before linking.",
    }
    SHARED_PLACE = "BPXS-LNK-13" Warning "symbols of two packages share a register" {
        cause: "Registers were assigned to each package separately; for root constants these are bytes of their block.",
        effect: "Where bindings belong to the whole program, setting one of the symbols sets the other. In Direct3D and Metal \
                 each stage has its own.",
        cure: "Build the stages together, or state registers in the sources.",
    }
    SINGLE = "BPXS-LNK-14" Error "two packages have a symbol that must be unique in a program" {
        cause: "Each package has a pipeline or a vertex format of its own, under another name.",
        effect: "A program has one of each; which of them the runtime uses would depend on their order.",
        cure: "Keep the pipeline and the vertex format in one of the packages, or give both the same name and content.",
    }
    SET_ASSEMBLY = "BPXS-SET-01" Error "the assembly of a program is not in the set" {
        cause: "The assembly was not shipped, or was rebuilt under another name after the program was linked.",
        effect: "The game cannot load the program.",
        cure: "Add the assembly to the set, or relink the program with `link --relink`.",
    }
    SET_UNLINKED = "BPXS-SET-02" Error "a program with external symbols is not linked" {
        cause: "The compiler wrote the program, and it was never linked.",
        effect: "Nothing states which assembly provides the external symbols, so they stay unset.",
        cure: "Link it: `glassbox link PROGRAM --assembly MAIN --in-place`.",
    }
    SET_COMMON = "BPXS-SET-03" Error "the programs of a set have no assembly in common" {
        cause: "Programs were linked to assemblies that do not descend from one main assembly.",
        effect: "The specification requires one main assembly for all shaders of a game; otherwise the engine's symbols exist \
                 twice.",
        cure: "Rebuild the assemblies with the main one as `--parent`, or link all programs to one.",
    }
    SET_VARIANTS = "BPXS-SET-04" Warning "packages of one program disagree" {
        cause: "Packages whose file names differ only in the target were built from different versions of the sources.",
        effect: "The game has to set different symbols on each platform.",
        cure: "Build all targets of the program from the same sources, or give the files different names.",
    }
}
