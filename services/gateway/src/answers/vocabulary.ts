import { z } from "zod";
import { count, instant, word } from "./words.ts";

const classes = z.record(z.string(), word(["multi", "changing", "stable"], "KeyClass"));

export const vocabulary = z
  .object({ version: count, keys: classes, builtIn: classes, recordedAt: instant.nullable() })
  .meta({ id: "Vocabulary" });
