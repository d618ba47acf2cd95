// boardgame.io's own server with connect four: `node server.cjs memory|FOLDER`, prints its port.
const { Server, Origins, FlatFile } = require("boardgame.io/server");

const LINES = [];
for (let column = 0; column < 7; column += 1) {
  for (let row = 0; row < 6; row += 1) {
    for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      const line = [0, 1, 2, 3].map((i) => [column + i * dx, row + i * dy]);
      if (line.every(([x, y]) => x < 7 && y >= 0 && y < 6)) LINES.push(line);
    }
  }
}

const connectFour = {
  name: "connectfour",
  setup: () => ({ columns: [[], [], [], [], [], [], []] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      if (!(column in G.columns) || G.columns[column].length === 6) return "INVALID_MOVE";
      G.columns[column].push(playerID);
    },
  },
  endIf: ({ G, ctx }) => {
    const won = LINES.some((line) => line.every(([x, y]) => G.columns[x][y] === ctx.currentPlayer));
    if (won) return { winner: ctx.currentPlayer };
    if (G.columns.every((column) => column.length === 6)) return { draw: true };
  },
};

const [where] = process.argv.slice(2);
const db = where === "memory" ? undefined : new FlatFile({ dir: where });
const server = Server({ games: [connectFour], db, origins: [Origins.LOCALHOST] });
server.run({ port: 0 }).then(({ appServer }) => console.log(`:${appServer.address().port}/`));
