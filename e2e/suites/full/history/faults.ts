/** What fails while users work, one thing after the other, chosen at random. */
import { setTimeout as sleep } from "node:timers/promises";
import type { TestOpenSearch } from "@loci/e2e/parts/opensearch";
import type { TestPostgres } from "@loci/e2e/parts/postgres";
import { roles, type Deployment, type Replica } from "../../cluster/replicas/deployment.ts";

export interface Faults {
  /** What failed, in order. */
  readonly names: readonly string[];
  /** Lets the present one pass; then everything runs. */
  end(): Promise<void>;
}

export interface Parts {
  readonly loci: Deployment;
  readonly search: TestOpenSearch;
  readonly postgres: TestPostgres;
}

const quietMs = 1_500;
const standsStillMs = 6_000;

/** @param random numbers in 0..1 */
export function startFaults({ loci, search, postgres }: Parts, random: () => number): Faults {
  const names: string[] = [];
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One;
  const again = async (replicas: readonly Replica[]) => {
    await Promise.all(replicas.map(({ process }) => process.kill()));
    await sleep(random() * 1_000);
    await Promise.all(replicas.map((replica) => replica.start()));
  };
  const kinds: Readonly<Record<string, () => Promise<string>>> = {
    async killed() {
      const role = pick(roles);
      await again([pick(loci.replicas[role])]);
      return `${role} was killed`;
    },
    async bothKilled() {
      const role = pick(roles);
      await again(loci.replicas[role]);
      return `both replicas of ${role} were killed`;
    },
    async still() {
      const role = pick(roles);
      const { process } = pick(loci.replicas[role]);
      await process.pause();
      await sleep(standsStillMs);
      process.resume();
      return `${role} stood still`;
    },
    async search() {
      await search.kill();
      await sleep(random() * 3_000);
      await search.start();
      return "OpenSearch was killed";
    },
    async postgres() {
      await postgres.kill();
      await sleep(random() * 2_000);
      await postgres.start();
      return "Postgres was killed";
    },
  };
  let ended = false;
  const fail = async () => {
    for (; !ended; await sleep(quietMs)) names.push(await pick(Object.values(kinds))());
  };
  const all = fail();
  return {
    names,
    async end() {
      ended = true;
      await all;
    },
  };
}
