import { sql } from "@loci/ports/database";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { lociServer } from "@loci/e2e/parts/loci";
import type { Command } from "commander";
import { createProgram } from "../main.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "loci-commands-"))));
afterAll(() => rm(folder, { recursive: true }));

/** What each command that opens a database leaves, in their order; a text says why another leaves nothing. */
const commands: Readonly<Record<string, { readonly args: readonly string[]; readonly row: string } | string>> = {
  bootstrap: { args: [], row: "bootstrap mutation 200" },
  "generate-key": "opens nothing",
  "principals create": {
    args: ["house", "bot", "--kind", "agent", "--grant", "memory:read=/"],
    row: "createContextPrincipal mutation 200",
  },
  "principals list": { args: ["house"], row: "listContextPrincipals access 200" },
  "keys mint": { args: ["house", "admin", "second"], row: "mintPrincipalKey mutation 200" },
  "keys rotate": { args: ["house", "second"], row: "rotateContextKey mutation 200" },
  "keys rotate-management": { args: [], row: "rotateManagementKey mutation 200" },
  export: { args: ["house", "--out", "FOLDER/house.jsonl"], row: "exportContext access 202" },
  import: { args: ["FOLDER/house.jsonl", "--context-id", "copy"], row: "importContext mutation 202" },
  "re-embed": { args: [], row: "reEmbed mutation 202" },
  reread: { args: [], row: "reread mutation 202" },
  reindex: { args: [], row: "reindex mutation 202" },
  fsck: { args: [], row: "compareIndex access 202" },
  ...Object.fromEntries(
    ["dev start", "api", "management", "worker", "scheduler", "auth start", "graph start", "ingest start", "retrieval start"].map(
      (role) => [role, "serves: what is asked of it leaves rows"],
    ),
  ),
  "database start": "serves databases that know nothing of contexts and their chains",
};

const leaves = (command: Command, path: readonly string[] = []): string[] =>
  command.commands.length === 0 ? [path.join(" ")] : command.commands.flatMap((one) => leaves(one, [...path, one.name()]));

describe("the commands of the server", () => {
  it("are in the table, all of them", () => {
    expect(leaves(createProgram()).toSorted()).toEqual(Object.keys(commands).toSorted());
  });

  it("leave a row each in the deployment's chain", async () => {
    const wanted: string[] = [];
    for (const [name, work] of Object.entries(commands)) {
      if (typeof work === "string") continue;
      const place = ["--connection-string", `pglite:${folder}/data`];
      const own = name === "bootstrap" ? { SERVICE_CONTEXT_ID: "house" } : {};
      const args = [...name.split(" "), ...work.args.map((arg) => arg.replace("FOLDER", folder)), ...place];
      const { code, err } = await lociServer(args, { SERVICE_LOG_LEVEL: "warn", ...own });
      expect([name, code, code === 0 ? "" : err]).toEqual([name, 0, ""]);
      wanted.push(work.row);
    }
    const database = await openPglite({ folder: join(folder, "data", "database") });
    const read = (chain: string) =>
      database.acrossContexts((tx) =>
        tx.query<{ row: string }>(sql`select concat_ws(' ', entry::jsonb ->> 7, kind, entry::jsonb ->> 15) as row from auth.audit
            where ctx = ${chain} and entry::jsonb ->> 8 = 'command' and entry::jsonb ->> 9 = '*' order by position`),
      );
    const rows = (await read("*")).map(({ row }) => row);
    await database.close();
    const minted = "mintPrincipalKey mutation 200";
    // The context that an import makes gets a key.
    expect(rows).toEqual(wanted.flatMap((row) => (row.startsWith("importContext") ? [row, minted] : [row])));
  }, 180_000);
});
