#include "ricochet/contact/island_network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace ricochet {
namespace {

constexpr double least_mobility_of_all = 1e-6;  // of the largest, see least_mobility()

}  // namespace

IslandNetwork::IslandNetwork(const System& s)
    : table_(s.contacts()), rows_of_(static_cast<size_t>(s.n())), all_(Vector::Zero(s.n())) {}

void IslandNetwork::take(const Island& island, const BlockCholesky& inertia,
                         const ContactGradients& gradients, const Vector& friction, bool contacts) {
  island_ = &island;
  inertia_ = &inertia;
  gradients_ = &gradients;
  list_units(island, contacts);
  list_rows(friction);
  find_band(island);
}

/// The first coordinate that a column has.
Index IslandNetwork::body_of(Gradients of, Index number) const {
  Index first = std::numeric_limits<Index>::max();
  (gradients_->*of)().each_in_column(number,
                                     [&](Index row, double) { first = std::min(first, row); });
  return first;
}

void IslandNetwork::list_units(const Island& island, bool contacts) {
  units_.clear();
  for (const Index j : island.constraints)
    units_.push_back({.body = body_of(&ContactGradients::C, j), .tie = j});
  if (contacts)
    for (const Index i : island.contacts)
      units_.push_back({.body = body_of(&ContactGradients::G, i), .contact = i});
  std::sort(units_.begin(), units_.end(), [](const Unit& a, const Unit& b) {
    return std::tie(a.body, a.contact, a.tie) < std::tie(b.body, b.contact, b.tie);
  });
}

void IslandNetwork::list_rows(const Vector& friction) {
  rows_.clear();
  contacts_.clear();
  ties_.clear();
  for (const Unit& unit : units_) {
    if (unit.contact < 0) {
      ties_.push_back(rows());
      rows_.push_back({.of = &ContactGradients::C, .number = unit.tie});
      continue;
    }
    const double mu = friction[unit.contact];
    const auto [first, last] = table_.tangents_of(unit.contact);
    const Index tangents = mu > 0.0 ? last - first : 0;
    contacts_.push_back({.row = rows(), .tangents = tangents, .friction = mu});
    rows_.push_back({.of = &ContactGradients::G, .number = unit.contact});
    for (Index j = first; j < first + tangents; ++j)
      rows_.push_back({.of = &ContactGradients::T, .number = j});
  }
}

/// Rows act on each other where they share a block of the inertia.
void IslandNetwork::find_band(const Island& island) {
  for (const Index block : island.blocks) rows_of_[at(block)].clear();
  for (Index i = 0; i < rows(); ++i)
    (gradients_->*rows_[at(i)].of)().each_in_column(rows_[at(i)].number, [&](Index row, double) {
      std::vector<Index>& list = rows_of_[at(inertia_->block_of(row))];
      if (list.empty() || list.back() != i) list.push_back(i);
    });
  band_ = 2;  // a contact with its tangents
  for (const Index block : island.blocks) {
    const std::vector<Index>& list = rows_of_[at(block)];
    if (!list.empty()) band_ = std::max(band_, list.back() - list.front());
  }
}

void IslandNetwork::form() {
  A_.assign(at(rows() * (2 * band_ + 1)), 0.0);
  for (Index i = 0; i < rows(); ++i) respond(i);
  scale();
}

/// What a unit impulse of a row moves.
void IslandNetwork::respond(Index i) {
  const Row& row = rows_[at(i)];
  touched_.clear();
  (gradients_->*row.of)().each_in_column(row.number, [&](Index coordinate, double value) {
    all_[coordinate] = value;
    const Index block = inertia_->block_of(coordinate);
    if (std::find(touched_.begin(), touched_.end(), block) == touched_.end())
      touched_.push_back(block);
  });
  inertia_->solve(touched_, all_);
  for (const Index block : touched_)
    for (const Index j : rows_of_[at(block)])
      if (j >= i) A_[place(i, j)] = A_[place(j, i)] = product(rows_[at(j)], all_);
  for (const Index block : touched_)
    for (const Index coordinate : inertia_->rows(block)) all_[coordinate] = 0.0;
}

/// Into units in which every tie and every normal has a mobility of 1.
void IslandNetwork::scale() {
  double largest = 0.0;
  for (const CoulombContact& contact : contacts_)
    largest = std::max(largest, A(contact.row, contact.row));
  for (const Index i : ties_) rows_[at(i)].root = A(i, i) > 0.0 ? std::sqrt(A(i, i)) : 1.0;
  for (const CoulombContact& contact : contacts_) {
    const double mobility = std::max(A(contact.row, contact.row), least_mobility_of_all * largest);
    for (Index j = 0; j <= contact.tangents; ++j)
      rows_[at(contact.row + j)].root = mobility > 0.0 ? std::sqrt(mobility) : 1.0;
  }
  for (Index i = 0; i < rows(); ++i)
    for (Index j = std::max<Index>(0, i - band_); j <= std::min(rows() - 1, i + band_); ++j)
      A_[place(i, j)] /= root(i) * root(j);
}

double IslandNetwork::product(const Row& row, const Vector& v) const {
  double sum = 0.0;
  (gradients_->*row.of)().each_in_column(
      row.number, [&](Index coordinate, double value) { sum += value * v[coordinate]; });
  return sum;
}

void IslandNetwork::free(const Vector& v, const Vector& rebound, const Vector& slip_rebound) {
  c_.resize(rows_.size());
  for (size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    double returned = 0.0;
    if (row.of == &ContactGradients::G) returned = rebound[row.number];
    if (row.of == &ContactGradients::T) returned = slip_rebound[row.number];
    c_[i] = (product(row, v) + returned) / row.root;
  }
}

void IslandNetwork::read(const Vector& reactions, ColumnRef y) const {
  y.setZero();
  for (const Index i : ties_) y[i] = reactions[rows_[at(i)].number] / root(i);
}

void IslandNetwork::add_reactions(ConstColumnRef y, Vector& reactions) const {
  for (const Index i : ties_) reactions[rows_[at(i)].number] += y[i] / root(i);
}

void IslandNetwork::push(ConstColumnRef y, Vector& v) {
  for (Index i = 0; i < rows(); ++i) {
    const Row& row = rows_[at(i)];
    const double impulse = y[i] / row.root;
    if (impulse == 0.0) continue;
    (gradients_->*row.of)().each_in_column(
        row.number, [&](Index coordinate, double value) { all_[coordinate] += impulse * value; });
  }
  inertia_->solve(island_->blocks, all_);
  for (const Index coordinate : island_->coordinates) {
    v[coordinate] += all_[coordinate];
    all_[coordinate] = 0.0;
  }
}

void IslandNetwork::scatter(ConstColumnRef y, Vector& normal, Vector& tangential,
                            Vector& reactions) const {
  for (size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    const double impulse = y[static_cast<Index>(i)] / row.root;
    if (row.of == &ContactGradients::G)
      normal[row.number] = impulse;
    else if (row.of == &ContactGradients::T)
      tangential[row.number] = impulse;
    else
      reactions[row.number] = impulse;
  }
}

}  // namespace ricochet
