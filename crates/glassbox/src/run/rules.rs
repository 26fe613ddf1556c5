//! Rules for the arguments of a run. Rules for the program are in its engine.

glassbox_core::rules! {
    source: "docs/pica/simulator.md",
    examples: &crate::rules::EXAMPLES,

    ARGUMENT = "RUN-01" Error "an argument is not an assignment" {
        cause: "The argument lacks its `=`, its name or its value, or a bracket is not closed.",
        effect: "Nothing runs.",
        cure: "Write a name or register, `=` and the values: `mvp=@matrix.txt`, `tint=1,0.5,0,1`, `lights[2]=0,0,1,0`.",
    }
    VALUE = "RUN-02" Error "a value does not fit" {
        cause: "A value is not of the kind of its uniform or input, or there are more or fewer of them than it has \
                components.",
        effect: "Nothing runs.",
        cure: "Give a float vector four numbers, an integer vector three or four from 0 to its largest, a bool `true` or \
               `false`; separate the vectors of a matrix or an array by `;` or line ends.",
    }
    ENTRY = "RUN-03" Error "the entry point does not exist" {
        cause: "The number is too large, no entry point has the name or stage, or several have.",
        effect: "Nothing runs.",
        cure: "Choose an entry point by its number; `glassbox info` lists them, counting from 0.",
    }
    COLUMN = "RUN-04" Error "the column does not exist" {
        cause: "A mapping names a column that the file of vertices does not have, or the file has no names and the columns \
                cannot be matched to inputs.",
        effect: "Nothing runs.",
        cure: "Name columns as in the first line of the file, or by number: `position=#1,#2,#3`.",
    }
    UNSET = "RUN-05" Warning "a uniform is not set" {
        cause: "Neither an argument nor the file gives the uniform a value.",
        effect: "Its value is zero, or false.",
        cure: "Set it with --uniform.",
    }
    UNFED = "RUN-06" Warning "an input is not set" {
        cause: "Neither a column nor an argument gives the input a value.",
        effect: "Its value is (0, 0, 0, 1) for every vertex.",
        cure: "Name its columns with --columns, or set it with --input.",
    }
    UNUSED = "RUN-07" Warning "columns are not used" {
        cause: "The shader has no input with the name of the columns.",
        effect: "Their values are ignored.",
        cure: "Name the intended input with --columns.",
    }
    ENGINE = "RUN-08" Error "the engine cannot run the program" {
        cause: "The program was built without the engine, the machine has no code generator, the shader is for the \
                geometry stage, or the run is to be traced or counted, which only the interpreter does.",
        effect: "Nothing runs.",
        cure: "Use another engine: all give the same bits. The engine jit is in programs that are built with the feature \
               `jit`.",
    }
    UNGIVEN = "RUN-09" Warning "a child is not set" {
        cause: "No argument defines the child of a program that draws pixels.",
        effect: "A missing shader is transparent, a missing colour filter leaves colours unchanged, a missing blender draws \
                 the first colour over the second.",
        cure: "Set it with --child.",
    }
}
