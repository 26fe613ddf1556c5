//== fires
ps_5_0
mov r0.x, l(1.2.3)
mov r0.x, l(4294967296)
mov r0.x, l(1, 2)
dmov r0.xy, d(x)
sample_aoffimmi(9,0,0) r0.xyzw, v0.xyxx, t0.xyzw, s0
dcl_input_control_point_count 64
//== near
ps_5_0
mov r0.x, l(1.25)
mov r0.x, l(4294967295)
mov r0.xy, l(1, 2, 0, 0)
dmov r0.xy, d(1.5l, 0x3ff0000000000000l)
sample_aoffimmi(7,0,-8) r0.xyzw, v0.xyxx, t0.xyzw, s0
dcl_input_control_point_count 63
