/**
 * Loaded into a server before its own code (`--import`), it has the reader of texts read by rules that do what a text says: go on for ever,
 * where the real rules must not (`services/adapters/src/text-reader/testing/unruly.ts`). They get less processor time than real ones, too.
 */
import { registerHooks } from "node:module";

const changes: readonly (readonly [file: string, from: string, to: string])[] = [
  ["/text-reader/index.ts", '"../builtin-language-model/index.ts"', '"./testing/unruly.ts"'],
  ["/text-reader/limits.ts", "stepMs: 3_000", "stepMs: 500"],
];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const change = changes.find(([file]) => url.endsWith(file));
    if (change === undefined) return loaded;
    const [file, from, to] = change;
    const { source } = loaded;
    const text = typeof source === "string" ? source : new TextDecoder().decode(source ?? undefined);
    if (!text.includes(from)) throw new Error(`${file} has no ${from}: it was changed, so change this file too.`);
    return { ...loaded, source: text.replace(from, to) };
  },
});
