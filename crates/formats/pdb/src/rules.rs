//! The rules that MSF files are checked against.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "Microsoft, sources of MSF and PDB; LLVM, The PDB File Format",
    examples: &EXAMPLES,

    MAGIC = "PDB-01" Error "the file does not begin with the magic of MSF 7.00" {
        cause: "The file is of another kind, of the older MSF 2.00, or begins in the middle of a larger one.",
        effect: "No debugger or tool accepts it.",
        cure: "Check that this is the right file.",
    }
    SUPERBLOCK = "PDB-02" Error "the superblock is cut short" {
        cause: "The file was cut off while it was written or copied.",
        effect: "Nothing in it can be found.",
        cure: "Get a complete copy of the file, or rebuild it; a superblock has 56 bytes.",
    }
    BLOCK_SIZE = "PDB-03" Error "the block size cannot be used" {
        cause: "The superblock is damaged, or was written by a tool with another definition of blocks.",
        effect: "Readers refuse the file; common ones take 512, 1024, 2048 and 4096 only.",
        cure: "Set the size that the file was written with.",
        affects: ["PDB-"],
    }
    BLOCK_COUNT = "PDB-04" Error "the number of blocks disagrees with the size of the file" {
        cause: "The file was cut off, something was appended, or its writer counted one block too few, as the shader \
                compilers do.",
        effect: "Blocks past the end of the file are lost. Readers that trust the count refuse blocks beyond it.",
        cure: "Get a complete copy of the file, cut off what was appended, or rewrite the file.",
        affects: ["PDB-09"],
    }
    FREE_MAP = "PDB-05" Error "the free block map is neither block 1 nor block 2" {
        cause: "The superblock is damaged.",
        effect: "Readers refuse the file.",
        cure: "Set 1 or 2: the block whose bits agree with the blocks in use.",
    }
    DIRECTORY_MAP = "PDB-06" Error "the directory map is not in the file" {
        cause: "The superblock is damaged or the file was cut off.",
        effect: "The directory cannot be found, so no stream can.",
        cure: "Get a complete copy of the file, or rebuild it.",
    }
    DIRECTORY = "PDB-07" Error "the directory is not in the file" {
        cause: "The directory map or the size of the directory is damaged, or the file was cut off.",
        effect: "Streams that the lost part describes cannot be found.",
        cure: "Get a complete copy of the file, or rebuild it.",
    }
    DIRECTORY_SIZE = "PDB-08" Error "the size of the directory does not match its streams" {
        cause: "The number of streams or the size of one is damaged.",
        effect: "Streams are cut or read from the wrong blocks; bytes that are too many are ignored.",
        cure: "Fix the size of the directory or of the streams.",
        affects: ["PDB-09", "PDB-10"],
    }
    STREAM_BLOCK = "PDB-09" Error "a stream claims a block that it cannot have" {
        cause: "A block number is damaged or the file was cut off.",
        effect: "The stream ends there, or holds bytes of the file's own tables.",
        cure: "Get a complete copy of the file, or rebuild it.",
        affects: ["PDB-10", "PDB-13", "PDB-15"],
    }
    SHARED_BLOCK = "PDB-10" Error "a block is claimed twice" {
        cause: "A block number is damaged, or two writers had the file open.",
        effect: "Two streams hold the same bytes; writing one damages the other.",
        cure: "Rebuild the file.",
    }
    FREE_BLOCK = "PDB-11" Warning "a block in use is marked free" {
        cause: "The free block map is damaged, or the other one is in use.",
        effect: "The next writer overwrites the block.",
        cure: "Clear the bit, or choose the other free block map.",
    }
    RESERVED = "PDB-12" Warning "the reserved field is not 0" {
        cause: "The superblock is damaged, or a tool keeps something of its own there.",
        effect: "None known.",
        cure: "Set it to 0.",
    }
    HEADER = "PDB-13" Error "stream 1 is not the header of a program database" {
        cause: "The stream is damaged, or the file is MSF but not a program database.",
        effect: "Debuggers refuse the file, because they cannot compare its identity.",
        cure: "Rebuild the file.",
    }
    NAMED = "PDB-14" Warning "the table of named streams is invalid" {
        cause: "Stream 1 is damaged or cut short.",
        effect: "Streams that are found by name, such as source files, are not found.",
        cure: "Rebuild the file.",
    }
    CONTAINER = "PDB-15" Info "no stream holds a shader container" {
        cause: "The file describes other code, such as that of an older shader compiler.",
        effect: "Tools that look for a shader's debug container in it find none.",
        cure: "If a container was expected, check that this is the right file.",
    }
    LIMIT = "PDB-16" Warning "streams overlap too much to be read" {
        cause: "The file was crafted to be expensive to read, or its directory is damaged.",
        effect: "The remaining streams are not read.",
        cure: "Rebuild the file.",
    }
}
