import type { Command } from "commander";
import { contextOf } from "../connection.ts";
import { collect, examples, wholeNumber } from "../flags.ts";
import { grantsOf } from "../grants.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { table } from "../table.ts";
import { printable } from "../terminal.ts";
import { day } from "../times.ts";

interface Flags extends GlobalFlags {
  readonly principal?: string;
  readonly grant?: readonly string[];
  readonly ttl?: number;
}

interface Minted {
  readonly key: string;
  readonly validUntil: string | null;
}

export function define(command: Command, session: Session): void {
  defineMint(command.command("mint"), session);
  defineList(command.command("list").description("your key; an administrator sees all of the context"), session);
  defineRotate(command.command("rotate").description("replace a key's secret; the old one stops"), session);
  const revoke = command.command("revoke").description("end a key, and those that were minted with it");
  revoke
    .argument("<name>")
    .addHelpText("after", examples("loci keys revoke laptop"))
    .action(async (name: string) => {
      const { loci } = await session.data(revoke);
      await loci.call("revokeKey", { path: { name } });
      session.show(
        revoke,
        { revoked: name },
        () => `Revoked ${printable(name)}, and what was minted with it. They stop within 5 seconds.`,
      );
    });
}

function defineMint(mint: Command, session: Session): void {
  mint
    .description("make a key: your own, or (management key) a principal's")
    .argument("<name>", "unique in the context")
    .option("--principal <id>", "the principal that it is bound to; uses the management key")
    .option("--grant <verb=path>", "narrow it to this (repeatable)", collect)
    .option("--ttl <seconds>", "its life", wholeNumber)
    .addHelpText(
      "after",
      examples("loci keys mint laptop --ttl 86400", "loci keys mint ci --principal principal:01jq… --grant memory:read=org/acme"),
    )
    .action(async (name: string) => {
      const { principal, grant, ttl: ttlSeconds } = mint.optsWithGlobals<Flags>();
      const grants = grant === undefined ? undefined : grantsOf(grant);
      if (principal === undefined) {
        const { loci } = await session.data(mint);
        const minted = await loci.call("mintKey", { query: { ttlSeconds }, body: { name, grants } });
        return session.show(mint, minted, mintedText);
      }
      const { connection, management } = await session.management(mint);
      const path = { ctx: contextOf(connection), principalId: principal, name };
      const minted = await management.call("mintContextKey", { path, query: { ttlSeconds }, body: { grants } });
      session.show(mint, minted, mintedText);
    });
}

function mintedText({ key, validUntil }: Minted): string {
  return `${key}\nThis is the only time that it is shown.${validUntil ? ` It is valid until ${validUntil}.` : ""}`;
}

function defineList(list: Command, session: Session): void {
  list.addHelpText("after", examples("loci keys list")).action(async () => {
    const { loci } = await session.data(list);
    session.show(list, await loci.call("listKeys"), (keys) =>
      table(
        session.terminal,
        keys,
        [
          { title: "key", of: ({ name }) => name, shrinks: true },
          { title: "principal", of: ({ principalId }) => principalId, shrinks: true, spare: true },
          { title: "state", of: ({ state }) => state },
          { title: "since", of: ({ createdAt }) => day(createdAt), spare: true },
          { title: "until", of: ({ validUntil }) => day(validUntil) },
          { title: "last used", of: ({ lastUsedAt }) => day(lastUsedAt), spare: true },
          { title: "minted by", of: ({ mintedBy }) => minterOf(mintedBy, keys), shrinks: true, spare: true },
        ],
        "There is no key.",
      ),
    );
  });
}

/** The name of the key that minted one, where it is listed. */
function minterOf(mintedBy: string | null, keys: readonly { readonly id: string; readonly name: string }[]): string {
  if (mintedBy === null) return "unknown";
  return mintedBy === "*" ? "management" : (keys.find(({ id }) => id === mintedBy)?.name ?? mintedBy);
}

function defineRotate(rotate: Command, session: Session): void {
  rotate
    .argument("<name>")
    .option("--ttl <seconds>", "the new secret's life", wholeNumber)
    .option("--overlap <seconds>", "how long the old secret still works", wholeNumber)
    .addHelpText("after", examples("loci keys rotate laptop", "loci keys rotate service --overlap 3600"))
    .action(async (name: string) => {
      const { ttl: ttlSeconds, overlap: overlapSeconds } = rotate.optsWithGlobals<
        GlobalFlags & { ttl?: number; overlap?: number }
      >();
      const { loci } = await session.data(rotate);
      const minted = await loci.call("rotateKey", { path: { name }, query: { ttlSeconds, overlapSeconds } });
      session.show(rotate, minted, mintedText);
    });
}
