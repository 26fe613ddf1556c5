//== fires
ps_5_0
ret
vs_5_0
ret
//== near
ps_5_0
ret
// vs_5_0
ret
