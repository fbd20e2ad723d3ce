module recipes

go 1.19
