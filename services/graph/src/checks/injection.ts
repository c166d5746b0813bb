/** The ways in which a stored text may try to give orders to a model that reads it. */
export type InjectionKind =
  | "instruction_override"
  | "role_override"
  | "tool_override"
  | "system_prompt_leak"
  | "prompt_template_injection"
  | "base64_instruction";

const earlier = String.raw`(?:all |any )?(?:of )?(?:the |your |my )?(?:previous|prior|earlier|above|preceding|existing|former)`;
const orders = String.raw`(?:instructions?|prompts?|rules|directions|directives|guidelines|context|messages)`;

const patterns: readonly (readonly [InjectionKind, RegExp])[] = [
  [
    "instruction_override",
    new RegExp(String.raw`\b(?:ignore|disregard|forget|override|bypass|do not follow)\s+${earlier}\s+${orders}`, "iu"),
  ],
  ["instruction_override", /\b(?:from now on|starting now),? (?:you|your) (?:must|will|should|answers?|only)\b/iu],
  ["instruction_override", /\b(?:new|updated|real) (?:system )?instructions?\s*:/iu],
  ["role_override", /\byou are (?:now|no longer) (?:a|an|the|in|my|bound|dan)\b/iu],
  [
    "role_override",
    /\b(?:act|behave|respond) as (?:if you (?:are|were) )?(?:an? )?(?:unrestricted|unfiltered|jailbroken|evil|root|admin)/iu,
  ],
  ["role_override", /\b(?:enable|enter|switch to|activate) (?:developer|god|jailbreak|admin|dan) mode\b/iu],
  ["role_override", /^[^\S\r\n\u2028\u2029]*(?:system|assistant)\s*:\s*\S/imu],
  [
    "tool_override",
    /\b(?:call|use|run) (?:the )?[\w.-]+ (?:tool|function|command)\b.{0,60}\b(?:without|not|don't) (?:ask|confirm|tell)/isu,
  ],
  ["tool_override", /<\/?(?:tool_call|function_call|function_calls|tool_use|invoke)\b/iu],
  ["tool_override", /"(?:tool_calls?|function_call)"\s*:/iu],
  [
    "system_prompt_leak",
    /\b(?:reveal|print|show|repeat|output|leak)\b.{0,40}\b(?:system|initial|hidden|original) (?:prompt|instruction)/isu,
  ],
  ["system_prompt_leak", /\bwhat (?:is|are|was|were) your (?:system|initial|hidden|original) (?:prompt|instructions?)\b/iu],
  ["prompt_template_injection", /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>/iu],
  ["prompt_template_injection", /\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|s)>\s*\[?/u],
  ["prompt_template_injection", /\{\{\s*(?:system|config|self|request|prompt)\b[^{}]*\}\}|\{%[^%]+%\}/iu],
  [
    "prompt_template_injection",
    /^[^\S\r\n\u2028\u2029]*###\s*(?:instruction|system|response)[^\S\r\n\u2028\u2029]*(?::[^\S\r\n\u2028\u2029]*)?$/imu,
  ],
];

export interface Injection {
  readonly kind: InjectionKind;
  /** The words that were found, with a little around them. */
  readonly snippet: string;
}

const around = 40;
const longestSnippet = 200;
/** What is read of one text: who hides an order behind more than this hides it from a model's context as well. */
const longestText = 200_000;

/** The first attempt of each kind in a text. A finding is a reason to look, not a verdict: people also write about such texts. */
export function injectionsIn(text: string): Injection[] {
  const read = text.slice(0, longestText);
  const found = new Map<InjectionKind, string>();
  for (const [kind, pattern] of patterns) {
    const match = found.has(kind) ? null : pattern.exec(read);
    if (match) found.set(kind, snippetAt(read, match.index, match[0].length));
  }
  const encoded = encodedIn(read);
  if (encoded !== undefined) found.set("base64_instruction", encoded);
  return [...found].map(([kind, snippet]) => ({ kind, snippet }));
}

function snippetAt(text: string, start: number, length: number): string {
  return text.slice(Math.max(0, start - around), Math.min(start + length + around, start + longestSnippet)).trim();
}

/** A run of Base64 that holds one of the other kinds. */
function encodedIn(text: string): string | undefined {
  for (const [run] of text.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g)) {
    const decoded = Buffer.from(run, "base64").toString("utf8");
    if (patterns.some(([, pattern]) => pattern.test(decoded))) return run.slice(0, longestSnippet);
  }
  return undefined;
}
