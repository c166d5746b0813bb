/** Each command's main path against a real server. */
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { recorded } from "../testing/recorded.ts";
import { startWorld, type World } from "../testing/server.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.json("remember", "Mina lives in Lisbon. Mina works for Acme.");
});
afterAll(() => world.end());

/** What `loci <line>` prints; it must succeed. */
async function says(...args: string[]): Promise<string> {
  const { code, out, err } = await world.loci(args);
  // What takes long on a busy machine tells how far it is.
  const problems = err.replaceAll(/^(?:Uploading|Reading): .*\n/gm, "");
  expect({ args, code, problems }).toEqual({ args, code: 0, problems: "" });
  return out;
}
const idIn = (text: string, kind: string) => new RegExp(`${kind}:[0-9a-z]{26}`).exec(text)?.[0] ?? "";

describe("remembering and recalling", () => {
  it("shows what a question finds, and how it came about", async () => {
    const found = await says("recall", "Where does Mina live?");
    expect(found).toContain("Mina residence: Lisbon");
    expect(await says("traces", "show", idIn(found, "trace"))).toContain("Where does Mina live?");
    expect(await says("context", "Where does Mina live?")).toContain("Lisbon");
  });

  it("streams a chat's answer with its sources, and goes on in its session", async () => {
    const terminal = recorded();
    await world.loci(["chat", "Where does Mina live?"], terminal);
    const out = terminal.out.join("");
    expect(out).toMatch(/Lisbon \[S1\]/);
    expect(out).toMatch(/\n\[S1\] Mina residence: Lisbon\n/);
    expect(await says("chat", "--no-stream", "--session", idIn(out, "session"), "Where does Mina work?")).toContain("Acme");
    const answer = await world.json("chat", "Where does Mina live?");
    expect(answer).toMatchObject({ reply: expect.stringContaining("Lisbon"), citations: expect.any(Array) });
  });

  it("holds a conversation on a terminal", async () => {
    const terminal = recorded({ answers: ["Where does Mina live?", "Where does Mina work?", ""] });
    const { code, out, err } = await world.loci(["chat"], terminal);
    expect(code).toBe(0);
    expect(out).toContain("Lisbon");
    expect(out).toContain("Acme");
    expect(err).toMatch(/Go on with: loci chat --session session:/);
    expect((await world.loci(["chat"])).code).toBe(2);
    const session = idIn(err, "session");
    const left = await world.loci(["chat", "--session", session], recorded({ answers: ["Where does Mina live?"] }));
    expect([left.code, left.err]).toEqual([0, expect.stringContaining(`Go on with: loci chat --session ${session}`)]);
  });

  it("reflects, and lists sessions and their turns", async () => {
    expect(await says("reflect", "What about Mina?")).toContain("Mina");
    const sessions = await says("sessions", "list");
    const id = idIn(sessions, "session");
    expect(await says("sessions", "show", id)).toContain("turns");
    expect(await says("sessions", "turns", id)).toMatch(/user|assistant/);
    expect(await says("sessions", "delete", id, "--yes")).toContain("Deleted");
    expect((await world.loci(["sessions", "show", id])).code).toBe(1);
  });
});

describe("forgetting", () => {
  it("shows first what it would be, and forgets nothing for good without a yes", async () => {
    await world.json("remember", "Bo lives in Oslo.");
    expect(await says("forget", "Where Bo lives", "--dry-run")).toContain("Bo");
    const { code, err } = await world.loci(["forget", "Where Bo lives", "--purge"]);
    expect(code).toBe(2);
    expect(err).toContain("--yes");
    const no = await world.loci(["forget", "Where Bo lives", "--purge"], recorded({ answers: ["n"] }));
    expect(no.code).toBe(1);
    expect(await says("recall", "Where does Bo live?")).toContain("Oslo");
  });

  it("erases after a yes", async () => {
    const yes = await world.loci(["forget", "Where Bo lives", "--purge"], recorded({ answers: ["y"] }));
    expect(yes.code).toBe(0);
    expect(yes.out).toContain("Erased for good");
    expect(await says("recall", "Where does Bo live?")).not.toContain("Oslo");
  });
});

describe("documents", () => {
  let file: string;
  beforeAll(async () => {
    file = join(world.folder, "lease.md");
    await writeFile(file, "# Lease\n\nThe notice period of the flat is three months.\n");
  });

  it("are uploaded, found, shown, downloaded and deleted", async () => {
    const uploaded = await says("documents", "upload", file, "--title", "The lease", "--label", "kind=contract", "--wait");
    expect(uploaded).toContain("Uploaded lease.md: ready");
    const id = idIn(uploaded, "document");
    expect(await says("documents", "upload", file)).toContain("is there already");
    expect(await says("documents", "list")).toContain("The lease");
    expect(await says("documents", "show", id)).toContain("kind=contract");
    expect(await says("documents", "chunks", id)).toContain("three months");
    expect(await says("documents", "query", "notice period", "--document", id)).toContain("three months");
    const copy = join(world.folder, "copy.md");
    expect(await says("documents", "download", id, "-o", copy)).toContain("Wrote");
    expect(await readFile(copy, "utf8")).toBe(await readFile(file, "utf8"));
    expect((await world.loci(["documents", "download", id, "-o", copy])).err).toContain("--force");
    expect(await says("documents", "delete", id, "--yes")).toContain("Deleted");
    expect((await world.loci(["documents", "show", id])).code).toBe(1);
  });

  it.each([
    ["nothing.md", "it is not there"],
    ["", "is a folder; 'loci ingest' takes it"],
  ])("are refused before a byte is sent: %s", async (name, reason) => {
    const { code, err } = await world.loci(["documents", "upload", join(world.folder, name)]);
    expect(code).toBe(2);
    expect(err).toContain(reason);
  });
});

describe("looking inside", () => {
  it("shows entities, their history and their other names", async () => {
    expect(await says("entities", "list", "--type", "Person")).toContain("Person/Mina");
    expect(await says("entities", "show", "Person/Mina")).toContain("residence: Lisbon");
    expect(await says("entities", "correct", "Person/Mina", "residence", "Porto", "--reason", "asked her")).toContain("Corrected");
    expect(await says("entities", "history", "Person/Mina", "residence")).toMatch(/Porto[^]*Lisbon/);
    await says("entities", "alias", "Person/Mina", "Mina K.");
    expect(await says("entities", "alias", "Person/Mina")).toContain("Mina K.");
    await says("entities", "alias", "Person/Mina", "Mina K.", "--remove");
    expect(await says("entities", "alias", "Person/Mina")).not.toContain("Mina K.");
  });

  it("merges two entities, and takes it back", async () => {
    await world.json("remember", "--triple", "Person/Minna", "role", "architect");
    const merged = await says("entities", "merge", "Person/Mina", "Person/Minna", "--reason", "a slip of the pen");
    expect(await says("entities", "merges")).toContain("Person/Minna");
    expect(await says("entities", "unmerge", idIn(merged, "merge"))).toContain("two again");
    expect(await says("entities", "delete", "Person/Minna", "--yes")).toContain("Deleted");
  });

  it("shows state, profile, health, one record, the audit and numbers", async () => {
    expect(await says("state")).toContain("Person/Mina");
    expect(await says("profile")).not.toBe("");
    expect(await says("inspect")).toMatch(/entity +\d+/);
    expect(await says("inspect", "Person/Mina")).toContain("decisions");
    expect(await says("audit", "--limit", "5")).toContain("admin");
    expect(await says("traces", "list", "--limit", "3")).toContain("trace:");
    expect(await says("traces", "stats")).toContain("p95");
  });

  it("settles a contradiction by the number of a candidate", async () => {
    await world.json("remember", "--triple", "Person/Kim", "birthday", "2 May 1990");
    await world.json("remember", "--triple", "Person/Kim", "birthday", "3 May 1990");
    const list = await says("uncertainties", "list");
    const id = idIn(list, "uncertainty");
    expect(id).not.toBe("");
    expect(await says("uncertainties", "show", id)).toMatch(/1\. .*1990[^]*2\. .*1990/);
    expect(await says("uncertainties", "assign", id, "admin")).toContain("admin");
    expect((await world.loci(["uncertainties", "resolve", id, "--choose", "9", "--reason", "x"])).code).toBe(2);
    expect(await says("uncertainties", "resolve", id, "--choose", "1", "--reason", "her passport")).toContain("Settled");
    expect(await says("uncertainties", "list")).toContain("Nothing is in doubt.");
    expect(await says("uncertainties", "show", id)).toContain("her passport");
  });
});

describe("keeping it in order", () => {
  it.each([["consolidate", "--dry-run"], ["elaborate", "--dry-run"], ["lifecycle", "expire"], ["lifecycle", "decay"], ["fsck"]])(
    "runs %s %s",
    async (...args) => {
      expect(await says(...args)).not.toBe("");
    },
  );
});

describe("access", () => {
  it("says who the key is", async () => {
    expect(await says("me")).toContain("memory:read");
  });

  it("makes a principal with a key that reads its region only", async () => {
    const made = await says("principals", "create", "reader", "--kind", "agent", "--grant", "memory:read=team/notes");
    const id = idIn(made, "principal");
    expect(await says("principals", "list")).toContain(id);
    expect(await says("principals", "grant", id, "memory:write=team/notes", "scope:read=team")).toContain("memory:write");
    expect(await says("principals", "revoke", id, "memory:write=team/notes")).not.toContain("memory:write");
    expect(await says("principals", "effective", id, "team/notes")).toContain("memory:read");
    expect(await says("principals", "show", id)).toContain("scope:read");
    const [key = ""] = (await says("keys", "mint", "reading", "--principal", id, "--ttl", "3600")).split("\n");
    const denied = await world.loci(["remember", "No.", "--api-key", key]);
    expect(denied.code).toBe(4);
    expect(await says("me", "--api-key", key)).toContain("reader");
  });

  it("mints, rotates and revokes keys of one's own", async () => {
    await says("keys", "mint", "laptop", "--ttl", "60");
    expect(await says("keys", "list")).toContain("laptop");
    expect(await says("keys", "rotate", "laptop")).toContain("only time");
    expect(await says("keys", "revoke", "laptop")).toContain("Revoked");
  });

  it("registers, lists, empties and removes scopes", async () => {
    await says("scopes", "create", "team/old");
    await world.json("remember", "The old room was blue.", "--infer", "none", "--scope", "team/old");
    expect(await says("scopes", "list")).toContain("team/old");
    expect(await says("scopes", "forget", "team/old", "--yes")).toContain("Erased");
    expect(await says("scopes", "delete", "team/old", "--yes")).toContain("Removed");
    expect(await says("scopes", "list")).not.toContain("team/old");
  });

  it("makes a context, and carries another one into it", async () => {
    const file = join(world.folder, "dev.jsonl");
    // Documents may still be worked on: an export that is written to meanwhile says so, and is repeated.
    for (let code = 1; code !== 0;) ({ code } = await world.loci(["contexts", "export", "-o", file]));
    expect((await stat(file)).size).toBeGreaterThan(1000);
    await says("contexts", "create", "copy");
    const admin = idIn(await says("principals", "create", "mover", "--kind", "service", "-c", "copy", ...everyGrant), "principal");
    const [key = ""] = (await says("keys", "mint", "moving", "--principal", admin, "-c", "copy")).split("\n");
    expect(await says("contexts", "import", file, "-c", "copy", "--api-key", key)).toContain("Imported from dev");
    expect(await says("recall", "Where does Mina work?", "-c", "copy", "--api-key", key)).toContain("Acme");
    expect(await says("contexts", "list")).toContain("copy");
    expect(await says("contexts", "show", "copy")).toContain("copy");
    expect(await says("contexts", "usage", "copy")).toContain("tokens");
    expect(await says("contexts", "delete", "copy", "--yes")).toContain("Deleted");
  });
});

const everyGrant = [
  "memory:read",
  "memory:write",
  "memory:forget",
  "scope:read",
  "scope:create",
  "scope:delete",
  "grant:manage",
].flatMap((verb) => ["--grant", `${verb}=/`]);

describe("this client", () => {
  it("stores a connection that works, and none that does not", async () => {
    const { SERVICE_API_KEY: key } = world.settings;
    expect(await says("login", "--profile", "work")).toContain("Stored as profile 'work'");
    expect(await says("config", "get", "url", "--profile", "work")).toContain(world.server.url);
    expect(await says("config", "get", "api_key", "--profile", "work")).not.toContain(key);
    expect(await says("config", "get", "api_key", "--profile", "work", "--reveal")).toContain(key);
    const second = await says("login", "--profile", "second");
    expect(second).toContain("It is the current profile from now on; 'loci config set profile work' goes back.");
    expect(await says("config", "get", "profile")).toContain("second");
    const wrong = await world.loci(["login", "--profile", "bad", "--api-key", "nonsense"]);
    expect(wrong.code).toBe(4);
    expect((await world.loci(["me", "--profile", "bad"])).err).toContain("There is no profile 'bad'");
  });

  it("says of a context that the key does not belong to what may be wrong", async () => {
    const { code, err } = await world.loci(["me", "--context-id", "other"]);
    expect(code).toBe(4);
    expect(err).toContain("for the context 'other'");
  });
});

describe("ingest", () => {
  let folder: string;
  beforeAll(async () => {
    folder = join(world.folder, "notes");
    await mkdir(join(folder, "sub"), { recursive: true });
    for (let i = 0; i < 12; i++)
      await writeFile(join(folder, i % 2 ? "sub" : ".", `note${i}.md`), `Note ${i}: the meeting is in room ${i}.`);
    await writeFile(join(folder, "empty.txt"), "");
    await writeFile(join(folder, "photo.png"), Buffer.from([0x89, 0x50, 0, 0]));
  });

  it("uploads what is not there, and again nothing", async () => {
    const preview = await world.json("ingest", folder, "--dry-run");
    expect(preview).toMatchObject({ dryRun: true, uploaded: { length: 12 }, known: [] });
    expect(await says("ingest", folder, "--include", "*.md", "--exclude", "sub")).toContain("Uploaded 6 files");
    const rest = await says("ingest", folder, "--wait");
    expect(rest).toContain("Uploaded 6 files");
    expect(rest).toContain("Already there: 6 files");
    expect(rest).toContain("empty.txt: it is empty");
    expect(rest).toContain("photo.png: it is of a kind that is not read");
    expect(await world.json("ingest", folder)).toMatchObject({ uploaded: [], known: { length: 12 }, failed: [] });
    expect(await says("documents", "query", "Which meeting is in room 7?", "--limit", "1")).toContain("room 7");
  });

  it("is not under another scope what it is here", async () => {
    await says("scopes", "create", "team/notes");
    expect(await world.json("ingest", folder, "--scope", "team/notes")).toMatchObject({ uploaded: { length: 12 } });
    expect(await world.json("ingest", folder, "--scope", "team/notes/")).toMatchObject({ uploaded: [], known: { length: 12 } });
  });

  it("says what failed, and ends with 1", async () => {
    const { code, out, err } = await world.loci([
      "ingest",
      folder,
      "--scope",
      "team/notes",
      "--label",
      "_x=1",
      "--include",
      "none",
    ]);
    expect({ code, out, err }).toEqual({ code: 0, out: "Uploaded 0 files (0 B).\n", err: "" });
    await writeFile(join(folder, "more.md"), "More of it.");
    const failed = await world.loci(["ingest", folder, "--label", "_x=1"]);
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(/Failed: 1 file.\n {2}more.md: .*label/);
  });

  it("goes on after an interrupt where it was", async () => {
    for (let i = 0; i < 20; i++) await writeFile(join(folder, `late${i}.md`), `Late note ${i}: ${"word ".repeat(i)}`);
    const terminal = recorded();
    const running = world.loci(["ingest", folder, "--concurrency", "2"], terminal);
    const pressed = setInterval(() => terminal.interrupt(), 150);
    const { code, out, err } = await running.finally(() => clearInterval(pressed));
    expect([0, 130]).toContain(code);
    if (out !== "" && code === 130) {
      expect(err).toContain("Run the same command again to go on");
      expect(out).toMatch(/Not sent: \d+ files?\./);
    }
    await world.json("ingest", folder);
    expect(await world.json("ingest", folder)).toMatchObject({ uploaded: [], failed: [], open: 0 });
  });

  it("refuses a file and a folder that is not there", async () => {
    expect((await world.loci(["ingest", join(folder, "more.md")])).err).toContain("takes a single file");
    expect((await world.loci(["ingest", join(folder, "no")])).code).toBe(2);
  });
});
