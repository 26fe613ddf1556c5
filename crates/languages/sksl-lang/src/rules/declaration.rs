//! Rules for declarations: types, arrays, modifiers, layouts, variables, structs, interface blocks, functions, `main`.

glassbox_core::rules! {
    source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    examples: &super::EXAMPLES,

    MODIFIER = "SKSL-E100" Error "a modifier is not permitted here" {
        cause: "Each kind of declaration allows certain modifiers only: a function `inline` and `noinline`, a parameter \
                `const`, `in` and `out`, a local variable `const`, a global variable `const`, `uniform`, `in`, `out`, `flat` \
                and `noperspective`.",
        cure: "Remove the modifier, or move it to the declaration that it belongs to.",
    }
    QUALIFIER = "SKSL-E101" Error "a layout qualifier is not permitted here" {
        cause: "Functions and parameters take no layout, and `binding` and `set` belong to samplers, textures and interface \
                blocks.",
        cure: "Remove the qualifier.",
    }
    REPEATED_QUALIFIER = "SKSL-E102" Error "a layout qualifier is repeated" {
        cause: "A layout states each of its qualifiers once, even if the values agree.",
        cure: "Keep one of them.",
    }
    INLINE_AND_NOINLINE = "SKSL-E103" Error "a function is both `inline` and `noinline`" {
        cause: "The two contradict each other.",
        cure: "Keep one of them, or none: the inliner decides by the size of the function.",
    }
    PRECISION_HERE = "SKSL-E104" Error "precision qualifiers are not allowed in this kind of program" {
        cause: "`highp`, `mediump` and `lowp` exist for GLSL that was turned into a runtime effect. Fragment, vertex and \
                generic programs state precision by their types.",
        cure: "Use `half` or `short` types for medium precision and `float` or `int` types for high precision.",
    }
    PRECISIONS = "SKSL-E105" Error "a type has several precision qualifiers" {
        cause: "A type has one precision.",
        cure: "Keep one of `highp`, `mediump` and `lowp`.",
    }
    PRECISION_TYPE = "SKSL-E106" Error "a type takes no precision qualifier" {
        cause: "Only types based on `float`, `int` or `uint` come in two precisions; `half` and `short` types already state \
                theirs, and `bool`, structs and opaque types have none.",
        cure: "Remove the precision word.",
    }
    UNKNOWN_TYPE = "SKSL-E110" Error "a type is unknown" {
        cause: "It is misspelt, belongs to another language, or is a struct that is declared further below.",
        cure: "Use the suggested name, or declare the struct above.",
    }
    PRIVATE_TYPE = "SKSL-E111" Error "a type belongs to builtin code" {
        cause: "Types whose names begin with `$` are generic placeholders in builtin declarations.",
        cure: "Use the intended type, and write one function for each type.",
    }
    ES2_TYPE = "SKSL-E112" Error "a type is not available in OpenGL ES 2" {
        cause: "The program is restricted to OpenGL ES 2, which has neither unsigned integers nor non-square matrices.",
        effect: "OpenGL ES 2 drivers would refuse the shader.",
        cure: "Use a signed type or a square matrix, or compile without the restriction.",
    }
    INVALID_TYPE = "SKSL-E113" Error "a type is not available in this kind of program" {
        cause: "Samplers, textures and subpass inputs are types of GPU programs. In runtime effects and generic programs their \
                names are only reserved.",
        cure: "Declare a `uniform shader` and sample it with `eval`.",
    }
    ARRAY_SIZE = "SKSL-E114" Error "the size of an array is not a constant integer" {
        cause: "The size of an array must be known at compile time.",
        cure: "Use an integer literal, or a `const int` whose value is one.",
    }
    ARRAY_SIZE_RANGE = "SKSL-E115" Error "the size of an array is out of range" {
        cause: "An array has at least one element, and its size fits a 32-bit signed integer.",
        cure: "Use a size of at least 1.",
    }
    MISSING_SIZE = "SKSL-E116" Error "an array has no size" {
        cause: "Arrays without a size are not in the language, whatever their initial value is.",
        cure: "Write the number of elements between the brackets.",
    }
    ARRAY_OF_ARRAYS = "SKSL-E117" Error "an array of arrays" {
        cause: "Arrays have one dimension. A dimension after the type counts as well as one after the name.",
        cure: "Use one array of all elements and compute the index, or an array of structs that contain arrays.",
    }
    ARRAY_OF_VOID = "SKSL-E118" Error "an array of `void`" {
        cause: "`void` has no values.",
        cure: "Name the type of the elements.",
    }
    ARRAY_OF_OPAQUE = "SKSL-E119" Error "an array of opaque values" {
        cause: "Samplers, textures and children cannot be put into arrays.",
        cure: "Declare a separate variable for each of them.",
    }
    NAME_TAKEN = "SKSL-E120" Error "a name is already declared" {
        cause: "Within one scope a name is declared once; only functions with different parameters may share one. Parameters \
                have a scope of their own around the body.",
        cure: "Rename one of them.",
    }
    RESERVED_NAME = "SKSL-E121" Error "a name begins with `$`" {
        cause: "Such names belong to builtin code.",
        cure: "Leave the `$` out.",
    }
    VOID_VARIABLE = "SKSL-E122" Error "a variable of type `void`" {
        cause: "`void` has no values: it is only for the results of functions.",
        cure: "Name the type of the variable.",
    }
    OPAQUE_NOT_GLOBAL = "SKSL-E123" Error "an opaque variable is not global" {
        cause: "Samplers, textures and children come from outside and are used by name; they cannot be copied.",
        cure: "Declare it outside of functions, structs and blocks.",
    }
    IN_MATRIX = "SKSL-E124" Error "an `in` variable is a matrix" {
        cause: "Inputs of a stage are scalars and vectors.",
        cure: "Pass the columns as vectors and assemble the matrix from them.",
    }
    IN_UNIFORM = "SKSL-E125" Error "a variable is both `in` and `uniform`" {
        cause: "An input varies per vertex or per pixel, a uniform does not vary.",
        cure: "Keep one of the two.",
    }
    IN_EFFECT = "SKSL-E126" Error "an `in` variable in a runtime effect" {
        cause: "A runtime effect gets its inputs as parameters of main and everything else as uniforms.",
        effect: "Nothing feeds stage inputs of a runtime effect; the value would be undefined.",
        cure: "Make it a uniform, or a parameter.",
    }
    CHILD_NOT_UNIFORM = "SKSL-E127" Error "a child is not `uniform`" {
        cause: "Variables of the types `shader`, `colorFilter` and `blender` are children supplied by the application.",
        cure: "Write `uniform` in front of it.",
    }
    MESH_UNIFORM = "SKSL-E128" Error "a uniform in a mesh program" {
        cause: "Custom mesh programs of version 8 get attributes and varyings only. Today they have uniforms, and only those for \
                fragments have children.",
        effect: "Nothing would set the uniform.",
        cure: "Make it an attribute, or a constant.",
    }
    COLOR_PROGRAM = "SKSL-E130" Error "`layout(color)` outside of a runtime effect" {
        cause: "The qualifier asks Skia to convert a uniform to the colour space of the target, which it does for runtime \
                effects.",
        effect: "The colour would not be converted, and would look wrong in other colour spaces.",
        cure: "Remove it and convert the colour before it is set.",
    }
    COLOR_VARIABLE = "SKSL-E131" Error "`layout(color)` on a variable that is not `uniform`" {
        cause: "Only values that are set from outside are converted.",
        effect: "There is nothing to convert; the qualifier would have no effect.",
        cure: "Make the variable a uniform, or remove the qualifier.",
    }
    COLOR_TYPE = "SKSL-E132" Error "`layout(color)` on a type that is not a colour" {
        cause: "Colours are vectors of three or four floating-point numbers, or arrays of them.",
        cure: "Use `half4`, `half3`, `float4` or `float3`.",
    }
    OPAQUE_VALUE = "SKSL-E133" Error "an opaque variable has an initial value" {
        cause: "Samplers, textures and children have no literal values.",
        cure: "Remove the value.",
    }
    IN_VALUE = "SKSL-E134" Error "an `in` variable has an initial value" {
        cause: "Its value comes from the previous stage.",
        effect: "The value of the previous stage would replace it.",
        cure: "Remove the value, or the modifier.",
    }
    UNIFORM_VALUE = "SKSL-E135" Error "a uniform has an initial value" {
        cause: "Its value is set by the application.",
        effect: "The value that the application sets would replace it.",
        cure: "Remove the value, or make the variable `const`.",
    }
    CONST_WITHOUT_VALUE = "SKSL-E136" Error "a `const` variable has no value" {
        cause: "It cannot be assigned later.",
        effect: "The variable would never get a value; reading it would be undefined.",
        cure: "Add an initial value after the name, or remove `const`.",
    }
    CONST_VALUE = "SKSL-E137" Error "the value of a `const` variable is not constant" {
        cause: "It may consist of literals, other `const` variables, operators, constructors and builtin functions of such \
                values.",
        cure: "Remove `const`, or use constants only.",
    }
    GLOBAL_VALUE = "SKSL-E138" Error "the value of a global variable is not constant" {
        cause: "Globals are initialised before main runs, so they may use neither uniforms nor other variables.",
        cure: "Use constants only, or assign the value in main.",
    }
    RESERVED_LOCATION = "SKSL-E139" Error "an output replaces `sk_FragColor`" {
        cause: "Location 0 with index 0 is where a fragment program writes its colour.",
        effect: "Two outputs would share one place, and one of the colours would be lost.",
        cure: "Assign to `sk_FragColor`, return the colour from main, or use another location or index.",
    }
    RT_ADJUST_TYPE = "SKSL-E140" Error "`sk_RTAdjust` has another type than `float4`" {
        cause: "The name is special: a vertex program that declares it adjusts its position with it at the end of main, which \
                takes four numbers.",
        effect: "The adjustment at the end of main would not compile.",
        cure: "Declare it as `float4`, or choose another name.",
    }
    RT_ADJUST_TWICE = "SKSL-E141" Error "`sk_RTAdjust` is declared twice" {
        cause: "A program has one adjustment of its position.",
        cure: "Remove one of the declarations.",
    }
    EMPTY_STRUCT = "SKSL-E145" Error "a struct has no fields" {
        cause: "A struct has at least one field.",
        cure: "Declare a field, or remove the struct.",
    }
    REPEATED_FIELD = "SKSL-E146" Error "a field is declared twice" {
        cause: "The fields of a struct or interface block have different names.",
        cure: "Rename one of them.",
    }
    FIELD_MODIFIER = "SKSL-E147" Error "a field of a struct has a modifier" {
        cause: "Modifiers belong to variables of the struct's type.",
        cure: "Remove the modifier.",
    }
    FIELD_QUALIFIER = "SKSL-E148" Error "a field of a struct has a binding" {
        cause: "`binding` and `set` locate a whole variable.",
        cure: "Remove the qualifier.",
    }
    FIELD_TYPE = "SKSL-E149" Error "a field has a type that no field can have" {
        cause: "Fields hold plain values; samplers, textures, children and `void` are not.",
        cure: "Declare the opaque value as a global variable.",
    }
    UNIFORM_TYPE = "SKSL-E142" Error "an effect has a uniform of a type that it cannot have" {
        cause: "A uniform of an effect is a `float`, `half` or `int`, a vector of them, a square matrix of `float` or `half`, or an \
                array of these. `short`, `uint`, `bool`, structs and other matrices are for variables.",
        effect: "Skia makes no effect of the source: not every device can set such a uniform.",
        cure: "Use a type of that list and convert it in the program: `uniform int` for a `bool`, vectors for the members of a \
               struct.",
        source: "Skia's SkSL compiler, releases 122 to 144",
    }
    TYPE_SIZE = "SKSL-E151" Error "an array or a struct is too large" {
        cause: "An array type holds more than 100000 numbers, or a struct 100000 or more, whether or not a variable has the type.",
        effect: "Skia makes no effect of the source.",
        cure: "Use smaller arrays, or read large tables from a child.",
        source: "Skia's SkSL compiler, releases 122 to 144",
    }
    STRUCT_DEPTH = "SKSL-E150" Error "structs are nested too deeply" {
        cause: "Structs can be nested at most eight deep.",
        cure: "Move fields of the innermost struct outwards.",
    }
    BLOCK_PROGRAM = "SKSL-E155" Error "an interface block in a program that has none" {
        cause: "Interface blocks are for fragment and vertex programs.",
        cure: "Declare the members as global variables.",
    }
    EMPTY_BLOCK = "SKSL-E156" Error "an interface block has no members" {
        cause: "A block has at least one member.",
        cure: "Declare a member, or remove the block.",
    }
    RETURNS_ARRAY = "SKSL-E160" Error "a function returns an array" {
        cause: "Results of functions are scalars, vectors, matrices and structs.",
        cure: "Put the array into a struct, or pass it as an `out` parameter.",
    }
    RETURNS_ARRAY_INSIDE = "SKSL-E161" Error "a function returns a struct that contains an array" {
        cause: "The program is restricted to OpenGL ES 2, where such values cannot be copied.",
        effect: "OpenGL ES 2 drivers would refuse the shader.",
        cure: "Pass the struct as an `out` parameter, or compile without the restriction.",
    }
    RETURNS_OPAQUE = "SKSL-E162" Error "a function returns an opaque value" {
        cause: "Samplers, textures and children are used by name; they cannot be copied.",
        cure: "Return what the function computes from it, such as a colour.",
    }
    CHILD_PARAMETER = "SKSL-E163" Error "a parameter is a child" {
        cause: "Children are called by their own names, so the child that a call refers to is known at compile time.",
        cure: "Use the global variable in the function, or pass the colour that the child returns.",
    }
    RESULT_DIFFERS = "SKSL-E164" Error "two functions differ only in their results" {
        cause: "A call selects among functions of one name by its arguments only.",
        effect: "A call could mean either function.",
        cure: "Give them the same result type, or different names.",
    }
    PARAMETER_DIFFERS = "SKSL-E165" Error "the modifiers of a parameter differ from the earlier declaration" {
        cause: "A prototype and its definition are one function, and callers rely on its modifiers.",
        effect: "Calls compiled against the prototype would not copy their arguments in and out as the function expects.",
        cure: "Write the same modifiers in both.",
    }
    DEFINED_TWICE = "SKSL-E166" Error "a function is defined twice" {
        cause: "Functions of one name take different parameters. This includes builtin functions: a definition cannot have \
                exactly the parameters of a builtin.",
        effect: "A call could mean either function.",
        cure: "Remove one of them, or change its parameters or name.",
    }
    OVERLOADS = "SKSL-E167" Error "too many functions share a name" {
        cause: "Every function of a name creates a new overload list with all of them, so 500 is the limit. A file can hold \
                255.",
        effect: "Memory grows with the square of their number.",
        cure: "Rename some of them.",
    }
    MAIN_RESULT = "SKSL-E170" Error "main returns another type than its kind of program" {
        cause: "Colour filters, shaders and blenders return a colour, `half4` or `float4`. Mesh vertex programs return `float2`, \
                mesh fragment programs `float2` or nothing.",
        effect: "Skia would read a result that main does not return, and refuses to create the effect.",
        cure: "Change the result type, or compile the source as another kind of program.",
    }
    MAIN_PARAMETERS = "SKSL-E171" Error "main takes other parameters than its kind of program" {
        cause: "Each kind of program calls main with exactly these types and modifiers.",
        effect: "Skia would call main with other arguments, and refuses to create the effect.",
        cure: "Take the parameters that the message names, or compile the source as another kind of program.",
    }
    MISSING_RETURN = "SKSL-E180" Error "a function can end without returning a value" {
        cause: "Some path through the function reaches its end. Loops are assumed to run at least once; a `switch` returns if \
                it has a `default` and every case returns.",
        effect: "A call that reaches the end would return an undefined value.",
        cure: "Return a value at the end.",
    }
}
