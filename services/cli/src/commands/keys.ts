import type { Command } from "commander";
import { contextPath } from "../client.ts";
import { usage } from "../failure.ts";
import { collect, wholeNumber } from "../flags.ts";
import { grantsOf } from "../grants.ts";
import type { Connected, GlobalFlags, Session } from "../session.ts";
import { printable } from "../terminal.ts";

interface Flags extends GlobalFlags {
  readonly principal?: string;
  readonly grant?: readonly string[];
  readonly ttl?: number;
}

interface MintedAnswer {
  readonly id: string;
  readonly key: string;
  readonly name?: string;
  readonly validUntil?: string | null;
}

interface KeyAnswer {
  readonly name: string;
  readonly id: string;
  readonly createdAt: string;
  readonly validUntil?: string | null;
  readonly lastUsedAt?: string | null;
}

export function define(command: Command, session: Session): void {
  defineMint(command.command("mint"), session);
  defineList(command.command("list"), session);
  defineRotate(command.command("rotate"), session);
  const revoke = command.command("revoke").description("end a key");
  revoke
    .argument("<name>")
    .addHelpText("after", "\nExample:\n  loci keys revoke laptop")
    .action(async (name: string) => {
      const { connection, send } = await session.data(revoke);
      await send({ method: "DELETE", path: contextPath(connection, "keys", name) });
      session.show(revoke, { revoked: name }, () => `Revoked ${printable(name)}. It stops within 5 seconds.`);
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
      "\nExamples:\n  loci keys mint laptop --ttl 86400\n" +
        "  loci keys mint ci --principal principal:01jq… --grant memory:read=org/acme",
    )
    .action(async (name: string) => {
      const flags = mint.optsWithGlobals<Flags>();
      const minted = await (flags.principal === undefined
        ? mintOwn(name, flags, mint, session)
        : mintFor(flags.principal, name, flags, mint, session));
      session.show(mint, minted, (key) => mintedText(key));
    });
}

async function mintOwn(name: string, flags: Flags, mint: Command, session: Session): Promise<MintedAnswer> {
  const { connection, send } = await session.data(mint);
  return send({
    method: "POST",
    path: contextPath(connection, "keys"),
    query: ttlQuery(flags.ttl),
    body: { name, ...narrowing(flags) },
  });
}

async function mintFor(principal: string, name: string, flags: Flags, mint: Command, session: Session): Promise<MintedAnswer> {
  const { connection, send }: Connected = await session.management(mint);
  if (connection.contextId === "") throw usage("This needs a context id: give --context-id or set SERVICE_CONTEXT_ID.");
  const path = `/contexts/${[connection.contextId, "principals", principal, "keys", name].map(encodeURIComponent).join("/")}`;
  return send({ method: "POST", path, query: ttlQuery(flags.ttl), body: narrowing(flags) });
}

const ttlQuery = (ttl: number | undefined) => ({ ttl_seconds: ttl === undefined ? undefined : String(ttl) });
const narrowing = ({ grant }: Flags) => (grant === undefined ? {} : { grants: grantsOf(grant) });

function mintedText({ key, validUntil }: MintedAnswer): string {
  return `${key}\nThis is the only time that it is shown.${validUntil ? ` It is valid until ${validUntil}.` : ""}`;
}

function defineList(list: Command, session: Session): void {
  list
    .description("your key; an administrator sees all of the context")
    .addHelpText("after", "\nExample:\n  loci keys list")
    .action(async () => {
      const { connection, send } = await session.data(list);
      const answer = await send<readonly KeyAnswer[]>({ method: "GET", path: contextPath(connection, "keys") });
      session.show(list, answer, (keys) => keys.map((key) => keyText(key, session)).join("\n"));
    });
}

function keyText(key: KeyAnswer, { terminal }: Session): string {
  const until = key.validUntil ? `, until ${key.validUntil.slice(0, 10)}` : "";
  const used = key.lastUsedAt ? `, last used ${key.lastUsedAt.slice(0, 10)}` : "";
  const times = `  since ${key.createdAt.slice(0, 10)}${until}${used}`;
  return `${terminal.style.bold(printable(key.name))}\n${terminal.style.dim(times)}`;
}

function defineRotate(rotate: Command, session: Session): void {
  rotate
    .description("replace a key's secret; the old one stops")
    .argument("<name>")
    .option("--ttl <seconds>", "the new secret's life", wholeNumber)
    .addHelpText("after", "\nExample:\n  loci keys rotate laptop")
    .action(async (name: string) => {
      const { connection, send } = await session.data(rotate);
      const { ttl } = rotate.optsWithGlobals<Flags>();
      const minted = await send<MintedAnswer>({
        method: "POST",
        path: contextPath(connection, "keys", name, "rotate"),
        query: ttlQuery(ttl),
      });
      session.show(rotate, minted, (key) => mintedText(key));
    });
}
