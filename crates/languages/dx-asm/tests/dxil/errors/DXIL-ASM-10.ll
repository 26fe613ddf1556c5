;== fires
@v = global { i32, float } { i32 1 }
define float @f() {
  ret float 1
}
;== near
@v = global { i32, float } { i32 1, float 2.000000e+00 }
define float @f() {
  ret float 1.000000e+00
}
