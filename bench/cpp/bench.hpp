// What every game here is measured with: the random numbers, playouts and perft of EveryGame.
// A state has decider(), fill(actions), step(action), payoff(seat), as in everygame/fast/state.py; its
// chance outcomes are equally likely.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

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

struct Node {
    int action = -1, who = OVER, first = 0, count = 0, tried = 0, visits = 0;
    double total = 0;
};

template <class State>
struct Uct {  // everygame/search/baseline.py, node for node
    static constexpr int SEATS = 2, LONGEST = 1000, DEEPEST = 4096;
    static constexpr size_t MOST = 1000000;
    const State root;
    State state;
    Rng rng;
    std::vector<Node> nodes{Node()};
    int path[DEEPEST] = {}, actions[MAX_ACTIONS];

    Uct(const State& root, uint64_t seed) : root(root), state(root), rng(seed) {}

    void simulate() {
        state = root;
        int length = descend();
        for (int plies = 0; plies < LONGEST && state.decider() != OVER; plies++)
            state.step(actions[rng.below(state.fill(actions))]);
        double gains[SEATS];
        for (int seat = 0; seat < SEATS; seat++) gains[seat] = state.payoff(seat);
        nodes[0].visits++;
        for (int i = 1; i < length; i++) {
            Node& node = nodes[path[i]];
            int who = nodes[path[i - 1]].who;
            node.visits++;
            if (who >= 0) node.total += gains[who];
        }
    }

    int descend() {
        int node = 0, length = 1;
        while (length < DEEPEST) {
            if (nodes[node].count == 0 && !expand(node)) break;
            bool fresh = nodes[node].tried < nodes[node].count && nodes[node].who != CHANCE;
            node = next(node);
            state.step(nodes[node].action);
            path[length++] = node;
            if (fresh) break;
        }
        return length;
    }

    bool expand(int node) {
        int who = nodes[node].who = state.decider();
        if (who == OVER) return false;
        int n = state.fill(actions);
        if (nodes.size() + n > MOST) return false;
        nodes[node].first = int(nodes.size());
        nodes[node].count = n;
        for (int i = 0; i < n; i++) {
            nodes.emplace_back();
            nodes.back().action = actions[i];
        }
        return true;
    }

    int next(int at) {
        Node& node = nodes[at];
        if (node.who == CHANCE) return node.first + rng.below(node.count);
        if (node.tried == node.count) return promising(node);
        int other = node.first + node.tried + rng.below(node.count - node.tried);
        int child = node.first + node.tried++;
        std::swap(nodes[child].action, nodes[other].action);
        return child;
    }

    int promising(const Node& node) const {
        double wide = 1.4 * std::sqrt(std::log(double(node.visits))), best_score = -1e9;
        int best = node.first;
        for (int i = node.first; i < node.first + node.count; i++) {
            double n = nodes[i].visits, score = nodes[i].total / n + wide / std::sqrt(n);
            if (score > best_score) best_score = score, best = i;
        }
        return best;
    }
};

// `GAME uct SIMULATIONS SEED` prints how often each action was tried, in the order of actions, and
// the seconds of processor time. Chance before the root takes its last outcome.
template <class State>
int search(State root, int simulations, uint64_t seed) {
    int actions[MAX_ACTIONS], n = root.fill(actions);
    for (; root.decider() == CHANCE; n = root.fill(actions)) root.step(actions[n - 1]);
    clock_t began = clock();
    Uct<State> tree(root, seed);
    for (int i = 0; i < simulations; i++) tree.simulate();
    double seconds = double(clock() - began) / CLOCKS_PER_SEC;
    for (int i = 0; i < n; i++)
        for (int child = 1; child <= n; child++)
            if (tree.nodes[child].action == actions[i])
                printf("%s%d:%d", i ? "," : "", actions[i], tree.nodes[child].visits);
    printf(" %.6f\n", seconds);
    return 0;
}

// `GAME perft DEPTH` prints a count; `GAME playouts COUNT SEED` prints all plies, the sum of the
// first seat's returns, and the seconds of processor time.
template <class State>
int run(const State& root, int argc, char** argv) {
    if (argc == 3 && !strcmp(argv[1], "perft")) {
        printf("%lld\n", (long long)perft(root, atoi(argv[2])));
        return 0;
    }
    if (argc == 4 && !strcmp(argv[1], "uct"))
        return search(root, atoi(argv[2]), strtoull(argv[3], nullptr, 10));
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
