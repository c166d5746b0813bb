/** Tells one story to a room of its own and looks at what follows. */
import type { KeyFamilies } from "./fact-pattern.ts";
import { forgettingProblem, type ForgettingSeen } from "./judge-forgetting.ts";
import { judgeChat, judgeContext, judgeHits } from "./judge-answers.ts";
import { namesProblem } from "./judge-identity.ts";
import { judgeReading } from "./judge-reading.ts";
import type { Asking, Room } from "./room.ts";
import { growthProblem, tellBack, type Size } from "./feedback.ts";
import type { FeedbackStory, ForgettingStory, IdentityStory, Question, QuestionsStory, ReadingStory, Telling } from "./story.ts";
import type { Verdict } from "./verdict.ts";

const shownHits = 5;
const allHits = 10;
const rounds = 8;
/** On which a reading story is told that names no day. */
const usualDay = "2025-03-10";

export async function runReading(story: ReadingStory, room: Room, families: KeyFamilies): Promise<Verdict[]> {
  const telling = { at: story.at ?? usualDay, text: story.say, role: "user", session: "", user: "" };
  return judgeReading(story, await room.tell(telling), families);
}

export async function runQuestions(story: QuestionsStory, room: Room): Promise<Verdict[]> {
  await tellAll(story.tell, room);
  return ask(story.ask, room);
}

export async function runForgetting(story: ForgettingStory, room: Room): Promise<Verdict[]> {
  await tellAll(story.tell, room);
  const { forget } = story;
  const before = await room.facts();
  let asked: Pick<ForgettingSeen, "dryRun" | "done"> = {};
  if ("query" in forget) {
    const dryRun = await room.forget({ ...forget, dryRun: true });
    asked = { dryRun, done: await room.forget(forget) };
  } else if ("entity" in forget) {
    const path = `/entities/${forget.entity.split("/").map(encodeURIComponent).join("/")}`;
    if (!(await room.remove(path))) return [verdict("forget", `there is no ${forget.entity}`)];
  } else {
    await room.remove(`/sessions/${room.sessionId(forget.session)}`);
  }
  await tellAll(story.then ?? [], room);
  const recalled: string[] = [];
  for (const words of [...("query" in forget ? [forget.query] : []), ...(story.gone ?? [])]) {
    recalled.push(...(await room.hits(words, allHits)).map(({ text }) => text), await room.context(words));
  }
  const kept = [];
  for (const { q } of story.stays) kept.push(await room.hits(q, shownHits));
  return [verdict("forget", forgettingProblem(story, { ...asked, before, after: await room.facts(), recalled, kept }))];
}

export async function runFeedback(story: FeedbackStory, room: Room): Promise<Verdict[]> {
  await tellAll(story.tell, room);
  const size = async (): Promise<Size> => {
    const blocks = [];
    for (const question of story.ask) blocks.push(await room.context(question));
    return { records: await room.records(), block: Math.max(...blocks.map((block) => block.length)) };
  };
  const before = await size();
  const lastDay = Date.parse(story.tell.at(-1)?.at ?? usualDay);
  for (let round = 1; round <= rounds; round++) {
    const at = new Date(lastDay + round * 86_400_000).toISOString().slice(0, 10);
    for (const question of story.ask) {
      const [hit] = await room.hits(question, shownHits);
      const returned = [hit?.text ?? "", await room.context(question), await room.chat(question)];
      // One of the three in each round: all of them come back in turn.
      const text = returned[round % returned.length] ?? "";
      // Of a question that nothing answers there is no block: nobody tells nothing.
      if (text !== "") await room.tell(tellBack(text, story.wrap, at));
    }
  }
  return [verdict("growth", growthProblem(before, await size()))];
}

/** Right only as a whole: who is mixed up once is mixed up. */
export async function runIdentity(story: IdentityStory, room: Room): Promise<Verdict[]> {
  await tellAll(story.tell, room);
  const mixed = namesProblem(story, await room.entities());
  // Another's fact among the hits is a mix-up too, where it is not the first.
  const wrong = (await ask(story.ask ?? [], room)).find(
    ({ measure, reason }) => reason !== undefined && (measure === "firstHit" || measure === "staleShown"),
  );
  return [verdict("identity", mixed ?? wrong?.reason)];
}

/** What is recalled is seen before any chat, which is remembered too. */
async function ask(questions: readonly Question[], room: Room): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const question of questions) {
    verdicts.push(...judgeHits(question, await room.hits(question.q, shownHits, asking(question))));
    verdicts.push(judgeContext(question, await answered(room.context(question.q, asking(question)))));
  }
  for (const question of questions) verdicts.push(judgeChat(question, await answered(room.chat(question.q, asking(question)))));
  return verdicts;
}

function asking({ user, asOf }: Question): Asking {
  return { user, asOf };
}

/** A question that is refused (a time that is not taken, say) is not answered: that is what is measured. */
async function answered(answer: Promise<string>): Promise<string> {
  return answer.catch((error: unknown) => {
    if (error instanceof Error && /: 400 /.test(error.message)) return `refused: ${error.message}`;
    throw error;
  });
}

async function tellAll(tellings: readonly Telling[], room: Room): Promise<void> {
  for (const telling of tellings) await room.tell(telling);
}

function verdict(measure: Verdict["measure"], problem: string | undefined): Verdict {
  return problem === undefined ? { measure, yes: true } : { measure, yes: false, reason: problem };
}
