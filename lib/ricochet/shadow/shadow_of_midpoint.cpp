#include "ricochet/shadow/shadow_forms.hpp"

#include <map>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

/// Which S_ij of S_i = sum_j h^(2j) S_ij a direction belongs to.
using Place = std::pair<int, int>;

/// The terms K_2r of the energy and S_ij of the generating function, each made once.
class GeneratingSeries {
 public:
  GeneratingSeries(const System& s, const Expr& q, const Expr& p)
      : n_(s.n()), w_(vertcat(q, p)), H_(s.H(q, p)) {}

  /// K_2r.
  Expr energy(int r) {
    if (r == 0) return H_;
    if (const auto found = energies_.find(r); found != energies_.end()) return found->second;
    Expr sum = 0.0;
    for (int i = 3; i <= 2 * r + 1; i += 2) sum -= generating({i, r - (i - 1) / 2});
    return energies_[r] = sum;
  }

 private:
  Expr generating(const Place& at) {
    const auto& [i, j] = at;
    if (i == 1) return energy(j);
    if (const auto found = functions_.find(at); found != functions_.end()) return found->second;
    Expr sum = 0.0;
    std::vector<Place> directions;
    collect(i - 1, j, {1, 0}, directions, 1.0, sum);
    return functions_[at] = sum / i;
  }

  /// d_ij = J grad S_ij / 2.
  Expr direction(const Place& at) {
    if (const auto found = directions_.find(at); found != directions_.end()) return found->second;
    const Expr slope = gradient(generating(at), w_);
    const casadi_int none = 0;
    const casadi::Slice first(none, n_), second(n_, 2 * n_);
    return directions_[at] = 0.5 * vertcat(slope(second), Expr(-slope(first)));
  }

  /// Adds the terms whose directions have what is left of i and a share of what is left of j, none
  /// of them before `least`. `factor` is 1 / (orders in which equal directions can stand).
  void collect(int i, int j, const Place& least, std::vector<Place>& directions, double factor,
               Expr& sum) {
    if (i == 0) {
      sum += factor * derivative(j, directions);
      return;
    }
    for (int a = least.first; a <= i; a += 2)
      for (int b = a == least.first ? least.second : 0; b <= j; ++b) {
        int equal = 1;
        for (const Place& d : directions) equal += d == Place(a, b) ? 1 : 0;
        directions.emplace_back(a, b);
        collect(i - a, j - b, {a, b}, directions, factor / equal, sum);
        directions.pop_back();
      }
  }

  /// K_2r^(m)(d_1, .., d_m): the directions are kept while the energy is differentiated.
  Expr derivative(int r, const std::vector<Place>& directions) {
    Expr slope = energy(r);
    std::vector<Expr> kept, values;
    for (const Place& at : directions) {
      kept.push_back(Expr::sym("d", 2 * n_));
      values.push_back(direction(at));
      slope = jtimes(slope, w_, kept.back());
    }
    return substitute(std::vector<Expr>{slope}, kept, values).at(0);
  }

  casadi_int n_;
  Expr w_, H_;
  std::map<int, Expr> energies_;
  std::map<Place, Expr> functions_, directions_;
};

}  // namespace

Expr shadow_of_midpoint(const System& s, const Expr& q, const Expr& p, const Expr& h, int order) {
  const Expr x = Expr::sym("q", s.n()), y = Expr::sym("p", s.n());
  GeneratingSeries series(s, x, y);
  Expr E = series.energy(0), power = 1.0;
  for (int r = 1; 2 * r <= order; ++r) {
    power = power * h * h;
    E += power * series.energy(r);
  }
  return substitute(std::vector<Expr>{E}, std::vector<Expr>{x, y}, std::vector<Expr>{q, p}).at(0);
}

}  // namespace ricochet
