;== fires
!0 = !{!"a text}
;== near
!0 = !{!"a \22text\22"}
