// SPDX-License-Identifier: Apache-2.0
#include "cli/command_examples.h"

#include <array>

namespace hopveil::cli {
namespace {

struct CommandExample {
  std::string_view command;
  std::string_view line;
  std::string_view meaning;
};

constexpr std::array kExamples = {
    CommandExample{"", "hopveil demo", "the whole story on an embedded network"},
    CommandExample{"", "hopveil help release", "what a command does, its options and examples"},
    CommandExample{"generate", "hopveil generate community --nodes 600 --seed 1 -o network.txt",
                   "600 users in communities"},
    CommandExample{"generate", "hopveil generate rmat --nodes 10000 --edges 80000 -o large.hvg",
                   "a larger one, in the binary format"},
    CommandExample{"generate community", "hopveil generate community --nodes 600 --seed 1 -o network.txt",
                   "600 users in communities"},
    CommandExample{"generate community", "hopveil generate community --nodes 5000 -o communities.hvg",
                   "more of them, in the binary format"},
    CommandExample{"generate powerlaw", "hopveil generate powerlaw --nodes 2000 -o powerlaw.txt",
                   "a few hubs, many users with few connections"},
    CommandExample{"generate powerlaw",
                   "hopveil generate powerlaw --nodes 10000 --edges 50000 --seed 7 -o hubs.hvg",
                   "as dense as wanted, by another seed"},
    CommandExample{"generate rmat", "hopveil generate rmat --nodes 10000 --edges 80000 -o large.hvg",
                   "a network like those of the Graph500 benchmark"},
    CommandExample{"generate rmat", "hopveil generate rmat --nodes 1000 --seed 2 -o small.txt",
                   "a small one as an edge list"},
    CommandExample{"info", "hopveil info network.txt --public-top 5%",
                   "size, components, diameter, and how many users would be public"},
    CommandExample{"info", "hopveil info network.txt --no-diameter --json", "for scripts"},
    CommandExample{"count", "hopveil count network.txt --public-top 5% --hops 4 -o exact.csv",
                   "public users at 1, 2, 3 and 4 hops from everybody else"},
    CommandExample{"count",
                   "hopveil count network.txt --public public.txt --hops 2 --cumulative -o exact.json",
                   "listed public users; JSON, with columns \"within k hops\""},
    CommandExample{"plan", "hopveil plan --public public.txt --prefs prefs.csv --hops 4 --quick",
                   "cost, promise and expected error of a release, before anything is charged"},
    CommandExample{"plan",
                   "hopveil plan --public public.txt --prefs prefs.csv --hops 2 --quick --save plan.json",
                   "and its choices in a file, for `hopveil release --recipe plan.json`"},
    CommandExample{
        "release",
        "hopveil release network.txt --public public.txt --prefs prefs.csv --hops 4 -o released.csv",
        "a table that may be given away, and its metadata"},
    CommandExample{"release",
                   "hopveil release network.txt --public public.txt --prefs prefs.csv --hops 4 --ledger "
                   "budget.db --budget-share 0.5 --intervals 90 --report half.html -o half.csv",
                   "half of every user's budget, with 90% intervals and a page that shows it"},
    CommandExample{"ledger", "hopveil ledger init budget.db --prefs prefs.csv",
                   "everybody's whole budget; nothing is spent"},
    CommandExample{"ledger", "hopveil ledger show budget.db", "what is spent and what is left"},
    CommandExample{"ledger init", "hopveil ledger init budget.db --prefs prefs.csv",
                   "everybody's whole budget; nothing is spent"},
    CommandExample{"ledger init", "hopveil ledger init other.db --prefs prefs.csv",
                   "a ledger of another network"},
    CommandExample{"ledger add", "hopveil ledger add budget.db --prefs new.csv",
                   "new users, and stricter budgets of others"},
    CommandExample{"ledger add", "hopveil ledger add budget.db --prefs new.csv --allow-looser",
                   "larger budgets, too"},
    CommandExample{"ledger export", "hopveil ledger export budget.db --csv -o accounts.csv",
                   "a row for every user"},
    CommandExample{"ledger export", "hopveil ledger export budget.db --json", "users and history"},
    CommandExample{"ledger show", "hopveil ledger show budget.db", "everybody together"},
    CommandExample{"ledger show", "hopveil ledger show budget.db --json", "for scripts"},
    CommandExample{"ledger history", "hopveil ledger history budget.db", "one release after the other"},
    CommandExample{"ledger history", "hopveil ledger history budget.db --json", "for scripts"},
    CommandExample{"verify", "hopveil verify released.csv", "the table, its metadata and its signature"},
    CommandExample{"verify", "hopveil verify half.csv --ledger budget.db", "and the entry of the ledger"},
    CommandExample{"mechanisms", "hopveil mechanisms", "what each guarantees, and its options"},
    CommandExample{"mechanisms", "hopveil mechanisms --json", "for scripts"},
    CommandExample{"convert", "hopveil convert network.txt -o network.hvg",
                   "the binary format: opens at once, however large"},
    CommandExample{"convert", "hopveil convert network.hvg -o edges.csv", "and back"},
    CommandExample{
        "evaluate",
        "hopveil evaluate network.txt --public-top 5% --prefs-groups 1,4,16 --hops 4 --runs 3 -o errors",
        "every mechanism; a third of the users each wants epsilon 1, 4 and 16"},
    CommandExample{
        "evaluate",
        "hopveil evaluate network.txt --public-top 5% --default-epsilon 1 --mechanism deba,duba-lf "
        "--postprocess none,clamp -o clamped",
        "two mechanisms of the paper, with and without clamping"},
    CommandExample{"reproduce", "hopveil reproduce --fetch -o paper",
                   "everything; downloads the data sets that are missing"},
    CommandExample{"reproduce", "hopveil reproduce --figure 1,5 --runs 20 -o quick",
                   "two figures with fewer runs"},
    CommandExample{"fetch", "hopveil fetch polblogs", "where `hopveil reproduce` finds it"},
    CommandExample{"fetch", "hopveil fetch facebook --data data", "into a folder of your own"},
    CommandExample{"audit", "hopveil audit --mechanism all --time 60 --report audit.html",
                   "every mechanism on the built-in pairs of networks, within about a minute"},
    CommandExample{
        "audit",
        "hopveil audit network.txt --public public.txt --default-epsilon 1 --mechanism eli --edges 3 "
        "--time 5",
        "three edges of a network of your own; what it prints is NOT private"},
    CommandExample{"demo", "hopveil demo", "into ./hopveil-demo"},
    CommandExample{"demo", "hopveil demo -o story --seed 7", "another network, another folder"},
    CommandExample{"completion", "hopveil completion bash >>~/.bash_completion",
                   "for bash, from the next shell on"},
    CommandExample{"completion", "hopveil completion fish | source", "for this fish"},
};

}  // namespace

std::vector<Example> examples_of(std::string_view command) {
  std::vector<Example> examples;
  for (const CommandExample& example : kExamples) {
    if (example.command == command)
      examples.push_back({std::string(example.line), std::string(example.meaning)});
  }
  return examples;
}

}  // namespace hopveil::cli
