# Reads a profile of callgrind with full names and says how many instructions are those of
#
#   kernels  linear_algebra  memory  rest
#
# by the library and the function that executes them itself. Machine code that no file holds is that of
# kernels.
function part(library, name) {
  if (library ~ /^(libcasadi|libm\.|libm-|\?\?\?|$)/) return "kernels"
  if (library ~ /^(libc\.|libc-|libstdc|ld-)/) return "memory"
  if (name ~ /^([a-z ]*[& ])?Eigen::/) return "linear"
  if (name ~ /^([a-z ]* )?ricochet::[A-Za-z]*(Dense|Square|Banded|Sparse|Elimination|Cholesky|Factor|LU)[A-Za-z]*::/)
    return "linear"
  return "rest"
}

/^ob=/ { library = $0; sub(/.*[\/=]/, "", library) }
/^fn=/ { name = substr($0, 4) }
/^calls=/ { getline; next }  # the next line is the cost of what is called
/^[0-9+*-]/ { cost[part(library, name)] += $NF }

END { printf "%d %d %d %d\n", cost["kernels"], cost["linear"], cost["memory"], cost["rest"] }
