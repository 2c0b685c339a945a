"""Pages of the manual that are made from what the program, the library and the repository say."""
