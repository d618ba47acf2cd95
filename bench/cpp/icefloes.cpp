// Ice Floes for two on the standard board of 7 x 7, as one would write it in C++.
#include "bench.hpp"

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

struct IceFloes {
    bool floe[SQUARES] = {};
    int8_t at[2] = {};
    int turn = 0, ply = 0, winner = -1;

    IceFloes() {
        for (int square = 0; square < SQUARES; square++) {
            floe[square] = START[square] != '.';
            if (START[square] == 'P') at[0] = int8_t(square);
            if (START[square] == 'Q') at[1] = int8_t(square);
        }
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
        if (!floe[there]) {
            floe[here] = false;
            for (int beyond; (beyond = next[there]) >= 0 && !floe[beyond];) there = beyond;
            floe[there] = true;
        }
        at[turn] = int8_t(there);
        ply++;
        if (there == GOAL) winner = turn;
        turn = 1 - turn;
    }
    double payoff(int seat) const { return winner < 0 ? 0 : winner == seat ? 1 : -1; }
};

int main(int argc, char** argv) { return run(IceFloes(), argc, argv); }
