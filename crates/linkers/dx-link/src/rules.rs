//! What can stand in the way of a link.

glassbox_core::rules! {
    MISSING_ROOT = "DX-PLAN-01" Error "a function that was asked for is not there" {
        cause: "The name is misspelled, the library that holds it was not given, or it is no export of its library.",
        effect: "There is nothing to begin with, so nothing is linked.",
        cure: "Take the name as `symbols` lists it, or give the library that exports it.",
    }
    OTHER_STAGE = "DX-PLAN-02" Error "the entry point belongs to another stage than the profile" {
        cause: "The profile was copied from another shader, or two entry points were mixed up.",
        effect: "A linker refuses to make a program of one stage from an entry point of another.",
        cure: "Give the profile of the stage that the entry point was written for, or name another entry point.",
    }
    NO_ENTRY = "DX-PLAN-03" Error "the function is no entry point" {
        cause: "The function has no `[shader(...)]` attribute, so that the compiler recorded no stage for it.",
        effect: "Plain functions can be called but not run, so a linker refuses.",
        cure: "Give the function its attribute and compile again, or name an entry point.",
    }
    OVERLOADED = "DX-PLAN-04" Error "a name means several functions" {
        cause: "The name was given without its mangling, and overloads or name spaces share it.",
        effect: "Either function could be meant, so none is taken.",
        cure: "Give the mangled name of the function that is meant, as `symbols` lists it.",
    }
    UNRESOLVED = "DX-PLAN-05" Error "a function is called that no library defines" {
        cause: "The library that defines it was not given, does not export it, or defines it with other parameters.",
        effect: "A program cannot be linked; a library keeps the function as an import that a later link has to find.",
        cure: "Give the library that exports the function with exactly this mangled name.",
    }
    CONFLICT = "DX-PLAN-06" Error "two libraries that are both needed define the same function" {
        cause: "The function was compiled into both, often through a shared header without `static`.",
        effect: "DXC's linker refuses a library as soon as one of its functions is defined already, used or not.",
        cure: "Make the function `static` in one of the libraries, or compile one of them with a list of exports that leaves it out.",
    }
    CHOICE = "DX-PLAN-07" Warning "a function is defined by several libraries" {
        cause: "The function was compiled into each of them, or two versions of a library were given.",
        effect: "The first one in order is taken, and the program changes when the order does.",
        cure: "Leave out the libraries that are not meant, or give the one that is meant first.",
    }
    COMPILERS = "DX-PLAN-08" Error "the needed libraries were written by different compilers" {
        cause: "Some of them were compiled before the compiler was changed.",
        effect: "DXC's linker compares the part `VERS` of all libraries and refuses when two differ.",
        cure: "Compile all of them with the same build of the compiler.",
    }
    VALIDATORS = "DX-PLAN-09" Warning "the needed libraries were made for different validators" {
        cause: "They were compiled with different values of `-validator-version`, or on machines with different validators.",
        effect: "A linker whose validator is older than the newest of them refuses that library.",
        cure: "Compile all of them with the same `-validator-version`.",
    }
    TOO_NEW = "DX-PLAN-10" Error "a function needs a newer shader model than the profile" {
        cause: "The function uses an operation of a later shader model than the one asked for.",
        effect: "The linked program would not be valid in its shader model, so a linker refuses it.",
        cure: "Ask for the profile that the function needs, or call another one.",
    }
    FOREIGN_STAGE = "DX-PLAN-11" Error "a function cannot run in the stage of the profile" {
        cause: "The function uses an operation that only some stages have, such as a derivative outside of pixel shaders.",
        effect: "The linked program would hold an operation that its stage does not know, so a linker refuses it.",
        cure: "Call another function, or link for one of the stages in which it can run.",
    }
    UNUSABLE = "DX-PLAN-12" Warning "a file is no library that can be linked" {
        cause: "It is damaged, a finished program, of shader model 5 or before, or of another kind altogether.",
        effect: "It is left out, and what only it defines is missing.",
        cure: "Compile its source for a profile such as `lib_6_3`, or leave the file out.",
    }
    PROFILE = "DX-PLAN-13" Error "nothing can be linked for the profile" {
        cause: "The profile is misspelled, or of shader model 5 or before.",
        effect: "The stage is not known, so nothing is planned.",
        cure: "Give a profile such as `ps_6_0`, or `lib_6_3` for a library.",
    }
    APPROXIMATE = "DX-PLAN-14" Info "who can see a function is not known for certain" {
        cause: "The library has no symbol table, its runtime data does not tell exports from internal functions, and its code cannot be read.",
        effect: "The plan takes the function for an export; a linker may not find it.",
        cure: "Add a symbol table with `symtab add`, or compile the library again.",
    }
    REQUEST = "DX-PLAN-15" Error "the request does not fit its profile" {
        cause: "A program was asked for without an entry point, or a library with one.",
        effect: "It is not known where to begin, so nothing is planned.",
        cure: "Name an entry point for a program; name exports, or nothing, for a library.",
    }
    INDEX = "DX-PLAN-16" Info "the index of a folder was made anew" {
        cause: "The file was cut off or changed, or another version wrote it.",
        effect: "All libraries of the folder are read once; later plans are quick again.",
        cure: "Nothing needs to be done; it matters only when it happens each time.",
    }
    EXPORT_NAME = "DX-PLAN-17" Error "two functions are to be exported under one name" {
        cause: "A function is to be renamed to what another one that has the same parameters is called.",
        effect: "Whoever asks for the name could mean either, so nothing is linked; DXC's linker refuses too.",
        cure: "Give each function a name of its own.",
    }
    EXPORT_SPELLING = "DX-PLAN-18" Error "an export is not spelled as one" {
        cause: "A name is missing beside `=`, there are several `=`, or the new name is a mangled one.",
        effect: "It is not known which function is meant, or how it is to be called, so nothing is planned.",
        cure: "Write `FUNCTION`, or `NAME=FUNCTION` for another name, which is put into the mangled one.",
    }
    OTHER_COMPILER = "DX-LINK-01" Error "libraries of different compilers are to be merged" {
        cause: "Some of them were compiled before the compiler was changed. Libraries without a part `VERS` fit all others.",
        effect: "Layouts and conventions may differ between builds, so nothing is merged; DXC's linker refuses too.",
        cure: "Compile all of them with the same build of the compiler.",
    }
    NOT_LIBRARY = "DX-LINK-02" Error "something is to be merged that is no library" {
        cause: "A finished program was given, or a profile that no library has.",
        effect: "Programs hold code for one stage that cannot be called, so nothing is merged.",
        cure: "Compile the source for a profile such as `lib_6_3`, and ask for one.",
    }
    NEWER_MODEL = "DX-LINK-03" Error "a library is newer than the shader model that is asked for" {
        cause: "The library was compiled for a later profile than the target.",
        effect: "The result could hold operations that its shader model does not have, so nothing is merged.",
        cure: "Ask for the profile of the newest library, or compile that one for an older profile.",
    }
    DEFINED_TWICE = "DX-LINK-04" Error "two libraries define the same function" {
        cause: "The function was compiled into both, often through a shared header without `static`.",
        effect: "Either could be meant, so nothing is merged; DXC's linker refuses too.",
        cure: "Make the function `static` in one of the libraries, or leave that library out.",
    }
    OTHER_TYPE = "DX-LINK-05" Error "a function is not what its callers take it for" {
        cause: "The declaration in one library and the definition in another differ, though their names are equal.",
        effect: "Calls would pass other arguments than the function takes, so nothing is merged.",
        cure: "Compile both with the same declaration.",
    }
    OTHER_LAYOUT = "DX-LINK-06" Error "two structures of one name differ" {
        cause: "The structure was changed between compiling one library and the other.",
        effect: "The libraries would read the same memory in different ways, so nothing is merged.",
        cure: "Compile all libraries with the same definition, or give one of the structures another name.",
    }
    OTHER_VARIABLE = "DX-LINK-07" Error "two variables of one name differ" {
        cause: "Two libraries declare a resource or variable of this name with different types, or both define it.",
        effect: "It cannot be both, so nothing is merged.",
        cure: "Compile both with the same declaration, or give one of them another name.",
    }
    OTHER_RESOURCE = "DX-LINK-08" Error "two resources of one name differ" {
        cause: "Two libraries declare a resource of this name with different registers, types or properties.",
        effect: "An application could bind only one of them by this name, so nothing is merged.",
        cure: "Compile both with the same declaration, or give one of them another name.",
    }
    SHARED_REGISTERS = "DX-LINK-09" Error "two resources share registers" {
        cause: "Two libraries were written independently and use the same registers of the same space.",
        effect: "Both would read what is bound for one of them, so nothing is merged.",
        cure: "Give one of them other registers, or another space.",
    }
    DEBUG = "DX-LINK-10" Error "a library with debug information is to be merged" {
        cause: "The part with debug information was given, or the library was compiled with `-Zi` and keeps it.",
        effect: "Debug information of several libraries cannot be joined here, so nothing is merged.",
        cure: "Give the part `DXIL` instead of `ILDB`, or compile without `-Zi`.",
    }
    MISSING_EXPORT = "DX-LINK-11" Error "a function is to be exported that no library defines" {
        cause: "The name is misspelled, or the library that exports the function was not given.",
        effect: "The result would lack what others expect of it, so nothing is merged.",
        cure: "Take the name as `symbols` lists it, or give the library that exports it.",
    }
    UNSUPPORTED = "DX-LINK-12" Error "a library holds something that cannot be merged here" {
        cause: "It was made by a newer compiler, or with options that are not understood here.",
        effect: "What is not understood could be lost or put together wrongly, so nothing is merged.",
        cure: "Link with DXC's own linker (`--linker dxc`).",
    }
    UNREADABLE = "DX-LINK-13" Error "the code of a library cannot be read" {
        cause: "The file was damaged, or another tool wrote code that LLVM 3.7 does not have.",
        effect: "There is nothing that could be merged.",
        cure: "Compile the library again.",
    }
    STAGE = "DX-LINK-14" Error "the entry point is not of the stage that is asked for" {
        cause: "The profile is of another stage, or the function has no `[shader(...)]` attribute.",
        effect: "A program of one stage cannot be made of an entry point of another, so nothing is linked.",
        cure: "Give the profile of the stage that the entry point was written for, or name another entry point.",
    }
    UNDEFINED = "DX-LINK-15" Error "a function is called that no library defines" {
        cause: "The library that defines it was not given, does not export it, or defines it with other parameters.",
        effect: "A program has to be whole, so nothing is linked.",
        cure: "Give the library that exports the function with exactly this mangled name.",
    }
    RECURSION = "DX-LINK-16" Error "a function calls itself" {
        cause: "Two libraries call each other's functions in a circle, which no compiler could see on its own.",
        effect: "The code of a function cannot stand in itself, and shaders know no recursion, so nothing is linked.",
        cure: "Write it as a loop.",
    }
    TOO_LARGE = "DX-LINK-17" Error "the shader or library would be too large" {
        cause: "Functions that call others many times multiply when their code stands in the place of each call.",
        effect: "The link would take very long and the result could not be used, so nothing is linked.",
        cure: "Mark large functions `[noinline]`, or call them in a loop.",
    }
    NOT_IN_MODEL = "DX-LINK-18" Error "a function uses what the shader model or stage does not have" {
        cause: "The library was compiled for a later model than the profile that is asked for, or for other stages.",
        effect: "The program would not be valid, so nothing is linked.",
        cure: "Ask for the profile that the function needs, or call another one.",
    }
    RESIDUE = "DX-LINK-19" Error "something is left in the shader that only optimisation would take out" {
        cause: "A function takes or gives vectors, matrices or structures by ways that are not followed here, such as memory or loops.",
        effect: "Shaders hold numbers only; the program would not be valid, so nothing is linked.",
        cure: "Link with DXC's own linker (`--linker dxc`).",
    }
    HANDLE = "DX-LINK-20" Error "it is not known which resource is used" {
        cause: "A resource is chosen while the shader runs, passed to a function that is not inlined, or stored.",
        effect: "A shader has to name the registers of each resource, so nothing is linked.",
        cure: "Choose by index from an array of resources, or link with DXC's own linker (`--linker dxc`).",
    }
    REGISTERS = "DX-LINK-21" Error "a resource cannot be given registers" {
        cause: "It has none, and is an array without end, wants a space of its own, or finds no room.",
        effect: "A shader has to name the registers of each resource, so nothing is linked.",
        cure: "Give the resource a register in its source.",
    }
    TAKEN_NAME = "DX-LINK-22" Error "an export would have a name that is taken" {
        cause: "Another export has the name, or a function that is called and that no library defines.",
        effect: "Calls would reach another function than the one that they mean, so nothing is merged.",
        cure: "Give the function another name, or give the library that defines the other one.",
    }
}
