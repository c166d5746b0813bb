import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { Failure } from "../failure.ts";
import { examples } from "../flags.ts";
import type { Session } from "../session.ts";
import { printable, wrap, type Terminal } from "../terminal.ts";
import { moment } from "../times.ts";

type Failing = Schemas["ProviderFailure"];

export function define(command: Command, session: Session): void {
  const test = command.command("test").description("ask each model that the context works with a tiny question");
  test
    .addHelpText(
      "after",
      `${examples("loci providers test", "loci providers test --json")}
It needs a key with grant:manage over /, and costs a few tokens. It exits with 1 where a model fails.`,
    )
    .action(async () => {
      const { loci } = await session.data(test);
      const answer = await loci.call("testProviders");
      session.show(test, answer, (found) => testText(found, session.terminal));
      if (!answer.ok) throw new Failure("Not every model answers.");
    });
  const retry = command.command("retry").description("have what waits for a model go on at once");
  retry
    .addHelpText(
      "after",
      `${examples("loci providers retry")}
It takes up turns and documents that wait for their next attempt, and those that
were given up. It needs a key with grant:manage over /.`,
    )
    .action(async () => {
      const { loci } = await session.data(retry);
      const answer = await loci.call("retryPending");
      session.show(retry, answer, ({ turns, documents }) =>
        turns + documents === 0
          ? "Nothing waits for a later attempt."
          : `Taken up: ${counted(turns, "turn")}, ${counted(documents, "document")}. 'loci status' shows what is left.`,
      );
    });
}

function testText({ tests }: Schemas["ProviderTests"], { style, columns }: Terminal): string {
  const lines = tests.flatMap(({ usedFor, model, ok, latencyMs, error, advice }) => [
    `${ok ? style.bold("ok    ") : style.warn("failed")}  ${printable(model)}  ${latencyMs} ms  ${style.dim(usedFor.join(", "))}`,
    ...(ok ? [] : [wrap(`${error ?? ""}. ${advice ?? ""}`, columns, "        ")]),
  ]);
  return lines.join("\n");
}

/** What fails now, and what failed in the window and answers again. */
export function failureLines(failures: readonly Failing[], { style, columns }: Terminal): string[] {
  return failures.flatMap((failure) => {
    const { usedFor, model, status, failures: times, error, failingSince, recoveredAt, advice, waiting } = failure;
    const often = times === null ? "" : `, ${counted(times, "time")}`;
    const what = `${usedFor.join(", ")} (${printable(model)})`;
    if (status === "recovered") {
      const until = recoveredAt === null ? "" : ` to ${moment(recoveredAt)}`;
      return [
        style.dim(wrap(`${what} answers again; it failed from ${moment(failingSince)}${until}${often}: ${error}`, columns, "  ")),
      ];
    }
    const waits = (["turns", "chunks", "documents"] as const).flatMap((name) =>
      waiting[name] === 0 ? [] : [counted(waiting[name], name.slice(0, -1))],
    );
    return [
      style.warn(wrap(`${what} fails since ${moment(failingSince)}${often}: ${error}`, columns, "  ")),
      wrap(advice, columns, "    "),
      ...(waits.length === 0 ? [] : [wrap(`waiting for it: ${waits.join(", ")}`, columns, "    ")]),
    ];
  });
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? "" : "s"}`;
