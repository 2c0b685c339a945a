#include "support/matchers.hpp"

#include <cctype>
#include <cmath>
#include <exception>
#include <stdexcept>

namespace ricochet::support {

void expect_message(const std::function<void()>& call, const std::vector<std::string>& fragments,
                    const char* file, int line) {
  try {
    call();
    ADD_FAILURE_AT(file, line) << "nothing was thrown";
  } catch (const std::invalid_argument& error) {
    const std::string message = error.what();
    for (const std::string& fragment : fragments)
      if (message.find(fragment) == std::string::npos)
        ADD_FAILURE_AT(file, line)
            << "the message\n  " << message << "\nlacks '" << fragment << "'";
  } catch (const std::exception& error) {
    ADD_FAILURE_AT(file, line) << "not an std::invalid_argument: " << error.what();
  }
}

testing::AssertionResult near(const Matrix& a, const Matrix& b, double tolerance) {
  if (a.rows() != b.rows() || a.cols() != b.cols())
    return testing::AssertionFailure()
           << a.rows() << " x " << a.cols() << " against " << b.rows() << " x " << b.cols();
  for (Index j = 0; j < a.cols(); ++j)
    for (Index i = 0; i < a.rows(); ++i)
      if (!(std::abs(a(i, j) - b(i, j)) <= tolerance * (1.0 + std::abs(b(i, j)))))
        return testing::AssertionFailure() << "entry (" << i << ", " << j << ") of\n"
                                           << a << "\nagainst\n"
                                           << b;
  return testing::AssertionSuccess();
}

testing::AssertionResult same_bits(const Vector& a, const Vector& b) {
  if (a.size() == b.size() && (a.array() == b.array()).all()) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "[" << a.transpose() << "] against [" << b.transpose() << "]";
}

std::string test_name(std::string name) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

}  // namespace ricochet::support
