;== fires
define float @f(float* %x) {
  %1 = load float, float* %x, align 3
  %2 = fmul float %1, 1.000000e-01
  ret float %2
}
;== near
define float @f(float* %x) {
  %1 = load float, float* %x, align 4
  %2 = fmul float %1, 0x3FB99999A0000000
  ret float %2
}
