// everygame/search/alphabeta.py for games of two without chance and without noisy moves, node for
// node: the same order of moves, the same table, the same estimate. A state has, beside what
// bench.hpp asks for, fingerprint() and evaluate(seat), as the game's bots.py has it.
#pragma once
#include <algorithm>

#include "bench.hpp"

constexpr int64_t SCALE = 1000000, PLIES = 1000, INFINITE = 2 * SCALE;
constexpr int DEEPEST = 100, NOTHING = -1, HISTORY = 1 << 14;
enum Bound : uint8_t { EXACT, ATLEAST, ATMOST };

inline int64_t mix(int64_t mark, int64_t value) {  // everygame/fast/state.py
    constexpr uint64_t FULL = 0x7FFFFFFFFFFFFFFF;
    uint64_t spread = uint64_t(value ^ (value >> 32 & 0xFFFFFFFF)) * 0x14D049BB133111EBull & FULL;
    uint64_t mixed = (uint64_t(mark) * 0x1F58476D1CE4E5B9ull + (spread ^ spread >> 29)) & FULL;
    return int64_t(mixed ^ mixed >> 31);
}

struct Table {  // everygame/search/transpositions.py
    static constexpr int SMALL = 12, SETTLED = 128;
    static constexpr int64_t EMPTY = -1;
    struct Entry {
        int64_t key = EMPTY;
        int32_t value = 0, move = 0;
        uint8_t depth = 0, bound = 0;  // beside the depth, SETTLED
        int looked() const { return key == EMPTY ? -1 : depth & (SETTLED - 1); }
        bool settled() const { return depth & SETTLED; }
    };
    std::vector<Entry> entries;
    const size_t most;
    size_t used = 0;
    int shift;

    explicit Table(int bits)
        : entries(size_t(1) << std::min(bits, SMALL)),
          most(size_t(1) << bits),
          shift(63 - std::min(bits, SMALL)) {}

    size_t place(int64_t key) const {
        return (uint64_t(key) * 0x4F1BBCDCBFA53E0Bull & 0x7FFFFFFFFFFFFFFFull) >> shift;
    }
    const Entry* find(int64_t key) const {
        size_t at = place(key);
        if (entries[at].key == key) return &entries[at];
        return entries[at ^ 1].key == key ? &entries[at ^ 1] : nullptr;
    }
    void keep(const Entry& entry) {
        if (used * 2 > entries.size() && entries.size() < most) grow();
        put(entry);
    }
    void put(const Entry& entry) {
        Entry *at = &entries[place(entry.key)], *other = &entries[place(entry.key) ^ 1];
        if (at->key != entry.key &&
            (other->key == entry.key || other->looked() < at->looked()))
            at = other;
        if (at->key == entry.key && at->depth > entry.depth) return;
        used += at->key == EMPTY;
        *at = entry;
    }
    void grow() {
        std::vector<Entry> old(entries.size() * 2);
        old.swap(entries);
        shift--;
        used = 0;
        for (const Entry& entry : old)
            if (entry.key != EMPTY) put(entry);
    }
};

template <class State>
struct AlphaBeta {
    struct Frame {
        State state;
        int moves[MAX_ACTIONS];
        int64_t order[MAX_ACTIONS], key = NOTHING;
        int killer = NOTHING, second_killer = NOTHING;
        explicit Frame(const State& state) : state(state) {}
    };
    struct OutOfBudget {};

    std::vector<Frame> frames;
    const int64_t budget;
    Rng rng;
    Table table;
    std::vector<int64_t> history;
    int64_t nodes = 0, value = 0;
    int best = NOTHING, done = 0;
    std::vector<int64_t> counts;  // nodes after each depth
    bool cut = false;

    AlphaBeta(const State& root, int64_t budget, uint64_t seed, int table_bits)
        : budget(budget), rng(seed), table(table_bits), history(2 * HISTORY) {
        frames.reserve(DEEPEST + 1);
        frames.emplace_back(root);
    }

    void run() {
        Frame& root = frames[0];
        best = root.moves[rng.below(root.state.fill(root.moves))];
        bool known = false;
        try {
            while (done < DEEPEST && !known) {
                frames.emplace_back(root.state);
                cut = false;
                decide(0, done + 1, -INFINITE, INFINITE, root.state.decider());
                done++;
                counts.push_back(nodes);
                known = !cut || (0 < plies() && plies() <= done);
            }
        } catch (OutOfBudget) {
        }
    }
    int64_t plies() const {
        int64_t size = std::abs(value);
        return size > SCALE ? SCALE + PLIES - size : 0;
    }

    int64_t look(int level, int depth, int64_t alpha, int64_t beta, int seat) {
        const State& state = frames[level].state;
        int who = state.decider();
        if (who == OVER) return older(outcome(state, seat));
        alpha = younger(alpha), beta = -younger(-beta);
        if (depth <= 0) {
            cut = true;
            nodes++;
            return older(int64_t(state.evaluate(seat) * double(SCALE)));
        }
        if (who == seat) return older(decide(level, depth, alpha, beta, who));
        return older(-decide(level, depth, -beta, -alpha, who));
    }

    int64_t decide(int level, int depth, int64_t alpha, int64_t beta, int who) {
        if (nodes >= budget) throw OutOfBudget();
        nodes++;
        Frame& frame = frames[level];
        int64_t key = frame.state.fingerprint();
        if (level > 0 && repeats(level, key)) {
            cut = true;
            return 0;
        }
        frame.key = key;
        int first = level == 0 ? best : NOTHING;
        const Table::Entry* known = level > 0 ? table.find(key) : nullptr;
        if (known) {
            if (enough(*known, depth, alpha, beta)) {
                cut = cut || !(known->settled() || certain(*known));
                return known->value;
            }
            first = known->move;
        }
        return try_moves(level, depth, alpha, beta, who, first);
    }

    int64_t try_moves(int level, int depth, int64_t alpha, int64_t beta, int who, int first) {
        Frame &frame = frames[level], &child = frames[level + 1];
        bool open_before = cut;
        cut = false;
        int n = frame.state.fill(frame.moves), best_move = NOTHING;
        rate(frame, n, first, who, level);
        int64_t low = alpha, most = -INFINITE;
        for (int i = 0; i < n; i++) {
            int move = bring_forward(frame, i, n);
            if (level == 0) note(most, best_move, move);
            child.state = frame.state;
            child.state.step(move);
            int64_t found = scout(level + 1, depth - 1, low, beta, who, i > 0);
            if (found > most) {
                most = found, best_move = move;
                low = std::max(low, most);
            }
            if (low >= beta) {
                remember(frame, move, who, depth);
                break;
            }
        }
        if (level == 0) best = best_move, value = most;
        Table::Entry entry;
        entry.key = frame.key;
        entry.value = int32_t(most);
        entry.move = best_move;
        entry.depth = uint8_t(depth | (cut ? 0 : Table::SETTLED));
        entry.bound = most <= alpha ? ATMOST : most >= beta ? ATLEAST : EXACT;
        table.keep(entry);
        cut = cut || open_before;
        return most;
    }

    void note(int64_t most, int best_move, int next) {
        best = most < -SCALE ? next : best_move;
        if (most > -INFINITE) value = most;
    }

    int64_t scout(int level, int depth, int64_t low, int64_t beta, int who, bool later) {
        if (later && beta - low > 1) {
            int64_t found = look(level, depth, low, low + 1, who);
            if (found <= low || found >= beta) return found;
        }
        return look(level, depth, low, beta, who);
    }

    void rate(Frame& frame, int n, int first, int who, int level) {
        for (int i = 0; i < n; i++) {
            int move = frame.moves[i];
            int64_t& order = frame.order[i];
            if (move == first)
                order = int64_t(1) << 60;
            else if (move == frame.killer || move == frame.second_killer)
                order = int64_t(1) << 59;
            else {
                order = history[place(who, move)];
                if (level == 0) order += rng.below(1024);
            }
        }
    }

    static int bring_forward(Frame& frame, int at, int n) {
        int best = at;
        for (int i = at + 1; i < n; i++)
            if (frame.order[i] > frame.order[best]) best = i;
        int move = frame.moves[best];
        frame.moves[best] = frame.moves[at], frame.moves[at] = move;
        frame.order[best] = frame.order[at];
        return move;
    }

    void remember(Frame& frame, int move, int who, int64_t depth) {
        if (move != frame.killer) frame.second_killer = frame.killer, frame.killer = move;
        history[place(who, move)] += depth * depth;
    }

    bool repeats(int level, int64_t key) const {
        for (int i = 0; i < level; i++)
            if (frames[i].key == key) return true;
        return false;
    }

    static int place(int who, int move) { return who * HISTORY + (move & (HISTORY - 1)); }
    static bool certain(const Table::Entry& entry) {
        return (entry.value > SCALE && entry.bound != ATMOST) ||
               (entry.value < -SCALE && entry.bound != ATLEAST);
    }
    static bool enough(const Table::Entry& entry, int depth, int64_t alpha, int64_t beta) {
        if (entry.looked() < depth && !entry.settled() && !certain(entry)) return false;
        if (entry.bound == EXACT) return true;
        return entry.bound == ATLEAST ? entry.value >= beta : entry.value <= alpha;
    }
    static int64_t outcome(const State& state, int seat) {
        double payoff = state.payoff(seat);
        int64_t value = int64_t(payoff * SCALE);
        return payoff >= 1.0 ? value + PLIES : payoff <= -1.0 ? value - PLIES : value;
    }
    static int64_t older(int64_t value) {
        return value > SCALE ? value - 1 : value < -SCALE ? value + 1 : value;
    }
    static int64_t younger(int64_t alpha) {
        return alpha >= SCALE ? alpha + 1 : alpha < -SCALE ? alpha - 1 : alpha;
    }
};

// `GAME alphabeta … NODES SEED` prints the best move, the positions looked at up to each depth, and
// the seconds of processor time.
template <class State>
int deepen(const State& root, int64_t nodes, uint64_t seed) {
    clock_t began = clock();
    AlphaBeta<State> search(root, nodes, seed, 21);
    search.run();
    double seconds = double(clock() - began) / CLOCKS_PER_SEC;
    printf("%d", search.best);
    for (int64_t count : search.counts) printf(",%lld", (long long)count);
    printf(" %.6f\n", seconds);
    return 0;
}
