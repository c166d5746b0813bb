import { describe, expect, it } from "@jest/globals";
import { day, notebook, type Said } from "../testing/notebook.ts";
import { permutations } from "../testing/orders.ts";

const gone = (key: string, value: string): Omit<Said, "day"> => ({ key, value, negated: true, changed: true });

/** What is known, what is then said to be over, and the values that stand afterwards. */
const stories: readonly (readonly [string, readonly Omit<Said, "day">[], Omit<Said, "day">, readonly string[]])[] = [
  [
    "a thing that was sold, under whatever key it stands",
    [
      { key: "drives", value: "Fiat Panda" },
      { key: "car", value: "red Fiat Panda" },
      { key: "employer", value: "Panda Bikes" },
      { key: "likes", value: "Fiat Panda" },
      { key: "drives", value: "Vespa" },
    ],
    gone("owns", "Panda"),
    ["Fiat Panda", "Panda Bikes", "Vespa"],
  ],
  [
    "a thing by its kind",
    [
      { key: "rides", value: "blue Gazelle" },
      { key: "has", value: "red car" },
    ],
    gone("owns", "bike"),
    ["red car"],
  ],
  [
    "no thing that is only spoken of",
    [
      { key: "has", value: "car loan" },
      { key: "has", value: "car" },
    ],
    gone("owns", "car"),
    ["car loan"],
  ],
  [
    "what was joined, by the name of where that is, and no job",
    [
      { key: "has", value: "gym membership at FitWell" },
      { key: "has", value: "friend at FitWell" },
      { key: "employer", value: "Acme" },
    ],
    gone("employer", "FitWell"),
    ["Acme", "friend at FitWell"],
  ],
  [
    "a job with its title",
    [
      { key: "employer", value: "Krone bakery" },
      { key: "job_title", value: "baker" },
      { key: "residence", value: "Krone" },
    ],
    gone("employer", "bakery"),
    ["Krone"],
  ],
  [
    "one job of two, and neither's title",
    [
      { key: "employer", value: "Krone bakery" },
      { key: "employer", value: "Acme", beside: true },
      { key: "job_title", value: "accountant" },
    ],
    gone("employer", "bakery"),
    ["Acme", "accountant"],
  ],
  [
    "all of the work, where none is named",
    [
      { key: "employer", value: "Acme" },
      { key: "role", value: "clerk" },
    ],
    gone("employer", ""),
    [],
  ],
  [
    "no job by a choir",
    [
      { key: "employer", value: "Acme" },
      { key: "sings_in", value: "church choir" },
    ],
    gone("member_of", "choir"),
    ["Acme"],
  ],
  [
    "any union, and no friendship",
    [
      { key: "spouse", target: "Alina", targetType: "Person" },
      { key: "relationship_status", value: "married" },
      { key: "friend", target: "Kim", targetType: "Person" },
    ],
    gone("spouse", ""),
    ["Kim"],
  ],
  [
    "the union that broke up, with whomever it was",
    [
      { key: "partner", target: "Alina", targetType: "Person" },
      { key: "friend", target: "Kim", targetType: "Person" },
    ],
    { key: "relationship_status", value: "broke up" },
    ["broke up", "Kim"],
  ],
  [
    "the union by a divorce that came through",
    [
      { key: "spouse", target: "Alina", targetType: "Person" },
      { key: "relationship_status", value: "married" },
    ],
    { key: "divorce_event", value: "came through" },
    ["came through"],
  ],
  [
    "no union by a divorce that is spoken of",
    [{ key: "spouse", target: "Alina", targetType: "Person" }],
    { key: "divorce_event", value: "is being discussed" },
    ["Alina", "is being discussed"],
  ],
  [
    "a habit by its verb",
    [
      { key: "smokes", value: "a pack a day" },
      { key: "drinks", value: "tea" },
    ],
    gone("does", "smoking"),
    ["tea"],
  ],
  [
    "a membership by its name",
    [
      { key: "gym", value: "CityGym" },
      { key: "watches", value: "Netflix series" },
    ],
    gone("subscribes_to", "CityGym membership"),
    ["Netflix series"],
  ],
  [
    "one value of several",
    [
      { key: "plays", value: "tennis on Mondays" },
      { key: "plays", value: "the flute" },
    ],
    gone("plays", "tennis"),
    ["the flute"],
  ],
  [
    "a home alone",
    [
      { key: "residence", value: "Linz" },
      { key: "works_from", value: "Linz" },
    ],
    gone("residence", "flat in Linz"),
    ["Linz"],
  ],
  ["nothing of a sister's", [{ key: "sister_drives", value: "Fiat Panda" }], gone("owns", "Panda"), ["Fiat Panda"]],
  [
    "a sister's",
    [
      { key: "sister_drives", value: "Fiat Panda" },
      { key: "drives", value: "Panda" },
    ],
    gone("sister_owns", "Panda"),
    ["Panda"],
  ],
];

describe("an ending", () => {
  it.each(stories)("ends %s", (_what, known, ending, stand) => {
    const memory = notebook();
    memory.tell(...known.map((one) => ({ ...one, day: 1 })));
    memory.tell({ ...ending, day: 2 });
    expect(memory.open()).toEqual([...stand].sort());
    // Told in one write, it is the same.
    const other = notebook();
    other.tell(...known.map((one) => ({ ...one, day: 1 })), { ...ending, day: 2 });
    expect(other.open()).toEqual([...stand].sort());
  });

  it("ends nothing that is only denied, below the floor, said later, or by others", () => {
    for (const over of [
      { changed: false },
      { confidence: 0.6 },
      { day: 0 },
      { who: "Bo" },
      { scope: "there" },
      { quarantined: true },
    ]) {
      const memory = notebook();
      memory.tell({ key: "drives", value: "Fiat Panda", day: 1 });
      memory.tell({ ...gone("owns", "Panda"), day: 2, ...over });
      expect([over, memory.open()]).toEqual([over, ["Fiat Panda"]]);
    }
  });

  it("ends with a life what it held, and what others had by it", () => {
    const memory = notebook();
    memory.tell(
      { who: "Bosse", key: "residence", value: "Oslo", day: 1 },
      { who: "Bosse", key: "likes", value: "sausage", day: 1 },
      { who: "Bosse", key: "plays", value: "chess", day: 1 },
      { who: "Bosse", key: "helps_out_on", value: "Sundays", day: 1 },
      { who: "Bosse", key: "birth_date", value: "2009-01-01", day: 1 },
      { who: "Ada", key: "pet", target: "Bosse", targetType: "Person", day: 1 },
      { who: "Kim", key: "sibling", target: "Bosse", targetType: "Person", day: 1 },
    );
    memory.tell({ who: "Bosse", key: "status", value: "died", changed: true, day: 2 });
    expect(memory.open()).toEqual(["2009-01-01", "Bosse", "died", "sausage"]);
    expect(memory.facts().filter(({ key, knownUntil }) => key === "pet" && knownUntil === day(2))).toHaveLength(1);
  });

  it("is told by what took a value's place, whatever the class of the key", () => {
    const memory = notebook();
    memory.tell({ key: "uses", value: "Jira", day: 1 }, { key: "uses", value: "Slack", day: 1 });
    memory.tell({ key: "uses", value: "Linear", insteadOf: "Jira", changed: true, day: 2 });
    expect(memory.open()).toEqual(["Linear", "Slack"]);
    const [old, next] = ["Jira", "Linear"].map((value) => memory.facts().find((fact) => fact.value === value));
    expect(old?.supersededBy).toBe(next?.id);
  });

  it("ends ten thousand values of a key in one go, and soon", () => {
    const memory = notebook();
    memory.tell(...Array.from({ length: 10_000 }, (_, i) => ({ key: "uses", value: `Panda ${i}`, day: 1 })));
    memory.tell({ ...gone("uses", "Panda"), day: 2 });
    expect(memory.open()).toEqual([]);
  });
});

describe("what stands beside, passes or is to come", () => {
  const job = { key: "employer", value: "city library", day: 1 };

  it("is no rival of what was known, whatever arrives first, and no later change of the main job ends it", () => {
    const second = { key: "employer", value: "wine shop", beside: true, day: 2 };
    for (const order of permutations([job, second])) {
      const memory = notebook();
      for (const said of order) memory.tell(said);
      expect(memory.open()).toEqual(["city library", "wine shop"]);
      expect(memory.uncertainties()).toEqual([]);
      memory.tell({ key: "employer", value: "Acme", day: 3 });
      expect(memory.open()).toEqual(["Acme", "wine shop"]);
    }
  });

  it("of a state with its end ends no lasting one", () => {
    const memory = notebook();
    memory.tell({ value: "Tromsø", day: 1 });
    memory.tell({ value: "Berlin", day: 2, from: day(2), until: day(9), changed: true });
    expect(memory.open()).toEqual(["Berlin", "Tromsø"]);
    expect(memory.uncertainties()).toEqual([]);
    memory.tell({ value: "Bergen", day: 3, changed: true });
    expect(memory.open()).toEqual(["Bergen"]);
  });

  it("ends the old one when it begins", () => {
    const memory = notebook();
    memory.tell(job);
    memory.tell({ key: "employer", value: "Acme", day: 2, from: day(20) });
    expect(memory.facts().find(({ value }) => value === "city library")).toMatchObject({ closedValidUntil: day(20) });
  });

  it("of relations whose label nobody has classed all stand", () => {
    const memory = notebook();
    memory.tell({ key: "godparent", target: "Kim", day: 1 }, { key: "godparent", target: "Lu", day: 2 });
    expect(memory.open()).toEqual(["Kim", "Lu"]);
    expect(memory.uncertainties()).toEqual([]);
  });
});
