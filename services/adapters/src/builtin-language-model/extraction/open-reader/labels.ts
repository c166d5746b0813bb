import { normaliseKey } from "@loci/kernel";
import { normal, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { plainly, selfOf, type Who } from "./pronouns.ts";

const labelled = /^(\p{L}[\p{L} ]{1,30}):\s+(\S[^\n]{0,200}?)[.;]?$/u;
/** What somebody or something is or has, as minutes put it: "Owner: Petra." */
const ofThing =
  /^(?:owner|lead|sponsor|deadline|due|due date|budget|status|version|contact|launch|release|priority|client|customer|price|cost|location|venue|start|end|kick-?off|host|chair|maintainer)$/i;
const ofMeeting =
  /^(?:next|upcoming|follow-?up)\s(?:meeting|call|session|review|appointment|sync|stand-?up|check-?in|lesson|rehearsal|training)$/i;
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
  const { last } = speakers;
  if (!ofThing.test(label) || !last || last.possession !== undefined || /^(?:Person|Animal|Place)$/.test(last.type))
    return undefined;
  return { who: plainly({ type: last.type, name: last.name }), drafts: [of(label, value)] };
}

function of(label: string, value: string): Draft {
  return { key: normaliseKey(label), value, confidence: normal, time: "none" };
}
