// Freeze Tag for two who sit across, with the same numbers for actions as
// everygame/games/freezetag.
#include "bench.hpp"

constexpr int CELLS = 25, OFF = 4, RELOCATE = 225, LIMIT = 1000;
constexpr int FACES[6] = {1, 2, 4, 3, 5, 6};

struct Neighbours {  // the king steps from each square; -1 beside the board
  int8_t to[CELLS][9];
  constexpr Neighbours() : to() {
    for (int at = 0; at < CELLS; at++)
      for (int way = 0; way < 9; way++) {
        int rank = at / 5 + way / 3 - 1, file = at % 5 + way % 3 - 1;
        bool inside = way != OFF && rank >= 0 && rank < 5 && file >= 0 && file < 5;
        to[at][way] = inside ? rank * 5 + file : -1;
      }
  }
};
constexpr Neighbours NEAR;

// A piece is 1 + 4 * size + seat; 0 is none.
inline int size_of(int piece) { return (piece - 1) >> 2; }
inline int seat_of(int piece) { return (piece - 1) & 3; }

struct FreezeTag {
  int8_t low[CELLS] = {}, top[CELLS] = {};
  int8_t sides[4] = {}, off[4] = {};  // the side of the table of each seat: S W N E
  int seats = 2, seat = 0, rolled = 0, unused = 0, hand = 0, turns = 0, winner = -1;
  bool over = false;

  explicit FreezeTag(const char *table) {
    static constexpr int HOMES[4][3] = {{1, 2, 3}, {15, 10, 5}, {23, 22, 21}, {9, 14, 19}};
    for (seats = 0; table[seats]; seats++) {
      char letter = table[seats];
      int side = letter == 'S' ? 0 : letter == 'W' ? 1 : letter == 'N' ? 2 : 3;
      sides[seats] = side;
      for (int size = 0; size < 3; size++)
        low[HOMES[side][size]] = top[HOMES[side][size]] = 1 + 4 * size + seats;
    }
  }

  int decider() const { return over ? OVER : rolled ? seat : CHANCE; }

  bool far(int at) const {
    switch (sides[seat]) {
      case 0: return at >= 20;
      case 1: return at % 5 == 4;
      case 2: return at < 5;
      default: return at % 5 == 0;
    }
  }

  bool may_land(int piece, int at) const {
    if (top[at]) return false;
    int under = low[at];
    return !under || size_of(under) >= size_of(piece) || seat_of(under) != seat_of(piece);
  }

  bool is_mover(int at) const {
    int piece = top[at] ? top[at] : low[at];
    return piece && seat_of(piece) == seat && unused >> size_of(piece) & 1;
  }

  int fill(int *out) const {
    int n = 0;
    if (!rolled) {
      for (int face = 0; face < 6; face++) out[n++] = face;
    } else if (hand) {
      for (int at = 0; at < CELLS; at++)
        if (may_land(hand, at)) out[n++] = RELOCATE + at;
    } else {
      for (int at = 0; at < CELLS; at++)
        if (is_mover(at)) n = fill_from(at, out, n);
    }
    return n;
  }

  int fill_from(int at, int *out, int n) const {
    int piece = top[at] ? top[at] : low[at];
    for (int way = 0; way < 9; way++) {
      int to = NEAR.to[at][way];
      if (way == OFF ? far(at) : to >= 0 && may_land(piece, to)) out[n++] = at * 9 + way;
    }
    return n;
  }

  bool can_move() const {
    for (int at = 0; at < CELLS; at++) {
      if (!is_mover(at)) continue;
      if (far(at)) return true;
      int piece = top[at] ? top[at] : low[at];
      for (int way = 0; way < 9; way++) {
        int to = NEAR.to[at][way];
        if (to >= 0 && may_land(piece, to)) return true;
      }
    }
    return false;
  }

  void step(int action) {
    if (!rolled) {
      rolled = unused = FACES[action];
      go_on();
    } else if (hand) {
      int piece = hand;
      hand = 0;
      land(piece, action - RELOCATE);
    } else {
      move(action / 9, action % 9);
    }
  }

  void move(int at, int way) {
    int8_t &from = top[at] ? top[at] : low[at];
    int piece = from;
    from = 0;
    unused &= ~(1 << size_of(piece));
    if (way != OFF) {
      land(piece, NEAR.to[at][way]);
    } else if (++off[seat] == 3) {
      winner = seat;
      over = true;
      pass_turn();
    } else {
      go_on();
    }
  }

  void land(int piece, int at) {
    int under = low[at];
    if (under && size_of(under) >= size_of(piece)) {
      top[at] = piece;
    } else {
      hand = under;
      low[at] = piece;
    }
    if (!hand) go_on();
  }

  void go_on() {
    if (can_move()) return;
    pass_turn();
    over = turns >= LIMIT;
  }

  void pass_turn() {
    turns++;
    rolled = unused = 0;
    seat = seat + 1 == seats ? 0 : seat + 1;
  }

  double payoff(int of) const { return winner < 0 ? 0 : winner == of ? 1 : -1.0 / (seats - 1); }
};

int main(int argc, char **argv) { return run(FreezeTag("SN"), argc, argv); }
