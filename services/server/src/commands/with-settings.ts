import type { Command } from "commander";
import { settings, type SettingName } from "../config.ts";

export type Flags = Readonly<Record<string, unknown>>;

/** Gives a command the flags of these settings. */
export function withSettings(command: Command, names: readonly SettingName[]): Command {
  for (const name of names) {
    const { flag, env, about } = settings[name];
    command.option(flag, `${about} (${env})`);
  }
  return command;
}

export const embeddedNote = "\nAn embedded database (pglite:) must not be in use by a server meanwhile.\n";
