/**
 * Loaded into a server before its own code (`--import`), it has the reader of texts read by rules that do what a text says: go on for ever,
 * where the real rules must not (`services/adapters/src/text-reader/testing/unruly.ts`).
 */
import { registerHooks } from "node:module";

const real = '"../builtin-language-model/index.ts"';

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith("/text-reader/index.ts")) return loaded;
    const { source } = loaded;
    const text = typeof source === "string" ? source : new TextDecoder().decode(source ?? undefined);
    if (!text.includes(real)) throw new Error("The reader's rules are not where this file looks for them.");
    return { ...loaded, source: text.replace(real, '"./testing/unruly.ts"') };
  },
});
