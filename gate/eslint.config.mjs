/**
 * What the oldest browsers that the README names lack: syntax and objects of JavaScript by es-x,
 * interfaces of browsers by eslint-plugin-compat.
 */
import compat from "eslint-plugin-compat";
import es from "eslint-plugin-es-x";

const OLDEST = ["safari >= 17.5", "ios_saf >= 17.5", "chrome >= 123", "edge >= 123", "firefox >= 121"];

export default [
  es.configs["flat/restrict-to-es2024"],
  compat.configs["flat/recommended"],
  {
    settings: { targets: OLDEST },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: { "es-x/no-import-attributes": "error", "es-x/no-json-modules": "error" },
  },
];
