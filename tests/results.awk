# Reads the log of ctest, in which a process runs many tests, and says how the tests ended. Names those
# that failed, those that were skipped, and the one that a process was running when it died.
function failed(name) {
  ++failures
  print "FAILED: " name " (in " process ")"
}

/^[0-9]+\/[0-9]+ Test: / {
  process = $3
  running = ""
  missing = many = failures_here = 0
}
/^Command: ""$/ { missing = 1 }
/^\[==========\]/ { many = 1 }
/^\[ RUN      \]/ { running = $4 }

# A test may have left its last line unfinished.
running != "" && /\[       OK \] / {
  ++passed
  running = ""
}
running != "" && /\[  SKIPPED \] / {
  ++skipped
  print "skipped: " running
  running = ""
}
running != "" && /\[  FAILED  \] / {
  failed(running)
  ++failures_here
  running = ""
}

/^Test (Passed|Failed)\./ {
  if (running != "") failed(running ", which ended the process")
  else if (missing || ($2 == "Failed." && !failures_here)) failed(process)
  else if (!many) ++passed
}

END { printf "%d tests failed out of %d, %d skipped\n", failures, passed + skipped + failures, skipped }
