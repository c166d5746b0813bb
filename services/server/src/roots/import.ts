import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { Auth } from "@loci/auth";
import { readFile, splitLines, type ReadFile } from "@loci/gateway";
import { LociError } from "@loci/kernel";
import { readSettings } from "../config.ts";
import { UsageError } from "../faults.ts";
import { createProgress } from "../progress.ts";
import { roleSettings } from "../roles.ts";
import { recordDeed } from "./audited.ts";
import { openTransfer } from "./export.ts";
import { withLifecycle } from "./listen.ts";
import { ownCall, surroundings, type Surroundings } from "./surroundings.ts";

/**
 * `loci-server import`: fills a context from an export, straight in the database; it is made where there is none.
 * @param file its name, or "-" for standard input
 * @param contextId "" for the one that the file names
 */
export async function importContext(flags: Readonly<Record<string, unknown>>, file: string, contextId: string): Promise<void> {
  const config = readSettings(roleSettings.import, flags);
  const parts = await surroundings(config, "import");
  await withLifecycle(parts, async () => {
    const { services, auth } = await openTransfer(config, parts);
    const progress = createProgress(process.stderr, parts.clock, "lines");
    progress.begin(file, 0);
    let read = 0;
    let target = contextId;
    const answer = await readFile(
      services,
      {
        async contextFor(header) {
          target = contextId === "" ? header.contextId : contextId;
          await ensureContext(auth, target, parts);
          await recordDeed(auth, { operation: "importContext", contextId: target, status: 202 }, parts);
          return target;
        },
        clock: parts.clock,
        onLines(lines) {
          progress.add(lines - read);
          read = lines;
        },
      },
      splitLines(bytesOf(file), Number.MAX_SAFE_INTEGER),
      ownCall(parts),
    );
    progress.end();
    process.stdout.write(`${resultText(target, answer)}${await firstKeyText(auth, target, parts)}`);
  });
}

async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  const stored = file === "-" ? process.stdin : createReadStream(file);
  try {
    yield* file.endsWith(".gz") ? stored.pipe(createGunzip()).on("error", (error) => stored.destroy(error)) : stored;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "EACCES" || code === "EISDIR") throw new UsageError(`${file} cannot be read (${code})`);
    if (code.startsWith("Z_")) throw new LociError("invalid", `${file} is not a whole gzip file (${code}).`, { cause: error });
    throw error;
  }
}

async function ensureContext(auth: Auth, contextId: string, parts: Surroundings): Promise<void> {
  try {
    await auth.getContext({ contextId }, ownCall(parts, contextId));
  } catch (thrown) {
    if (LociError.from(thrown).code !== "not_found") throw thrown;
    const wanted = {
      id: contextId,
      displayName: "",
      configJson: "",
      policyJson: "",
      adminExternalId: "",
      owner: "",
      operation: null,
    };
    await auth.createContext(wanted, management(parts));
  }
}

/** Keys are never exported: a context that has none gets one for its administrator, shown this once. */
async function firstKeyText(auth: Auth, contextId: string, parts: Surroundings): Promise<string> {
  const { keys } = await auth.listContextKeys({ contextId, principalId: "", page: { limit: 1, after: "" } }, management(parts));
  if (keys.length > 0) return "";
  const wanted = { contextId, principalId: "admin", name: "default", grants: null, ttlSeconds: 0, operation: null };
  const { key } = await auth.mintPrincipalKey(wanted, management(parts));
  await recordDeed(auth, { operation: "mintPrincipalKey", contextId }, parts);
  return `Context key     ${key}\n`;
}

function management(parts: Surroundings) {
  return { ...ownCall(parts), caller: { kind: "management" } as const };
}

function resultText(contextId: string, { fromContextId, imported, skipped, dangling, danglingIds, unembedded }: ReadFile): string {
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([type, n]) => `${n} ${type}`)
      .join(", ") || "nothing";
  const lines = [
    `Context id      ${contextId}${fromContextId === contextId ? "" : ` (from ${fromContextId})`}`,
    `Imported        ${list(imported)}`,
  ];
  if (Object.keys(skipped).length > 0) lines.push(`Skipped         ${list(skipped)}`);
  if (Object.keys(dangling).length > 0) lines.push(`Not in the file ${list(dangling)}: ${danglingIds.slice(0, 5).join(", ")}`);
  if (unembedded > 0) lines.push(`To be embedded  ${unembedded} records, by the server, once it runs`);
  return `${lines.join("\n")}\n`;
}
