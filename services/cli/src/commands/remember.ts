import { readFile } from "node:fs/promises";
import { Option, type Command } from "commander";
import { contextPath } from "../client.ts";
import { Failure, usage } from "../failure.ts";
import { collect, refuseFlags, scopesOf } from "../flags.ts";
import type { Connected, GlobalFlags, Session } from "../session.ts";
import type { Terminal } from "../terminal.ts";
import { inBatches, parseTranscript, type Message } from "../transcript.ts";
import { parseTriples } from "../triples.ts";
import { batchText, writtenText, type BatchAnswer, type WriteAnswer } from "./remember-text.ts";

interface Flags extends GlobalFlags {
  readonly infer?: string;
  readonly fromFile?: string;
  readonly transcript?: string;
  readonly scope?: readonly string[];
  readonly label?: readonly string[];
  readonly extract?: string;
  readonly triple?: readonly string[];
  readonly observedAt?: string;
  readonly session?: string;
}

/** Messages in one request: a long transcript goes in several, so that each is committed soon and a retry repeats little. */
const batchSize = 50;

export function define(command: Command, session: Session): void {
  command
    .argument("[text...]", "what to remember")
    .addOption(
      new Option("--infer <mode>", "how to read it (default full; none keeps it literal)").choices([
        "full",
        "triples",
        "preview",
        "none",
      ]),
    )
    .option("--from-file <path>", "read the text from a file, - for stdin")
    .option("--transcript <path>", "read a conversation: lines of 'speaker: text', or JSON Lines {role, content, ts}")
    .addOption(new Option("--extract <mode>", "for a transcript").choices(["whole_conversation", "per_message"]))
    .option("--triple <words...>", "a fact: Type/name key value; @Type/name as value is a relation (repeatable)")
    .option("--scope <path>", "store under this scope (repeatable)", collect)
    .option("--label <key=value>", "tag it (repeatable)", collect)
    .option("--observed-at <timestamp>", "when it was known (RFC 3339)")
    .option("--session <id>", "an existing session")
    .addHelpText(
      "after",
      `
Examples:
  loci remember "Mina moved to Lisbon in March." --scope team/travel
  loci remember --transcript call.txt --extract per_message
  loci remember --triple Person/Mina role architect --triple Person/Mina works_for @Organisation/Acme`,
    )
    .action(async (words: string[]) => remember(words, command, session));
  refuseFlags(command, {
    "--confidence": "how sure a fact is follows from where it was read.",
    "--trust": "what to trust is decided by the stream and the source of a statement.",
    "--location": "places are facts; say them in the text.",
  });
}

async function remember(words: readonly string[], command: Command, session: Session): Promise<void> {
  const flags = command.optsWithGlobals<Flags>();
  const sources = [words.length > 0, flags.fromFile !== undefined, flags.transcript !== undefined].filter(Boolean).length;
  if (sources > 1) throw usage("Give the text, --from-file or --transcript, one of them.");
  if (flags.transcript !== undefined) return rememberTranscript(flags, flags.transcript, command, session);
  if (flags.extract !== undefined) throw usage("--extract belongs to --transcript.");
  if (sources === 0 && flags.triple === undefined)
    throw usage("There is nothing to remember: give a text, --from-file, --transcript or --triple.");
  const text = flags.fromFile === undefined ? words.join(" ") : await readText(flags.fromFile, session.terminal);
  const { connection, send } = await session.data(command);
  const answer = await send<WriteAnswer>({
    method: "POST",
    path: contextPath(connection, "facts"),
    body: factsBody(flags, text),
    idempotent: true,
  });
  session.show(command, answer, (written) => writtenText(written, session.terminal));
}

function factsBody(flags: Flags, text: string): Record<string, unknown> {
  if (flags.triple !== undefined && flags.infer !== undefined && flags.infer !== "triples") {
    throw usage(`--triple states the facts itself: --infer ${flags.infer} does not go with it.`);
  }
  if (flags.infer === "triples" && flags.triple === undefined) throw usage("--infer triples needs --triple.");
  return {
    ...(text === "" ? {} : { text }),
    infer: flags.triple === undefined ? (flags.infer ?? "full") : "triples",
    ...(flags.triple === undefined ? {} : { triples: parseTriples(flags.triple) }),
    ...scopesOf(flags.scope),
    ...(flags.label === undefined ? {} : { labels: flags.label }),
    ...(flags.observedAt === undefined ? {} : { observed_at: flags.observedAt }),
    ...(flags.session === undefined ? {} : { session_id: flags.session }),
  };
}

async function rememberTranscript(flags: Flags, path: string, command: Command, session: Session): Promise<void> {
  if (flags.triple !== undefined) throw usage("--triple does not go with --transcript.");
  if (flags.infer === "triples" || flags.infer === "preview")
    throw usage(`--infer ${flags.infer} does not go with --transcript.`);
  const messages = parseTranscript(await readText(path, session.terminal)).map((message) =>
    flags.observedAt === undefined || message.ts !== undefined ? message : { ...message, ts: flags.observedAt },
  );
  const answer = await sendTranscript(await session.data(command), messages, flags, session.terminal);
  session.show(command, answer, (written) => batchText(written, messages.length, session.terminal));
}

async function sendTranscript(
  to: Connected,
  messages: readonly Message[],
  flags: Flags,
  terminal: Terminal,
): Promise<BatchAnswer> {
  const whole: { sessionId: string; turnIds: string[]; extractions: BatchAnswer["extractions"][number][]; deferred: boolean } = {
    sessionId: flags.session ?? "",
    turnIds: [],
    extractions: [],
    deferred: false,
  };
  for (const batch of inBatches(messages, batchSize)) {
    drawProgress(terminal, whole.turnIds.length, messages.length);
    try {
      const answer = await to.send<BatchAnswer>({
        method: "POST",
        path: contextPath(to.connection, "facts", "batch"),
        body: {
          messages: batch,
          ...(flags.infer === undefined ? {} : { infer: flags.infer }),
          ...(flags.extract === undefined ? {} : { extract: flags.extract }),
          ...scopesOf(flags.scope),
          ...(flags.label === undefined ? {} : { labels: flags.label }),
          ...(whole.sessionId === "" ? {} : { session_id: whole.sessionId }),
        },
        idempotent: true,
      });
      whole.sessionId = answer.sessionId;
      whole.turnIds.push(...answer.turnIds);
      whole.extractions.push(...answer.extractions);
      whole.deferred ||= answer.deferred === true;
    } catch (error) {
      clearProgress(terminal);
      if (!(error instanceof Failure) || whole.turnIds.length === 0) throw error;
      const kept = `${whole.turnIds.length} of ${messages.length} messages were stored, in ${whole.sessionId}; the rest was not.`;
      throw new Failure(`${error.message}\n  ${kept}`, error.exitCode, error.problem);
    }
  }
  clearProgress(terminal);
  return whole;
}

function drawProgress(terminal: Terminal, done: number, all: number): void {
  if (!terminal.showsProgress || all <= batchSize) return;
  const width = 24;
  const filled = Math.round((done / all) * width);
  terminal.note(`\r${"█".repeat(filled)}${"░".repeat(width - filled)} ${done}/${all} messages`);
}

function clearProgress(terminal: Terminal): void {
  if (terminal.showsProgress) terminal.note("\r\u001b[K");
}

async function readText(path: string, terminal: Terminal): Promise<string> {
  if (path === "-") return terminal.readInput();
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw usage(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
