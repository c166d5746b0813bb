import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { examples } from "../flags.ts";
import { grantLines } from "../grants.ts";
import type { Session } from "../session.ts";
import { printable, type Terminal } from "../terminal.ts";

export function define(command: Command, session: Session): void {
  command.addHelpText("after", examples("loci me", "loci me --profile work --json")).action(async () => {
    const { connection, loci } = await session.data(command);
    const answer = await loci.call("whoami");
    session.show(command, answer, (me) => meText(me, `${connection.url}, context ${connection.contextId}`, session.terminal));
  });
}

function meText(me: Schemas["Whoami"], where: string, { style }: Terminal): string {
  const lines = [`${style.bold(printable(me.displayName))} (${printable(me.kind)})`, style.dim(`  ${me.principalId} at ${where}`)];
  if (me.delegatedPrincipalId) lines.push(`  on behalf of ${me.delegatedPrincipalId}`);
  lines.push(me.tokenGrants ? "What it may do with this key:" : "What it may do:", ...grantLines(me.effectiveGrants));
  return lines.join("\n");
}
