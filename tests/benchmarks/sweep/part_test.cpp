#include "sweep/part.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace ricochet::cli {
namespace {

using support::message_of;
using testing::HasSubstr;

TEST(Part, divides_the_members_evenly_and_leaves_none_out) {
  for (const size_t members : {0UL, 1UL, 7UL, 100UL, 1000000007UL})
    for (const long of : {1, 2, 3, 7, 200}) {
      size_t next = 0;
      for (long k = 1; k <= of; ++k) {
        const Part part{k, of};
        EXPECT_EQ(part.first(members), next);
        next = part.end(members);
        const size_t size = next - part.first(members), even = members / static_cast<size_t>(of);
        EXPECT_TRUE(size == even || size == even + 1);
      }
      EXPECT_EQ(next, members);
    }
}

TEST(Part, counts_from_one) {
  EXPECT_EQ(part_of("1/1").of, 1);
  EXPECT_EQ(part_of("3/4").number, 3);
  for (const char* wrong :
       {"0/4", "5/4", "4", "a/4", "1/0", "1/", "/2", "-1/2", "1.5/2", "1/2/3", "Auto", ""})
    EXPECT_THAT(message_of([wrong] { (void)part_of(wrong); }),
                HasSubstr("--part: expected k/N with k from 1 to N, or auto, not '" +
                          std::string(wrong) + "'"));
}

/// Variables of job arrays that are set while it lives; the others are not.
class Environment {
 public:
  explicit Environment(const std::map<std::string, std::string>& variables) {
    clear();
    for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { clear(); }

 private:
  static void clear() {
    for (const char* name :
         {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
          "SLURM_ARRAY_TASK_COUNT", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"})
      ::unsetenv(name);
  }
};

using Variables = std::map<std::string, std::string>;

std::string part_in(const Variables& variables) {
  const Environment environment(variables);
  try {
    const Part part = part_of("auto");
    return std::to_string(part.number) + "/" + std::to_string(part.of);
  } catch (const std::invalid_argument& refused) {
    return refused.what();
  }
}

Variables slurm(const char* id, const char* least, const char* most) {
  return {
      {"SLURM_ARRAY_TASK_ID", id}, {"SLURM_ARRAY_TASK_MIN", least}, {"SLURM_ARRAY_TASK_MAX", most}};
}

TEST(Part, is_that_of_the_job_array) {
  EXPECT_EQ(part_in(slurm("1", "1", "4")), "1/4");
  EXPECT_EQ(part_in(slurm("0", "0", "3")), "1/4");
  EXPECT_EQ(part_in(slurm("12", "10", "12")), "3/3");
  EXPECT_EQ(part_in({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "4"}}), "1/4");
  EXPECT_EQ(part_in({{"OMPI_COMM_WORLD_RANK", "3"}, {"OMPI_COMM_WORLD_SIZE", "4"}}), "4/4");
}

TEST(Part, is_refused_where_there_is_no_job_array) {
  EXPECT_THAT(part_in({}), HasSubstr("the environment has no job array; expected"));
  EXPECT_THAT(part_in({{"SLURM_ARRAY_TASK_ID", "1"}}), HasSubstr("has no job array"));
  EXPECT_THAT(part_in({{"OMPI_COMM_WORLD_RANK", "1"}}), HasSubstr("has no job array"));
  EXPECT_THAT(part_in(slurm("5", "1", "4")),
              HasSubstr("SLURM_ARRAY_TASK_ID is 5, expected one of"));
  EXPECT_THAT(part_in(slurm("x", "1", "4")), HasSubstr("SLURM_ARRAY_TASK_ID: expected a whole"));
  EXPECT_THAT(part_in({{"OMPI_COMM_WORLD_RANK", "4"}, {"OMPI_COMM_WORLD_SIZE", "4"}}),
              HasSubstr("OMPI_COMM_WORLD_RANK is 4, expected less than"));
  Variables stepped = slurm("1", "1", "7");
  stepped["SLURM_ARRAY_TASK_COUNT"] = "4";
  EXPECT_THAT(part_in(stepped), HasSubstr("so that numbers are left out"));
  Variables both = slurm("1", "1", "4");
  both["OMPI_COMM_WORLD_RANK"] = "0";
  both["OMPI_COMM_WORLD_SIZE"] = "2";
  EXPECT_THAT(part_in(both), HasSubstr("say which part this is by --part k/N"));
}

}  // namespace
}  // namespace ricochet::cli
