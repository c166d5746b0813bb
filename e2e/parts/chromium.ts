/** A Chromium for a test or a measurement: the one that `npm run e2e` found, or the distribution's. */
import { chromium, type Browser } from "playwright-core";

/** What it would ask the outside by itself. */
const quiet = ["quic", "background-networking", "component-update", "sync"].map((what) => `--disable-${what}`);

export function startChromium(): Promise<Browser> {
  const executablePath = process.env["LOCI_CHROMIUM"] ?? "/usr/bin/chromium";
  return chromium.launch({
    executablePath,
    timeout: 240_000,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", ...quiet],
  });
}
