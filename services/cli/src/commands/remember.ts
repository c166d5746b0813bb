import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { failureOf } from "../explain.ts";
import { Failure, messageOf, usage } from "../failure.ts";
import { choice, collect, examples, placeOf, refuseFlags, userOption } from "../flags.ts";
import { givenText, maxTextBytes } from "../given-text.ts";
import { interruptible } from "../interrupt.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { startProgress } from "../progress.ts";
import type { Terminal } from "../terminal.ts";
import { inBatches, parseTranscript, type Message } from "../transcript.ts";
import { parseTriples } from "../triples.ts";
import { batchText, writtenText, type BatchAnswer } from "./remember-text.ts";

const inferModes = ["full", "triples", "preview", "none"] as const;
const extractModes = ["whole_conversation", "per_message"] as const;

interface Flags extends GlobalFlags {
  readonly infer?: (typeof inferModes)[number];
  readonly fromFile?: string;
  readonly transcript?: string;
  readonly scope?: readonly string[];
  readonly user?: string;
  readonly label?: readonly string[];
  readonly extract?: (typeof extractModes)[number];
  readonly triple?: readonly string[];
  readonly observedAt?: string;
  readonly session?: string;
}

/** Messages in one request: a long transcript goes in several, so that each is committed soon and a retry repeats little. */
const batchSize = 50;
/** It is held in memory as a whole. */
const maxTranscriptBytes = 256 * 1024 * 1024;

export function define(command: Command, session: Session): void {
  command
    .argument("[text...]", "what to remember; from stdin where none is given, or for -")
    .addOption(choice("--infer <mode>", "how to read it (default full; none keeps it literal)", inferModes))
    .option("--from-file <path>", "read the text from a file, - for stdin")
    .option("--transcript <path>", "read a conversation: lines of 'speaker: text', or JSON Lines {role, content, ts}")
    .addOption(choice("--extract <mode>", "for a transcript", extractModes))
    .option("--triple <words...>", "a fact: Type/name key value; @Type/name as value is a relation (repeatable)")
    .option("--scope <path>", "store under this scope (repeatable)", collect)
    .addOption(userOption("whom it is of, by your own id for an end user (in the place of --scope)"))
    .option("--label <key=value>", "tag it (repeatable)", collect)
    .option("--observed-at <timestamp>", "when it was known (RFC 3339)")
    .option("--session <id>", "an existing session")
    .addHelpText(
      "after",
      examples(
        'loci remember "Mina moved to Lisbon in March." --scope team/travel',
        "loci remember --transcript call.txt --extract per_message",
        "loci remember --triple Person/Mina works_for @Organisation/Acme",
        "git log -1 --format=%B | loci remember --infer none",
      ),
    )
    .action(async (words: string[]) => remember(words, command, session));
  refuseFlags(command, {
    "--confidence": "how sure a fact is follows from where it was read. Say what you know, and from whom, in the text.",
    "--trust": "it follows from the source: a document weighs more than a conversation. 'loci documents upload' adds one.",
    "--location": "a place is a fact like others. Say it in the text, or with --triple.",
  });
}

async function remember(words: readonly string[], command: Command, session: Session): Promise<void> {
  const flags = command.optsWithGlobals<Flags>();
  const { terminal } = session;
  const sources = [words.length > 0, flags.fromFile !== undefined, flags.transcript !== undefined].filter(Boolean).length;
  if (sources > 1) throw usage("Give the text, --from-file or --transcript, one of them.");
  if (flags.transcript !== undefined) return rememberTranscript(flags, flags.transcript, command, session);
  if (flags.extract !== undefined) throw usage("--extract belongs to --transcript.");
  // With --triple a text is no must: then nothing but "-" reads stdin.
  const needsNone = sources === 0 && flags.triple !== undefined;
  const body = factsBody(flags, needsNone ? "" : await toRemember(words, flags, terminal));
  const { loci } = await session.data(command);
  const answer = await loci.call("remember", { body });
  session.show(command, answer, (written) => writtenText(written, session.terminal));
}

function toRemember(words: readonly string[], { fromFile }: Flags, terminal: Terminal): Promise<string> {
  if (fromFile !== undefined) return readText(fromFile, terminal, maxTextBytes);
  const missing = "There is nothing to remember: give a text, --from-file, --transcript or --triple, or pipe a text in.";
  return givenText(words, terminal, missing);
}

function factsBody(flags: Flags, text: string) {
  if (flags.triple !== undefined && flags.infer !== undefined && flags.infer !== "triples") {
    throw usage(`--triple states the facts itself: --infer ${flags.infer} does not go with it.`);
  }
  if (flags.infer === "triples" && flags.triple === undefined) throw usage("--infer triples needs --triple.");
  return {
    ...(text === "" ? {} : { text }),
    infer: flags.triple === undefined ? (flags.infer ?? "full") : ("triples" as const),
    ...(flags.triple === undefined ? {} : { triples: parseTriples(flags.triple) }),
    ...placeOf(flags),
    ...(flags.label === undefined ? {} : { labels: [...flags.label] }),
    observedAt: flags.observedAt,
    sessionId: flags.session,
  };
}

async function rememberTranscript(flags: Flags, path: string, command: Command, session: Session): Promise<void> {
  if (flags.triple !== undefined) throw usage("--triple does not go with --transcript.");
  if (flags.infer === "triples" || flags.infer === "preview") throw usage(`--infer ${flags.infer} does not go with --transcript.`);
  const messages = parseTranscript(await readText(path, session.terminal, maxTranscriptBytes)).map((message) =>
    flags.observedAt === undefined || message.ts !== undefined ? message : { ...message, ts: flags.observedAt },
  );
  const answer = await sendTranscript(command, messages, flags, session);
  session.show(command, answer, (written) => batchText(written, messages.length, session.terminal));
}

async function sendTranscript(
  command: Command,
  messages: readonly Message[],
  flags: Flags,
  session: Session,
): Promise<BatchAnswer> {
  const { loci } = await session.data(command);
  const whole: { sessionId: string; turnIds: string[]; extractions: BatchAnswer["extractions"][number][]; deferred: boolean } = {
    sessionId: flags.session ?? "",
    turnIds: [],
    extractions: [],
    deferred: false,
  };
  const options = {
    label: "Remembering",
    total: messages.length,
    unit: "messages",
    quiet: flags.json ?? messages.length <= batchSize,
  };
  const progress = await startProgress(session.terminal, options);
  const send = async (batch: readonly Message[], signal: AbortSignal) => {
    const body = {
      messages: [...batch],
      infer: flags.infer,
      extract: flags.extract,
      ...placeOf(flags),
      ...(flags.label === undefined ? {} : { labels: [...flags.label] }),
      ...(whole.sessionId === "" ? {} : { sessionId: whole.sessionId }),
    };
    return loci.call("rememberBatch", { body }, { signal });
  };
  try {
    await interruptible(session.terminal, async (signal) => {
      for (const batch of inBatches(messages, batchSize)) {
        const answer = await send(batch, signal);
        whole.sessionId = answer.sessionId;
        whole.turnIds.push(...answer.turnIds);
        whole.extractions.push(...answer.extractions);
        whole.deferred ||= answer.deferred;
        progress.to(whole.turnIds.length);
      }
    });
  } catch (error) {
    if (whole.turnIds.length === 0) throw error;
    const failure = failureOf(error, session.lastConnection());
    const kept = `${whole.turnIds.length} of ${messages.length} messages were stored, in ${whole.sessionId}; the rest was not.`;
    throw new Failure(`${failure.message}\n  ${kept}`, failure.exitCode, failure.problem);
  } finally {
    progress.stop();
  }
  return whole;
}

/** @param maxBytes of stdin; a file is as long as its owner wants */
async function readText(path: string, terminal: Terminal, maxBytes: number): Promise<string> {
  if (path === "-") return terminal.readInput(maxBytes);
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw usage(`${path} cannot be read: ${messageOf(error)}`);
  }
}
