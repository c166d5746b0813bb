import { languageModelContract } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "./index.ts";

const ignored = () => undefined;

languageModelContract("the built-in model", async () => ({
  model: createBuiltinLanguageModel(),
  willRead: ignored,
  willSay: ignored,
  willImply: ignored,
  willObserve: ignored,
  willSuppose: ignored,
  willAsk: ignored,
  close: async () => undefined,
}));
