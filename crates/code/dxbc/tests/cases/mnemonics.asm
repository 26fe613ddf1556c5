// What mnemonics say.
gs_5_0
if_z r0.x
  mul_sat r0.x, r0.x, r0.x
  mad [precise] r0.x, r0.x, r0.x, r0.x
else
  mul [precise(yw)] r0.x, r0.x, r0.x
endif
sample_l_aoffimmi_indexable(-8,7,0)(texture2darray)(unorm,snorm,sint,uint) r0.xyzw, r1.xyzw, t2.xyzw, s3, l(0.0)
ld_structured_indexable(structured_buffer, stride=4095)(mixed,mixed,mixed,mixed) r0.x, r0.x, l(4), t0.xxxx
ld_raw_indexable(raw_buffer)(mixed,mixed,mixed,mixed) r0.x, r0.x, t0.xxxx
resinfo_uint r0.xy, l(0), t0.xyzw
resinfo_rcpFloat r0.xy, l(0), t0.xyzw
sampleinfo_uint r0.x, rasterizer.x
sync_uglobal_ugroup_g_t
loop
  switch r0.x
    case l(1)
    break
    default
    breakc_nz r0.x
  endswitch
  continuec_z r0.x
endloop
discard_nz r0.x
callc_nz r0.x, l3
call l4
emit_stream m1
fcall fp1[r0.x + 2][3]
retc_z r0.x
ret
label l3
ret
//== words
0300001f 0010000a 00000000 // if_z
07002038 00100012 00000000 0010000a 00000000 0010000a 00000000 // mul_sat
09780032 00100012 00000000 0010000a 00000000 0010000a 00000000 0010000a 00000000 // mad, all components precise
01000012 // else
07500038 00100012 00000000 0010000a 00000000 0010000a 00000000 // mul, y and w precise
01000015 // endif
8e000048 8000f001 80000202 0010c843 001000f2 00000000 00100e46 00000001 00107e46 00000002 00106000 00000003 00004001 00000000 // sample_l
8b0000a7 807ffb02 00199983 00100012 00000000 0010000a 00000000 00004001 00000004 00107006 00000000 // ld_structured
890000a5 800002c2 00199983 00100012 00000000 0010000a 00000000 00107006 00000000 // ld_raw
0700103d 00100032 00000000 00004001 00000000 00107e46 00000000 // resinfo_uint
0700083d 00100032 00000000 00004001 00000000 00107e46 00000000 // resinfo_rcpFloat
0400086f 00100012 00000000 0000e00a // sampleinfo_uint
010078be // sync
01000030 // loop
0300004c 0010000a 00000000 // switch
03000006 00004001 00000001 // case
01000002 // break
0100000a // default
03040003 0010000a 00000000 // breakc_nz
01000017 // endswitch
03000008 0010000a 00000000 // continuec_z
01000016 // endloop
0304000d 0010000a 00000000 // discard_nz
05040005 0010000a 00000000 0010a000 00000003 // callc_nz
03000004 0010a000 00000004 // call
03000075 00110000 00000001 // emit_stream
07000078 00000003 06213000 00000001 00000002 0010000a 00000000 // fcall: the number of the function stands in front
0300003f 0010000a 00000000 // retc_z
0100003e // ret
0300002c 0010a000 00000003 // label
0100003e // ret
//== fxc
gs_5_0
if_z r0.x
  mul_sat r0.x, r0.x, r0.x
  mad [precise] r0.x, r0.x, r0.x, r0.x
else 
  mul [precise(yw)] r0.x, r0.x, r0.x
endif 
sample_l_aoffimmi_indexable(-8,7,0)(texture2darray)(unorm,snorm,sint,uint) r0.xyzw, r1.xyzw, t2.xyzw, s3, l(0.000000)
ld_structured_indexable(structured_buffer, stride=4095)(mixed,mixed,mixed,mixed) r0.x, r0.x, l(4), t0.xxxx
ld_raw_indexable(raw_buffer)(mixed,mixed,mixed,mixed) r0.x, r0.x, t0.xxxx
resinfo_uint r0.xy, l(0), t0.xyzw
resinfo_rcpFloat r0.xy, l(0), t0.xyzw
sampleinfo_uint r0.x, rasterizer.x
sync_uglobal_ugroup_g_t
loop 
  switch r0.x
    case l(1)
    break 
    default 
    breakc_nz r0.x
  endswitch 
  continuec_z r0.x
endloop 
discard_nz r0.x
callc_nz r0.x, label3
call label4
emit_stream m1
fcall fp1[r0.x + 2][3]
retc_z r0.x
ret 
label label3
ret 
