//! Rules of the container: header, offset table, part directory, digest.

glassbox_core::rules! {
    source: "DirectX shader compiler, DxilContainer.h; LLVM, BinaryFormat/DXContainer.h",
    examples: &super::EXAMPLES,

    MAGIC = "DXC-CTR-01" Error "the file does not begin with DXBC" {
        cause: "The file is of another kind, although the same compilers may have written it.",
        effect: "Every reader of containers refuses it.",
        cure: "Check that this is the right file.",
    }
    HEADER_SHORT = "DXC-CTR-02" Error "the header is cut off" {
        cause: "The file was cut off while it was copied or built.",
        effect: "Every reader refuses it.",
        cure: "Get a complete copy of the file, or rebuild it.",
    }
    VERSION = "DXC-CTR-03" Error "the version of the container is unknown" {
        cause: "The header was changed, or the file is newer than every public reader.",
        effect: "The compiler refuses another major version; other minor versions are read anyway.",
        cure: "Set the version to 1.0.",
    }
    TRUNCATED = "DXC-CTR-04" Error "the file is shorter than the container" {
        cause: "The file was cut off, or the size in the header is wrong.",
        effect: "Every reader refuses it.",
        cure: "Get a complete copy of the file, or rebuild it; if it is whole, fix the size.",
        affects: [
            "DXC-CTR-06", "DXC-CTR-08", "DXC-CTR-09", "DXC-CTR-13", "DXC-CTR-16", "DXC-CTR-19", "DXC-CTR-20",
            "DXC-PRG-08", "DXC-PSV-07",
        ],
    }
    TRAILING = "DXC-CTR-05" Warning "bytes follow the container" {
        cause: "Something was appended, or the size in the header is too small.",
        effect: "Readers that are handed a size ignore them; tools that compare sizes refuse the file.",
        cure: "Remove them, or fix the size if they belong to the container.",
    }
    SIZE = "DXC-CTR-06" Error "the size of the container is impossible" {
        cause: "The header was changed, or a tool that edits parts did not fix it.",
        effect: "Every reader refuses it; sizes above 0x80000000 are refused by the compiler.",
        cure: "Set the size to the end of the last part.",
        affects: ["DXC-CTR-05", "DXC-CTR-08", "DXC-CTR-09", "DXC-CTR-13", "DXC-CTR-16"],
    }
    TABLE = "DXC-CTR-07" Error "the offset table ends past the container" {
        cause: "The number of parts is wrong.",
        effect: "Readers that multiply in 32 bits read outside the file; the others refuse it.",
        cure: "Set the number of parts to the actual number of offsets.",
        affects: ["DXC-"],
    }
    OFFSET = "DXC-CTR-08" Error "an offset is outside the container" {
        cause: "The offset table was not fixed after an edit, or has an extra entry.",
        effect: "Readers that do not check it read outside the file; the others refuse it.",
        cure: "Point the offset at the header of the part, or remove the entry.",
        affects: [
            "DXC-CTR-10", "DXC-CTR-11", "DXC-CTR-13", "DXC-CTR-16", "DXC-CTR-19", "DXC-CTR-20", "DXC-PRG-08", "DXC-PSV-07",
        ],
    }
    PART_SIZE = "DXC-CTR-09" Error "a part ends past the container" {
        cause: "The size of the part is wrong, or the container was cut off.",
        effect: "Readers that do not check it read outside the file; the others refuse it.",
        cure: "Fix the size of the part.",
        affects: ["DXC-CTR-13", "DXC-CTR-19", "DXC-CTR-20", "DXC-CTR-16"],
    }
    OVERLAP = "DXC-CTR-10" Error "a part overlaps another or the header" {
        cause: "An offset or a size is wrong.",
        effect: "The same bytes have two meanings; an edit of one part breaks the other.",
        cure: "Fix the offset or the size, or rewrite the container.",
        affects: [
            "DXC-CTR-09", "DXC-CTR-11", "DXC-CTR-13", "DXC-CTR-14", "DXC-CTR-15", "DXC-CTR-19", "DXC-CTR-20",
            "DXC-CTR-16",
        ],
    }
    ORDER = "DXC-CTR-11" Warning "the offsets are not ascending" {
        cause: "A tool wrote the table in another order than the parts.",
        effect: "The compiler and LLVM refuse the container; other readers accept it.",
        cure: "Rewrite the container; the order of the parts follows the table.",
    }
    ALIGNMENT = "DXC-CTR-12" Info "a part does not begin at a multiple of 4" {
        cause: "The compiler did not pad signatures before validator version 1.7; later that is the work of another tool.",
        effect: "Readers that cast pointers read slowly or fail on some processors.",
        cure: "Rewrite the container with aligned parts, unless its bytes must stay.",
    }
    GAP = "DXC-CTR-13" Warning "bytes of the container belong to no part" {
        cause: "A part was removed or shortened without rewriting the container.",
        effect: "The compiler refuses the container; other readers accept it.",
        cure: "Rewrite the container.",
    }
    DUPLICATE = "DXC-CTR-14" Error "two parts have the same four-character code" {
        cause: "A part was added to a container that had it.",
        effect: "Readers take the first or the last of them; the validator refuses the container.",
        cure: "Remove one of the two.",
        affects: ["DXC-CTR-16"],
    }
    UNKNOWN = "DXC-CTR-15" Warning "the four-character code of a part is unknown" {
        cause: "An application wrote it, a newer compiler did, or the code was changed.",
        effect: "Readers skip it; the validator refuses the container.",
        cure: "Keep application data in PRIV.",
    }
    DIGEST = "DXC-CTR-16" Error "the digest does not mark the container as signed" {
        cause: "The bytes were changed without signing the container again, or it was never signed.",
        effect: "The runtime refuses it outside developer mode.",
        cure: "Sign the container.",
        source: "RFC 1321; DirectX shader compiler, DxilHash.cpp",
    }
    PRIVATE = "DXC-CTR-17" Warning "a part follows the private data" {
        cause: "A tool appended a part without looking for PRIV.",
        effect: "Private data may have any size, so the parts after it are unaligned; the validator refuses them.",
        cure: "Move PRIV to the end.",
    }
    EMPTY = "DXC-CTR-18" Warning "the container has no parts" {
        cause: "Everything was stripped, or the number of parts was changed.",
        effect: "The container holds nothing to use.",
        cure: "Rebuild the file.",
    }
    PROGRAM = "DXC-CTR-19" Warning "the container does not have exactly one kind of program" {
        cause: "The program was stripped, or two containers were merged.",
        effect: "The runtime refuses the container or takes either program.",
        cure: "Keep the intended program.",
    }
    PARTS = "DXC-CTR-20" Warning "a part is missing or not allowed for this kind of shader" {
        cause: "A tool stripped too much, or added a part of another kind of shader.",
        effect: "The validator refuses the container; the runtime may lack what it needs.",
        cure: "Rebuild the shader, or remove the part.",
    }
    LIMIT = "DXC-LIMIT-01" Error "a part of the file was not read" {
        cause: "The offset table has so many entries, or tables share their bytes so often, that reading all of them costs too much.",
        effect: "Simple readers need time and memory out of proportion to the size of the file.",
        cure: "Give every part its own bytes.",
        source: "a limit of Glassbox",
    }
}
