// What no words say: a plain operand with one component, an instruction with a bit too many, an unknown one, a length that is
// not that of the program.
vs_4_0
.length 3
mov r0.x, #(0x00101001, 0x00000000)
.words 0x05400036, 0x00100012, 0x00000000, 0x0010000a, 0x00000001
.words 0x010003ff
.words 0x01000000
.bytes 0x01, 0x02
//== words
05000036 00100012 00000000 00101001 00000000
05400036 00100012 00000000 0010000a 00000001
010003ff
01000000
