import { afterWord, behind, isGerund, isOccupation, readActivity, readOrganisation, readRole } from "../complement.ts";
import { readList, readPhrase } from "../phrases.ts";
import { explicit, loose, normal, type Draft, type Reading, type RuleTable } from "../rule.ts";
import { dateAt, wordAt } from "../sentence.ts";
import { stateDrafts } from "./home.ts";

function work(reading: Reading): Draft[] {
  const drafts: Draft[] = [];
  const { sentence } = reading;
  if (/^(?:out|it|through)$/.test(wordAt(sentence, reading.at))) return [];
  const role = readRole(reading, reading.at);
  const at =
    behind(reading, reading.at, ["at", "for"]) ??
    afterWord(reading, reading.at, ["at"]) ??
    (role && behind(reading, role.to, ["at", "for", "with"]));
  const employer = at === undefined || dateAt(sentence, at) ? undefined : readOrganisation(reading, at);
  if (employer) drafts.push(...stateDrafts(reading, "employer", employer.text));
  if (role) drafts.push(...stateDrafts(reading, "job_title", role.text));
  const on = behind(reading, reading.at, ["on"]);
  const project = on === undefined || reading.predicate.negated ? undefined : readPhrase(sentence, on, reading.end);
  if (project?.named) drafts.push({ key: "works_on", value: project.text, confidence: normal, time: "state" });
  const within = behind(reading, reading.at, ["in"]);
  const field = within === undefined ? undefined : readPhrase(sentence, within, reading.end);
  if (field && field.determiner === "" && !field.named)
    drafts.push(...stateDrafts(reading, "work_field", field.text, { confidence: normal }));
  return drafts;
}

const circles =
  /\b(?:club|group|team|gym|class|choir|band|church|league|society|community|organi[sz]ation|association|union|committee)$/i;

function join(reading: Reading): Draft[] {
  if (reading.predicate.negated) return [];
  const circle = readPhrase(reading.sentence, reading.at, reading.end);
  if (circle && circles.test(circle.text)) return [{ key: "member_of", value: circle.text, confidence: normal, time: "state" }];
  const employer = readOrganisation(reading, reading.at);
  if (!employer?.named) return [];
  const role = readRole(reading, employer.to);
  return [
    { key: "employer", value: employer.text, confidence: role ? explicit : normal, changed: true, time: "state" },
    ...(role ? [{ key: "job_title", value: role.text, confidence: explicit, changed: true, time: "state" } as const] : []),
  ];
}

/** "a (new) job at Acme as a nurse", "a new position at Acme". */
function newJob(reading: Reading, at: number): Draft[] {
  const job = readPhrase(reading.sentence, at, reading.end);
  if (!job || !/\b(?:job|position|role|internship|gig)$/i.test(job.text)) return [];
  const place = behind(reading, job.to, ["at", "with", "for"]);
  const employer = place === undefined ? undefined : readOrganisation(reading, place);
  const role = readRole(reading, job.to);
  const drafts: Draft[] = [];
  if (employer) drafts.push({ key: "employer", value: employer.text, confidence: explicit, changed: true, time: "state" });
  if (role) drafts.push({ key: "job_title", value: role.text, confidence: explicit, changed: true, time: "state" });
  return drafts;
}

function start(reading: Reading): Draft[] {
  const { sentence, predicate } = reading;
  if (predicate.negated) return [];
  const next = wordAt(sentence, reading.at);
  if (next === "working")
    return work({ ...reading, at: reading.at + 1, predicate: { ...predicate, tense: "present" } }).map((draft) => ({
      ...draft,
      changed: true,
    }));
  if (next === "as") {
    const role = readRole(reading, reading.at);
    return role ? [{ key: "job_title", value: role.text, changed: true, time: "state" }] : [];
  }
  if (next === "at" && predicate.tense === "past") {
    const employer = readOrganisation(reading, reading.at + 1);
    return employer?.named ? [{ key: "employer", value: employer.text, confidence: normal, changed: true, time: "state" }] : [];
  }
  if (next === "learning" || next === "studying") {
    const subject = readPhrase(sentence, reading.at + 1, reading.end);
    return subject ? [{ key: "learning", value: subject.text, confidence: normal, time: "state" }] : [];
  }
  if (
    isGerund(reading, reading.at) &&
    !/^(?:being|feeling|thinking|getting|looking|seeing|having|going|crying|realizing)$/.test(next)
  ) {
    const hobby = readActivity(reading, reading.at);
    return hobby ? [{ key: "hobby", value: hobby.text, confidence: loose, time: "state" }] : [];
  }
  return newJob(reading, reading.at);
}

function get(reading: Reading): Draft[] {
  const { sentence, predicate } = reading;
  if (predicate.negated || (predicate.tense !== "past" && !predicate.perfect)) return [];
  const next = wordAt(sentence, reading.at);
  if (next === "promoted" || next === "hired") return promoted(reading, reading.at + 1);
  return newJob(reading, reading.at);
}

function promoted(reading: Reading, at: number): Draft[] {
  const to = behind(reading, at, ["to", "as"]);
  const role = to === undefined ? undefined : readPhrase(reading.sentence, to, reading.end);
  if (role) return [{ key: "job_title", value: role.text, confidence: explicit, changed: true, time: "state" }];
  const by = behind(reading, at, ["by", "at"]);
  const employer = by === undefined ? undefined : readOrganisation(reading, by);
  return employer ? [{ key: "employer", value: employer.text, confidence: explicit, changed: true, time: "state" }] : [];
}

function leave(reading: Reading): Draft[] {
  const { sentence, predicate } = reading;
  if (
    predicate.negated ||
    (predicate.verb !== "quit" && predicate.tense === "present" && !predicate.perfect && !predicate.progressive)
  )
    return [];
  const job = readPhrase(sentence, reading.at, reading.end);
  const at =
    job && /\b(?:job|position|role)$/i.test(job.text)
      ? behind(reading, job.to, ["at", "with"])
      : (behind(reading, reading.at, ["from"]) ?? reading.at);
  const employer = at === undefined ? undefined : readOrganisation(reading, at);
  if (!employer?.named) return [];
  return [
    { key: "employer", value: employer.text, confidence: normal, negated: true, changed: true, time: "none" },
    { key: "former_employer", value: employer.text, confidence: normal, time: "none" },
  ];
}

function become(reading: Reading): Draft[] {
  const role = readPhrase(reading.sentence, reading.at, reading.end);
  if (!role || reading.predicate.negated || (reading.predicate.tense === "present" && !reading.predicate.perfect)) return [];
  return isOccupation(role.text) ? [{ key: "job_title", value: role.text, changed: true, time: "state" }] : [];
}

function study(reading: Reading): Draft[] {
  const { sentence, predicate } = reading;
  if (predicate.negated) return [];
  const drafts: Draft[] = [];
  const subjects = readList(sentence, reading.at, reading.end).filter(
    (subject) => subject.determiner === "" && !/^(?:hard|abroad|together|more|lot)\b/i.test(subject.text),
  );
  for (const subject of subjects) drafts.push({ key: "field_of_study", value: subject.text, confidence: normal, time: "none" });
  const at = afterWord(reading, reading.at, ["at", "from"]);
  const school = at === undefined ? undefined : readOrganisation(reading, at);
  if (school?.named) drafts.push({ key: "education", value: school.text, confidence: explicit, time: "none" });
  return drafts;
}

function graduate(reading: Reading): Draft[] {
  const at = behind(reading, reading.at, ["from", "at"]);
  const school = at === undefined || reading.predicate.negated ? undefined : readOrganisation(reading, at);
  const within = afterWord(reading, school?.to ?? reading.at, ["in", "with"]);
  const field =
    within === undefined ? undefined : readPhrase(reading.sentence, afterWord(reading, within, ["in"]) ?? within, reading.end);
  return [
    ...(school ? [{ key: "education", value: school.text, confidence: explicit, time: "state" } as const] : []),
    ...(school && field && !/\b(?:honou?rs|degree|year)\b/.test(field.text)
      ? [{ key: "field_of_study", value: field.text, confidence: normal, time: "none" } as const]
      : []),
  ];
}

function majorIn(reading: Reading): Draft[] {
  const at = behind(reading, reading.at, ["in"]);
  return at === undefined ? [] : study({ ...reading, at });
}

function found(reading: Reading): Draft[] {
  if (reading.predicate.negated || reading.predicate.tense === "future") return [];
  const thing = readOrganisation(reading, reading.at);
  return thing?.named
    ? [{ key: "founded", target: { type: "Organisation", name: thing.text }, confidence: explicit, time: "state" }]
    : [];
}

function teach(reading: Reading): Draft[] {
  const subject = readPhrase(reading.sentence, reading.at, reading.end);
  const at = afterWord(reading, reading.at, ["at"]);
  const school = at === undefined ? undefined : readOrganisation(reading, at);
  if (reading.predicate.negated || reading.predicate.tense === "future") return [];
  return [
    ...(subject && subject.determiner === "" && !subject.named
      ? stateDrafts(reading, "teaches", subject.text, { confidence: normal })
      : []),
    ...(school?.named ? stateDrafts(reading, "employer", school.text) : []),
  ];
}

function retire(reading: Reading): Draft[] {
  const { negated, tense, perfect } = reading.predicate;
  // "retires in June": not yet.
  return negated || (tense !== "past" && !perfect)
    ? []
    : [{ key: "employment_status", value: "retired", changed: true, time: "state" }];
}

/** Jobs, employers and education. */
export const working: RuleTable = {
  work: [work],
  join: [join],
  start: [start],
  begin: [start],
  get: [get],
  accept: [get],
  land: [get],
  take: [get],
  quit: [leave],
  leave: [leave],
  resign: [leave],
  become: [become],
  study: [study],
  graduate: [graduate],
  major: [majorIn],
  found: [found],
  teach: [teach],
  retire: [retire],
};
