import { normal } from "../rule.ts";
import { words } from "../words.ts";
import type { LineFact } from "./roster.ts";

/** Verbs with which people note what is to be done. */
const errands = new Set(
  words(`
    add adjust agree align analyse analyze announce answer apply approve arrange ask assemble assess assign attach attend audit back bake bleed
    block book borrow bring build buy call cancel change charge chase check circulate clarify clean clear close collect compare compile complete
    confirm contact convert cook copy create cut decide deep defrost delete deliver demo deploy descale design discuss distribute document
    double-check download draft draw drop dust edit email e-mail empty enrol escalate estimate evaluate exchange export extend feed fetch file
    fill finalise finalize find finish fix follow forward gather get give go grease hand hang help hire hoover inform inspect install invite invoice
    iron issue join keep label launch lay lend load look mail make mark measure meet mend merge message migrate monitor move mow negotiate
    notify oil onboard open order organise organize pack paint pay phone pick plan plant polish post postpone practise practice prepare present
    print propose prune publish pull purchase put query reach rebook rebuild recharge recycle refill refuel register release remind remove renew
    repair repay replace reply report repot request reschedule research reserve reset restart restock return review revise ring roll rotate
    run schedule scan sell send service set settle sew sharpen share ship shop shorten shortlist show sign sort speak start stop store submit sweep
    swap switch take talk tell test text thank tidy tighten top track train transfer translate trim try turn unblock update upgrade upload
    vacuum validate verify visit walk wash watch water wipe wrap write
  `),
);

/** Errands that nobody would ask of an assistant. */
const physical =
  /^(?:pick up|drop off|buy|water|mow|feed|wash|vacuum|hoover|iron|hang|paint|repair|mend|refill|refuel|defrost|descale|prune|repot|sweep|pay|renew|collect|walk the|take out|put out|return|bring|pack|charge|top up|sew|sharpen|bleed|oil|call|phone|ring|text|visit) \S/i;

const person = String.raw`\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}[\p{L}'’.-]{1,30})?`;
const assigned = new RegExp(
  String.raw`^(${person})(?:\s(?:&|and)\s(${person}))?(?:\s(?:to|will|must|is to|are to|has to|have to|needs? to|should|shall)\s|\s?[:–—]\s|\s-\s)(\p{Ll}\S*(?:\s.*)?)$`,
  "u",
);
/** "Hamid adds an expiry alert" */
const doing = new RegExp(String.raw`^(${person})\s(?!(?:is|was|has|does|as)\s)(\p{Ll}{2,20}s\s\S.*)$`, "u");
const inBrackets = new RegExp(
  String.raw`^(.{3,140}?)\s?(?:\((${person})\)|\[(${person})\]|\s[–—-]\s(${person})|@(${person}))$`,
  "u",
);
const expiring =
  /^(?:renew|extend|replace|update|use up|cancel)\s(?:(?:my|our|the)\s)?([\p{L} '-]{2,40}?)(?:,|\s?\(|\s[–—-])\s?(?:it\s)?(expires|expiring|runs out|due|ends|valid until|valid till)(?:\s(?:on|in|by))?\s([^()]{2,40})\)?$/iu;

/** Whether a text begins like a note of something to do: "call the bank", "Renew passport". */
export function isErrand(text: string): boolean {
  const [, verb = "", next = ""] = /^(\S{2,20})\s+(\S+)/.exec(text) ?? [];
  // "open on Mondays", "post office" and "test results" begin with a noun or an adjective.
  if (
    !errands.has(verb.toLowerCase()) ||
    /^(?:is|are|was|were|will|has|had|on|at|until|from|of|results?|office|plan|team|date|me)$/i.test(next)
  )
    return false;
  // "Invoice no. 12" and "Call with Ana" are nouns, too.
  if (/^(?:no\.?|nr\.?|number|#\S*)$/i.test(next) || /^call (?:with|w\/)$/i.test(`${verb} ${next}`)) return false;
  return !/^(?:open|close|clear|clean|complete)$/i.test(verb) || /^(?:the|a|an|my|our|all|up|out|new)$/i.test(next);
}

/** "Pick up the dry cleaning before Saturday.": what a person notes for themselves, and no wish of the assistant. */
export function isOwnErrand(text: string): boolean {
  return (
    physical.test(text) &&
    isErrand(text) &&
    !/[?]|\b(?:you|your|me|api|function|file|code|method|command|text|sentence|paragraph)\b/i.test(text)
  );
}

/** One thing to do, and whose it is: "Olu to chase the insurer", "send the brief (Lena)", "call the vet". */
export function taskOf(
  item: string,
  self: string,
  key: string,
  place: Pick<LineFact, "start" | "end">,
  anything: boolean,
): LineFact[] {
  const text = item.replace(/^\[ ?\]\s/, "").trim();
  if (text === "" || text.length > 160 || /^\[x\]/i.test(text) || /\?$/.test(text)) return [];
  const make = (name: string, value: string, as = "task"): LineFact[] =>
    name === "" || !/\s/.test(value) ? [] : [{ subject: { type: "Person", name }, key: as, value, confidence: normal, ...place }];
  const named = assigned.exec(text);
  if (named) {
    const [, first = "", second, deed = ""] = named;
    if (isErrand(deed) || / (?:to|will|must|is to|has to|needs to) /.test(text.slice(0, text.length - deed.length)))
      return [first, ...(second === undefined ? [] : [second])].flatMap((name) => make(name, deed));
  }
  const does = anything ? doing.exec(text) : null;
  if (does) return make(does[1] ?? "", does[2] ?? "");
  const behind = inBrackets.exec(text);
  if (behind && isErrand(behind[1] ?? "")) return make(behind[2] ?? behind[3] ?? behind[4] ?? behind[5] ?? "", behind[1] ?? "");
  if (!anything && !isErrand(text)) return [];
  const [, thing, word = "", when] = expiring.exec(text) ?? [];
  const ends: LineFact[] =
    thing === undefined || when === undefined
      ? []
      : [
          {
            subject: { type: "Thing", name: thing.trim() },
            key: word.toLowerCase() === "due" ? "due" : "expires",
            value: when,
            confidence: normal,
            ...place,
          },
        ];
  return [...make(self, text, key), ...ends];
}

/** The things to do that one line lists; commas divide them only where another one begins. */
export function itemsOf(text: string): string[] {
  const found: string[] = [];
  let open = "";
  // "pay Mr. Oduya" is one task.
  for (const part of text.split(/(;\s+|,\s+(?:and\s+)?|(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St|No))\.\s+)/)) {
    const isMark = /^(?:;|,|\.)\s/.test(part);
    if (isMark) open += part;
    else if (open !== "" && (/[;.]\s+$/.test(open) || isErrand(part) || assigned.test(part))) {
      found.push(open);
      open = part;
    } else open += part;
  }
  return [...found, open]
    .map((one) => withoutEnd(one.replace(/^[\s,;.]+/, "").replace(/^(?:\(\d{1,2}\)|\d{1,2}[.)])\s+/, "")))
    .filter((one) => one !== "");
}

/** A text without the marks and the "and" at its end. */
export function withoutEnd(text: string): string {
  let end = text.length;
  for (;;) {
    while (end > 0 && /[\s,;.|!]/.test(text.charAt(end - 1))) end -= 1;
    if (!/[\s,]and$/i.test(text.slice(Math.max(0, end - 4), end))) return text.slice(0, end);
    end -= 3;
  }
}
