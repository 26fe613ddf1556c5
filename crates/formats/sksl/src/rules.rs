//! The rules, in the order of the format's description: header, strings, commands, layouts, modifiers, symbols, tables,
//! types, variables, expressions, statements, elements, programs, canonical form.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "Skia, SkSL Binary Format, version 8; Skia's encoder and decoder of 2022-02 to 2022-03",
    examples: &EXAMPLES,

    HEADER_CUT = "SKSL-HDR-01" Error "the header is cut short" {
        cause: "The file is empty or was cut off while it was written or copied.",
        effect: "Skia reads past the end of its buffer.",
        cure: "Get a complete copy of the file, or rebuild it; a header has 4 bytes.",
    }
    VERSION = "SKSL-HDR-02" Error "the version is not 8" {
        cause: "Another Skia wrote the file: fourteen versions were written within nine months of 2022, and none was stated before.",
        effect: "A Skia of February or March 2022 refuses or misreads the file.",
        cure: "Compile the source with the Skia that is to read the file.",
        affects: ["SKSL-"],
    }
    STRINGS_PAST_END = "SKSL-HDR-03" Error "the string data ends past the file" {
        cause: "The file was cut off, or stringLength is damaged.",
        effect: "Skia looks for the first command outside its buffer.",
        cure: "Get a complete copy of the file, or rebuild it; if it has its full size, set stringLength to the size of the strings.",
        affects: ["SKSL-"],
    }
    NO_COMMAND = "SKSL-HDR-04" Error "there is no command" {
        cause: "The file was cut off after its strings.",
        effect: "Skia looks for the first command outside its buffer.",
        cure: "Get a complete copy of the file, or rebuild it.",
    }
    TOP_LEVEL = "SKSL-HDR-05" Error "the top level is neither a program nor a module" {
        cause: "The first command is damaged, or stringLength is wrong and the command is looked for in the wrong place.",
        effect: "Skia finds neither a program nor a module in the file.",
        cure: "Begin with kProgram, or with kSymbolTable and kElements after it.",
    }
    TRAILING_BYTES = "SKSL-HDR-06" Error "something follows the top-level item" {
        cause: "Bytes were appended, or two programs were put into one file.",
        effect: "Skia ignores the rest; its debug builds stop.",
        cure: "Remove the bytes, or put each program into its own file.",
    }
    STRINGS_END = "SKSL-STR-01" Error "the strings end at the wrong offset" {
        cause: "The length of a string or stringLength is wrong.",
        effect: "Names are cut, joined or taken from the commands.",
        cure: "Fix the length byte, or set stringLength to the size of the strings.",
        affects: ["SKSL-"],
    }
    STRING_OFFSET = "SKSL-STR-02" Error "a string offset is outside the string data" {
        cause: "The offset is damaged. Offsets count from the stringLength field, so the first string has offset 2.",
        effect: "Skia reads a name from whatever is there, in or outside the file.",
        cure: "Set the offset to that of a string; the public document counts from two bytes later than Skia does.",
        affects: ["SKSL-CAN-02", "SKSL-CAN-03"],
    }
    STRING_MIDDLE = "SKSL-STR-03" Warning "a string offset is in the middle of a string" {
        cause: "The offset is damaged, or the writer shared the tails of strings.",
        effect: "Skia reads the byte there as a length and reads some other name.",
        cure: "Set the offset to the length byte of the intended string.",
        affects: ["SKSL-CAN-02", "SKSL-CAN-03", "SKSL-CAN-05"],
    }
    STRING_CHARACTERS = "SKSL-STR-04" Warning "a string is not printable text" {
        cause: "The byte was damaged; names of real programs are plain ASCII.",
        effect: "Text made from the program cannot be compiled again.",
        cure: "Rename the symbol.",
    }
    NAME_CHARACTERS = "SKSL-STR-05" Warning "a name is not an identifier" {
        cause: "A tool made the name, or the offset leads to another string than intended.",
        effect: "Text made from the program cannot be compiled again.",
        cure: "Use letters, digits and underscores, not beginning with a digit.",
    }
    COMMAND_CUT = "SKSL-CMD-01" Error "a command is cut short" {
        cause: "The file was cut off, or a count before this place is too large.",
        effect: "Skia reads past the end of its buffer.",
        cure: "Get a complete copy of the file, or rebuild it; if it has its full size, fix the count.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    UNKNOWN_COMMAND = "SKSL-CMD-02" Error "a byte is not a command" {
        cause: "The byte is damaged, or an earlier command has the wrong length.",
        effect: "Skia's debug builds stop; its release builds make an invalid tree.",
        cure: "Set the byte to the expected command; version 8 has commands 0 to 58.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    COMMAND_DEPTH = "SKSL-CMD-03" Error "commands are nested too deep" {
        cause: "A generator or an attacker wrote the file: Skia's own compiler stops at 50 nested levels of source.",
        effect: "Skia recurses for each level and runs out of stack.",
        cure: "Split the expression, or use temporary variables.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    NO_LAYOUT = "SKSL-LAY-01" Error "a layout is expected" {
        cause: "An earlier command has the wrong length, or the byte is damaged.",
        effect: "Skia stops or reads what follows wrongly.",
        cure: "Write kDefaultLayout for an empty layout.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    LAYOUT_FLAGS = "SKSL-LAY-02" Error "a layout has unknown flags" {
        cause: "The flags are damaged, or another version wrote them.",
        effect: "Skia keeps bits that mean nothing and compares layouts as different.",
        cure: "Clear the bits above bit 10.",
    }
    LAYOUT_VALUE = "SKSL-LAY-03" Warning "a layout value is below -1" {
        cause: "A number above the range of the field wrapped when it was written.",
        effect: "Skia uses the value unchanged; code generators print a negative number.",
        cure: "Use a number that fits: 127 for location, index and set, 32767 for offset and binding.",
    }
    LAYOUT_FLAG_MISSING = "SKSL-LAY-04" Warning "a layout value lacks its flag" {
        cause: "A tool set the value without its flag.",
        effect: "Skia's checks of where a qualifier is allowed pass it by.",
        cure: "Set the flag of the qualifier, or the value to -1.",
    }
    NO_MODIFIERS = "SKSL-MOD-01" Error "modifiers are expected" {
        cause: "An earlier command has the wrong length, or the byte is damaged.",
        effect: "Skia stops or reads what follows wrongly.",
        cure: "Write kDefaultModifiers for empty modifiers.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    MODIFIER_FLAGS = "SKSL-MOD-02" Error "modifiers have unknown flags" {
        cause: "The flags are damaged, or a later version wrote them, where the bits from 9 on have moved.",
        effect: "Skia keeps bits that mean nothing.",
        cure: "Clear the bits above bit 12.",
    }
    MODIFIER_CONFLICT = "SKSL-MOD-03" Warning "modifiers contradict each other" {
        cause: "A tool combined modifiers that the language does not: two precisions, inline with noinline, or uniform with in \
                or out.",
        effect: "Skia's compiler would refuse the source; its decoder does not check.",
        cure: "Leave one of them out.",
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    NO_SYMBOL = "SKSL-SYM-01" Error "a symbol is expected" {
        cause: "A count is too large, or an earlier command has the wrong length.",
        effect: "Skia stops or reads what follows wrongly.",
        cure: "Fix the count, or write the symbol.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    ZERO_ID = "SKSL-SYM-02" Error "an id is 0" {
        cause: "Zero means no symbol. Skia's encoder wrote it for the parameters of built-in overloads of a user's \
                function.",
        effect: "Skia finds no symbol; a parameter without a symbol is harmless as long as nothing refers to it.",
        cure: "Use an id of 1 to 65534, or rename the function that has the name of a built-in one.",
        affects: ["SKSL-SYM-04", "SKSL-SYM-06", "SKSL-CAN-01"],
    }
    RESERVED_ID = "SKSL-SYM-03" Error "the id 65535 is defined" {
        cause: "The number means that a built-in name follows, so no symbol can have it.",
        effect: "Every reference to the symbol is read as one to a built-in symbol.",
        cure: "Use an id of 1 to 65534.",
        affects: ["SKSL-SYM-04", "SKSL-SYM-06", "SKSL-CAN-01"],
    }
    UNDEFINED_ID = "SKSL-SYM-04" Error "an id is used before or without its definition" {
        cause: "The id is damaged, or symbols were moved or removed. An id is known from the end of its command on.",
        effect: "Skia uses a null or foreign pointer as the symbol.",
        cure: "Write the symbol before what refers to it.",
        affects: ["SKSL-CAN-01"],
    }
    REPEATED_ID = "SKSL-SYM-05" Error "an id is defined twice" {
        cause: "Symbols were copied, or an id is damaged.",
        effect: "Skia replaces the first symbol by the second for all that follows.",
        cure: "Give each symbol its own id; repair `canonical` cannot know which one a reference means.",
        affects: ["SKSL-SYM-04", "SKSL-SYM-06", "SKSL-CAN-01"],
    }
    SYMBOL_KIND = "SKSL-SYM-06" Error "a reference is to a symbol of the wrong kind" {
        cause: "The id is damaged.",
        effect: "Skia casts the symbol to a kind that it is not.",
        cure: "Refer to a symbol of the kind that the place needs.",
    }
    BUILTIN_WITHOUT_ID = "SKSL-SYM-07" Error "a built-in symbol is in a place that requires an id" {
        cause: "The id is 65535, which means that a name follows, in a place that cannot hold a name.",
        effect: "Skia finds no symbol, and misreads what follows.",
        cure: "Refer to a symbol of the file.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    UNKNOWN_BUILTIN = "SKSL-SYM-08" Error "a built-in name is unknown" {
        cause: "The name is misspelt, or belongs to another kind of program or to another version of Skia.",
        effect: "Skia finds no symbol and stops or goes on with a null pointer.",
        cure: "Use a name of the modules that programs of the kind see.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    ID_OUT_OF_SCOPE = "SKSL-SYM-09" Warning "an id is used outside the scope that defines it" {
        cause: "Code was moved out of its block. Skia's encoder would have defined the symbol again.",
        effect: "Skia's decoder accepts it; the symbol may be gone when the program is used.",
        cure: "Define the symbol in the scope of all its uses.",
    }
    NO_TABLE = "SKSL-TAB-01" Error "a symbol table is expected" {
        cause: "An earlier command has the wrong length, or the byte is damaged.",
        effect: "Skia stops or reads what follows wrongly.",
        cure: "Write kVoid where a statement has no table of its own.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    UNOWNED_SYMBOL = "SKSL-TAB-02" Error "a table lists a symbol that it does not own" {
        cause: "The number is damaged, or is an id: the public document has ids, Skia writes indices into the owned symbols.",
        effect: "Skia reads a pointer outside its list.",
        cure: "Use the index of the symbol among the owned ones, counted from 0.",
    }
    REPEATED_NAME = "SKSL-TAB-03" Error "a table lists a name twice" {
        cause: "A symbol was listed twice, or two functions of one name were not put into an overload set.",
        effect: "The second hides the first.",
        cure: "List a kUnresolvedFunction in place of several functions.",
        affects: ["SKSL-CAN-05"],
    }
    TABLE_BUILTIN_FLAG = "SKSL-TAB-04" Error "isBuiltin is neither 0 nor 1" {
        cause: "The byte is damaged, or the writer followed the public document, which does not have it.",
        effect: "Skia treats any other number as 1.",
        cure: "Write 1 in modules and shared functions and 0 elsewhere.",
    }
    PROGRAM_WITHOUT_TABLE = "SKSL-TAB-05" Error "a program has no symbol table" {
        cause: "kVoid was written for the table of the program.",
        effect: "Skia's decoder uses a null pointer as the table.",
        cure: "Write a kSymbolTable, if need be an empty one.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    UNKNOWN_BUILTIN_TYPE = "SKSL-TAB-06" Error "a table lists an unknown built-in type" {
        cause: "Skia's encoder wrote a local variable by name when it encoded a program that it had decoded.",
        effect: "Skia's decoder finds no symbol in the root table.",
        cure: "List the symbol by its index among those that the table owns.",
    }
    NO_TYPE = "SKSL-TYP-01" Error "a type is expected" {
        cause: "The id or the command is damaged.",
        effect: "Skia casts the symbol to a type.",
        cure: "Refer to a type.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    EMPTY_ARRAY = "SKSL-TYP-02" Error "an array has no elements" {
        cause: "The count is damaged; version 8 has no arrays without a size.",
        effect: "Skia makes an array of 0 elements, which its language does not have.",
        cure: "Set the count to the number of elements, at least 1.",
        affects: ["SKSL-EXP-", "SKSL-STM-", "SKSL-TYP-"],
    }
    ARRAY_ELEMENT = "SKSL-TYP-03" Error "an array has elements of a type that cannot be in one" {
        cause: "The component is void or an array.",
        effect: "Skia's compiler would refuse the source; its code generators do not expect it.",
        cure: "Wrap the component in a struct.",
        affects: ["SKSL-EXP-", "SKSL-STM-", "SKSL-TYP-"],
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    INVALID_STRUCT = "SKSL-TYP-04" Error "a struct is invalid" {
        cause: "It has no fields, two fields of one name, or structs nested deeper than 8.",
        effect: "Skia's compiler would refuse the source; its code generators do not expect it.",
        cure: "Give the struct at least one field and each field its own name.",
        affects: ["SKSL-EXP-", "SKSL-STM-", "SKSL-TYP-"],
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    INTERFACE_BLOCK_FLAG = "SKSL-TYP-05" Error "isInterfaceBlock is neither 0 nor 1" {
        cause: "The byte is damaged, or the writer followed the public document, which does not have it.",
        effect: "Skia treats any other number as 1.",
        cure: "Write 1 for the types of interface blocks and 0 for others.",
    }
    LARGE_ARRAY = "SKSL-TYP-06" Info "an array has 128 elements or more" {
        cause: "The count is written as a signed byte, so it wraps.",
        effect: "Skia's own decoder reads a negative count.",
        cure: "Use at most 127 elements, or several arrays.",
    }
    STORAGE = "SKSL-VAR-01" Error "the storage of a variable is unknown" {
        cause: "The byte is damaged, or a later version wrote it.",
        effect: "Skia keeps a number that means nothing.",
        cure: "Use 0 for globals, 2 for locals and 3 for parameters.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    NO_EXPRESSION = "SKSL-EXP-01" Error "an expression is expected" {
        cause: "A count is too large, or the source calls a child effect, for which Skia's encoder writes nothing at all.",
        effect: "Skia stops or reads what follows wrongly.",
        cure: "Fix the count; a program with child calls cannot be stored in version 8.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    OPERATOR = "SKSL-EXP-02" Error "an operator is not allowed here" {
        cause: "The number is damaged, or another version wrote it: from 9 on operators have other numbers.",
        effect: "Skia's debug builds stop; its release builds make an invalid tree.",
        cure: "Use the number of a binary, prefix or postfix operator as the command needs it.",
    }
    BOOL_LITERAL = "SKSL-EXP-03" Error "a bool literal is neither 0 nor 1" {
        cause: "The byte is damaged.",
        effect: "Skia treats any other number as true.",
        cure: "Write 0 or 1.",
        affects: ["SKSL-STM-06", "SKSL-EXP-05", "SKSL-EXP-11", "SKSL-EXP-12"],
    }
    CONSTRUCTOR_COUNT = "SKSL-EXP-04" Error "a constructor has the wrong number of arguments" {
        cause: "The count is damaged, or the wrong constructor was written.",
        effect: "Skia's decoder takes the first argument or reads past the last.",
        cure: "Give the constructor as many arguments as its kind and type need.",
    }
    CONSTRUCTOR_TYPES = "SKSL-EXP-05" Error "the argument types of a constructor do not match" {
        cause: "A type is damaged, or the wrong constructor was written.",
        effect: "Skia's debug builds stop; its code generators print an invalid constructor.",
        cure: "Use the constructor that makes the result from these arguments.",
    }
    SWIZZLE = "SKSL-EXP-06" Error "a swizzle is impossible" {
        cause: "It has no components or more than 4, or one that the base does not have. The letters rgba and stpq are stored as xyzw.",
        effect: "Skia's decoder makes a vector of an impossible size.",
        cure: "Use 1 to 4 components of 0 to 3 that the base has.",
    }
    UNKNOWN_FIELD = "SKSL-EXP-07" Error "a field does not exist" {
        cause: "The number is damaged, or the base has another type.",
        effect: "Skia reads outside the list of fields.",
        cure: "Use a number below the number of fields.",
    }
    OWNER_KIND = "SKSL-EXP-08" Error "ownerKind is neither 0 nor 1" {
        cause: "The byte is damaged.",
        effect: "Skia keeps a number that means nothing.",
        cure: "Write 1 for fields of an anonymous interface block and 0 for others.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    REF_KIND = "SKSL-EXP-09" Error "refKind is unknown" {
        cause: "The byte is damaged.",
        effect: "Skia counts neither a read nor a write of the variable.",
        cure: "Use 0 to 3: read, write, read-write, pointer.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    LITERAL_RANGE = "SKSL-EXP-10" Error "a literal is out of range of its type" {
        cause: "The type or the value is damaged.",
        effect: "Skia's debug builds stop; text made from the program cannot be compiled again.",
        cure: "Give float literals a float type, int literals an int type, and the value a number of that type.",
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    OPERAND_TYPES = "SKSL-EXP-11" Error "an operator does not accept its operands" {
        cause: "A type or the operator is damaged.",
        effect: "Skia finds no type for the result.",
        cure: "Convert an operand, or use another operator.",
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    CALL_ARGUMENTS = "SKSL-EXP-12" Error "the arguments of a call do not match the function" {
        cause: "The count, the function or an argument is damaged.",
        effect: "Skia creates the call, and its code generators print it unchanged.",
        cure: "Give the function as many arguments as it has parameters, each of the parameter's type.",
    }
    NOT_ASSIGNABLE = "SKSL-EXP-13" Error "an expression that is not assignable is written" {
        cause: "The target is damaged: it must be a variable that is neither const nor uniform, or a part of one.",
        effect: "Skia's compiler would refuse the source; its code generators print an invalid assignment.",
        cure: "Write to a variable, and set refKind to match the access.",
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    EXPRESSION_MISSING = "SKSL-EXP-14" Error "an expression is missing" {
        cause: "kVoid is in a place where an expression is required.",
        effect: "Skia uses a null pointer as the expression.",
        cure: "Write the expression.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    UNKNOWN_CAPABILITY = "SKSL-EXP-15" Error "a capability is unknown" {
        cause: "The name is misspelt, or belongs to another version of Skia.",
        effect: "Skia reports an unknown capability and has no expression.",
        cure: "Use the name of a field of sk_Caps.",
    }
    NO_STATEMENT = "SKSL-STM-01" Error "a statement is expected" {
        cause: "A count is too large, or an earlier command has the wrong length.",
        effect: "Skia stops or reads what follows wrongly.",
        cure: "Fix the count, or write kNop for an empty statement.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    STATEMENT_MISSING = "SKSL-STM-02" Error "a statement is missing" {
        cause: "kVoid is in a place where a statement is required.",
        effect: "Skia uses a null pointer as the statement.",
        cure: "Write kNop for an empty statement.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    STATEMENT_FLAG = "SKSL-STM-03" Error "a boolean is neither 0 nor 1" {
        cause: "isScope, isStatic or isDefault is damaged, or a later version wrote it.",
        effect: "Skia treats any other number as 1.",
        cure: "Write 0 or 1.",
    }
    JUMP_TARGET = "SKSL-STM-04" Error "break or continue has no target" {
        cause: "Code was moved out of its loop or switch, or a continue would leave a switch, which the language forbids.",
        effect: "Skia's compiler would refuse the source; its code generators print an invalid statement.",
        cure: "Keep break within a loop or switch, and continue within a loop.",
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    REPEATED_CASE = "SKSL-STM-05" Error "two cases of a switch have the same value" {
        cause: "Two cases have one value, there are two defaults, or the default is not the last case.",
        effect: "Skia's compiler would refuse the source; the first case of a value wins at best.",
        cure: "Give each case its own value and put the one default last.",
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    RETURN_TYPE = "SKSL-STM-06" Error "a return does not match its function" {
        cause: "The value is missing, is there in a void function, or has another type.",
        effect: "Skia's compiler would refuse the source; its code generators print an invalid return.",
        cure: "Return a value of the function's type, or none from a void function.",
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    REPEATED_DECLARATION = "SKSL-STM-07" Error "a variable is declared twice" {
        cause: "A declaration was copied, or an id is damaged.",
        effect: "Skia's code generators print the variable twice.",
        cure: "Declare each variable once.",
    }
    DECLARATION_MISMATCH = "SKSL-STM-08" Error "a declaration disagrees with its variable" {
        cause: "The base type or the array size is damaged. The base type is that of an element.",
        effect: "Skia's code generators print another type than the program was checked with.",
        cure: "Repeat the type of the variable: its element type, and its count or 0.",
    }
    DISCARD_STAGE = "SKSL-STM-09" Warning "discard outside a fragment program" {
        cause: "Only fragment programs can discard; a runtime effect has no fragment of its own.",
        effect: "Skia's compiler would refuse the source.",
        cure: "Return a transparent color instead.",
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    NO_ELEMENT = "SKSL-ELM-01" Error "an element is expected" {
        cause: "An earlier command has the wrong length, or kElementsComplete is missing.",
        effect: "Skia stops or reads what follows wrongly.",
        cure: "End the elements with kElementsComplete.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    NO_ELEMENTS = "SKSL-ELM-02" Error "elements are expected" {
        cause: "kElements is missing or damaged.",
        effect: "Skia's debug builds stop; its release builds read what follows wrongly.",
        cure: "Write kElements and kElementsComplete even around nothing.",
        affects: [
            "SKSL-CMD-", "SKSL-LAY-01", "SKSL-MOD-01", "SKSL-SYM-01", "SKSL-SYM-02", "SKSL-SYM-04",
            "SKSL-TYP-01", "SKSL-EXP-01", "SKSL-EXP-14", "SKSL-STM-01", "SKSL-STM-02", "SKSL-ELM-01",
            "SKSL-ELM-02", "SKSL-TAB-01", "SKSL-STR-02", "SKSL-CAN-",
        ],
    }
    REPEATED_FUNCTION = "SKSL-ELM-03" Error "a function is defined twice" {
        cause: "A definition was copied, or an id is damaged.",
        effect: "Skia keeps the last one; its code generators print both.",
        cure: "Define each function once.",
    }
    UNDECLARED_GLOBAL = "SKSL-ELM-04" Error "a global variable is not declared as a variable" {
        cause: "kGlobalVar holds something other than a kVarDeclaration, or declares a local variable or parameter.",
        effect: "Skia casts the statement to a declaration.",
        cure: "Put the declaration of a global variable there.",
    }
    SHARED_FUNCTION = "SKSL-ELM-05" Error "a shared function is incomplete" {
        cause: "A parameter is not a variable, the declaration is not a function, or the definition is that of another one.",
        effect: "Skia casts what it finds to what it expects.",
        cure: "Write the parameters, the declaration, and its definition.",
    }
    BLOCK_TYPE = "SKSL-ELM-06" Error "an interface block does not have a block type" {
        cause: "The variable is damaged, or its struct is not marked as that of an interface block.",
        effect: "Skia's code generators look for fields that are not there.",
        cure: "Use a variable whose type is a struct with isInterfaceBlock 1, or an array of one.",
    }
    PROGRAM_KIND = "SKSL-PRG-01" Error "the program kind is unknown" {
        cause: "The byte is damaged, or another version wrote it: from 10 on kinds have other numbers.",
        effect: "Skia finds no module for the program and stops.",
        cure: "Use 0 to 7.",
    }
    FLIP_FLAG = "SKSL-PRG-02" Error "useFlipRTUniform is neither 0 nor 1" {
        cause: "The byte is damaged.",
        effect: "Skia treats any other number as 1.",
        cure: "Write 1 when the program depends on the direction of the y axis, else 0.",
    }
    MAIN_SIGNATURE = "SKSL-PRG-03" Error "main is missing or has the wrong signature" {
        cause: "The program kind is wrong, or main was removed or changed.",
        effect: "Skia's wrapper refuses the program.",
        cure: "Give the program the main that its kind requires.",
        source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    }
    ID_ORDER = "SKSL-CAN-01" Warning "ids are not numbered in order" {
        cause: "Another tool than Skia's encoder wrote the file.",
        effect: "None: readers look symbols up by id.",
        cure: "Repair `canonical` numbers the symbols 1, 2, 3 and so on.",
        source: "measured: Skia's encoder of 2022-02 to 2022-03",
    }
    STRING_ORDER = "SKSL-CAN-02" Warning "strings are not in order of first use" {
        cause: "Another tool than Skia's encoder wrote the file.",
        effect: "None: readers go by offset.",
        cure: "Repair `canonical` puts the strings in order.",
        source: "measured: Skia's encoder of 2022-02 to 2022-03",
    }
    UNUSED_STRING = "SKSL-CAN-03" Warning "a string is unused or stored twice" {
        cause: "Another tool than Skia's encoder wrote the file, or symbols were removed.",
        effect: "None but the bytes.",
        cure: "Repair `canonical` keeps each string once.",
        source: "measured: Skia's encoder of 2022-02 to 2022-03",
    }
    LONG_FORM = "SKSL-CAN-04" Warning "a layout or modifiers are longer than necessary" {
        cause: "Another tool than Skia's encoder wrote the file.",
        effect: "None but the bytes.",
        cure: "Repair `canonical` writes the shortest form.",
        source: "measured: Skia's encoder of 2022-02 to 2022-03",
    }
    TABLE_ORDER = "SKSL-CAN-05" Warning "a table is not sorted by name" {
        cause: "Another tool than Skia's encoder wrote the file.",
        effect: "None: readers look names up in a map.",
        cure: "Repair `canonical` sorts the entries.",
        source: "measured: Skia's encoder of 2022-02 to 2022-03",
    }
}
