// Every way to write an operand.
ps_5_0
mov r0.xyzw, r1.xyzw
mov r0.y, -|cb[r2.x + 3][5].z|
mov x0[r1.x + 0].x, icb[2].wzyx
add r0.xy, v[1][2].xyxx, l(1.5, -2.0, 0.0, 0.0)
iadd r0.x, l(-1), l(70000)
and r0.x, r1.x, l(0xffffff80)
dadd r0.xy, r0.xyzw, d(1.0l, -0.5l)
mov oDepth, vPrim
mul r0.x {min16f}, r1.x {min2_8f}, -r2.x {min16f}
mov r0.x, l(0,1.5,0x7fc00000,-3)
mov null, vThreadIDInGroupFlattened.x
mov r0.x, x1[x2[r3.y + 4].z + 5].w
//== words
05000036 001000f2 00000000 00100e46 00000001 // mov
09000036 00100022 00000000 80e0802a 000000c1 00000003 0010000a 00000002 00000005 // mov from a constant buffer
07000036 04203012 00000000 0010000a 00000001 001091b6 00000002 // mov to an array
0b000000 00100032 00000000 00201046 00000001 00000002 00004002 3fc00000 c0000000 00000000 00000000 // add
0700001e 00100012 00000000 00004001 ffffffff 00004001 00011170 // iadd
07000001 00100012 00000000 0010000a 00000001 00004001 ffffff80 // and
0a0000bf 00100032 00000000 00100e46 00000000 00005002 00000000 3ff00000 00000000 bfe00000 // dadd
03000036 0000c001 0000b001 // mov, registers of one component
0a000038 80100012 00004001 00000000 8010000a 00008001 00000001 8010000a 00004041 00000002 // mul
08000036 00100012 00000000 00004002 00000000 3fc00000 7fc00000 fffffffd // mov
03000036 0000d000 0002400a // mov to nothing
0b000036 00100012 00000000 0620303a 00000001 00000005 0620302a 00000002 00000004 0010001a 00000003 // mov, nested
//== fxc
ps_5_0
mov r0.xyzw, r1.xyzw
mov r0.y, -|cb[r2.x + 3][5].z|
mov x0[r1.x + 0].x, icb[2].wzyx
add r0.xy, v[1][2].xyxx, l(1.500000, -2.000000, 0.000000, 0.000000)
iadd r0.x, l(-1), l(0x00011170)
and r0.x, r1.x, l(-128)
dadd r0.xy, r0.xyzw, d(1.000000l, -0.500000l)
mov oDepth, vPrim
mul r0.x {min16f}, r1.x {min2_8f as min16f}, -r2.x {min16f}
mov r0.x, l(0,1.500000,0x7fc00000,-3)
mov null, vThreadIDInGroupFlattened.x
mov r0.x, x1[x2[r3.y + 4].z + 5].w
