import { normaliseKey } from "@loci/kernel";
import { petKind, relationOf } from "../kinship.ts";
import { normal, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { plainly, selfOf, type Who } from "./pronouns.ts";

const labelled = /^(\p{L}[\p{L}\p{N} #-]{1,60}):\s+(\S[^\n]{0,200}?)[.;]?$/u;
/** What somebody or something is or has, as minutes put it: "Owner: Petra." */
const ofThing =
  /^(?:owner|lead|sponsor|deadline|due|due date|budget|status|version|contact|launch|release|priority|client|customer|price|cost|location|venue|start|end|kick-?off|host|chair|maintainer)$/i;
const ofMeeting =
  /^(?:next|upcoming|follow-?up)\s(?:meeting|call|session|review|appointment|sync|stand-?up|check-?in|lesson|rehearsal|training)$/i;
/** "Order 2290 for Hotel Adler: 40 white roses". */
const numberedThing =
  /^((?:order|invoice|ticket|room|bed|flight|case|bug|issue|booking|reservation|shipment|parcel|machine|table|gate|unit|hall|contract)\s(?:no\.?\s)?#?[\p{L}\p{N}-]{0,8}\d[\p{L}\p{N}-]{0,8})(?:\s(?:for|from|of)\s(\p{Lu}[\p{L}\p{N} ]{1,40}))?$/iu;
const tasks = /^(?:ap|ai|action|action item|todo|to do|task)(?:\s(?:for\s)?(\p{Lu}[\p{L}'-]{1,30}))?$/iu;

/** A sentence that is a label and its value: of the thing that was named before it, or of whom it gives a task. */
export function readLabel(text: string, speakers: Speakers): { who: Who; drafts: Draft[] } | undefined {
  const [, label = "", value = ""] = labelled.exec(text) ?? [];
  if (label === "") return undefined;
  const task = tasks.exec(label);
  if (task) {
    const [, name] = task;
    // "Action: Lena to send the contract" is a clause; what is to be done begins with its verb.
    if (name === undefined || !/^\p{Ll}/u.test(value)) return undefined;
    return { who: plainly({ type: "Person", name }), drafts: [{ key: "task", value, confidence: normal, time: "event" }] };
  }
  if (ofMeeting.test(label) && speakers.self !== "") return { who: selfOf(speakers), drafts: [of(label, value)] };
  const numbered = numberedThing.exec(label);
  if (numbered && speakers.self !== "") {
    const [, name = "", whom] = numbered;
    const drafts = [{ key: "details", value, confidence: normal, time: "none" as const }];
    const of_ = whom === undefined ? [] : [{ key: "for", value: whom, confidence: normal, time: "none" as const }];
    return { who: plainly({ type: "Thing", name }), drafts: [...of_, ...drafts] };
  }
  if (speakers.self !== "") {
    const relation = relationOf(label.toLowerCase()) ?? (petKind(label.toLowerCase()) ? "pet" : undefined);
    if (relation !== undefined) return { who: selfOf(speakers), drafts: relatives(relation, value) };
    const own = ofSelf.exec(label)?.[1];
    if (own !== undefined) return { who: selfOf(speakers), drafts: [{ ...of(own, value), changed: /^new\s/i.test(label) }] };
    if (/^(?:decision|decided|agreed)$/i.test(label)) return { who: selfOf(speakers), drafts: [of("decision", value)] };
  }
  const { last } = speakers;
  if (!ofThing.test(label) || !last || last.possession !== undefined || /^(?:Person|Animal|Place)$/.test(last.type))
    return undefined;
  return { who: plainly({ type: last.type, name: last.name }), drafts: [of(label, value)] };
}

/** "Kids: Leo (8) and Mara (5)". */
function relatives(relation: string, value: string): Draft[] {
  const found = value
    .split(/, | and | & /)
    .map((one) => /^(\p{Lu}[\p{L}'-]{1,30}(?: \p{Lu}[\p{L}'-]{1,30})?)(?: \((\d{1,3})\))?$/u.exec(one.trim()));
  return found.flatMap((one): Draft[] => {
    if (one === null) return [];
    const target = { type: relation === "pet" ? "Animal" : "Person", name: one[1] ?? "" };
    const age =
      one[2] === undefined ? [] : [{ subject: target, key: "age", value: one[2], confidence: normal, time: "none" as const }];
    return [{ key: relation, target, confidence: normal, time: "none" }, ...age];
  });
}

/** What somebody says of themselves by a label. */
const ofSelf =
  /^(?:(?:my|our|new)\s){0,2}(phone(?: number)?|mobile(?: number)?|number|address|e-?mail(?: address)?|birthday|blood type|job|hometown|nickname|licen[cs]e plate|shoe size|customer number|password|wifi|wi-fi)$/i;

function of(label: string, value: string): Draft {
  return { key: normaliseKey(label), value, confidence: normal, time: "none" };
}
