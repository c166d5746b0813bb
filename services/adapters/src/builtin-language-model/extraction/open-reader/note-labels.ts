import { isOccupation } from "../complement.ts";
import { petKind, relationOf } from "../kinship.ts";
import { roles } from "./names.ts";

/** What a label before a colon announces. */
export type LabelKind =
  /** Things to do: "To do", "Action", "Reminder". */
  | { readonly kind: "tasks"; readonly key: "task" | "reminder"; readonly whose: string }
  /** What follows is said as it stands: "Update", "FYI", "Agreed". */
  | { readonly kind: "announcement"; readonly key: string }
  /** What the speaker does then: "today: pairing with Noor". */
  | { readonly kind: "agenda" }
  /** What the speaker, or what was named before, is or has: "Owner", "Deadline for the grant". */
  | { readonly kind: "attribute"; readonly noun: string; readonly of: string | { readonly person: string } | undefined }
  /** Who somebody is to the speaker: "Plumber", "Kids". */
  | { readonly kind: "role"; readonly noun: string }
  /** "Order 2290 for Hotel Adler". */
  | { readonly kind: "numbered"; readonly name: string; readonly whose: string; readonly whom: string | undefined }
  /** "We have three kids", before their names. */
  | { readonly kind: "listed"; readonly owner: string; readonly noun: string }
  /** Somebody who does or says what follows. */
  | { readonly kind: "person"; readonly name: string };

const name = String.raw`\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}[\p{L}'’.-]{1,30})?`;
const tasks = new RegExp(
  String.raw`^(?:todo|to-do|to do|tasks?|action items?|action points?|actions?|aps?|ais?|next steps?|follow-?ups?|errands?|chores?|jobs for)(?:\s(?:list|today|this week|this month|next week|next month|tomorrow|for (?:today|tomorrow|the weekend|this week)))?(?:\s(?:for\s|on\s)?(${name}))?$`,
  "iu",
);
const reminders = /^(?:reminders?|remember|note to self|self-reminder|don'?t forget|do not forget|must remember|memo)$/i;
const announcements =
  /^(?:updates?|news|fyi|for your information|notes?|nb|n\.b|ps|p\.s|heads-?up|agreed|decided|resolved|decisions?|(?:new |latest |first )?(?:test |lab |blood )?results|info|information|important|status update|quick update|recap|summary|announcement|by the way|btw|good news|bad news|background|context|in short|long story short|bottom line|(?:the )?(?:short|quick|long) version|(?:heads-?up|news|update|note|info) from .{1,30}|from the minutes|minutes(?:\s.{1,30})?|(?:team|weekly|board|staff|project|daily|monday|tuesday|wednesday|thursday|friday)\s(?:meeting|call|sync|stand-?up|notes|minutes)(?:\s.{1,20})?|stand-?up(?:\s.{1,20})?|meeting(?:\s.{1,20})?|handover)$/i;

/** Nouns of what somebody or something has by a label; the whole label is the key ("temporary password"). */
const attributes =
  /^(?:owners?|lead|sponsor|deadline|due|due date|budget|status|version|contact|contacts|launch|release|priority|clients?|customers?|supplier|vendor|price|cost|costs|total|subtotal|amount|fee|rate|location|place|venue|room|where|when|time|times|date|dates|day|start|end|kick-?off|host|chair|moderator|maintainer|attendees?|present|participants?|attending|apologies|absent|excused|agenda|topics?|blockers?|risks?|issues?|goals?|targets?|scope|duration|length|deposit|rent|salary|password|passcode|passphrase|code|pin|serial|model|colou?r|size|plate|reg|registration|iban|bic|account|reference|ref|booking|policy|address|e-?mail|website|url|hours|headcount|capacity|distance|weight|height|width|dose|dosage|type|diet|medication|diagnosis|gate|seat|flight|train|platform|check-?in|check-?out|pick-?up|delivery|shipping|terms|warranty|appointment|rehearsal|training|lesson|meeting|call|session|review|check-?up|sync|scribe|minute-?taker|minutes taker|on call|on-call|approver|reviewer|assignee|reporter|stakeholders?|dependency|dependencies|depends on|blocked by|root cause|cause|impact|severity|workaround|resolution|outcome|result|results|score|language|stack|database|repo|repository|branch|environment|region|headquarters|hq|founded|industry|revenue|number|no|id|birthday|anniversary|hometown|nickname|job|occupation|hobby|hobbies|allergies|allergy|wifi|wi-fi|network|ssid|username|login|key|locker|dress code|theme|menu|guests|catering|capacity|expiry|expiry date|expires|renewal|frequency|cadence|schedule|shift|opening|closing|departure|arrival|mileage|tyre pressure|shoe|plan|group|department|team|title|role|headline|quote|estimate|invoice|payment|balance|discount|quantity|qty|stock|sku|lot|batch|employer|school|university|college|bank|insurer|insurance|phase|stage|shell|editor|browser|theme|tone|units|time zone|timezone|phone|telephone|mobile|instrument|pronouns|languages?)$/i;

const numbered =
  /^((?:order|invoice|ticket|room|bed|flight|case|bug|issue|booking|reservation|shipment|parcel|machine|table|gate|unit|hall|contract|po|p\.o\.|purchase order|work order|quote|claim|policy|lot|batch|locker|suite|dock|bay|sprint|release|version|build|project|part|batch|appointment|lane|apartment|flat|line|bus|truck|van)\s(?:no\.?\s|number\s)?#?[\p{L}\p{N}-]{0,8}\d[\p{L}\p{N}-]{0,12})(?:\s(for|from|of|to)\s(\p{Lu}[\p{L}\p{N} &'’.-]{1,40}))?$/iu;

const treated =
  /^(?:\p{L}{2,}ed|due|valid|open|bought|sold|paid|sent|written|built|taken|held)\s(?:by|to|on|until|till|from|in|for|with|at|through)$/iu;
const coming = /^(?:next|upcoming)\s\p{L}[\p{L} -]{2,30}$/iu;
const listed = new RegExp(
  String.raw`^(I|we|${name})(?:\s(?:have|has|had)|'ve|'s)(?:\sgot)?\s(?:(?:\p{L}+|\d+)\s){0,3}(\p{Ll}+)$`,
  "iu",
);
const person = new RegExp(`^(?:(?:Dr|Mr|Mrs|Ms|Prof)\\.?\\s)?${name}$`, "u");
/** Labels that begin with a capital and are no names. */
const noNames =
  /^(?:warning|error|caution|danger|tip|tips|hint|example|examples|step|fix|bug|feature|question|answer|title|subject|re|fwd|from|to|cc|bcc|sent|date|attachment|ingredients|recipe|method|instructions|directions|source|sources|links?|see|read|output|input|result|usage|options?|pros?|cons?|conclusion|introduction|chapter|verse|chorus|translation|original|dear|hi|hello|hey|thanks|system|user|assistant|human|ai|bot|model|prompt|response|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|yesterday|morning|afternoon|evening|shopping list|groceries|plan|rule|rules|goal|idea|ideas|topic|food|drinks|music|breakfast|lunch|dinner|home|work|school|health|travel|weather|likes|dislikes|interests|skills|languages|pets|family|friends|other|misc|todo|done|doing|blocked|in progress|backlog)$/i;

/** Whether a noun is one of what somebody or something has by a label. */
export function isAttribute(noun: string): boolean {
  return attributes.test(noun);
}

/** Whether a label names nothing that its text could be said of: "Step", "Question", "Monday". */
export function isNoName(label: string): boolean {
  return noNames.test(label);
}

/** What a label announces; undefined where it is none that is known. */
export function labelKind(text: string): LabelKind | undefined {
  const label = text.replace(/^(?:\*\*|__)|(?:\*\*|__)$/g, "").trim();
  const task = tasks.exec(label);
  if (task && /^(?:\p{Lu}|$)/u.test(task[1] ?? "")) return { kind: "tasks", key: "task", whose: task[1] ?? "" };
  if (reminders.test(label)) return { kind: "tasks", key: "reminder", whose: "" };
  if (announcements.test(label)) return { kind: "announcement", key: label.toLowerCase() };
  if (/^(?:today|tomorrow|this week|next week|later today|this afternoon|this morning)$/i.test(label)) return { kind: "agenda" };
  if (/^(?:blocked|blocking|stuck on|waiting for|waiting on)$/i.test(label))
    return { kind: "attribute", noun: label.toLowerCase(), of: undefined };
  const has = listed.exec(label);
  if (has && (relationOf(has[2] ?? "") ?? petKind(has[2] ?? "")) !== undefined)
    return { kind: "listed", owner: has[1] ?? "", noun: (has[2] ?? "").toLowerCase() };
  const number = numbered.exec(label);
  if (number) return { kind: "numbered", name: number[1] ?? "", whose: number[2] ?? "", whom: number[3] };
  const owned = new RegExp(`^(${name})['’]s? (\\p{Ll}.{1,40})$`, "u").exec(label);
  if (owned) {
    const of = owned[1] ?? "";
    const what = (owned[2] ?? "").toLowerCase();
    return attributes.test(what.split(" ").at(-1) ?? "") ? { kind: "attribute", noun: what, of: { person: of } } : undefined;
  }
  // "Assigned to", "Valid until"
  if (treated.test(label)) return { kind: "attribute", noun: label.toLowerCase(), of: undefined };
  if (coming.test(label)) return { kind: "attribute", noun: label.toLowerCase(), of: undefined };
  const [, before = label, of] = /^(.{2,40}?)\s(?:for|of|in|at|on)\s(?:the\s|our\s|my\s)?(\S.*)$/i.exec(label) ?? [];
  const noun = before.replace(/^(?:the|my|our|new|current|his|her)\s/i, "").toLowerCase();
  const head = noun.split(" ").at(-1) ?? "";
  const isShort = noun.split(" ").length <= 4;
  if (of === undefined && isShort && noun.split(" ").length <= 2 && !/['’]|^(?:i|we|he|she|they|has|have)\s/.test(noun)) {
    const relation = relationOf(head) ?? petKind(head);
    if (relation !== undefined || (!attributes.test(noun) && (roles.test(noun) || isOccupation(noun) || /\bcontact$/.test(noun))))
      return { kind: "role", noun };
  }
  if (isShort && (attributes.test(noun) || attributes.test(head))) return { kind: "attribute", noun, of };
  return person.test(label) && !noNames.test(label) ? { kind: "person", name: label } : undefined;
}
