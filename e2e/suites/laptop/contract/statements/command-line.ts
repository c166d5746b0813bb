import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { loci, type Finished } from "@loci/e2e/parts/loci";
import type { Tenant } from "@loci/e2e/parts/tenants";
import type { World } from "../../main-job/world.ts";
import { until } from "../asking.ts";
import { statements } from "./statements.ts";

interface Given {
  readonly memory: Tenant;
  readonly folder: string;
  /** Runs the client with its connection in the environment. */
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>, input?: string) => Promise<Finished>;
  /** What it prints, where it succeeds. */
  readonly says: (...args: readonly string[]) => Promise<string>;
}

/** Contract: Command-line tools, the client. */
export function commandLine(world: World): void {
  const make = async (): Promise<Given> => {
    const memory = await world().tenant("org/a");
    const folder = await mkdtemp(join(tmpdir(), "loci-client-"));
    const connection = {
      SERVICE_URL: world().url,
      SERVICE_API_KEY: memory.key,
      SERVICE_CONTEXT_ID: memory.contextId,
      HOME: folder,
    };
    const run: Given["run"] = (args, env = {}, input = "") => loci(args, { ...connection, ...env }, input);
    const says: Given["says"] = async (...args) => {
      const { code, out, err } = await run(args);
      expect({ args, code, err: code === 0 ? "" : err }).toEqual({ args, code: 0, err: "" });
      return out;
    };
    await says("remember", "Mina lives in Lisbon.", "--scope", "org/a");
    return { memory, folder, run, says };
  };
  const json = (text: string) => JSON.parse(text) as Readonly<Record<string, never>>;

  statements<Given>("the contract's sentences on the client", make, [
    [
      "the connection is given by flags, short and long, as by the environment",
      async ({ memory, run }) => {
        const none = { SERVICE_URL: "", SERVICE_API_KEY: "", SERVICE_CONTEXT_ID: "" };
        for (const [url, key, context] of [
          ["-u", "-a", "-c"],
          ["--url", "--api-key", "--context-id"],
        ] as const) {
          const { code, out } = await run(
            ["recall", "Where does Mina live?", url, world().url, key, memory.key, context, memory.contextId],
            none,
          );
          expect([code, out]).toEqual([0, expect.stringMatching(/Lisbon/)]);
        }
      },
    ],
    [
      "remember takes a text, a file, a transcript and triples, a way to read them, and scopes",
      async ({ memory, folder, says }) => {
        const text = join(folder, "text.txt");
        const talk = join(folder, "talk.txt");
        await writeFile(text, "Filea lives in Faro.");
        await writeFile(talk, "user: Talka lives in Faro.\nassistant: Noted.\n");
        expect(json(await says("remember", "Prea lives in Faro.", "--infer", "preview", "--json"))).toMatchObject({
          mode: "preview",
        });
        expect(json(await says("remember", "Nona lives in Faro.", "--infer", "none", "--json"))).toMatchObject({ mode: "none" });
        expect(json(await says("remember", "Fulla lives in Faro.", "--infer", "full", "--json"))).toMatchObject({ mode: "full" });
        await says("remember", "--from-file", text, "--scope", "org/a");
        for (const extract of ["whole_conversation", "per_message"])
          await says("remember", "--transcript", talk, "--extract", extract);
        await says("remember", "--infer", "triples", "--triple", "Person/Tria", "city", "Faro");
        for (const name of ["Fulla", "Filea", "Talka", "Tria"]) {
          expect((await memory.entity(`Person/${name}`)).attributes.map(({ value }) => value)).toEqual(["Faro"]);
        }
      },
    ],
    [
      "recall takes limit, mode and include, and no scope: it says where scopes go",
      async ({ run, says }) => {
        for (const mode of ["hybrid", "vector", "bm25", "graph"]) {
          const answer = json(await says("recall", "Where does Mina live?", "--mode", mode, "--limit", "1", "--json"));
          expect(answer["hits"]).toHaveLength(1);
        }
        for (const include of ["facts", "passages", "facts,passages"]) await says("recall", "Mina", "--include", include);
        const { code, err } = await run(["recall", "Mina", "--scope", "org/a"]);
        expect([code, err]).toEqual([2, expect.stringMatching(/--scope.*lens/s)]);
      },
    ],
    [
      "context, chat, reflect, state their answers; forget --dry-run forgets nothing",
      async ({ says }) => {
        expect(await says("context", "Where does Mina live?")).toMatch(/Lisbon/);
        expect(await says("chat", "Where does Mina live?")).toMatch(/Lisbon/);
        expect(await says("reflect", "Where does Mina live?")).toMatch(/Lisbon/);
        await says("forget", "Mina lives in Lisbon", "--dry-run");
        expect(await says("recall", "Where does Mina live?")).toMatch(/Lisbon/);
      },
    ],
    [
      "documents are uploaded with scope and labels, a folder is ingested, and both are listed and asked",
      async ({ folder, says }) => {
        const file = join(folder, "herons.md");
        await writeFile(file, "# Herons\n\nThe grey heron nests in willows.\n");
        await says("documents", "upload", file, "--scope", "org/a", "--label", "topic=birds", "--label", "year=2024");
        const listed = json(await says("documents", "list", "--json"));
        expect(listed["documents"]).toMatchObject([{ scopes: [["org/a"]], labels: ["topic=birds", "year=2024"] }]);
        const inner = await mkdtemp(join(folder, "many-"));
        await writeFile(join(inner, "otters.md"), "# Otters\n\nThe river otter hums at night.\n");
        await says("ingest", inner, "--scope", "org/a", "--label", "topic=otters");
        // It is read in the background.
        const found = await until(
          () => says("documents", "query", "What hums at night?"),
          (text) => text.includes("otter"),
        );
        expect(found).toMatch(/otter hums/);
      },
    ],
    [
      "sessions, an entity and a trace are shown",
      async ({ memory, says }) => {
        expect(await says("sessions", "list")).toMatch(/session:/);
        expect(await says("entities", "show", "Person/Mina")).toMatch(/Lisbon/);
        const { trace } = await memory.recall("Where does Mina live?");
        expect(await says("traces", "show", trace.traceId)).toMatch(/Where does Mina live\?/);
      },
    ],
    [
      "login stores a profile that only its owner reads; the key is masked unless it is asked for",
      async ({ memory, folder, run, says }) => {
        await says("login", "--profile", "work");
        expect((await stat(join(folder, ".config/loci/config.toml"))).mode & 0o777).toBe(0o600);
        const none = { SERVICE_URL: "", SERVICE_API_KEY: "", SERVICE_CONTEXT_ID: "" };
        const stored = await run(["recall", "Where does Mina live?"], none);
        expect([stored.code, stored.out]).toEqual([0, expect.stringMatching(/Lisbon/)]);
        expect((await run(["config", "get", "api_key"], none)).out).not.toContain(memory.key);
        expect((await run(["config", "get", "api_key", "--reveal"], none)).out.trim()).toBe(memory.key);
        await run(["config", "set", "context_id", "other"], none);
        expect((await run(["config", "get", "context_id"], none)).out.trim()).toBe("other");
      },
    ],
    [
      "a scope is registered, a context and a principal are made by the management key",
      async ({ memory, run, says }) => {
        await says("scopes", "create", "org/made/by/client");
        expect((await memory.get<{ path: string }[]>("/scopes")).body.map(({ path }) => path)).toContain("org/made/by/client");
        const managing = { SERVICE_MANAGEMENT_URL: world().url, SERVICE_MANAGEMENT_API_KEY: world().key };
        const id = `client-${memory.contextId}`;
        expect((await run(["contexts", "create", id], managing)).code).toBe(0);
        const made = await run(
          [
            "principals",
            "create",
            "robot",
            "--kind",
            "agent",
            "--grant",
            "memory:read=org/a",
            "--grant",
            "memory:write=org/a",
            "--json",
          ],
          managing,
        );
        expect(json(made.out)).toMatchObject({ kind: "agent", grants: { "memory:read": ["org/a"], "memory:write": ["org/a"] } });
        await world().send("DELETE", `/contexts/${id}`);
      },
    ],
    [
      "flags that would set what the service decides are refused, with the reason",
      async ({ run }) => {
        for (const args of [
          ["remember", "x", "--confidence", "1"],
          ["remember", "x", "--trust", "1"],
          ["remember", "x", "--location", "here"],
          ["recall", "x", "--min-trust", "1"],
          ["lifecycle", "expire", "--older-than", "30d"],
        ]) {
          const { code, err } = await run(args);
          expect([args, code, err]).toEqual([args, 2, expect.stringMatching(/is not accepted: \w+/)]);
        }
      },
    ],
    [
      "the workbenches take a session, a recording and plain signs; the one by lines writes facts",
      async ({ memory, folder, run }) => {
        for (const command of ["tui", "repl"]) {
          const { out } = await run([command, "--help"]);
          for (const flag of ["--session <id>", "--replay <path>", "--ascii"]) expect(out).toContain(flag);
        }
        const { code, err } = await run(["repl", "--ascii"], {}, "/fact entity=Person/Repla attr=city val=Faro\n");
        expect([code, err]).toEqual([0, ""]);
        expect((await memory.entity("Person/Repla")).attributes).toMatchObject([{ key: "city", value: "Faro" }]);
        expect((await run(["upgrade", "--help"])).code).toBe(0);
        await rm(folder, { recursive: true, force: true });
      },
    ],
  ]);
}
