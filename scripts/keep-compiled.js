/**
 * What jest's processes load before any test: they hold PGlite's WebAssembly, so that V8 keeps what it has compiled and optimized of it. Each database of
 * such a process, in whichever thread, then begins with that; else most of the time of its first seconds goes into compiling the same again.
 */
import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** Nobody asks for it: to be reachable is its use. */
export const held = isMainThread ? await WebAssembly.compile(readFileSync(wasmOf("@electric-sql/pglite"))) : undefined;

function wasmOf(name) {
  return new URL("pglite.wasm", import.meta.resolve(name));
}
