cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_raw u0
dcl_input vThreadID.xyz
dcl_temps 3
dcl_thread_group 8, 1, 1
mov r0.x, l(0)
mov r0.y, l(0)
loop
  uge r0.z, r0.x, vThreadID.x
  breakc_nz r0.z
  switch r0.x
    case l(1)
    case l(2)
      iadd r0.y, r0.y, l(10)
      break
    case l(7)
      store_raw u0.x, l(0), r0.y
      ret
    default
      iadd r0.y, r0.y, l(1)
      break
  endswitch
  iadd r0.x, r0.x, l(1)
endloop
ilt r1.x, r0.y, l(5)
if_nz r1.x
  mul r2.x, cb0[0].x, l(2.0)
else
  mul r2.x, cb0[0].y, l(3.0)
endif
store_raw u0.xy, l(4), r2.xxxx
ret
