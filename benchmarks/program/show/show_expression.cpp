#include "program/show/show_expression.hpp"

#include "ricochet/text/text.hpp"

#include <casadi/core/calculus.hpp>

#include <vector>

namespace ricochet::cli {
namespace {

constexpr size_t longest = 120;
constexpr const char* too_long = "(too long to be read)";

/// How tightly the parts of a text hang together; a looser one needs parentheses in a tighter one.
enum class Binding { sum, sign, product, power, atom };

struct Piece {
  std::string text;
  Binding binding;
};

std::string within(Binding outer, const Piece& piece) {
  return piece.binding < outer ? '(' + piece.text + ')' : piece.text;
}

/// Whether the expression has at most `longest` operations and leaves, each of which takes a
/// letter: the tree can be much larger than what CasADi stores.
bool is_small(const Expr& e) {
  std::vector<Expr> left = {e};
  for (size_t seen = 0; !left.empty(); ++seen) {
    if (seen == longest) return false;
    const Expr next = left.back();
    left.pop_back();
    for (casadi_int i = 0; i < next.n_dep(); ++i) left.push_back(next.dep(i));
  }
  return true;
}

Piece piece(const Expr& e);

Piece constant(double value) { return {brief(value), value < 0.0 ? Binding::sign : Binding::atom}; }

/// "a + b"; a sum that begins with a sign brings it along.
Piece sum(const Piece& a, const Piece& b) {
  const bool sign = b.text.front() == '-';
  return {a.text + (sign ? " - " + b.text.substr(1) : " + " + b.text), Binding::sum};
}

void collect_factors(const Expr& e, std::vector<Piece>& factors) {
  if (e.is_op(casadi::OP_MUL)) {
    collect_factors(e.dep(0), factors);
    collect_factors(e.dep(1), factors);
  } else if (e.is_op(casadi::OP_SQ)) {
    factors.insert(factors.end(), 2, piece(e.dep(0)));
  } else {
    factors.push_back(piece(e));
  }
}

/// "a*b^2*c": equal factors side by side are a power. A sign in front is one of the product.
Piece product(const Expr& e) {
  std::vector<Piece> factors;
  collect_factors(e, factors);
  std::string text;
  for (size_t i = 0, next = 0; i < factors.size(); i = next) {
    for (next = i + 1; next < factors.size() && factors[next].text == factors[i].text;) ++next;
    if (i > 0) text += '*';
    text += next - i > 1 ? within(Binding::atom, factors[i]) + '^' + std::to_string(next - i)
                         : within(i == 0 ? Binding::sign : Binding::product, factors[i]);
  }
  return {text, text.front() == '-' ? Binding::sign : Binding::product};
}

Piece power(const Expr& base, const std::string& exponent) {
  return {within(Binding::atom, piece(base)) + '^' + exponent, Binding::power};
}

Piece quotient(const Piece& a, const Piece& b) {
  return {within(Binding::product, a) + '/' + within(Binding::power, b), Binding::product};
}

/// "name(a, b)" or "(a < b)", in the words of CasADi.
Piece other(const Expr& e) {
  std::vector<std::string> arguments;
  for (casadi_int i = 0; i < e.n_dep(); ++i) arguments.push_back(piece(e.dep(i)).text);
  return {Expr::print_operator(e, arguments), Binding::atom};
}

Piece piece(const Expr& e) {
  if (e.is_constant()) return constant(static_cast<double>(e));
  if (e.is_symbolic()) return {e.name(), Binding::atom};
  switch (e.op()) {
    case casadi::OP_ADD: return sum(piece(e.dep(0)), piece(e.dep(1)));
    case casadi::OP_SUB:
      return {piece(e.dep(0)).text + " - " + within(Binding::product, piece(e.dep(1))),
              Binding::sum};
    case casadi::OP_NEG: return {'-' + within(Binding::product, piece(e.dep(0))), Binding::sign};
    case casadi::OP_MUL: return product(e);
    case casadi::OP_TWICE:
      return {"2*" + within(Binding::product, piece(e.dep(0))), Binding::product};
    case casadi::OP_DIV: return quotient(piece(e.dep(0)), piece(e.dep(1)));
    case casadi::OP_INV: return quotient(constant(1.0), piece(e.dep(0)));
    case casadi::OP_SQ: return power(e.dep(0), "2");
    case casadi::OP_POW:
    case casadi::OP_CONSTPOW: return power(e.dep(0), within(Binding::atom, piece(e.dep(1))));
    default: return other(e);
  }
}

std::string if_short(const std::string& text) { return text.size() <= longest ? text : too_long; }

}  // namespace

std::string readable(const Expr& e) {
  const Expr scalar = densify(e);
  return is_small(scalar) ? if_short(piece(scalar).text) : too_long;
}

std::string readable_matrix(const Expr& matrix) {
  if (!matrix.sparsity().is_diag()) return "(not diagonal)";
  std::vector<std::string> words;
  for (casadi_int i = 0, next = 0; i < matrix.size1(); i = next) {
    const std::string entry = readable(matrix(i, i));
    for (next = i + 1; next < matrix.size1() && readable(matrix(next, next)) == entry;) ++next;
    if (next - i > 3)
      words.insert(words.end(), {entry, "...", entry});
    else
      words.insert(words.end(), static_cast<size_t>(next - i), entry);
  }
  return if_short("diag(" + join(words) + ")");
}

}  // namespace ricochet::cli
