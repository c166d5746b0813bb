import type { z } from "zod";

/** Reads `alias=name,…`: further names of our request headers. */
export function headerAliases(given: string, check: z.RefinementCtx): Readonly<Record<string, string>> {
  const aliases: Record<string, string> = {};
  for (const pair of given.split(",").filter((each) => each.trim() !== "")) {
    const [, alias, name] = /^\s*([\w-]+)=([\w-]+)\s*$/.exec(pair) ?? [];
    if (alias === undefined || name === undefined)
      check.addIssue({ code: "custom", message: "must be alias=name, separated by commas" });
    else aliases[alias] = name;
  }
  return aliases;
}
