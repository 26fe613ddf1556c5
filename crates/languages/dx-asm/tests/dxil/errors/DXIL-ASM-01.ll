;== fires
define void @f(i32 %x) {
  %1 = add i32 %x 1
  br label 1
}
;== near
define void @f(i32 %x) {
  %1 = add i32 %x, 1
  br label %2
  ; <label>:2
  ret void
}
