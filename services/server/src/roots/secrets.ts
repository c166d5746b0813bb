/** What each role reads of the service's secrets: no more than it needs. */
import { readdir } from "node:fs/promises";
import { tokenIssuers, tokenKeyName, type TokenIssuer } from "@loci/kernel";
import { anonymousCall, type Call } from "@loci/platform/call";
import { callerSigner, callerTokens, type CallerSigner, type RpcTransport, type Wire } from "@loci/platform/rpc";
import { loadSecrets, makeSigningKeys, publicKeysIn, signingKeyIn, type FindPublicKey, type Secrets } from "@loci/platform/secrets";
import type { AuthService } from "@loci/protos";
import { secretsFolder, SettingError, settings, type ListenAddress, type Settings } from "../config.ts";
import { connect } from "./remote.ts";
import type { Surroundings } from "./surroundings.ts";

const renewWithinMs = 10_000;

type SecretsPlace = Pick<Settings, "secretsDir" | "connectionString">;

/**
 * What auth reads.
 * @param create make what is missing: where Loci sets itself up, never in a role that joins others
 */
export function openSecrets(config: SecretsPlace, create: boolean): Promise<Secrets> {
  return fromFolder(config, create ? "" : "; give the folder that 'loci-server bootstrap' filled", (folder) =>
    loadSecrets(folder, create),
  );
}

/** Makes the keys with which roles in processes of their own sign for each other, where they are missing. */
export function makeTokenKeys(config: SecretsPlace): Promise<void> {
  return fromFolder(config, "", (folder) => makeSigningKeys(folder, tokenIssuers.map(tokenKeyName)));
}

/** The keys of a role that signs tokens; in a folder of an earlier version, which may be written, they are made. */
export function openSigner(config: SecretsPlace, issuer: TokenIssuer, { clock }: Surroundings): Promise<CallerSigner> {
  const name = tokenKeyName(issuer);
  return fromFolder(config, `; give it ${name}.<version>.key, which 'loci-server bootstrap' makes`, async (folder) => {
    try {
      await makeSigningKeys(folder, [name]);
    } catch (error) {
      // Of a folder that is mounted, or another's: what is there has to do.
      if (!isRefusal(error)) throw error;
    }
    return callerSigner(issuer, await signingKeyIn(folder, name, clock), clock);
  });
}

/** The public keys of all roles that sign. */
export function openPublicKeys(config: SecretsPlace, { clock }: Surroundings): Promise<FindPublicKey> {
  return fromFolder(config, "; give the folder that 'loci-server bootstrap' filled", async (folder) => {
    await readdir(folder);
    return publicKeysIn(folder, clock);
  });
}

/** How a role that calls others speaks with them, and auth among them, which renews what its calls are made with. */
export async function openWire(
  config: SecretsPlace,
  issuer: TokenIssuer,
  authAddress: readonly ListenAddress[],
  transport: RpcTransport,
  parts: Surroundings,
): Promise<{ readonly wire: Wire; readonly auth: AuthService<Call> }> {
  const { clock, ids, telemetry } = parts;
  const renew = async (token: string): Promise<string> => {
    return (await auth.renewToken({ token }, anonymousCall(ids("trace"), clock() + renewWithinMs))).token;
  };
  const [signer, find] = await Promise.all([openSigner(config, issuer, parts), openPublicKeys(config, parts)]);
  const wire: Wire = { tokens: callerTokens({ clock, find, signer, renew }), transport, telemetry };
  const auth: AuthService<Call> = connect("auth", authAddress, wire, parts);
  return { wire, auth };
}

async function fromFolder<T>(config: SecretsPlace, remedy: string, read: (folder: string) => Promise<T>): Promise<T> {
  const folder = secretsFolder(config);
  try {
    return await read(folder);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? `there is no folder ${folder}` : String(error);
    throw new SettingError(`${settings.secretsDir.env}: the service's secrets cannot be read: ${reason}${remedy}`);
  }
}

function isRefusal(error: unknown): boolean {
  return ["EROFS", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "");
}
