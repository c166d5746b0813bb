/** Reads the stories of both halves: `truth/<half>/<kind>.<topic>.yaml`. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { keysOf, type FactPattern, type KeyFamilies } from "./fact-pattern.ts";
import { halves, kinds, storiesOf, type Half, type Kind, type Stories } from "./story.ts";

const folder = join(import.meta.dirname, "../../truth");

export async function loadFamilies(): Promise<KeyFamilies> {
  return z.record(z.string(), z.array(z.string().min(1))).parse(parse(await readFile(join(folder, "keys.yaml"), "utf8")));
}

export type StoriesOfHalves = Readonly<Record<Half, Stories>>;

/** Every story, checked; a name is used once in all. */
export async function loadStories(families: KeyFamilies): Promise<StoriesOfHalves> {
  const [tune, heldout] = [await loadHalf("tune", families), await loadHalf("heldout", families)];
  const names = halves.flatMap((half) => kinds.flatMap((kind) => ({ tune, heldout })[half][kind].map(({ name }) => name)));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two stories are called ${twice}`);
  return { tune, heldout };
}

async function loadHalf(half: Half, families: KeyFamilies): Promise<Stories> {
  let all: Stories = { reading: [], questions: [], forgetting: [], feedback: [], identity: [] };
  for (const file of (await readdir(join(folder, half))).sort()) {
    try {
      const read = storiesOf(kindOf(file), parse(await readFile(join(folder, half, file), "utf8")));
      checkKeys(
        read.reading.flatMap(({ reads, fine = [] }) => [...reads.flat(), ...fine]),
        families,
      );
      all = joined(all, read);
    } catch (error) {
      throw new Error(`bench/truth/${half}/${file}: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}`, {
        cause: error,
      });
    }
  }
  return all;
}

function kindOf(file: string): Kind {
  const kind = kinds.find((one) => file.startsWith(`${one}.`) && file.endsWith(".yaml"));
  if (kind === undefined) throw new Error(`is not called <kind>.<topic>.yaml, with a kind of ${kinds.join(", ")}`);
  return kind;
}

function checkKeys(patterns: readonly FactPattern[], families: KeyFamilies): void {
  for (const pattern of patterns) keysOf(pattern, families);
}

function joined(a: Stories, b: Stories): Stories {
  return {
    reading: [...a.reading, ...b.reading],
    questions: [...a.questions, ...b.questions],
    forgetting: [...a.forgetting, ...b.forgetting],
    feedback: [...a.feedback, ...b.feedback],
    identity: [...a.identity, ...b.identity],
  };
}
