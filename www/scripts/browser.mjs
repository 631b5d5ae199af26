/** Where Chromium is and how it is started: the same for tests and for the picture. */
export const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";

/** Software WebGL, no sandbox (root in containers), and no talk to the outside. */
export const args = [
  "--no-sandbox",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
