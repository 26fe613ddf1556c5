//! What the compiler of the language refuses or warns of.

glassbox_core::rules! {
    source: "OpenGL Shading Language 4.60; OpenGL ES Shading Language 3.20; GL_KHR_vulkan_glsl",
    examples: &super::EXAMPLES,

    SYNTAX = "GLSL-40" Error "the text does not follow the grammar" {
        cause: "A token stands where the grammar has no place for it, or one is missing.",
        effect: "Nothing is written. Reading goes on behind the statement or declaration.",
        cure: "Follow the help of the message.",
    }
    RESERVED = "GLSL-41" Error "the word is not free for names" {
        cause: "A name is a keyword or a reserved word of this version, begins with `gl_`, or is the name of a \
                built-in function that may not be declared anew.",
        effect: "Nothing is written.",
        cure: "Use another name.",
    }
    UNDECLARED = "GLSL-42" Error "the name is not declared" {
        cause: "No variable, function, type, member or block of this name is in scope where it is used.",
        effect: "Nothing is written.",
        cure: "Declare it before its use, or fix the spelling.",
    }
    REDECLARED = "GLSL-43" Error "the name is declared already" {
        cause: "A scope declares a name twice, or declares it again in a way that does not fit the first \
                declaration.",
        effect: "Nothing is written. The first declaration counts.",
        cure: "Rename one of them, or remove it.",
    }
    UNAVAILABLE = "GLSL-44" Error "this version or stage does not have it" {
        cause: "A word, function, variable, operator or form of declaration needs another version, another \
                profile, an extension that is not enabled, another stage, or another API.",
        effect: "Nothing is written.",
        cure: "Change `#version`, write `#extension NAME : require`, or use what the version has.",
    }
    TYPE = "GLSL-45" Error "the type does not fit" {
        cause: "An operand, condition, index, argument of a statement or value has a type that is not allowed \
                there and that no conversion makes fit.",
        effect: "Nothing is written.",
        cure: "Convert the value with a constructor, or change the declaration.",
    }
    OVERLOAD = "GLSL-46" Error "no function fits the arguments" {
        cause: "No function of the name takes arguments of these types, or several do and none is better than \
                the others.",
        effect: "Nothing is written.",
        cure: "Convert the arguments to the types of one of the functions.",
    }
    CONSTANT = "GLSL-47" Error "a constant is expected" {
        cause: "The size of an array, a label, a number in `layout(…)`, the value of a `const` or an argument \
                has to be known when the text is compiled, and is not, or has no valid value.",
        effect: "Nothing is written.",
        cure: "Use numbers, and variables that are `const`.",
    }
    ASSIGN = "GLSL-48" Error "it cannot be written" {
        cause: "The target of an assignment, `++`, `--`, or an `out` argument is no variable, is read only, or \
                has a component twice.",
        effect: "Nothing is written.",
        cure: "Write to a variable of your own.",
    }
    INDEX = "GLSL-49" Error "the index is not allowed" {
        cause: "An index is outside of the array, vector or matrix, or has to be a constant, or the array has no \
                size yet.",
        effect: "Nothing is written.",
        cure: "Use an index from 0 to the number of elements less one.",
    }
    MEMBER = "GLSL-50" Error "there is no such member" {
        cause: "The structure, block or vector has no member of this name, or a selection mixes or exceeds the \
                components of a vector.",
        effect: "Nothing is written.",
        cure: "Use a member that is declared, or components of one set: `xyzw`, `rgba` or `stpq`.",
    }
    LAYOUT = "GLSL-51" Error "the layout is not allowed" {
        cause: "A word in `layout(…)` is unknown, not allowed on this declaration, out of range, stated twice \
                with different numbers, or does not fit another.",
        effect: "Nothing is written.",
        cure: "Remove it, or change its number.",
    }
    QUALIFIER_USE = "GLSL-52" Error "the qualifier is not allowed" {
        cause: "A qualifier does not apply to this kind of declaration or type, occurs twice, or contradicts \
                another.",
        effect: "Nothing is written.",
        cure: "Remove the qualifier.",
    }
    DECLARATION = "GLSL-53" Error "nothing of this type can be declared here" {
        cause: "A variable, member, parameter or result has a type that is not allowed there: `void`, a sampler \
                outside of uniforms, an array without a size, a structure without members.",
        effect: "Nothing is written.",
        cure: "Use another type, or move the declaration.",
    }
    FUNCTION = "GLSL-54" Error "the function is not well formed" {
        cause: "A function that is called has no body, has two, calls itself, ends without a value, or differs \
                from its earlier declaration; or `main` is missing or has parameters.",
        effect: "Nothing is written.",
        cure: "Follow the help of the message.",
    }
    STATEMENT = "GLSL-55" Error "the statement is not allowed here" {
        cause: "A jump stands outside of what it leaves, a label is not in a `switch` or stands there twice, a \
                `return` does not fit the result, or the stage has no such statement.",
        effect: "Nothing is written.",
        cure: "Move or remove the statement.",
    }
    EXTENSION = "GLSL-56" Error "the extension is not known" {
        cause: "`#extension` requires an extension that is not supported, or that this stage or version cannot have.",
        effect: "Nothing is written.",
        cure: "Remove the line, or write `warn` or `enable` if the text works without it.",
    }
    STAGE_LAYOUT = "GLSL-57" Error "the layout of the stage is incomplete" {
        cause: "A stage lacks what it has to state: the primitives and counts of a geometry, tessellation or \
                mesh shader, or states it twice with different values.",
        effect: "Nothing is written.",
        cure: "State it once, as in `layout(triangles) in;`.",
    }
    NUMBER = "GLSL-58" Error "the number is not well formed" {
        cause: "A number has a digit that its base does not have, a suffix that this version does not have, or \
                is too large for its type.",
        effect: "Nothing is written.",
        cure: "Fix the digits, or use a wider type.",
    }
    PRECISION = "GLSL-59" Error "the precision is not stated" {
        cause: "GLSL ES needs a precision for this type, and no default holds.",
        effect: "Nothing is written.",
        cure: "Write `precision mediump float;` before the declaration, or `mediump` in it.",
    }
    CONSTRUCTOR = "GLSL-60" Error "the constructor does not fit" {
        cause: "A constructor has too few or too many arguments, or one of a type that it does not take.",
        effect: "Nothing is written.",
        cure: "Give as many components as the type has.",
    }
    INTERFACE = "GLSL-61" Error "the interface is not what Vulkan or the version allows" {
        cause: "An input or output of the stage has a type, qualifier or place that the API or version does not \
                allow, or two of them overlap.",
        effect: "Nothing is written.",
        cure: "Follow the help of the message.",
    }
    NOT_EMITTED = "GLSL-62" Error "it has no form in SPIR-V" {
        cause: "The language has it, and SPIR-V, or the target environment, has nothing for it.",
        effect: "Nothing is written.",
        cure: "Do without it, or choose a newer environment.",
    }
    INVALID = "GLSL-63" Error "the module would not be valid" {
        cause: "The language has it and SPIR-V has a form for it, and a rule of SPIR-V or of the environment does not allow it here. \
                A text that no such rule concerns has found a mistake of the compiler.",
        effect: "Nothing is written.",
        cure: "Write it in another way, or choose another environment. The note names the rule: `glassbox explain` tells more of it.",
    }
    UNUSED = "GLSL-70" Warning "it is declared and never used" {
        cause: "A variable or parameter of a function is not used by anything.",
        effect: "Nothing changes.",
        cure: "Remove the declaration, or use it.",
    }
    UNINITIALIZED = "GLSL-71" Warning "it is read before it has a value" {
        cause: "A variable is read that nothing has written, or an `out` parameter is not written by the function.",
        effect: "The value is undefined: it differs between devices.",
        cure: "Give it a value where it is declared.",
    }
    UNDEFINED_RESULT = "GLSL-72" Warning "the result is undefined" {
        cause: "An operation on constants has no defined result: division of whole numbers by 0, a shift by as \
                many bits as there are, an index outside of a vector.",
        effect: "The value differs between devices.",
        cure: "Fix the number.",
    }
    LOST_PRECISION = "GLSL-73" Warning "precision is lost" {
        cause: "A number has more digits than its type keeps, or a value is converted to a type that cannot hold it.",
        effect: "The value is rounded.",
        cure: "Use a wider type, or write the conversion out.",
    }
    DEPRECATED = "GLSL-74" Warning "it is deprecated" {
        cause: "The version marks a word, function or variable as deprecated, or the extension is used under `warn`.",
        effect: "Nothing changes.",
        cure: "Use what took its place.",
    }
    EXTENSION_UNKNOWN = "GLSL-75" Warning "the extension is not known" {
        cause: "`#extension` enables an extension that is not supported, or that this version or stage cannot have.",
        effect: "The line is left out.",
        cure: "Remove the line, or test the macro of the extension.",
    }
    UNREACHABLE = "GLSL-76" Warning "it is never executed" {
        cause: "A statement stands behind a jump in the same block.",
        effect: "Nothing changes: it is left out.",
        cure: "Remove it, or the jump.",
    }
}
