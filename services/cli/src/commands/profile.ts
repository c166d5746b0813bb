import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { examples } from "../flags.ts";
import type { Session } from "../session.ts";
import { wrap, type Terminal } from "../terminal.ts";

export function define(command: Command, session: Session): void {
  command.addHelpText("after", examples("loci profile", "loci profile --json")).action(async () => {
    const { loci } = await session.data(command);
    session.show(command, await loci.call("getProfile"), (profile) => profileText(profile, session.terminal));
  });
}

function profileText(
  { static: lasting, dynamic, preferences, instructions }: Schemas["ProfileResponse"],
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
  return lines.join("\n") || "Nothing is known of you yet.";
}
