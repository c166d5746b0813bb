/** Processes of Loci that die where they are told to; see mortal-preload.ts. */
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export interface Mortality {
  /** What a process of this role is started with. */
  environment(role: string): Record<string, string>;
  /** The points that any process passed while the work ran, each once, in the order in which they came first. */
  passed<T>(work: () => Promise<T>): Promise<{ readonly points: readonly string[]; readonly result: T }>;
  /** From now on the next process that comes to this point dies there. */
  arm(point: string): Promise<void>;
  /** Whether it has died; then it must be started again. */
  hasDied(): boolean;
  disarm(): Promise<void>;
}

/**
 * @param folder empty, for the files by which the processes are told
 * @param places what else than the database is written to, by its host:port
 */
export function mortality(folder: string, places: Readonly<Record<string, string>>): Mortality {
  const at = (name: string) => join(folder, name);
  const read = async () => (existsSync(at("passed")) ? (await readFile(at("passed"), "utf8")).trimEnd().split("\n") : []);
  return {
    environment: (role) => ({
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "mortal-preload.ts")).href}`,
      LOCI_MORTAL_ROLE: role,
      LOCI_MORTAL_FOLDER: folder,
      LOCI_MORTAL_PLACES: Object.entries(places)
        .map((pair) => pair.join("="))
        .join(","),
    }),
    async passed(work) {
      const before = (await read()).length;
      const result = await work();
      return { points: [...new Set((await read()).slice(before))], result };
    },
    arm: (point) => writeFile(at("armed"), point),
    hasDied: () => existsSync(at("died")),
    async disarm() {
      await Promise.all([rm(at("armed"), { force: true }), rm(at("died"), { force: true })]);
    },
  };
}

/** `graph: before commit of …` belongs to the process of that role. */
export function roleOf(point: string): string {
  return point.slice(0, point.indexOf(":"));
}
