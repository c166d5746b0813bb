import type { Consolidation, Elaboration, LanguageModel } from "../port.ts";

/** A fact that any model may be expected to read, with the words that say it. */
export interface PlainFact {
  readonly turn: number;
  readonly quote: string;
  readonly subject: string;
  readonly key: string;
  readonly value: string;
}

/** A model, and the ways to tell a scripted provider what to answer next; a model that thinks by itself ignores them. */
export interface LanguageModelUnderTest {
  readonly model: LanguageModel;
  willRead(facts: readonly PlainFact[]): void;
  /** @param pauseMillis between the pieces */
  willSay(pieces: readonly string[], pauseMillis?: number): void;
  willImply(relations: Elaboration["relations"], summary: string): void;
  willObserve(observations: Consolidation["observations"]): void;
  willSuppose(passage: string): void;
  willAsk(questions: readonly string[]): void;
  close(): Promise<void>;
}
