import { Option, type Command } from "commander";
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

/**
 * The same for a role: one set of flags fits every role of a deployment, so that those of the other settings are taken too, with a
 * note on stderr that they do nothing here.
 */
export function withRoleSettings(command: Command, names: readonly SettingName[]): Command {
  withSettings(command, names);
  const others = (Object.keys(settings) as SettingName[]).filter((name) => !names.includes(name));
  for (const name of others) command.addOption(new Option(settings[name].flag).hideHelp());
  return command.hook("preAction", () => {
    const given = command.opts<Flags>();
    const idle = others.filter((name) => given[name] !== undefined).map((name) => settings[name].flag.split(" ")[0]);
    if (idle.length > 0) process.stderr.write(`loci-server: ${commandPath(command)} does not need ${idle.join(", ")}: ignored.\n`);
  });
}

/** `auth start`, without the program's own name. */
function commandPath(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${commandPath(parent)} ${command.name()}` : command.name();
}

export const embeddedNote = "\nAn embedded database (pglite:) must not be in use by a server meanwhile.\n";
