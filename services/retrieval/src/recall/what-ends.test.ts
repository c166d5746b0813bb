import { describe, expect, it } from "@jest/globals";
import type { graph } from "@loci/protos";
import type { CheckedHit } from "../fuse/fold.ts";
import { readQuestion } from "../question.ts";
import { newsFirst } from "./news.ts";

/** What is said on this day and the ones after it, one a day. */
function hits(...said: readonly string[]): CheckedHit[] {
  return said.map((text, i) => ({
    ranked: { candidate: { id: text, class: "passage" }, score: said.length - i, parts: [] },
    record: {
      ...{
        id: text,
        kind: "turn",
        text,
        turnId: text,
        sessionId: "",
        seq: 0,
        role: "user",
        speaker: "",
        entityName: "",
        key: "",
        value: "",
      },
      ...{ knownAt: `2025-03-0${i + 1}T09:00:00Z`, validFrom: "" },
      standing: { kind: "unread", endedBy: [], until: "", endedParts: [] },
    } as unknown as graph.MemoryRecord,
  })) as unknown as CheckedHit[];
}

/** A fact that was read from what was said before the rest. */
function fact(entityName: string, key: string, value: string): CheckedHit {
  const [hit] = hits(`${entityName} ${key.replaceAll("_", " ")}: ${value}`);
  if (hit === undefined) throw new Error("one text makes one hit");
  const record = { ...hit.record, ...{ id: "fact", kind: "attribute", turnId: "turn", entityName, key, value } };
  return {
    ranked: { ...hit.ranked, candidate: { ...hit.ranked.candidate, id: "fact", class: "fact" } },
    record: { ...record, knownAt: "2025-02-01T09:00:00Z" },
  };
}

/** Which of what was said stands as ended, in the order in which it was said. */
function ended(question: string, ...said: readonly string[]): string[] {
  const { hits: shown } = newsFirst(hits(...said), readQuestion(question, "2026-06-01T00:00:00Z"));
  const gone = new Set(shown.filter(({ record }) => record.standing?.kind === "ended").map(({ record }) => record.text));
  return said.filter((text) => gone.has(text));
}

describe("what is told in other words has ended", () => {
  it.each([
    ["Is Nadia pregnant?", "Nadia is pregnant, due in August.", "Nadia had her baby: a girl called Selma, 3400 g."],
    ["Is my wife pregnant?", "My wife is pregnant.", "Our daughter Selma was born on Sunday."],
    ["Is Henrike engaged?", "Henrike Vogel got engaged to Samir Haddad.", "Henrike and Samir tied the knot on Saturday."],
    ["Who is Henrike married to?", "Henrike relationship status: engaged", "Henrike and Samir tied the knot on Saturday."],
    ["Am I still together with Tobias?", "Been going out with Tobias for two years.", "Tobias and I split up last weekend."],
    ["Does Priya eat fish?", "Priya is vegetarian.", "Priya eats fish again because of her iron."],
    ["What is Priya's diet?", "Priya diet: vegetarian", "Priya eats meat again."],
    ["Has Marek handed in his thesis?", "Marek must hand in his thesis by 31 August.", "Marek handed in his thesis on time."],
    ["What is Marek's task?", "Marek task: hand in by 31 August", "Marek handed in his thesis on time."],
    ["Do I have to pay the fine?", "I have to pay the fine.", "I paid the fine this morning."],
    ["Is Biscuit still alive?", "Our dog Biscuit is 14 now.", "Biscuit died last night."],
    ["How old is Biscuit?", "Biscuit is 14 years old.", "Biscuit died last night."],
    ["Is Jo looking for a flat?", "Jo is looking for a flat.", "Jo found a flat near the canal."],
    ["Who leads Falcon?", "Okonkwo leads the Falcon rollout.", "Okonkwo goes on leave; Falcon is handed over to Lindqvist."],
    ["What does Okonkwo lead?", "Okonkwo leads Falcon.", "Falcon was passed on to Lindqvist."],
    ["Do I smoke?", "I smoke about ten cigarettes a day.", "Thirty days without a cigarette! I quit on New Year's Day."],
    ["Do I drink coffee?", "I usually drink three espressos a day.", "I gave up coffee, only green tea these days."],
    ["Who is our hosting vendor?", "Our vendor for hosting is Hetzner.", "Hosting moves to OVH; Hetzner contract terminated."],
    ["How much is my rent?", "Rent is 920 euros a month.", "The landlord put the rent up, it is 985 a month as of today."],
    [
      "Who is our hosting vendor?",
      "Meeting notes: vendor for hosting is Hetzner, contract owner is Bjarne.",
      "Meeting notes: hosting moves to OVH; Hetzner contract terminated end of May.",
    ],
    ["How many cats does Chiara have?", "Chiara has one cat, Figaro.", "Chiara got a second cat, Tosca."],
  ])("%s %s / %s", (question, before, after) => {
    expect(ended(question, before, after)).toEqual([before]);
  });

  it.each([
    ["Is Nadia pregnant?", "Nadia is pregnant, due in August.", "Nadia bought a cot."],
    ["Is Nadia pregnant?", "Nadia is pregnant, due in August.", "Nadia's sister had her baby."],
    ["Is Henrike engaged?", "Henrike got engaged to Samir.", "Henrike and Samir are planning the wedding."],
    ["What does Priya eat?", "Priya is vegetarian.", "Priya eats tofu again."],
    ["What is Marek's task?", "Marek must renew his passport.", "Marek handed in his thesis."],
    ["What is Marek's task?", "Marek must hand in the report by Friday.", "Marek handed in his thesis."],
    ["Do I have to pay the fine?", "I have to pay the fine.", "I paid for the plums."],
    ["How old is Biscuit?", "Biscuit is 14 years old.", "Biscuit's brother Toast barked all night."],
    ["Who leads Falcon?", "Okonkwo leads the Falcon rollout.", "The Heron report was handed over to Lindqvist."],
    ["Do I smoke?", "I smoke a pipe.", "I liked the choir. I quit in May."],
    ["How much is my rent?", "Rent is 920 euros a month.", "The gym opens at 7."],
    ["What cats does Chiara have?", "Chiara has one cat, Figaro.", "Chiara got a second cat, Tosca."],
    ["When is the Falcon launch?", "Okonkwo leads Falcon, the launch is on 9 June.", "Falcon was passed on to Lindqvist."],
    ["Who is our hosting vendor?", "Our vendor for hosting is Hetzner.", "Jo moved to Oulu."],
  ])("not by what tells of something else: %s %s / %s", (question, before, after) => {
    expect(ended(question, before, after)).toEqual([]);
  });
});

describe("what somebody else changes for themselves", () => {
  it.each([
    ["Which bank are we with?", "We bank with Sparkasse.", "My brother moved his account from Sparkasse to ING."],
    ["Which bank am I with?", "I bank with Sparkasse.", "My brother left Sparkasse."],
    ["Which bank am I with?", "I bank with Sparkasse.", "Tom moved his account from Sparkasse to ING."],
    ["Do I smoke?", "I smoke a pipe.", "My dad stopped smoking the pipe."],
    ["Which gym do I go to?", "I go to the FitHaus gym.", "My colleague cancelled her FitHaus membership."],
    ["Do I have Netflix?", "I have Netflix.", "My sister cancelled Netflix."],
    ["Which phone do I use?", "I use a Pixel.", "My wife switched from her Pixel to an iPhone."],
  ])("leaves one's own: %s %s / %s", (question, before, after) => {
    expect(ended(question, before, after)).toEqual([]);
  });

  it.each([
    ["Which bank is my brother with?", "My brother banks with Sparkasse.", "My brother moved his account from Sparkasse to ING."],
    ["Which bank am I with?", "I bank with Sparkasse.", "I moved my account from Sparkasse to ING."],
    ["Do I have a car?", "I have a Clio.", "My wife sold the Clio."],
    ["Which bank are we with?", "We bank with Sparkasse.", "My husband moved our account from Sparkasse to ING."],
    ["Who is my boss?", "My boss is Dana.", "My boss Dana left the firm."],
  ])("ends theirs, and what they change for all: %s %s / %s", (question, before, after) => {
    expect(ended(question, before, after)).toEqual([before]);
  });
});

describe("of what tells several things", () => {
  it.each([
    [
      "What do we use for chat?",
      "We use Jira for tickets and Slack for chat.",
      "We have switched from Jira to Linear. Slack stays.",
    ],
    ["Which tools do we use?", "We use Jira for tickets and Slack for chat.", "We have switched from Jira to Linear."],
    [
      "Which services do I subscribe to?",
      "I subscribe to Netflix and Spotify.",
      "Cancelled Netflix, too expensive. Keeping Spotify.",
    ],
    ["In which city does the user live?", "User lives in Utrecht with roommate Daan.", "Daan moved out; user now lives alone."],
    ["How far does the user run?", "Memory: User runs 10 km every Sunday.", "Memory: Daan moved out; user now lives alone."],
    [
      "What street do I live on?",
      "Rent is 920 euros a month, flat is on Linden Street 14.",
      "The landlord put the rent up, it is 985 a month as of today.",
    ],
    ["What medicine do I take?", "The doctor prescribed candesartan 8 mg, a medicine.", "Candesartan dose was raised to 16 mg."],
  ])("the rest stands where a part has ended: %s %s / %s", (question, before, after) => {
    expect(ended(question, before, after)).toEqual([]);
  });

  it.each([
    [
      "What do we use for tickets?",
      "We use Jira for tickets and Slack for chat.",
      "We have switched from Jira to Linear. Slack stays.",
    ],
    ["Who does the user live with?", "User lives in Utrecht with roommate Daan.", "Daan moved out; user now lives alone."],
    ["What is my candesartan dose?", "My candesartan dose is 8 mg.", "Candesartan dose was raised to 16 mg."],
  ])("that part is no answer: %s %s / %s", (question, before, after) => {
    expect(ended(question, before, after)).toEqual([before]);
  });
});

describe("what is as it was before", () => {
  it.each([
    [
      "On which floor is our office?",
      "The office is on the third floor.",
      "Renovation finished, everybody is back on the third floor.",
    ],
    ["Which tram do I take?", "I take the tram.", "Bike was stolen, so it is the tram again for me."],
  ])("has not ended: %s %s / %s", (question, before, after) => {
    expect(ended(question, before, after)).toEqual([]);
  });

  it("ends what was in between", () => {
    const said = ["I take the tram to work.", "I cycle to work now.", "The bike was stolen, so it is the tram again for me."];
    expect(ended("How do I get to work?", ...said)).toEqual([said[1]]);
  });

  it("stands again though it had ended", () => {
    const said = ["I drink coffee at work.", "I gave up coffee.", "Back on coffee since the move."];
    expect(ended("Do I drink coffee?", ...said)).not.toContain(said[0]);
  });
});

it("of what tells several things ends with the last of them", () => {
  const said = [
    "Our vendor for hosting is Hetzner, the contract owner is Bjarne.",
    "Bjarne has left the company.",
    "Hosting moves to OVH; Hetzner contract terminated.",
  ];
  expect(ended("Who is our hosting vendor?", ...said.slice(0, 2))).toEqual([]);
  expect(ended("Who is our hosting vendor?", ...said)).toEqual([said[0]]);
});

describe("a fact that has ended by what was said later", () => {
  const standing = (question: string, known: CheckedHit, ...said: readonly string[]) =>
    newsFirst([known, ...hits(...said)], readQuestion(question, "2026-06-01T00:00:00Z")).hits.find(
      ({ record }) => record.id === "fact",
    )?.record.standing?.kind;

  it.each([
    ["Are we going to Crete?", fact("user", "event", "booked a week in Crete"), "The Crete trip is off, Mum needs surgery."],
    [
      "What is new with Henrike?",
      fact("Henrike", "relationship_status", "engaged"),
      "Henrike and Samir tied the knot on Saturday.",
    ],
    ["Who is Henrike?", fact("Henrike Vogel", "relationship_status", "engaged"), "Henrike and Samir tied the knot on Saturday."],
    ["Who is Priya?", fact("Priya", "diet", "vegetarian"), "Priya eats meat again."],
  ])("has ended whatever the question is: %s", (question, known, said) => {
    expect(standing(question, known, said)).toBe("ended");
  });

  it.each([
    ["Who is Emil?", fact("user", "child", "Emil"), "Emil started first grade at Park School today."],
    ["Who owns the contract?", fact("Contract ownership", "event", "went to Saoirse"), "Hetzner contract terminated end of May."],
    [
      "Who got engaged?",
      fact("Henrike Vogel", "relationship_status", "engaged"),
      "Henrike Maas and Samir tied the knot on Saturday.",
    ],
    ["Who is Samir?", fact("Henrike", "partner", "Samir Haddad"), "Henrike and Samir tied the knot on Saturday."],
  ])("stands where that is of something else: %s", (question, known, said) => {
    expect(standing(question, known, said)).toBe("unread");
  });
});

describe("a fact of which a part has changed", () => {
  const lesson = fact("user", "appointment", "Tennis lesson with Ivo every Thursday at 18:00");
  const standing = (question: string, text: string) => {
    const { hits: shown } = newsFirst([lesson, ...hits(text)], readQuestion(question, "2026-06-01T00:00:00Z"));
    return shown.find(({ record }) => record.id === "fact")?.record.standing?.kind;
  };

  it("stands for who asks for what newer words leave, and has ended for who asks for the rest", () => {
    const moved = "Ivo moved our tennis lesson to Fridays, same time.";
    expect(standing("At what time is my tennis lesson?", moved)).not.toBe("ended");
    expect(standing("On which day is my tennis lesson?", moved)).toBe("ended");
    expect(standing("At what time is my tennis lesson?", "Ivo moved our tennis lesson to 19:00.")).toBe("ended");
    expect(standing("At what time is my tennis lesson?", "I have given up my tennis lesson with Ivo.")).toBe("ended");
  });
});

describe("what a change of another side of the same leaves", () => {
  it.each([
    [
      "How many people work at Vela?",
      "Vela laid off a quarter of its staff, leaving 30 people.",
      "Vela moved its headquarters to Bologna.",
    ],
    [
      "Who is Priya's boss?",
      "Priya now reports to Svetlana.",
      "Priya handed the data team over to Matteo and became head of research.",
    ],
    ["What weight am I aiming for?", "Goal: get down to 85 kilos by Christmas.", "I'm down to 88 kilos."],
    ["How much do I weigh?", "Weight update: 92 kilos.", "Goal: get down to 85 kilos by Christmas."],
    ["What does my gym cost?", "I'm a member of the Northside gym, 45 euros a month.", "Northside membership is active again."],
    ["What does Carmen do?", "Carmen works as a translator.", "The user and Carmen have separated."],
    ["Is my aunt's café open?", "My aunt runs a Café Luna in Brighton.", "The Café Luna near the station has closed for good."],
    ["Who teaches me the piano?", "My piano teacher is Mrs. Oduya.", "Mrs. Oduya now charges 35 pounds."],
    ["Where are we travelling?", "We're going to the Faroe Islands.", "We pushed the Faroe trip back to September."],
    [
      "Where does my choir rehearse?",
      "Our choir is directed by Helga and rehearses in the town hall.",
      "Ruben is our director now, not Helga.",
    ],
    ["How much rent do we pay?", "Petrov put the rent up: it's 1,240 euros.", "Mr Petrov sold the building."],
    [
      "When is the hotline staffed?",
      "Hi team, the hotline is staffed from 8 to 18.",
      "Hi team, the fridge will be emptied on Friday.",
    ],
    ["What are the clinic's hours?", "Clinic hours: Mon to Fri, 8 to 17.", "Clinic closed on 1 May, otherwise as usual."],
    [
      "Who owns the bike shop?",
      "Ewa and Stig own the bike shop.",
      "Ewa and Stig aren't a couple any more. They still run the shop.",
    ],
    ["Who does our PR?", "Our PR agency is Fenwick.", "Fenwick lost two other clients. We told them we'd like to carry on."],
    ["Who is our DPO?", "Our DPO is Ms. Tremblay.", "Ms. Tremblay's firm has changed its name; she remains our DPO."],
    ["Who is CFO?", "Pieter is interim CFO.", "Five CFO profiles, none good enough. Pieter will soldier on."],
    ["Who sharpens our scissors?", "Mr. Halvorsen sharpens our scissors.", "Mr. Halvorsen's brother died on Sunday."],
    ["Where is it printed?", "The magazine is printed at Copyfox.", "I dreamt that Copyfox burned down."],
  ])("stands: %s %s", (question, older, newer) => {
    expect(ended(question, older, newer)).toEqual([]);
  });

  it.each([
    ["How much rent do we pay?", "We pay 900 euros of rent.", "The landlord put the rent up, it's 980 now."],
    ["Who owns the bakery?", "The bakery belongs to the Hofers.", "A young couple, the Demirs, took over the bakery last week."],
    [
      "Which school does Milo go to?",
      "Milo goes to Oakfield Primary.",
      "Milo's first week at St Cuthbert's: new blazer, new friends.",
    ],
    ["Which band do I play in?", "I play bass in a band called The Lanterns.", "The Lanterns broke up after the last gig."],
    [
      "When is the hotline staffed?",
      "The hotline is staffed from 9 to 17.",
      "Please ignore my mail about the hotline hours, it is staffed from 8 to 18.",
    ],
    [
      "Who owns Project Heron?",
      "Project Heron launches on 1 April. Owner: Beata.",
      "Beata leaves; Lior takes over ownership of Heron.",
    ],
  ])("and what it is about ends: %s %s", (question, older, newer) => {
    expect(ended(question, older, newer)).toEqual([older]);
  });
});
