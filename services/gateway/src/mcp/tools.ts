import { referenceForms } from "@loci/kernel";
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { maxTokensOfRecords, usualTokens, type Bounded } from "./bounds.ts";
import { uploadParts } from "./upload-parts.ts";
import type { Part } from "../multipart.ts";
import {
  contextWords,
  forgetWords,
  inspectWords,
  recallWords,
  reflectWords,
  rememberWords,
  uploadWords,
  type InWords,
} from "./words.ts";

/** What a tool hands to the REST route that does its work. */
export interface Asked {
  readonly query?: unknown;
  readonly body?: unknown;
  readonly parts?: AsyncIterable<Part>;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Written for a model that has to choose among tools. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** The route of REST that does its work: its schemas check the arguments, its body is the structured answer. */
  readonly operationId: string;
  /** The arguments that are shown, each with what a model has to know. The route takes all of its own, in every spelling. */
  readonly fields: Readonly<Record<string, string>>;
  /** What of its answer is bounded here, as its route does not. */
  readonly bounded?: Bounded;
  /** Whether a repetition with the same idempotency_key does nothing again. */
  readonly isRepeatable: boolean;
  readonly ask: (args: Readonly<Record<string, unknown>>) => Asked;
  readonly say: InWords;
}

const reads: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const adds: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

const asBody = (args: Readonly<Record<string, unknown>>): Asked => ({ body: args });
/** Numbers as a URL has them. */
const asText = (args: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, typeof value === "number" ? String(value) : value]));
const k = "How many hits at most.";
const within = (args: Readonly<Record<string, unknown>>) =>
  "maxTokens" in args || "max_tokens" in args ? args : { ...args, maxTokens: usualTokens };
const maxTokens =
  "How long the block may become, in tokens (estimated at four characters each). Default 2000; what had no room is counted.";
const includeEnded = "true shows what has ended too, marked. Default false: only what holds, and what nobody knows to have ended.";
const asOf = "RFC 3339. Answer as of what was known at this time, not now.";
const labels = "Only what bears all of these key=value labels.";

export const tools: readonly Tool[] = [
  {
    name: "remember",
    title: "Remember",
    description:
      "Store something for later conversations: a fact, preference, decision, or what a person just said. Use it when the person asks " +
      "you to remember, or states something lasting about themselves, their work or their wishes. Write one self-contained " +
      "statement with names instead of pronouns. Facts are worked out of the text and reconciled with what is known; where sources " +
      "disagree, both are kept and marked. Not for whole documents: use upload.",
    annotations: adds,
    operationId: "remember",
    fields: {
      text: "What to remember, in plain words.",
      infer:
        "full (default): work out facts from the text. none: keep the text as it is. preview: show what would be understood and " +
        "store nothing. triples: store the facts given in triples.",
      triples: "With infer=triples: facts as entity, key and value (or target, another entity).",
      labels: "key=value labels to find it by.",
      observedAt: "RFC 3339. When it was said or seen, where that is not now.",
      sessionId: "The conversation that it belongs to, as an earlier answer named it.",
    },
    isRepeatable: true,
    ask: asBody,
    say: rememberWords,
  },
  {
    name: "recall",
    title: "Recall",
    description:
      "Search the memory and get single hits with their source, score, time and ids: facts, past statements and passages of documents. " +
      "Use it before you answer anything that may depend on earlier conversations or on uploaded documents, and when you need ids " +
      "or provenance. For one ready-made block of background use context. Says so where sources disagree.",
    annotations: reads,
    operationId: "recall",
    fields: {
      query: "What you want to know, as a question or keywords, with names.",
      k,
      mode: "hybrid (default) suits nearly always. vector: by meaning. bm25: by words. graph: along relations.",
      include: "facts, passages or both (default).",
      maxTokens: maxTokensOfRecords,
      asOf,
      includeEnded,
      labels,
    },
    isRepeatable: false,
    ask: (args) => ({ body: { source: "mcp", ...within(args) } }),
    say: recallWords,
  },
  {
    name: "context",
    title: "Context block",
    description:
      "Get one block of text with what is remembered about a topic or message, delimited as data and ready to be read as background. " +
      "Use it at the start of a task or turn. For single hits with ids, scores and times use recall.",
    annotations: reads,
    operationId: "context",
    fields: { query: "The topic, question or message at hand.", k, maxTokens, asOf, includeEnded, labels },
    isRepeatable: false,
    ask: asBody,
    say: contextWords,
  },
  {
    name: "reflect",
    title: "Reflect",
    description:
      "Get a synthesis of what the memory says about a question: patterns and conclusions over many records, with the ids of the " +
      "evidence. Slower than recall. Use it for 'what do we know about…' or 'how has … changed', not to look up one fact.",
    annotations: { ...adds, idempotentHint: true },
    operationId: "reflect",
    fields: {
      query: "The question to think about.",
      persist: "true stores the conclusions too, as derived facts of lower trust. Default false: nothing is stored.",
      k: "How many records to think over at most.",
    },
    bounded: { lists: [["persistedAttributes"], ["evidence"]] },
    isRepeatable: true,
    ask: asBody,
    say: reflectWords,
  },
  {
    name: "forget",
    title: "Forget",
    description:
      "Make the memory forget what a description matches. Use it only when the person asks for it. Call it with dryRun=true first, " +
      "show what matches (all pages of it), and go on once that is right: it takes effect at once.",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    operationId: "forget",
    fields: {
      query: "What to forget, described in plain words, as narrowly as possible.",
      dryRun: "true only shows and counts what matches; nothing is forgotten.",
      purge: "true erases for good, history too, and cannot be undone. Default false: the records expire and stay in the history.",
    },
    bounded: { pages: "refs" },
    isRepeatable: true,
    ask: asBody,
    say: forgetWords,
  },
  {
    name: "upload",
    title: "Upload a document",
    description:
      "Add a document to the memory, so that recall finds its passages and facts: a text in content, or a file's bytes in base64. " +
      "Exactly one of both. It is read in the background: the answer names the document, and inspect with its id tells how far it " +
      "is. The same content twice is stored once. For a short statement use remember.",
    annotations: { ...adds, idempotentHint: true },
    operationId: "uploadDocument",
    fields: {
      filename: "Its name; the ending tells the format, such as notes.md or report.pdf.",
      title: "A title to show.",
      source: "Where it comes from, such as a URL.",
      mimeType: "Its media type, where the name does not tell.",
      labels: "key=value labels for the document and its passages.",
      observedAt: "RFC 3339. When what it says was known.",
    },
    isRepeatable: true,
    ask: (args) => ({ parts: uploadParts(args) }),
    say: uploadWords,
  },
  {
    name: "inspect",
    title: "Inspect",
    description:
      "Look at one record with its history, sources and the decisions about it: why something is remembered, what it replaced, how far a " +
      "document is. Takes an id from another tool's answer, or a name such as Person/Mina. Without a ref: how many records there are, and their health.",
    annotations: reads,
    operationId: "inspect",
    fields: {
      ref: `${referenceForms}.`,
      asOf,
      atInstant: "RFC 3339. What was true at this time.",
      validFrom: "RFC 3339. With validUntil: what was true in this span.",
      validUntil: "RFC 3339. The end of that span.",
      maxTokens: maxTokensOfRecords,
    },
    isRepeatable: false,
    ask: (args) => ({ query: asText(within(args)) }),
    say: inspectWords,
  },
];
