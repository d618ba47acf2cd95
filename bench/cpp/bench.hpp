// What every game here is measured with: the random numbers, playouts and perft of EveryGame.
// A state has decider(), fill(actions), step(action), payoff(seat), as in everygame/fast.py; its
// chance outcomes are equally likely.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

constexpr int CHANCE = -1, OVER = -2, MAX_ACTIONS = 4096;

struct Rng {  // everygame/search/rng.py
    uint32_t x;
    explicit Rng(uint64_t seed) {
        x = uint32_t(seed * 2654435761ull + 1);
        if (!x) x = 1;
    }
    int below(int n) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        return int((uint64_t(x) * uint64_t(n)) >> 32);
    }
};

template <class State>
int64_t perft(const State& state, int depth) {
    if (depth == 0) return 1;
    if (state.decider() == OVER) return 0;
    int actions[MAX_ACTIONS];
    int n = state.fill(actions);
    if (depth == 1) return n;
    int64_t total = 0;
    for (int i = 0; i < n; i++) {
        State after = state;
        after.step(actions[i]);
        total += perft(after, depth - 1);
    }
    return total;
}

// `GAME perft DEPTH` prints a count; `GAME playouts COUNT SEED` prints all plies, the sum of the
// first seat's returns, and the seconds of processor time.
template <class State>
int run(const State& root, int argc, char** argv) {
    if (argc == 3 && !strcmp(argv[1], "perft")) {
        printf("%lld\n", (long long)perft(root, atoi(argv[2])));
        return 0;
    }
    if (argc != 4 || strcmp(argv[1], "playouts")) return 2;
    Rng rng(strtoull(argv[3], nullptr, 10));
    State state = root;
    int actions[MAX_ACTIONS];
    long long plies = 0, count = atoll(argv[2]);
    double sum = 0;
    clock_t began = clock();
    for (long long i = 0; i < count; i++) {
        state = root;
        for (; state.decider() != OVER; plies++)
            state.step(actions[rng.below(state.fill(actions))]);
        sum += state.payoff(0);
    }
    printf("%lld %.0f %.6f\n", plies, sum, double(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
