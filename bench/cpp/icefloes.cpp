// Ice Floes for two on the standard board of 7 x 7, as one would write it in C++.
#include "alphabeta.hpp"

constexpr int SIZE = 7, SQUARES = SIZE * SIZE, GOAL = SQUARES / 2, MAX_PLIES = 200;
constexpr const char* START = "*.....*...P.....*.*...*...*...*.*.....Q...*.....*";

struct Steps {  // the next square up, down, left, right, or -1
    int8_t next[4][SQUARES];
    constexpr Steps() : next() {
        constexpr int dy[4] = {-1, 1, 0, 0}, dx[4] = {0, 0, -1, 1};
        for (int way = 0; way < 4; way++)
            for (int square = 0; square < SQUARES; square++) {
                int y = square / SIZE + dy[way], x = square % SIZE + dx[way];
                bool inside = y >= 0 && y < SIZE && x >= 0 && x < SIZE;
                next[way][square] = int8_t(inside ? y * SIZE + x : -1);
            }
    }
};
constexpr Steps STEPS;

// What everygame/games/icefloes/features.py has learned, as bench/searches.py writes it down.
constexpr int LINES = SQUARES << SIZE, PATTERNS = SQUARES << 9, WAITING = LINES + PATTERNS;
constexpr int BOTH = 2 * WAITING, UNIT = 10000;
static int16_t weights[BOTH + SQUARES * SQUARES];

struct IceFloes {
    uint64_t floes = 0;
    int8_t at[2] = {};
    int turn = 0, ply = 0, winner = -1;

    IceFloes() {
        for (int square = 0; square < SQUARES; square++) {
            if (START[square] != '.') floes |= uint64_t(1) << square;
            if (START[square] == 'P') at[0] = int8_t(square);
            if (START[square] == 'Q') at[1] = int8_t(square);
        }
    }
    bool floe(int square) const { return floes >> square & 1; }
    int row(int y) const { return floes >> SIZE * y & 127; }
    int column(int x) const {  // one bit of each row, gathered in the upper seven
        return (floes >> x & 0x40810204081ull) * 0x1041041041ull >> 36 & 127;
    }
    int decider() const { return winner >= 0 || ply >= MAX_PLIES ? OVER : turn; }
    int fill(int* out) const {
        int n = 0;
        for (int way = 0; way < 4; way++) {
            int there = STEPS.next[way][at[turn]];
            if (there >= 0 && there != at[1 - turn]) out[n++] = way;
        }
        return n;
    }
    void step(int way) {
        const int8_t* next = STEPS.next[way];
        int here = at[turn], there = next[here];
        if (!floe(there)) {
            for (int beyond; (beyond = next[there]) >= 0 && !floe(beyond);) there = beyond;
            floes ^= uint64_t(1) << here | uint64_t(1) << there;
        }
        at[turn] = int8_t(there);
        ply++;
        if (there == GOAL) winner = turn;
        turn = 1 - turn;
    }
    double payoff(int seat) const { return winner < 0 ? 0 : winner == seat ? 1 : -1; }

    int64_t fingerprint() const {  // that of rules.py, so that the tables hold the same
        int64_t mark = turn + 1;
        for (int y = 0; y < SIZE; y++) mark = mix(mark, row(y));
        for (int square : at) mark = mix(mark, square / SIZE * 16 + square % SIZE);
        return mark;
    }
    double evaluate(int seat) const {
        int middle = (row(2) >> 2 & 7) | (row(3) >> 2 & 7) << 3 | (row(4) >> 2 & 7) << 6;
        int sum = weights[BOTH + at[turn] * SQUARES + at[1 - turn]];
        for (int waits = 0; waits < 2; waits++) {
            int square = at[turn ^ waits], y = square / SIZE, x = square % SIZE;
            const int16_t* mine = weights + waits * WAITING;
            sum += mine[square << SIZE | row(y)] + mine[(x * SIZE + y) << SIZE | column(x)] +
                   mine[LINES + (square << 9 | middle)];
        }
        double value = std::max(-0.9, std::min(0.9, double(sum) / UNIT));
        return seat == turn ? value : -value;
    }
    static bool learn(const char* path) {
        FILE* file = fopen(path, "rb");
        bool whole = file && fread(weights, sizeof weights, 1, file) == 1;
        if (file) fclose(file);
        return whole;
    }
};

int main(int argc, char** argv) {
    if (argc == 5 && !strcmp(argv[1], "alphabeta") && IceFloes::learn(argv[2]))
        return deepen(IceFloes(), atoll(argv[3]), strtoull(argv[4], nullptr, 10));
    return run(IceFloes(), argc, argv);
}
