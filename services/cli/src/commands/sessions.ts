import type { Command } from "commander";
import { examples, limitOption, maxPage, wholeNumber } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { table } from "../table.ts";
import { wrap, type Terminal } from "../terminal.ts";
import { moment } from "../times.ts";
import { runDeletion, withPurge } from "./deleted.ts";

interface PageFlags extends GlobalFlags {
  readonly limit?: number;
  readonly offset?: number;
}

interface SessionRow {
  readonly id: string;
  readonly title: string;
  readonly preview: string;
  readonly createdAt: string;
  readonly scopes: readonly (readonly string[])[];
  readonly turns: number;
  readonly lastTurnAt?: string | null;
  readonly state: string;
}

interface TurnRow {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  readonly createdAt: string;
}

export function define(command: Command, session: Session): void {
  defineList(command.command("list").description("the sessions, newest first"), session);
  const show = command.command("show").description("one session").argument("<id>");
  show.addHelpText("after", examples("loci sessions show session:01jq3m9c7v5k2x8d4b6n0r1t9w")).action(async (sessionId: string) => {
    const { loci } = await session.data(show);
    session.show(show, await loci.call("getSession", { path: { sessionId } }), (found) => sessionText(found, session.terminal));
  });
  defineTurns(command.command("turns").description("what was said in a session").argument("<id>"), session);
  const remove = command.command("delete").description("delete a session, and forget what was said in it").argument("<id>");
  withPurge(remove)
    .addHelpText("after", examples("loci sessions delete session:01jq3m9c7v5k2x8d4b6n0r1t9w --purge"))
    .action(async (sessionId: string) => {
      const { loci } = await session.data(remove);
      const question = `Forget all that was said in ${sessionId}?`;
      await runDeletion(remove, session, {
        ...{ named: sessionId, question },
        remove: (how) => loci.sessions.delete(sessionId, how),
      });
    });
}

function defineList(list: Command, session: Session): void {
  list
    .addOption(limitOption("how many (default 100, at most 500)", maxPage))
    .option("--offset <n>", "after this many", wholeNumber)
    .addHelpText("after", examples("loci sessions list --limit 20"))
    .action(async () => {
      const { limit, offset } = list.optsWithGlobals<PageFlags>();
      const { loci } = await session.data(list);
      const answer = await loci.call("listSessions", { query: { limit, offset } });
      session.show(list, answer, ({ sessions }) => sessionsText(sessions, session.terminal));
    });
}

function defineTurns(turns: Command, session: Session): void {
  turns
    .addOption(limitOption("how many (default 100, at most 500)", maxPage))
    .option("--offset <n>", "after this many", wholeNumber)
    .addHelpText("after", examples("loci sessions turns session:01jq3m9c7v5k2x8d4b6n0r1t9w --limit 20"))
    .action(async (sessionId: string) => {
      const { limit, offset } = turns.optsWithGlobals<PageFlags>();
      const { loci } = await session.data(turns);
      const answer = await loci.call("listTurns", { path: { sessionId }, query: { limit, offset } });
      session.show(
        turns,
        answer,
        (found) => found.turns.map((turn) => turnText(turn, session.terminal)).join("\n") || "Nothing was said in it.",
      );
    });
}

function sessionsText(sessions: readonly SessionRow[], terminal: Terminal): string {
  return table(
    terminal,
    sessions,
    [
      { title: "session", of: ({ id }) => id },
      { title: "title", of: ({ title }) => title || "(nothing was said)", shrinks: true },
      { title: "turns", of: ({ turns }) => String(turns), right: true },
      { title: "last turn", of: ({ lastTurnAt, createdAt }) => moment(lastTurnAt ?? createdAt), spare: true },
      { title: "scopes", of: ({ scopes }) => scopesText(scopes), shrinks: true, spare: true },
    ],
    "There is no session yet.",
  );
}

function sessionText(
  { id, title, preview, state, createdAt, turns, lastTurnAt, scopes }: SessionRow,
  { style, columns }: Terminal,
): string {
  const last = lastTurnAt ? `, the last one ${moment(lastTurnAt)}` : "";
  return [
    ...(title === "" ? [] : [style.bold(wrap(title, columns))]),
    ...(preview === "" ? [] : [wrap(preview, columns, "  ")]),
    style.bold(id),
    `  ${state}, begun ${moment(createdAt)}`,
    `  ${turns} turns${last}`,
    `  scopes: ${scopesText(scopes)}`,
  ].join("\n");
}

/** `a | b & c`: a, or b together with c. */
export function scopesText(scopes: readonly (readonly string[])[]): string {
  return scopes.map((paths) => paths.join(" & ")).join(" | ");
}

function turnText({ id, role, content, createdAt }: TurnRow, { style, columns }: Terminal): string {
  return `${style.bold(role)} ${style.dim(`${moment(createdAt)} ${id}`)}\n${wrap(content, columns, "  ")}`;
}
