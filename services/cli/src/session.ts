/** What every command is given: the terminal, and connections made from flags, environment and profile. */
import type { Loci, LociManagement } from "@loci/client";
import type { Command } from "commander";
import type { Environment } from "./config.ts";
import { dataConnection, managementConnection, type Connection, type ConnectionFlags } from "./connection.ts";
import { usage } from "./failure.ts";
import { isOpenToOthers, readProfiles, type Profile } from "./profiles.ts";
import { jsonText, type Terminal } from "./terminal.ts";

export interface GlobalFlags extends ConnectionFlags {
  readonly profile?: string;
  readonly json?: boolean;
}

export interface Connected {
  readonly connection: Connection;
  readonly loci: Loci;
}

export interface ManagementConnected {
  readonly connection: Connection;
  readonly management: LociManagement;
}

export interface Session {
  readonly env: Environment;
  readonly terminal: Terminal;
  /** A connection with a context key. */
  data(command: Command): Promise<Connected>;
  /** A connection with a management key. */
  management(command: Command): Promise<ManagementConnected>;
  /** Whether a management key is at hand: in the environment or the profile. */
  hasManagementKey(command: Command): Promise<boolean>;
  /** A client for a connection that is known already. */
  connect(connection: Connection): Promise<Loci>;
  /** The connection that was made last, for what is said of its failure. */
  lastConnection(): Connection | undefined;
  /** Prints an answer: as JSON under --json, else as `text` makes it. */
  show<Answer>(command: Command, answer: Answer, text: (answer: Answer) => string): void;
}

/** A slow model may think for a while before the first byte of its answer. */
const timeoutMs = 120_000;

export function createSession(env: Environment, terminal: Terminal): Session {
  let last: Connection | undefined;
  const choose = async (command: Command, make: typeof dataConnection): Promise<Connection> => {
    const flags = command.optsWithGlobals<GlobalFlags>();
    const profile = await chosenProfile(env, flags.profile);
    if (!flags.json && (await isOpenToOthers(env.profileFile))) {
      terminal.note(`loci: others may read ${env.profileFile}, which holds keys. 'chmod 600' on it ends that.\n`);
    }
    return make(flags, env, profile);
  };
  const connect = async (connection: Connection): Promise<Loci> => {
    last = connection;
    const { url, apiKey, contextId } = connection;
    const { Loci } = await import("@loci/client");
    return new Loci({ url, apiKey, contextId, timeoutMs });
  };
  return {
    env,
    terminal,
    async data(command) {
      const connection = await choose(command, dataConnection);
      return { connection, loci: await connect(connection) };
    },
    async management(command) {
      const connection = await choose(command, managementConnection);
      last = connection;
      const { url, apiKey: managementKey } = connection;
      const { LociManagement } = await import("@loci/client");
      return { connection, management: new LociManagement({ url, managementKey, timeoutMs }) };
    },
    async hasManagementKey(command) {
      const { profile } = command.optsWithGlobals<GlobalFlags>();
      return (env.managementApiKey ?? (await chosenProfile(env, profile)).management_api_key) !== undefined;
    },
    connect,
    lastConnection: () => last,
    show(command, answer, text) {
      const { json } = command.optsWithGlobals<GlobalFlags>();
      terminal.print(json ? jsonText(answer, 2) : text(answer));
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
