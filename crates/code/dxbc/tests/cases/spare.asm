// Words without a meaning that the legacy compiler leaves behind operands.
ps_5_0
samplepos r1.xy, t0.xyxx, v3.x
samplepos r1.xy, t0.xyxx, v3.x, #(0x00000000)
sample_l_s_indexable(texture2d)(float,float,float,float) r0.xyzw, r1.x, v1.xyxx, t1.xyzw, s0, l(2.0), #(0x00000000)
sample_d_cl_s r8.xyzw, r9.x, v1.xyxx, t1.xyzw, s0, v2.xyxx, v2.yzyy, v0.y, #(0x80000000, 0x00002000)
//== words
0700006e 00100032 00000001 00107046 00000000 0010100a 00000003 // samplepos
0800006e 00100032 00000001 00107046 00000000 0010100a 00000003 00000000 // samplepos with a word
900000e4 800000c2 00155543 001000f2 00000000 00100012 00000001 00101046 00000001 00107e46 00000001 00106000 00000000 00004001 40000000 00000000
130000e8 001000f2 00000008 00100012 00000009 00101046 00000001 00107e46 00000001 00106000 00000000 00101046 00000002 00101596 00000002 0010101a 00000000 80000000 00002000
//== fxc
ps_5_0
samplepos r1.xy, t0.xyxx, v3.x
samplepos r1.xy, t0.xyxx, v3.x
sample_l_s_indexable(texture2d)(float,float,float,float) r0.xyzw, r1.x, v1.xyxx, t1.xyzw, s0, l(2.000000)
sample_d_cl_s r8.xyzw, r9.x, v1.xyxx, t1.xyzw, s0, v2.xyxx, v2.yzyy, v0.y
