import { describe, expect, it } from "@jest/globals";
import type { CheckedHit } from "../fuse/fold.ts";
import { readQuestion } from "../question.ts";
import { newsFirst } from "./news.ts";

/** Hits with the days on which they were said; one with a subject, a key and a value is a fact of the first one's turn. */
type SaidOn = readonly [day: string, text: string, fact?: readonly [subject: string, key: string, value: string]];

function shown(question: string, ...said: readonly SaidOn[]): string[] {
  const hits = said.map(([day, text, fact], i) => ({
    ranked: { candidate: { id: text, class: fact ? "fact" : "passage" }, score: said.length - i, parts: [] },
    record: {
      ...{ id: text, kind: fact ? "attribute" : "turn", text, turnId: fact ? said[0]?.[1] : text, sessionId: "", seq: 0 },
      ...{ role: "user", speaker: "", knownAt: `${day}T09:00:00Z`, validFrom: "", spanStart: 0 },
      ...{ entityName: fact?.[0] ?? "", key: fact?.[1] ?? "", value: fact?.[2] ?? "" },
      standing: { kind: "current", endedBy: [], until: "", endedParts: [] },
    },
  })) as unknown as CheckedHit[];
  return newsFirst(hits, readQuestion(question, "2025-11-01T00:00:00Z")).hits.map(
    ({ record }) => `${record.standing?.kind} ${record.text}`,
  );
}

describe("newer words", () => {
  it.each([
    ["another place, by another verb", "Where are orders stored?", "Orders are stored in Mongo.", "Done, orders live in Postgres."],
    [
      "another place, by who moved it",
      "Where is the spare key?",
      "The spare key is in the blue tin.",
      "Put the spare key in the shed.",
    ],
    ["another owner", "Who has the Halden account?", "Halden is Bruno's account.", "Halden is now with Orla."],
    [
      "who does it, where who did moves away",
      "Who is my thesis advisor?",
      "My thesis advisor is Professor Aalto.",
      "Professor Aalto moved to Oulu, so Dr Nyman is my advisor now.",
    ],
    [
      "who does it, told before in other words",
      "Who looks after the cat when we are away?",
      "Our cat sitter is Philippa.",
      "Philippa moved to Leeds, so Jonty looks after the cat when we're away.",
    ],
    [
      "a time of the day in figures",
      "What time is stand-up?",
      "Stand-up is at 9:15.",
      "From now on stand-up happens at 10 on Zoom.",
    ],
    [
      "another price",
      "What does Wicks charge for the kitchen?",
      "Wicks quoted 8,400 for the kitchen.",
      "Wicks came back with 7,950 for the kitchen.",
    ],
    [
      "another version, by its shape",
      "Which firmware does the barn gateway run?",
      "The barn gateway runs firmware 2.8.",
      "Flashed the barn gateway with 3.1 yesterday.",
    ],
    [
      "another number of one word",
      "Which Windows does the reception PC run?",
      "The reception PC runs Windows 10.",
      "The reception PC took the upgrade to Windows 11.",
    ],
    [
      "a day, in words that share most of what is asked",
      "When is the grant application due?",
      "The grant application is due on 28 February.",
      "The foundation lets us have until 21 March to hand in the grant application.",
    ],
    [
      "what is in the place of a reason",
      "Where is the AGM?",
      "The AGM will be held in the church hall.",
      "A pipe burst at the church hall, so for the AGM it's the scout hut.",
    ],
    [
      "another place, and what became of the one before",
      "Where are the recovery codes for the vault?",
      "The recovery codes for the vault are in the blue binder.",
      "Put the recovery codes in the safe, the blue binder was falling apart.",
    ],
    ["how often now", "How often does Ivana train?", "Ivana trains four times a week.", "Ivana cut down to two sessions a week."],
    ["a yes for a no", "Does Tomasz eat meat?", "Tomasz eats no meat at all.", "Tomasz eats meat again since Christmas."],
    [
      "a no for a yes",
      "Can the shop send parcels abroad?",
      "The shop sends parcels abroad.",
      "The shop can't send parcels abroad.",
    ],
    ["a later end", "When does Atlas ship?", "Atlas ships on 2 June.", "Minutes: Atlas has been given until 30 June."],
    [
      "what it is since a time",
      "How does Kit get to school?",
      "Kit takes the bus to school.",
      "Since half term Kit cycles to school.",
    ],
  ])("that tell %s replace older ones", (_what, question, older, newer) => {
    expect(shown(question, ["2025-01-01", older], ["2025-09-01", newer])).toEqual([`current ${newer}`, `ended ${older}`]);
  });

  it.each([
    ["where another thing is", "Where is the spare key?", "The spare key is in the blue tin.", "The shed key is in the drawer."],
    ["where it is for a while", "Where is the choir?", "The choir is in the old chapel.", "This week the choir is in the barn."],
    ["only that somebody moved", "Who is my sister?", "My sister is Ana.", "Ana moved to Oulu."],
    [
      "the version of another thing",
      "Which port does the mail service have?",
      "The mail service has port 2525.",
      "The image service has port 9900.",
    ],
    [
      "a number of something else",
      "Which firmware does the gateway run?",
      "The gateway runs firmware 2.8.",
      "The gateway has two antennas.",
    ],
    [
      "another day for a reason",
      "Where is our wedding?",
      "Our wedding is in the town hall on 5 September.",
      "The registrar can't do September, so we said yes to 3 October for the wedding.",
    ],
    [
      "why something else is somewhere",
      "Where is the AGM?",
      "The AGM will be held in the church hall.",
      "A pipe burst at the church hall, so the choir meets in the scout hut.",
    ],
    ["that others say no", "Does Tomasz eat meat?", "Tomasz eats meat.", "According to Ida, Tomasz eats no meat."],
    ["a no to something else", "Does Tomasz eat meat?", "Tomasz eats meat.", "Tomasz eats no fish."],
    ["a no and a reason for yes", "Does Tomasz eat meat?", "Tomasz eats meat.", "Tomasz might not eat meat on Fridays."],
    [
      "how often somebody else does",
      "How often does Ivana train?",
      "Ivana trains twice a week.",
      "Petra is now down to one session a week.",
    ],
    ["an hour that counts something", "What time is stand-up?", "Stand-up is at 9:15.", "We looked at 10 flats after stand-up."],
  ])("that tell %s leave older ones", (_what, question, older, newer) => {
    expect(shown(question, ["2025-01-01", older], ["2025-09-01", newer])).toContain(`current ${older}`);
  });

  it("end the fact whose value they name as given up", () => {
    const older = "Dad takes ramipril for his blood pressure.";
    const newer = "The doctor took Dad off ramipril and put him on losartan.";
    const fact = ["2025-01-01", "Dad takes: ramipril", ["Dad", "takes", "ramipril"]] as const;
    const hits = shown("What does Dad take for his blood pressure?", ["2025-01-01", older], ["2025-09-01", newer], fact);
    expect(hits).toContain("ended Dad takes: ramipril");
  });
});
