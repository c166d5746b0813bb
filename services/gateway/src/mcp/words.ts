import { z } from "zod";
import { dataBlock, jsonBlock } from "./data-block.ts";

/** An answer in words, for a model whose client does not hand it the structured one. */
export type InWords = (body: unknown) => string;

/** What the words are made of; an answer without it is shown as it is. */
function words<S extends z.ZodType>(view: S, say: (seen: z.output<S>) => readonly string[]): InWords {
  return (body) => {
    const seen = view.safeParse(body);
    return seen.success ? say(seen.data).join("\n") : jsonBlock(body);
  };
}

const text = z.string();
const maybe = z.string().nullish();

const hit = z.object({
  id: text,
  source: text,
  text,
  score: z.number(),
  occurredAt: maybe,
  documentTitle: maybe,
  standing: maybe,
  validUntil: maybe,
  endedParts: z.array(z.object({ text, validUntil: text })).nullish(),
  disagreement: z.object({ uncertaintyIds: z.array(text) }).nullish(),
});

export const recallWords = words(
  z.object({
    hits: z.array(hit),
    contextHits: z.array(hit).nullish(),
    tier: text,
    trace: z.object({ traceId: text }),
    leftOut: z.number().nullish(),
  }),
  ({ hits, contextHits, tier, trace, leftOut }) => {
    const found = hits.length === 0 ? "Nothing is remembered about this." : `${counted(hits.length, "hit")}, best first.`;
    const lines = hits.map((one, at) => `${at + 1}. ${hitLine(one)}`);
    const around = (contextHits ?? []).map((one) => `- ${hitLine(one)}`);
    const all = around.length === 0 ? lines : [...lines, "From the same sections:", ...around];
    return [found, ...(all.length === 0 ? [] : [dataBlock(all)]), ...notAll(leftOut), `(tier ${tier}, ${trace.traceId})`];
  },
);

function notAll(leftOut: number | null | undefined): readonly string[] {
  return leftOut ? [`(${leftOut} more left out for length: ask with a larger maxTokens.)`] : [];
}

function hitLine(seen: z.output<typeof hit>): string {
  const { id, source, text: said, score, occurredAt, documentTitle, disagreement, standing, validUntil, endedParts } = seen;
  const ended = standing === "ended" ? [`ended${validUntil ? ` ${validUntil}` : ""}`] : [];
  const parts = standing === "ended" ? [] : (endedParts ?? []);
  const remarks = [
    source,
    `score ${score.toFixed(2)}`,
    ...(occurredAt ? [`known ${occurredAt}`] : []),
    ...(documentTitle ? [`in '${documentTitle}'`] : []),
    ...ended,
    ...parts.map((part) => `no longer so since ${part.validUntil}: ${part.text}`),
    ...(disagreement ? [`sources disagree: ${disagreement.uncertaintyIds.join(", ")}`] : []),
    id,
  ];
  return `${said} (${remarks.join("; ")})`;
}

/** The block is delimited where it is made. */
export const contextWords = words(z.object({ context: text }), ({ context }) => [
  context === "" ? "Nothing is remembered about this." : context,
]);

const extraction = z.object({
  entities: z.array(z.object({ id: text, name: text })),
  attributes: z.array(z.object({ entityId: text, key: text, value: text })),
  relations: z.array(z.object({ subject: text, label: text, object: text })),
  corrections: z.array(z.object({ entityId: text, key: text, oldValue: text, newValue: text })),
  instructions: z.array(z.object({ description: text })).nullish(),
  uncertainties: z.array(z.object({ about: text, reason: text })),
  decisions: z.array(z.object({ rule: text })).nullish(),
});

export const rememberWords = words(
  z.object({
    mode: text,
    turnId: maybe,
    chunkId: maybe,
    sessionId: text,
    deferred: z.boolean().nullish(),
    extraction: extraction.nullish(),
  }),
  ({ mode, turnId, chunkId, sessionId, deferred, extraction: read }) => {
    const head = mode === "preview" ? "Nothing was stored: this is what would be understood." : "Remembered.";
    const later = deferred ? " The text is kept; what it says is worked out in a moment." : "";
    const ids = [sessionId, turnId, chunkId].filter(Boolean).join(", ");
    const lines = read ? understoodLines(read) : [];
    const nothing = read && !deferred ? ["No fact was read from it: only its own words can be recalled."] : [];
    const understood = lines.length === 0 ? nothing : [dataBlock(["Understood:", ...lines])];
    return [`${head}${later}${ids === "" ? "" : ` (${ids})`}`, ...understood];
  },
);

function understoodLines({
  entities,
  attributes,
  relations,
  corrections,
  instructions,
  uncertainties,
  decisions,
}: z.output<typeof extraction>): readonly string[] {
  const ended = (decisions ?? []).filter(({ rule }) => rule === "negation").length;
  // In a preview nothing has an id yet.
  const names = new Map(entities.filter(({ id }) => id !== "").map(({ id, name }) => [id, `${name} `]));
  return [
    ...attributes.map(({ entityId, key, value }) => `- ${names.get(entityId) ?? ""}${key}: ${value}`),
    ...relations.map(({ subject, label, object }) => `- ${subject} ${label} ${object}`),
    ...corrections.map(
      ({ entityId, key, oldValue, newValue }) => `- corrected ${names.get(entityId) ?? ""}${key}: ${oldValue} → ${newValue}`,
    ),
    ...(ended === 0 ? [] : [`- ended: ${ended === 1 ? "a fact that was known" : `${ended} facts that were known`}`]),
    ...(instructions ?? []).map(({ description }) => `- instruction: ${description}`),
    ...uncertainties.map(({ about, reason }) => `- unsure about ${about}: ${reason}`),
  ];
}

export const reflectWords = words(
  z.object({ reflection: text, evidence: z.array(text), traceId: text, leftOut: z.number().nullish() }),
  ({ reflection, evidence, traceId, leftOut }) => [
    ...(reflection === "" ? ["The memory says nothing about this."] : [dataBlock(reflection.split("\n"))]),
    ...notAll(leftOut),
    `(evidence: ${evidence.join(", ") || "none"}; ${traceId})`,
  ],
);

export const forgetWords = words(
  z.object({
    deleted: z.number(),
    dryRun: z.boolean(),
    refs: z.array(z.object({ id: text, kind: text, label: text, extent: text, matchedBy: text, score: z.number() })),
    receipt: z.object({ id: text }).nullish(),
    leftOut: z.number().nullish(),
    nextOffset: z.number().nullish(),
  }),
  ({ deleted, dryRun, refs, receipt, leftOut, nextOffset }) => {
    const records = counted(deleted, "record");
    const head = dryRun
      ? `${records} would be forgotten; nothing was changed.`
      : `${records} forgotten${receipt ? " for good" : ""}.`;
    const shown = refs.map(({ id, label, extent, matchedBy, score }) => {
      const why = matchedBy === "meaning" ? `, by meaning ${score.toFixed(2)}` : matchedBy === "along" ? ", goes along" : "";
      return `- ${label} (${extent === "part" ? "these words of " : ""}${id}${why})`;
    });
    const rest = leftOut
      ? [`(${leftOut} more are not shown here${dryRun ? `: ask again with dryRun and offset ${nextOffset ?? 0}` : ""}.)`]
      : [];
    return [`${head}${receipt ? ` (${receipt.id})` : ""}`, ...(shown.length === 0 ? [] : [dataBlock(shown)]), ...rest];
  },
);

export const uploadWords = words(
  z.object({ id: text, status: text, deduplicated: z.boolean() }),
  ({ id, status, deduplicated }) => [
    deduplicated
      ? `The same document is there already: ${id} (${status}).`
      : `Taken: ${id} (${status}). It is read in the background; inspect ${id} tells how far it is.`,
  ],
);

const fact = z.object({
  id: text,
  key: maybe,
  value: maybe,
  subject: maybe,
  label: maybe,
  object: maybe,
  validFrom: maybe,
  validUntil: maybe,
  createdAt: text,
  knownUntil: maybe,
  uncertaintyIds: z.array(text),
});

const entityWords = words(
  z.object({
    entity: z.object({ id: text, entityType: text, name: text }),
    attributes: z.array(fact),
    relations: z.array(fact),
    uncertainties: z.array(z.object({ about: text, reason: text })),
  }),
  ({ entity, attributes, relations, uncertainties }) => [
    dataBlock([
      `${entity.entityType}/${entity.name} (${entity.id})`,
      ...[...attributes, ...relations].map(factLine),
      ...uncertainties.map(({ about, reason }) => `- unsure about ${about}: ${reason}`),
    ]),
  ],
);

const historyWords = words(z.object({ history: z.array(fact) }), ({ history }) => [
  dataBlock(["Its history, newest first:", ...history.map(factLine)]),
]);

/** One record by its kind; kinds that have no words of their own are shown as they are. */
export const inspectWords: InWords = (body) => {
  const { kind, leftOut } = z.object({ kind: text, leftOut: z.number().nullish() }).safeParse(body).data ?? {};
  return [kindWords(kind)(body), ...notAll(leftOut)].join("\n");
};

function kindWords(kind: string | undefined): InWords {
  if (kind === "entity") return entityWords;
  return kind === "attribute" || kind === "relation" ? historyWords : jsonBlock;
}

function factLine(one: z.output<typeof fact>): string {
  const said = one.subject ? `${one.subject} ${one.label ?? ""} ${one.object ?? ""}` : `${one.key ?? ""} = ${one.value ?? ""}`;
  const remarks = [
    `known ${one.createdAt}${one.knownUntil ? ` until ${one.knownUntil}` : ""}`,
    ...(one.validFrom || one.validUntil ? [`true ${one.validFrom ?? "…"} to ${one.validUntil ?? "now"}`] : []),
    ...(one.uncertaintyIds.length > 0 ? ["sources disagree"] : []),
    one.id,
  ];
  return `- ${said} (${remarks.join("; ")})`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
