Creator "x"
graph [ directed 1 node [ id 1 label "a&quot;b" g [ x 1.5 ] ] node [ id 2 label "c" ] edge [ source 1 target 2 ] ]
