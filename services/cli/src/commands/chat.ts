import type { Loci } from "@loci/client";
import type { Command } from "commander";
import { citationLines, type Citation } from "../citations.ts";
import { Failure, usage } from "../failure.ts";
import { givenText, readsInput } from "../given-text.ts";
import { collect, examples, placeOf, userOption } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { printable, wrap, type Terminal } from "../terminal.ts";

interface Flags extends GlobalFlags {
  readonly session?: string;
  readonly scope?: readonly string[];
  readonly user?: string;
  readonly label?: readonly string[];
  readonly asOf?: string;
  readonly atInstant?: string;
  readonly includeEnded?: boolean;
  readonly stream: boolean;
}

interface ChatAnswer {
  readonly reply: string;
  readonly citations: readonly Citation[];
  readonly sessionId: string;
  readonly traceId: string;
}

const nothingToAsk = "There is nothing to ask: give a message.";

export function define(command: Command, session: Session): void {
  command
    .argument("[message...]", "what to ask; from stdin for -, or where it is piped in; else a conversation, on a terminal")
    .option("--session <id>", "go on in this session")
    .option("--scope <path>", "what is said belongs to this scope (repeatable)", collect)
    .addOption(userOption("talk as this end user: their scope, and their I"))
    .option("--label <key=value>", "look only at what is tagged so (repeatable)", collect)
    .option("--as-of <timestamp>", "answer from what was known at that time (RFC 3339)")
    .option("--at-instant <timestamp>", "answer from what held in the world at that time (RFC 3339)")
    .option("--include-ended", "answer from what has ended too")
    .option("--no-stream", "print the answer when it is whole")
    .addHelpText(
      "after",
      examples(
        'loci chat "Where does Mina live?"',
        "loci chat --scope team/travel",
        'loci chat "And since when?" --session session:01jq…',
        "loci chat < question.txt",
      ),
    )
    .action(async (words: string[]) => {
      const flags = command.optsWithGlobals<Flags>();
      const { terminal } = session;
      const converses = words.length === 0 && !readsInput(words, terminal);
      if (converses && flags.json) throw usage("A conversation is for a terminal: under --json give the message.");
      const message = converses ? "" : await givenText(words, terminal, nothingToAsk);
      const { loci } = await session.data(command);
      const ask = (message: string, sessionId: string | undefined) => answered(loci, { message, sessionId }, flags, terminal);
      if (converses) return converse(ask, flags, terminal);
      const answer = await ask(message, flags.session);
      session.show(command, answer, (given) => afterword(given, terminal));
    });
}

interface Question {
  readonly message: string;
  readonly sessionId: string | undefined;
}

/** Asks; the reply is on the terminal when this ends, but under --json. */
async function answered(loci: Loci, question: Question, flags: Flags, terminal: Terminal): Promise<ChatAnswer> {
  const labels = flags.label === undefined ? {} : { labels: [...flags.label] };
  const { asOf, atInstant, includeEnded } = flags;
  const body = { ...question, ...placeOf(flags), ...labels, asOf, atInstant, includeEnded };
  if (flags.json || !flags.stream) {
    const answer = await loci.chat(body);
    if (!flags.json) terminal.print(wrap(answer.reply, terminal.columns));
    return answer;
  }
  let ended = true;
  try {
    for await (const event of loci.chatStream(body)) {
      if (event.type === "delta") {
        terminal.write(printable(event.text));
        ended = event.text.endsWith("\n");
      } else if (event.type === "done") return event;
    }
  } finally {
    // What is said next, of sources or of a failure, begins a line of its own.
    if (!ended) terminal.print();
  }
  throw new Failure("The answer broke off before its end.");
}

function afterword({ citations, sessionId, traceId }: ChatAnswer, terminal: Terminal): string {
  return [...citationLines(citations, terminal), terminal.style.dim(wrap(`${sessionId} · ${traceId}`, terminal.columns))].join(
    "\n",
  );
}

/** Question and answer in one session, until an empty line or Ctrl-D. */
async function converse(
  ask: (message: string, sessionId: string | undefined) => Promise<ChatAnswer>,
  flags: Flags,
  terminal: Terminal,
) {
  let sessionId = flags.session;
  let isBegun = false;
  terminal.note(terminal.style.dim("An empty line ends the conversation.\n"));
  for (;;) {
    const message = await terminal.ask("> ");
    if (message === undefined && !isBegun) throw usage(nothingToAsk);
    if (!message) break;
    const answer = await ask(message, sessionId);
    sessionId = answer.sessionId;
    isBegun = true;
    for (const line of citationLines(answer.citations, terminal)) terminal.print(line);
  }
  if (sessionId !== undefined) terminal.note(terminal.style.dim(`Go on with: loci chat --session ${sessionId}\n`));
}
