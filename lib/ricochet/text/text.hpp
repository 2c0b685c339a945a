#pragma once

#include <string>
#include <vector>

namespace ricochet {

/// The candidate nearest to a misspelt name (edit distance at most about a third of its
/// length), or an empty string: the "did you mean" of every message about names.
[[nodiscard]] std::string nearest(const std::string& name,
                                  const std::vector<std::string>& candidates);

/// " (did you mean 'x'?)", or the list of what exists when nothing is near.
[[nodiscard]] std::string suggestion(const std::string& name,
                                     const std::vector<std::string>& candidates);

/// "a, b, c"
[[nodiscard]] std::string join(const std::vector<std::string>& words,
                               const std::string& separator = ", ");

/// The first words, "a, b, and 5 more" where there are more than `most`.
[[nodiscard]] std::string join_first(const std::vector<std::string>& words, size_t most,
                                     const std::string& separator = ", ");

/// A text of at most `most` characters: what is longer ends in "..." behind a whole word.
[[nodiscard]] std::string shortened(const std::string& text, size_t most);

/// "what: text", or "what" alone if the text is empty.
[[nodiscard]] std::string titled(const std::string& what, const std::string& text);

/// "word i"
[[nodiscard]] std::string numbered(const std::string& word, long i);

/// A number with the 17 significant digits that reproduce its bits.
[[nodiscard]] std::string exact(double x);

/// A number as a person reads it: up to six significant digits.
[[nodiscard]] std::string brief(double x);

}  // namespace ricochet
