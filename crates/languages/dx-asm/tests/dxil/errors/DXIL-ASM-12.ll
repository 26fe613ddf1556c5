;== fires
!0 = !DIFile(filename: "a.hlsl")
!1 = !DILocation(line: 4, colum: 2, scope: !0)
;== near
!0 = !DIFile(filename: "a.hlsl", directory: "")
!1 = !DILocation(line: 4, column: 2, scope: !0)
