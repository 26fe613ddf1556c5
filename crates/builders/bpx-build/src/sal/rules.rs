//! The rules of SAL declarations: `SAL-NN`.

glassbox_core::rules! {
    source: "BlockProject 3D shader compiler, grammar sal.ebnf",
    examples: &crate::rules::EXAMPLES,

    CHARACTER = "SAL-01" Error "a character begins no token" {
        cause: "A SAL block contains something other than words, numbers and `; : = [ ] { }`.",
        effect: "The declaration around it cannot be read.",
        cure: "Remove the character. Code goes outside the `#sal` lines; comments begin with `#`.",
    }
    UNEXPECTED = "SAL-02" Error "a token is unexpected" {
        cause: "A declaration breaks the grammar: a word, a name or a separator is missing or misplaced.",
        effect: "The declaration is skipped; parsing resumes after it.",
        cure: "Write what the message expects at the place that it shows.",
    }
    UNCLOSED = "SAL-03" Error "a SAL block does not end" {
        cause: "A line `#sal` opens a block and no second one closes it before the end of the file.",
        effect: "The vendor's compiler treats everything that follows as declarations, and no code is left.",
        cure: "Add a line `#sal` after the declarations.",
    }
    STAGE = "SAL-04" Error "a stage is unknown" {
        cause: "The line `#stage` names none, or one that programs do not have.",
        effect: "The code would belong to no stage.",
        cure: "Write vertex, hull, domain, geometry or pixel.",
    }
    INCLUDE = "SAL-05" Error "a file that is included or used cannot be found" {
        cause: "`#include` or `use` names a file that is neither next to the source nor in a search folder, or files \
                include each other in a cycle.",
        effect: "The declarations in it are missing.",
        cure: "Fix the name, or add the folder to `include`.",
    }
    TYPE = "SAL-06" Error "a type is unknown" {
        cause: "The word is not a scalar, vector, matrix, texture or sampler type, and no structure with `: Pack` above it has \
                that name.",
        effect: "The member or constant cannot be declared.",
        cure: "Spell the type as stated in the message; declare structures before they are used.",
    }
    PLACE = "SAL-07" Error "a type is not allowed here" {
        cause: "Textures and samplers are inside a structure, an output is a matrix or structure, a vertex format holds \
                structures or arrays, or a constant is a structure.",
        effect: "No code and no symbol could express it.",
        cure: "Use a type that the message names, or move the declaration.",
    }
    ATTRIBUTE = "SAL-08" Error "an attribute has no meaning here" {
        cause: "After the colon there is neither `Pack`, `ORDER_` with a valid register number, nor the name of a sampler.",
        effect: "The vendor's compiler treats it as a name and ignores it.",
        cure: "Write ORDER_0 to ORDER_32 for a register, Pack for a structure inside others, or a declared sampler for a texture.",
    }
    DUPLICATE = "SAL-09" Error "a name is declared twice" {
        cause: "Two declarations of one stage, or two members of one structure, have the same name.",
        effect: "A use of the name could mean either declaration.",
        cure: "Rename one of them, or remove the duplicate.",
    }
    SECOND = "SAL-10" Error "a declaration is repeated" {
        cause: "A stage with what it includes has a second vertex format, pipeline, or layout of root constants.",
        effect: "The vendor's compiler keeps one of them, depending on the order of files.",
        cure: "Keep the intended one.",
    }
    VARIABLE = "SAL-11" Error "a setting is unknown" {
        cause: "A pipeline or blend function sets a property that it does not have.",
        effect: "The setting would be lost.",
        cure: "Spell it as in the message.",
    }
    VALUE = "SAL-12" Error "a setting has an invalid value" {
        cause: "The value has another type than the setting needs, or is a name that the setting does not know.",
        effect: "The pipeline state would not be the intended one.",
        cure: "Write true or false for switches, and one of the names that the message lists for the rest.",
    }
    ROOT = "SAL-13" Error "a root constant does not fit the layout" {
        cause: "`const struct NAME : ORDER_0` lays the root constants out, and a constant used by a stage is not a member of \
                it, or has another type there.",
        effect: "The vendor's compiler leaves the constant out, and the code does not compile.",
        cure: "Add the constant to the layout, with the same type.",
    }
    MEMBER = "SAL-14" Error "a file does not contain a declaration" {
        cause: "`use FILE::NAME` refers to a name that the file does not declare.",
        effect: "The declaration is missing.",
        cure: "Fix the name.",
    }
    ORPHAN = "SAL-15" Warning "a blend function belongs to no output" {
        cause: "A blend function has the name of its output; no stage declares an output of this name.",
        effect: "The blend function has no effect, and the output is written without blending.",
        cure: "Give it the name of the output.",
    }
    EMPTY = "SAL-16" Error "a structure has no members" {
        cause: "There is nothing between the braces.",
        effect: "The vendor's compiler refuses it, and no code could read from it.",
        cure: "Add a member, or remove the structure.",
    }
}
