graph [ node [ id 1 label "a&#155;31m" ] ]
