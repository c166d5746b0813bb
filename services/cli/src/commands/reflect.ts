import type { Command } from "commander";
import { citationLines, type Citation } from "../citations.ts";
import { examples, limitOption, maxHits, userOption, withoutScope } from "../flags.ts";
import { givenText } from "../given-text.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { wrap, type Terminal } from "../terminal.ts";

interface Flags extends GlobalFlags {
  readonly persist?: boolean;
  readonly limit?: number;
  readonly user?: string;
}

interface Reflection {
  readonly reflection: string;
  readonly citations: readonly Citation[];
  readonly persistedAttributes: readonly unknown[];
  readonly notPersisted?: { readonly detail: string } | null;
  readonly traceId: string;
}

export function define(command: Command, session: Session): void {
  command
    .argument("[text...]", "what to think about; from stdin where none is given, or for -")
    .option("--persist", "keep what follows as facts of lower trust, where the key may")
    .addOption(limitOption("how many records it may use (at most 50)", maxHits))
    .addOption(userOption("of this end user alone"))
    .addHelpText("after", examples('loci reflect "What matters to Mina?"', 'loci reflect "How do we deploy?" --persist'))
    .action(async (words: string[]) => {
      const query = await givenText(words, session.terminal, "Say what to think about.");
      const { persist, limit: k, user } = command.optsWithGlobals<Flags>();
      const { loci } = await session.data(command);
      const answer = await loci.call("reflect", { body: { query, persist, k, user } });
      session.show(command, answer, (found) => reflectionText(found, session.terminal));
    });
  withoutScope(command, "/reflect");
}

function reflectionText(
  { reflection, citations, persistedAttributes, notPersisted, traceId }: Reflection,
  terminal: Terminal,
): string {
  const lines = [wrap(reflection || "Nothing is remembered that bears on it.", terminal.columns)];
  lines.push(...citationLines(citations, terminal));
  const kept = persistedAttributes.length;
  if (kept > 0) lines.push(`Kept as ${kept} ${kept === 1 ? "fact" : "facts"}.`);
  if (notPersisted) lines.push(`Not kept: ${notPersisted.detail}`);
  lines.push(terminal.style.dim(traceId));
  return lines.join("\n");
}
