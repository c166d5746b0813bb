/**
 * Writes the workflows as one script into dist/, for the image: where it runs, the root file system is read-only, and what makes the
 * script would fail.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { bundlePath, makeBundle } from "./src/bundle.ts";

const path = await bundlePath();
await rm(dirname(path), { recursive: true, force: true });
await mkdir(dirname(path), { recursive: true });
await writeFile(path, await makeBundle());
