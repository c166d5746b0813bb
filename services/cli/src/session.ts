/** What every command is given: the terminal, and connections made from flags, environment and profile. */
import type { Command } from "commander";
import { createClient, type Send } from "./client.ts";
import type { Environment } from "./config.ts";
import { dataConnection, managementConnection, type Connection, type ConnectionFlags } from "./connection.ts";
import { usage } from "./failure.ts";
import { readProfiles, type Profile } from "./profiles.ts";
import type { Terminal } from "./terminal.ts";

export interface GlobalFlags extends ConnectionFlags {
  readonly profile?: string;
  readonly json?: boolean;
}

export interface Connected {
  readonly connection: Connection;
  readonly send: Send;
}

export interface Session {
  readonly env: Environment;
  readonly terminal: Terminal;
  /** A connection with a context key. */
  data(command: Command): Promise<Connected>;
  /** A connection with a management key. */
  management(command: Command): Promise<Connected>;
  /** Prints an answer: as JSON under --json, else as `text` makes it. */
  show<Answer>(command: Command, answer: Answer, text: (answer: Answer) => string): void;
}

export function createSession(env: Environment, terminal: Terminal): Session {
  const connect = async (command: Command, make: typeof dataConnection): Promise<Connected> => {
    const flags = command.optsWithGlobals<GlobalFlags>();
    const connection = make(flags, env, await chosenProfile(env, flags.profile));
    return { connection, send: createClient(connection) };
  };
  return {
    env,
    terminal,
    data: (command) => connect(command, dataConnection),
    management: (command) => connect(command, managementConnection),
    show(command, answer, text) {
      const { json } = command.optsWithGlobals<GlobalFlags>();
      terminal.print(json ? JSON.stringify(answer, null, 2) : text(answer));
    },
  };
}

async function chosenProfile(env: Environment, name: string | undefined): Promise<Profile> {
  const { active, profiles } = await readProfiles(env.profileFile);
  const profile = profiles[name ?? active];
  if (profile === undefined && name !== undefined)
    throw usage(`There is no profile '${name}'; 'loci login --profile ${name}' makes it.`);
  return profile ?? {};
}
