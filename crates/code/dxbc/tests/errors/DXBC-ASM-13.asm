//== fires
ps_5_1
dcl_resource_texture2d (float,float,float,float) T0[3], space=0
dcl_sampler S0[2:4], mode_default
//== near
ps_5_1
dcl_resource_texture2d (float,float,float,float) T0[3:*], space=0
dcl_sampler S0[2:4], mode_default, space=0
