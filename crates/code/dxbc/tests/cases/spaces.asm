// Registers with ranges and spaces.
ps_5_1
dcl_constantbuffer CB0[2:3][16], immediateIndexed, space=4
dcl_sampler S0[1:1], mode_default, space=0
dcl_resource_texture3d (float,float,float,float) T1[7:*], space=2
dcl_resource_structured T2[0:0], 32, space=0
dcl_uav_raw U0[0:5], space=1
mov r0.x, CB0[2][1].x
mov r0.x, CB0[r1.x + 2][3].x { nonuniform }
sample r0.xyzw, r0.xyxx, T1[r0.x + 7].xyzw { nonuniform }, S0[1]
//== words
07000059 00308e46 00000000 00000002 00000003 00000010 00000004 // constant buffer
0600005a 00306e46 00000000 00000001 00000001 00000000 // sampler
07002858 00307e46 00000001 00000007 ffffffff 00005555 00000002 // textures without an end
070000a2 00307e46 00000002 00000000 00000000 00000020 00000000 // structures
0600009d 0031ee46 00000000 00000000 00000005 00000001 // views
07000036 00100012 00000000 0030800a 00000000 00000002 00000001 // mov
0a000036 00100012 00000000 8630800a 00020001 00000000 00000002 0010000a 00000001 00000003 // mov, not the same for all threads
0e000045 001000f2 00000000 00100046 00000000 86207e46 00020001 00000001 00000007 0010000a 00000000 00206000 00000000 00000001 // sample
//== fxc
ps_5_1
dcl_constantbuffer CB0[2:3][16], immediateIndexed, space=4
dcl_sampler S0[1:1], mode_default, space=0
dcl_resource_texture3d (float,float,float,float) T1[7:*], space=2
dcl_resource_structured T2[0:0], 32, space=0
dcl_uav_raw U0[0:5], space=1
mov r0.x, CB0[2][1].x
mov r0.x, CB0[r1.x + 2][3].x { nonuniform }
sample r0.xyzw, r0.xyxx, T1[r0.x + 7].xyzw { nonuniform }, S0[1]
