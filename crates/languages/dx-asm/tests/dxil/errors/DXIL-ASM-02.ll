;== fires
define float @f(float %x) {
  %1 = fneg float %x
  ret float %1
}
;== near
define float @f(float %x) {
  %1 = fsub float -0.000000e+00, %x
  ret float %1
}
