/** The only reader of process.env in the client. */
import { homedir } from "node:os";
import { join } from "node:path";

export interface Environment {
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly contextId: string | undefined;
  readonly managementUrl: string | undefined;
  readonly managementApiKey: string | undefined;
  /** Where `loci upgrade` looks for releases. */
  readonly upgradeSource: string | undefined;
  /** Where the profiles stand: `$XDG_CONFIG_HOME/loci/config.toml`, by default below `~/.config`. */
  readonly profileFile: string;
  /** https://no-color.org: set and not empty. */
  readonly noColour: boolean;
  /** https://force-color.org: set, and to something else than 0. */
  readonly forceColour: boolean;
  /** TERM=dumb: a terminal that knows no escape sequences. */
  readonly isDumb: boolean;
}

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const configHome = env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
  const forced = env["FORCE_COLOR"] ?? "";
  return {
    url: env["SERVICE_URL"] || undefined,
    apiKey: env["SERVICE_API_KEY"] || undefined,
    contextId: env["SERVICE_CONTEXT_ID"] || undefined,
    managementUrl: env["SERVICE_MANAGEMENT_URL"] || undefined,
    managementApiKey: env["SERVICE_MANAGEMENT_API_KEY"] || undefined,
    upgradeSource: env["SERVICE_UPGRADE_SOURCE"] || undefined,
    profileFile: join(configHome, "loci", "config.toml"),
    noColour: (env["NO_COLOR"] ?? "") !== "",
    forceColour: forced !== "" && forced !== "0" && forced !== "false",
    isDumb: env["TERM"] === "dumb",
  };
}
