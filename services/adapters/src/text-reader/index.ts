import type { Consolidation, Elaboration, Extraction, LanguageModel, SynthesisPart, TokenUsage } from "@loci/ports/language-model";
import { defaultLimits, type ReaderLimits } from "./limits.ts";
import type { Method } from "./protocol.ts";
import { createReader } from "./reader.ts";

export interface TextReaderOptions extends Partial<ReaderLimits> {
  /** The module with the rules, for tests of what rules may do. */
  readonly rules?: URL;
  /** Told when a process was ended by what it read, or died. */
  readonly onEnded?: () => void;
}

/** The built-in language model in a process of its own, started by the first text. */
export interface TextReader {
  /**
   * @param customer who shares the process takes turns by it: a context's id
   * @returns the model; its methods throw `too_large` where the reading of a text had to be ended, which is the text's own doing
   */
  modelFor(customer: string): LanguageModel;
  /** Of the process, where one runs. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

const builtin = new URL("../builtin-language-model/index.ts", import.meta.url);

/**
 * Reads texts by the built-in rules where that can be ended: a text on which a pattern never ends, or that takes too much memory, ends
 * the process that reads it and nothing else. Another is started for the rest.
 */
export function openTextReader({ rules = builtin, onEnded = () => undefined, ...given }: TextReaderOptions = {}): TextReader {
  const reader = createReader({ rules, onEnded, limits: { ...defaultLimits, ...given } });
  return {
    modelFor(customer) {
      // Both sides of the channel are one release: what answers is what the port says.
      const ask = <Answer>(method: Method, request: unknown, signal: AbortSignal | undefined): Promise<Answer> =>
        reader.ask(customer, method, request, signal) as Promise<Answer>;
      return {
        id: "builtin",
        extract: (request, signal) => ask<Extraction>("extract", request, signal),
        async *synthesise(request, signal) {
          yield* await ask<SynthesisPart[]>("synthesise", request, signal);
        },
        elaborate: (request, signal) => ask<Elaboration>("elaborate", request, signal),
        consolidate: (request, signal) => ask<Consolidation>("consolidate", request, signal),
        hypothesise: (question, signal) => ask<{ text: string; usage: TokenUsage }>("hypothesise", question, signal),
        decompose: (question, signal) => ask<{ questions: string[]; usage: TokenUsage }>("decompose", question, signal),
      };
    },
    get pid() {
      return reader.pid;
    },
    close: () => reader.close(),
  };
}
