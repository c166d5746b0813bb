/** `npm run bench -- truth`: stories told to a real server, and how much of what it then says is true. */
import { heading, print, table } from "../report.ts";
import { startServer, type BenchServer } from "../server.ts";
import type { KeyFamilies } from "./fact-pattern.ts";
import { loadFamilies, loadStories, type StoriesOfHalves } from "./load.ts";
import { openRoom, type Room } from "./room.ts";
import { runFeedback, runForgetting, runIdentity, runQuestions, runReading } from "./run-story.ts";
import { halves, kinds, type Half, type Kind } from "./story.ts";
import { measures, sharesOf, type Measure, type Share, type StoryVerdicts, type Verdict } from "./verdict.ts";

export interface TruthOptions {
  /** A kind, or the name of a story or what several begin with. */
  readonly only?: string | undefined;
  readonly json?: boolean | undefined;
  /** Whether the failures of the half that nobody tunes on are told. */
  readonly showHeldout?: boolean | undefined;
}

interface Job {
  readonly half: Half;
  readonly kind: Kind;
  readonly name: string;
  readonly run: (room: Room) => Promise<Verdict[]>;
}

export async function measureTruth({ only, json = false, showHeldout = false }: TruthOptions): Promise<void> {
  const families = await loadFamilies();
  const jobs = jobsOf(await loadStories(families), families).filter(
    ({ kind, name }) => only === undefined || kind === only || name.startsWith(only) || `${kind}.${name}`.startsWith(only),
  );
  if (jobs.length === 0) throw new Error(`no story or kind is called ${only}; kinds are ${kinds.join(", ")}`);
  const began = performance.now();
  const results = await runAll(jobs);
  const seconds = Math.round((performance.now() - began) / 1_000);
  const shown = results.filter(({ half }) => half === "tune" || showHeldout);
  if (json) print(JSON.stringify({ seconds, shares: sharesOf(results), stories: shown }, null, 1));
  else tell(results, shown, seconds);
}

function jobsOf(stories: StoriesOfHalves, families: KeyFamilies): Job[] {
  return halves.flatMap((half): Job[] => {
    const { reading, questions, forgetting, feedback, identity } = stories[half];
    const job = (kind: Kind, name: string, run: Job["run"]): Job => ({ half, kind, name, run });
    return [
      ...reading.map((one) => job("reading", one.name, (room) => runReading(one, room, families))),
      ...questions.map((one) => job("questions", one.name, (room) => runQuestions(one, room))),
      ...forgetting.map((one) => job("forgetting", one.name, (room) => runForgetting(one, room))),
      ...feedback.map((one) => job("feedback", one.name, (room) => runFeedback(one, room))),
      ...identity.map((one) => job("identity", one.name, (room) => runIdentity(one, room))),
    ];
  });
}

/** Each story in a context of its own. */
async function runAll(jobs: readonly Job[]): Promise<StoryVerdicts[]> {
  const server = await startServer();
  try {
    const results: StoryVerdicts[] = [];
    for (const [at, job] of jobs.entries()) results.push(await runOne(server, job, `truth-${at}`));
    return results;
  } finally {
    await server.stop();
  }
}

async function runOne(server: BenchServer, { half, kind, name, run }: Job, contextId: string): Promise<StoryVerdicts> {
  try {
    return { half, kind, name, verdicts: await run(await openRoom(server, contextId)) };
  } catch (error) {
    throw new Error(`the ${kind} story ${name} cannot be told: ${String(error)}`, { cause: error });
  }
}

function tell(results: readonly StoryVerdicts[], shown: readonly StoryVerdicts[], seconds: number): void {
  for (const { half, kind, name, verdicts } of shown) {
    const failures = verdicts.filter(({ reason }) => reason !== undefined);
    if (failures.length === 0) continue;
    print(`\n${kind} ${name}${half === "heldout" ? " (held out)" : ""}`);
    for (const { measure, reason = "" } of failures) print(`  ${measure}: ${reason.replaceAll(/\s+/g, " ").slice(0, 400)}`);
  }
  const shares = sharesOf(results);
  const count = (half: Half) => results.filter((one) => one.half === half).length;
  heading(`Truth of ${results.length} stories: ${count("tune")} to tune on, ${count("heldout")} held out (${seconds} s)`);
  const names = Object.keys(measures) as Measure[];
  table([
    ["", "goal", "tune", "of", "held out", "of"],
    ...names.map((name) => {
      const { title, goal } = measures[name];
      const { tune, heldout } = { tune: shares.tune[name], heldout: shares.heldout[name] };
      const limit = `${"low" in measures[name] ? "<=" : ">="} ${goal.toFixed(2)}`;
      return [title, limit, shareText(tune), String(tune.of), shareText(heldout), String(heldout.of)];
    }),
  ]);
}

function shareText({ yes, of }: Share): string {
  return of === 0 ? "-" : (yes / of).toFixed(2);
}
