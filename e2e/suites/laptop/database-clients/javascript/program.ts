/**
 * Runs the checks of npm's `surrealdb` against the server at the address given, and prints a line of JSON for each. It is a program of its own
 * because the client asks `instanceof` of values that Node makes, which fails in the realms that Jest makes for its tests.
 */
import { areas } from "./areas.ts";
import { openWorld, print, type Check, type World } from "./checks.ts";
import { watchMembers } from "./members.ts";

const checkLimitMs = 90_000;
const [url = ""] = process.argv.slice(2);
const first = await openWorld(url, "members");
const members = watchMembers(first.db);
await first.close();

for (const [area, checks] of Object.entries(areas)) {
  const world = await openWorld(url, area);
  for (const [name, check] of Object.entries(checks)) print(area, name, await errorOf(check, world));
  await world.close();
}
const missed = members.missed(url.startsWith("ws"));
print("members", "each public one was called", missed.length === 0 ? undefined : `never called: ${missed.join(", ")}`);
process.exit(0);

async function errorOf(check: Check, world: World): Promise<string | undefined> {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<string>((resolve) => {
    late = setTimeout(() => resolve(`took more than ${checkLimitMs} ms`), checkLimitMs);
  });
  const failure = check(world).then(
    () => undefined,
    (error: unknown) =>
      error instanceof Error ? (error.stack ?? error.message).split("\n    at ", 2).join("\n    at ") : String(error),
  );
  return Promise.race([failure, limit]).finally(() => clearTimeout(late));
}
