// Runs before the first paint: the colours that the person chose on this device.
try {
  const theme = localStorage.getItem("everygame.theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing shows the colours of the system.
}
