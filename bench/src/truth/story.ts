/** The shapes of a story: what is told, and what must follow from it. A file's kind says which of them its stories have. */
import { z } from "zod";
import { factPattern } from "./fact-pattern.ts";

const nonEmpty = z.string().min(1);
const spellings = z.array(z.union([nonEmpty, z.number()]).transform(String)).min(1);

/** `- 2025-03-01: text`, or `- 2025-03-01 role=assistant session=s2 user=ana: text`. */
const telling = z.record(nonEmpty, nonEmpty).transform((entry, check): Telling => {
  const [first, second] = Object.entries(entry);
  const [head, text] = first ?? ["", ""];
  const [at = "", ...options] = head.split(/\s+/);
  const given = Object.fromEntries(options.map((option) => option.split("=", 2))) as Record<string, string | undefined>;
  const unknown = Object.keys(given).find((option) => !["role", "session", "user"].includes(option));
  if (second !== undefined || unknown !== undefined || !/^\d{4}-\d\d-\d\d$/.test(at) || Number.isNaN(Date.parse(at))) {
    check.addIssue(`a telling is one "<date> [role=] [session=] [user=]: text", not ${JSON.stringify(entry)}`);
  }
  return { at, text, role: given["role"] ?? "user", session: given["session"] ?? "", user: given["user"] ?? "" };
});

const question = z.strictObject({
  q: nonEmpty,
  /** One of these must be shown. */
  is: spellings.optional(),
  /** All of these must be shown. */
  every: spellings.optional(),
  /** What held once, or never: not to be shown as if it held. */
  not: spellings.optional(),
  /** Whether the values of `every` are rivals: each must be shown, and that they disagree. */
  disputed: z.boolean().optional(),
  asOf: z.iso.date().optional(),
  /** Who asks, where the story has several end users. */
  user: nonEmpty.optional(),
});

const named = { name: z.string().regex(/^[a-z0-9-]+$/), why: z.string().optional() };
const tell = z.array(telling).min(1);
const asked = z.array(question).min(1);
/** A fact that must be read; a list holds ways to say the same. */
const expectedFact = z.union([factPattern.transform((one) => [one]), z.array(factPattern).min(1)]);

const schemas = {
  /** Sentences, and the facts in them. */
  reading: z.strictObject({
    ...named,
    say: nonEmpty,
    at: z.iso.date().optional(),
    /** Facts that must be read. Without any, nothing may be. */
    reads: z.array(expectedFact),
    /** Facts that may be read as well. */
    fine: z.array(factPattern).optional(),
  }),
  /** What is told over time, and what is asked at its end. */
  questions: z.strictObject({ ...named, tell, ask: asked }),
  forgetting: z.strictObject({
    ...named,
    tell,
    /** What is asked to be forgotten: by a description, or a whole entity or session. */
    forget: z.union([
      nonEmpty.transform((query) => ({ query })),
      z.strictObject({ query: nonEmpty, keepForgotten: z.boolean().optional(), purge: z.boolean().optional() }),
      z.strictObject({ entity: nonEmpty }),
      z.strictObject({ session: nonEmpty }),
    ]),
    /** Told after the forgetting. */
    then: tell.optional(),
    /** No text that is recalled, and no fact, may hold one of these afterwards. */
    gone: spellings.optional(),
    /** What must be recalled afterwards, among the first five hits. */
    stays: z.array(z.strictObject({ q: nonEmpty, is: spellings })).min(1),
  }),
  feedback: z.strictObject({
    ...named,
    tell,
    /** Asked in each round; what comes back is told again. */
    ask: z.array(nonEmpty).min(1),
    /** How what was returned is told: as it came, as an assistant's turn, quoted, in capitals, cut, or inside a longer message. */
    wrap: z.enum(["plain", "assistant", "quoted", "capitals", "cut", "inside"]),
  }),
  identity: z
    .strictObject({
      ...named,
      tell,
      /** Names of one entity: exactly one of the entities has one of them. */
      one: z.array(z.array(nonEmpty).min(2)).optional(),
      /** Names of different entities: each is there, and no two are the same. */
      apart: z.array(z.array(nonEmpty).min(2)).optional(),
      ask: asked.optional(),
    })
    .refine(({ one, apart, ask }) => one ?? apart ?? ask, "needs one of `one`, `apart` and `ask`"),
};

export type Kind = keyof typeof schemas;
export const kinds = Object.keys(schemas) as Kind[];
export const halves = ["tune", "heldout"] as const;
export type Half = (typeof halves)[number];

export interface Telling {
  /** A date. */
  readonly at: string;
  readonly text: string;
  readonly role: string;
  /** Tellings of one session have the same; "" has a session of its own. */
  readonly session: string;
  /** The end user that speaks, where the story has several. */
  readonly user: string;
}

export type Question = z.output<typeof question>;
export type ReadingStory = z.output<typeof schemas.reading>;
export type QuestionsStory = z.output<typeof schemas.questions>;
export type ForgettingStory = z.output<typeof schemas.forgetting>;
export type FeedbackStory = z.output<typeof schemas.feedback>;
export type IdentityStory = z.output<typeof schemas.identity>;

export interface Stories {
  readonly reading: readonly ReadingStory[];
  readonly questions: readonly QuestionsStory[];
  readonly forgetting: readonly ForgettingStory[];
  readonly feedback: readonly FeedbackStory[];
  readonly identity: readonly IdentityStory[];
}

/** Checks the stories of one file, which are of one kind. */
export function storiesOf(kind: Kind, data: unknown): Stories {
  const none: Stories = { reading: [], questions: [], forgetting: [], feedback: [], identity: [] };
  return { ...none, [kind]: z.array(schemas[kind]).parse(data) };
}
