import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { examples, leftOutText, maxTokensOption, userOption } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { wrap, type Terminal } from "../terminal.ts";

interface Flags extends GlobalFlags {
  readonly user?: string;
  readonly maxTokens?: number;
}

export function define(command: Command, session: Session): void {
  command
    .addOption(userOption("of this end user"))
    .addOption(maxTokensOption())
    .addHelpText("after", examples("loci profile", "loci profile --user ana-4711 --json"))
    .action(async () => {
      const { user, maxTokens } = command.optsWithGlobals<Flags>();
      const { loci } = await session.data(command);
      const profile = await loci.call("getProfile", { query: { user, maxTokens } });
      session.show(command, profile, (shown) => profileText(shown, session.terminal));
    });
}

function profileText(
  { static: lasting, dynamic, preferences, instructions, leftOut }: Schemas["ProfileResponse"],
  { style, columns }: Terminal,
): string {
  const section = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [style.bold(title), ...texts.map((text) => wrap(text, columns, "  "))];
  const entries = (rows: Schemas["ProfileResponse"]["static"]) =>
    rows.map(({ key, value, disputed }) => `${key}: ${value}${disputed ? " (disputed)" : ""}`);
  const lines = [
    ...section("lasting", entries(lasting)),
    ...section("current", entries(dynamic)),
    ...section("preferences", entries(preferences)),
    ...section(
      "instructions",
      instructions.map(({ description }) => description),
    ),
  ];
  return [...lines, ...leftOutText({ leftOut })].join("\n") || "Nothing is known of you yet.";
}
