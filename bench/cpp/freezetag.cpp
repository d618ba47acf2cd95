// perft TABLE DEPTH          the number of ply sequences
// playouts TABLE COUNT SEED  seconds of processor time, plies, and the matches won by each seat
#include "freezetag.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

int main(int count, char **words) {
  if (count < 4) return 2;
  FreezeTag root(words[2]);
  if (!std::strcmp(words[1], "perft")) {
    std::printf("%lld\n", static_cast<long long>(perft(root, std::atoi(words[3]))));
    return 0;
  }
  Rng rng(std::strtoull(words[4], nullptr, 10));
  int actions[256], wins[4] = {};
  int64_t plies = 0;
  std::clock_t begun = std::clock();
  for (int i = std::atoi(words[3]); i > 0; i--) {
    FreezeTag state = root;
    for (; state.decider() != OVER; plies++) state.step(actions[rng.below(state.fill(actions))]);
    if (state.winner >= 0) wins[state.winner]++;
  }
  double seconds = double(std::clock() - begun) / CLOCKS_PER_SEC;
  std::printf("%.6f %lld", seconds, static_cast<long long>(plies));
  for (int seat = 0; seat < root.seats; seat++) std::printf(" %d", wins[seat]);
  std::printf("\n");
}
