// Runs before the first paint: the colours and the language that the person chose on this device.
const root = document.documentElement;
try {
  const theme = localStorage.getItem("everygame.theme");
  if (theme) root.dataset.theme = theme;
} catch {
  // A browser that keeps nothing shows the colours of the system.
}
// The server has chosen the language already; in a folder of files nobody else can.
if (root.dataset.pocket !== undefined) {
  const languages = (root.dataset.languages ?? "en").split(" ");
  const kindOf = (/** @type {string} */ tag) => {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${/^n[bn]$/.test(language) ? "no" : language}-${script}`;
  };
  let wanted = navigator.languages;
  try {
    const chosen = localStorage.getItem("everygame.language");
    if (chosen) wanted = [chosen];
  } catch {
    // Then the system's.
  }
  const found = wanted.map(
    (tag) => languages.find((one) => one === tag) ?? languages.find((one) => kindOf(one) === kindOf(tag)),
  );
  root.dataset.rules = found.find((tag) => tag) ?? "en";
  root.lang = root.dataset.onlyRules?.split(" ").includes(root.dataset.rules) ? "en" : root.dataset.rules;
  const manifest = document.querySelector('link[rel="manifest"]');
  if (root.lang !== "en") manifest?.setAttribute("href", `manifest.${root.lang}.json`);
}
root.dir = /^(ar|fa|he|ur)\b/.test(root.lang) ? "rtl" : "ltr";
