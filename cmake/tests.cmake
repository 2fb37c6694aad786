# SPDX-License-Identifier: Apache-2.0
# hopveil_discover_tests(<program> <folder> [<seconds>])
#   Makes every test of a program of GoogleTest one of ctest's, "<folder>.Suite.Name" with the label <folder>.
#
# Those below have the label <folder>-slow (GoogleTest's module cannot give two), and the presets asan-ubsan and tsan leave out
# what ends so: they look at distributions, at errors of inference, or at every case of something small, through code that quicker
# tests lead sanitizers through, too.

set(HOPVEIL_SLOW_TESTS
  # privacy by statistics or enumeration
  StatisticalAudit.* EliAudit.* SmallNetworks.* RandomNetworks.* NoiseTally.* LayerCheck.* Sabotage.AnHonestLayerPasses
  Mutants.TheLargerInsteadOfTheSmallerPreferenceIsCaught EdgeLocality.EveryEdgeOfEverySmallNetwork* NoiseOfAnyPreference.*
  PairQuestions.* PairFlips.EveryPair* SampleEdges.NeighbouringEdges* LadderNoise.HasTheProbabilities* DiscreteLaplace.TheTest*
  VerifyRelease.EveryBit* VerifyRelease.EveryByte*
  # accuracy
  Eli.CountsAreWholeInRange* Eli.NothingAfterTheAnswers* InferCounts.PermutingUsers* InferCounts.GetsBetter*
  InferCounts.NineOfTenIntervals* InferCounts.IntervalsOf* InferCounts.StaysInRange* InferCounts.IsTheSameInLittle*
  InferCounts.ServesTheObjective* InferCounts.TakesPreferences* InferCounts.HasLessThanHalf* Inferences.* CrossValidation.*
  EdgePosterior.IsCalibrated
  # size, real networks, whole programs that are killed, limited or run again and again
  Ledger.ServesAMillionUsers Count.OfThousandsOfRandomGraphs* RealData* AuditProgram.* ExperimentProgram.* KilledRelease.*
  PlanProgram.* ReachProgram.Killed* *UnderAHardLimitOfMemory Program.Demo* Inputs.SmallFilesCannotTakeTheMemory)
list(JOIN HOPVEIL_SLOW_TESTS ":" HOPVEIL_SLOW_TESTS)

# Seconds that a test may take; sanitizers are several times slower.
set(HOPVEIL_TEST_SECONDS 900)
if(HOPVEIL_SANITIZE)
  set(HOPVEIL_TEST_SECONDS 3600)
endif()

function(hopveil_discover_tests program folder)
  set(seconds ${HOPVEIL_TEST_SECONDS})
  if(ARGC GREATER 2)
    set(seconds ${ARGV2})
  endif()
  gtest_discover_tests(${program} TEST_PREFIX "${folder}." DISCOVERY_MODE PRE_TEST TEST_FILTER "-${HOPVEIL_SLOW_TESTS}"
    PROPERTIES TIMEOUT ${seconds} LABELS "${folder}")
  gtest_discover_tests(${program} TEST_PREFIX "${folder}." DISCOVERY_MODE PRE_TEST TEST_FILTER "${HOPVEIL_SLOW_TESTS}"
    PROPERTIES TIMEOUT ${seconds} LABELS "${folder}-slow")
endfunction()
