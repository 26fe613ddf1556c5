//! Rules for links of DXIL libraries.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "DirectX shader compiler, linker",
    examples: &EXAMPLES,

    MISSING_ROOT = "DX-PLAN-01" Error "a requested function does not exist" {
        cause: "The name is misspelled, the library that defines it was not supplied, or it is not an export of its library.",
        effect: "The program would have no entry point.",
        cure: "Use the name as `symbols` lists it, or supply the library that exports it.",
    }
    OTHER_STAGE = "DX-PLAN-02" Error "the entry point belongs to another stage than the profile" {
        cause: "The profile was copied from another shader, or two entry points were swapped.",
        effect: "The driver would run code of one stage in another, so linkers refuse.",
        cure: "Use the profile of the stage that the entry point was written for, or name another entry point.",
    }
    NO_ENTRY = "DX-PLAN-03" Error "the function is not an entry point" {
        cause: "The function has no `[shader(...)]` attribute, so the compiler recorded no stage for it.",
        effect: "The function can be called but not run, so linkers refuse.",
        cure: "Add the attribute to the function and recompile, or name an entry point.",
    }
    OVERLOADED = "DX-PLAN-04" Error "a name is ambiguous" {
        cause: "The name was given unmangled, and overloads or namespaces share it.",
        effect: "The program could run another function than intended.",
        cure: "Give the mangled name of the intended function, as `symbols` lists it.",
    }
    UNRESOLVED = "DX-PLAN-05" Error "a called function is not defined in any library" {
        cause: "The library that defines it was not supplied, does not export it, or defines it with other parameters.",
        effect: "A program cannot be linked; a library keeps the function as an import for a later link to resolve.",
        cure: "Supply the library that exports the function with exactly this mangled name.",
    }
    CONFLICT = "DX-PLAN-06" Error "two required libraries define the same function" {
        cause: "The function was compiled into both, often through a shared header without `static`.",
        effect: "DXC's linker refuses a library as soon as one of its functions is already defined, used or not.",
        cure: "Make the function `static` in one of the libraries, or compile one of them with an export list that leaves it \
               out.",
    }
    CHOICE = "DX-PLAN-07" Warning "a function is defined by several libraries" {
        cause: "The function was compiled into each of them, or two versions of a library were given.",
        effect: "The first one in order is used, and the program changes when the order does.",
        cure: "Leave out the unwanted libraries, or list the intended one first.",
    }
    COMPILERS = "DX-PLAN-08" Error "the required libraries were written by different compilers" {
        cause: "Some of them were compiled before a compiler update.",
        effect: "DXC's linker compares the part `VERS` of all libraries and refuses if two differ.",
        cure: "Compile all of them with the same build of the compiler.",
    }
    VALIDATORS = "DX-PLAN-09" Warning "the required libraries were made for different validators" {
        cause: "They were compiled with different values of `-validator-version`, or on machines with different validators.",
        effect: "A linker whose validator is older than the newest of them refuses that library.",
        cure: "Compile all of them with the same `-validator-version`.",
    }
    TOO_NEW = "DX-PLAN-10" Error "a function needs a newer shader model than the profile" {
        cause: "The function uses an operation of a later shader model than the requested one.",
        effect: "The runtime or driver would refuse an operation that the shader model does not have, so linkers refuse.",
        cure: "Request the profile that the function needs, or call another one.",
    }
    FOREIGN_STAGE = "DX-PLAN-11" Error "a function cannot run in the stage of the profile" {
        cause: "The function uses an operation that only some stages have, such as a derivative outside pixel shaders.",
        effect: "The operation would be undefined in that stage, so linkers refuse.",
        cure: "Call another function, or link for one of the stages in which it can run.",
    }
    UNUSABLE = "DX-PLAN-12" Warning "a file is not a library that can be linked" {
        cause: "It is damaged, a complete program, of shader model 5 or earlier, or of another kind altogether.",
        effect: "It is left out, and functions that only it defines are missing.",
        cure: "Compile its source for a profile such as `lib_6_3`, or leave the file out.",
    }
    PROFILE = "DX-PLAN-13" Error "nothing can be linked for the profile" {
        cause: "The profile is misspelled, or of shader model 5 or earlier.",
        effect: "The stage is unknown, so nothing is planned.",
        cure: "Use a profile such as `ps_6_0`, or `lib_6_3` for a library.",
    }
    APPROXIMATE = "DX-PLAN-14" Info "the visibility of a function is uncertain" {
        cause: "The library has no symbol table, its runtime data does not distinguish exports from internal functions, and \
                its code cannot be read.",
        effect: "The plan treats the function as an export; a linker may not find it.",
        cure: "Add a symbol table with `symtab add`, or recompile the library.",
    }
    REQUEST = "DX-PLAN-15" Error "the request does not match its profile" {
        cause: "A program was requested without an entry point, or a library with one.",
        effect: "There is no starting point, so nothing is planned.",
        cure: "Name an entry point for a program; name exports, or nothing, for a library.",
    }
    INDEX = "DX-PLAN-16" Info "the index of a folder was rebuilt" {
        cause: "The file was cut off or changed, or another version wrote it.",
        effect: "All libraries of the folder are read once; later plans are fast again.",
        cure: "No action is needed unless it happens every time.",
    }
    EXPORT_NAME = "DX-PLAN-17" Error "two functions are exported under the same name" {
        cause: "A function is renamed to the name of another one with the same parameters.",
        effect: "A call by that name could reach either function; DXC's linker refuses too.",
        cure: "Give each function a name of its own.",
    }
    EXPORT_SPELLING = "DX-PLAN-18" Error "an export has a syntax error" {
        cause: "A name is missing next to `=`, there are several `=`, or the new name is mangled.",
        effect: "The library would lack the export, or export another function.",
        cure: "Write `FUNCTION`, or `NAME=FUNCTION` for another name, which is substituted in the mangled one.",
    }
    OTHER_COMPILER = "DX-LINK-01" Error "libraries of different compilers are merged" {
        cause: "Some of them were compiled before a compiler update. Libraries without a part `VERS` are compatible with all \
                others.",
        effect: "Layouts and calling conventions may differ between builds, and data would be misread; DXC's linker refuses \
                 too.",
        cure: "Compile all of them with the same build of the compiler.",
    }
    NOT_LIBRARY = "DX-LINK-02" Error "a file to merge is not a library" {
        cause: "A complete program was given, or a profile that is not a library's.",
        effect: "A program has one entry point for one stage, which cannot be called.",
        cure: "Compile the source for a profile such as `lib_6_3`, and request one.",
    }
    NEWER_MODEL = "DX-LINK-03" Error "a library is newer than the requested shader model" {
        cause: "The library was compiled for a later profile than the target.",
        effect: "The runtime would refuse operations that its shader model does not have.",
        cure: "Request the profile of the newest library, or compile that one for an older profile.",
    }
    DEFINED_TWICE = "DX-LINK-04" Error "two libraries define the same function" {
        cause: "The function was compiled into both, often through a shared header without `static`.",
        effect: "A call could reach either function; DXC's linker refuses too.",
        cure: "Make the function `static` in one of the libraries, or leave that library out.",
    }
    OTHER_TYPE = "DX-LINK-05" Error "a function differs from its declarations" {
        cause: "The declaration in one library differs from the definition in another, though the names match.",
        effect: "Calls would pass other arguments than the function takes.",
        cure: "Compile both with the same declaration.",
    }
    OTHER_LAYOUT = "DX-LINK-06" Error "two structures with the same name differ" {
        cause: "The structure was changed between the two compilations.",
        effect: "The libraries would read the same memory with different layouts.",
        cure: "Compile all libraries with the same definition, or rename one of the structures.",
    }
    OTHER_VARIABLE = "DX-LINK-07" Error "two variables with the same name differ" {
        cause: "Two libraries declare a resource or variable of this name with different types, or both define it.",
        effect: "One of the libraries would access the variable with the wrong type.",
        cure: "Compile both with the same declaration, or rename one of them.",
    }
    OTHER_RESOURCE = "DX-LINK-08" Error "two resources with the same name differ" {
        cause: "Two libraries declare a resource of this name with different registers, types or properties.",
        effect: "An application can bind only one resource to the name; code of one library would read the wrong one.",
        cure: "Compile both with the same declaration, or rename one of them.",
    }
    SHARED_REGISTERS = "DX-LINK-09" Error "two resources share registers" {
        cause: "Two libraries were written independently and use the same registers of the same space.",
        effect: "Both would read the resource that is bound for one of them.",
        cure: "Assign other registers, or another space, to one of them.",
    }
    DEBUG = "DX-LINK-10" Error "a library with debug information is merged" {
        cause: "The part with debug information was given, or the library was compiled with `-Zi` and contains it.",
        effect: "Debug information of several libraries cannot be joined, and debuggers would show the wrong lines.",
        cure: "Give the part `DXIL` instead of `ILDB`, or compile without `-Zi`.",
    }
    MISSING_EXPORT = "DX-LINK-11" Error "an exported function is not defined in any library" {
        cause: "The name is misspelled, or the library that exports the function was not supplied.",
        effect: "Users of the library would not find the export.",
        cure: "Use the name as `symbols` lists it, or supply the library that exports it.",
    }
    UNSUPPORTED = "DX-LINK-12" Error "a library has contents that cannot be merged" {
        cause: "It was built by a newer compiler, or with options that Glassbox does not know.",
        effect: "The unknown content could be lost or combined wrongly.",
        cure: "Link with DXC's own linker (`--linker dxc`).",
    }
    UNREADABLE = "DX-LINK-13" Error "the code of a library cannot be read" {
        cause: "The file was damaged, or another tool wrote bitcode that LLVM 3.7 does not have.",
        effect: "There is nothing that could be merged.",
        cure: "Recompile the library.",
    }
    STAGE = "DX-LINK-14" Error "the entry point belongs to another stage than requested" {
        cause: "The profile is of another stage, or the function has no `[shader(...)]` attribute.",
        effect: "The driver would run code of one stage in another.",
        cure: "Use the profile of the stage that the entry point was written for, or name another entry point.",
    }
    UNDEFINED = "DX-LINK-15" Error "a called function is not defined in any library" {
        cause: "The library that defines it was not supplied, does not export it, or defines it with other parameters.",
        effect: "The runtime refuses a program with an unresolved call.",
        cure: "Supply the library that exports the function with exactly this mangled name.",
    }
    RECURSION = "DX-LINK-16" Error "a function calls itself" {
        cause: "Two libraries call each other's functions in a cycle, which no compiler could see on its own.",
        effect: "Shaders have no call stack: the driver would refuse the recursion.",
        cure: "Write it as a loop.",
    }
    TOO_LARGE = "DX-LINK-17" Error "the shader or library would be too large" {
        cause: "Functions that call others many times multiply when every call is inlined.",
        effect: "Linking would take very long, and drivers could not compile the result.",
        cure: "Mark large functions `[noinline]`, or call them in a loop.",
    }
    NOT_IN_MODEL = "DX-LINK-18" Error "a function uses a feature missing in the shader model or stage" {
        cause: "The library was compiled for a later model than the requested profile, or for other stages.",
        effect: "The runtime would refuse the program.",
        cure: "Request the profile that the function needs, or call another one.",
    }
    RESIDUE = "DX-LINK-19" Error "the shader contains code that only an optimiser would remove" {
        cause: "A function passes vectors, matrices or structures in ways that Glassbox does not lower to scalars, such as \
                through memory or loops.",
        effect: "DXIL programs hold scalars only; the validator would refuse the program.",
        cure: "Link with DXC's own linker (`--linker dxc`).",
    }
    HANDLE = "DX-LINK-20" Error "it is unknown which resource is used" {
        cause: "A resource is selected at run time, passed to a function that is not inlined, or stored.",
        effect: "The program could not state which registers the access uses, and the driver would refuse it.",
        cure: "Select by index from an array of resources, or link with DXC's own linker (`--linker dxc`).",
    }
    REGISTERS = "DX-LINK-21" Error "a resource cannot be given registers" {
        cause: "It has none, and is an unbounded array, needs a space of its own, or no free range is left.",
        effect: "The application would have no register to bind the resource to.",
        cure: "Give the resource a register in its source.",
    }
    TAKEN_NAME = "DX-LINK-22" Error "the name of an export is already used" {
        cause: "Another export has the name, or it is the name of a function that is called but not defined by any library.",
        effect: "Calls would reach another function than intended.",
        cure: "Rename the function, or supply the library that defines the other one.",
    }
}
