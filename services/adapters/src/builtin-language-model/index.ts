import type { LanguageModel } from "@loci/ports/language-model";
import { consolidate } from "./consolidation/consolidate.ts";
import { elaborate } from "./elaboration/elaborate.ts";
import { createExtractor } from "./extraction/extract.ts";
import { decompose } from "./questions/decompose.ts";
import { hypothesise } from "./questions/hypothesise.ts";
import { refuseCancelled } from "./cancellation.ts";
import { synthesise } from "./synthesis/synthesise.ts";

const usage = { inputTokens: 0, outputTokens: 0 };

/**
 * The model that needs no network and no key: rules for English. It never invents: answers are quoted from their sources,
 * relations and observations follow from facts by rules, and what it cannot read it leaves alone.
 */
export function createBuiltinLanguageModel(): LanguageModel {
  return {
    id: "builtin",
    extract: createExtractor(),
    synthesise,
    async elaborate(request, signal) {
      refuseCancelled(signal);
      return { ...elaborate(request), usage };
    },
    async consolidate(request, signal) {
      refuseCancelled(signal);
      return { observations: consolidate(request), usage };
    },
    async hypothesise(question, signal) {
      refuseCancelled(signal);
      return { text: hypothesise(question), usage };
    },
    async decompose(question, signal) {
      refuseCancelled(signal);
      return { questions: decompose(question), usage };
    },
  };
}
