/** How fast the parser reads, and how right it is on what lies outside of the repository. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { openParser, type Parser, type Sentence } from "@loci/parser";
import { heading, print, table } from "./report.ts";

const conversations = join(import.meta.dirname, "../recall/conversations");
/** Sentences a second on one core, the least that the reader of texts is meant to get. */
const limit = 500;
const rounds = 3;

export async function measureParser(): Promise<void> {
  const began = performance.now();
  const parser = await openParser();
  const loadMs = performance.now() - began;
  const treebank = await readTreebank(process.env["LOCI_TREEBANK"]);
  const rows: (string | number)[][] = [["texts", "sentences", "a second", "of 500"]];
  rows.push(["turns of conversations", ...speed(parser, await turns())]);
  if (treebank)
    rows.push([
      "sentences of the treebank",
      ...speed(
        parser,
        treebank.map(({ text }) => text),
      ),
    ]);
  heading(`The parser on one core, by processor time (loaded in ${loadMs.toFixed(0)} ms)`);
  table(rows);
  if (treebank) reportAccuracy(parser, treebank);
  else print("No accuracy: LOCI_TREEBANK names no file of Universal Dependencies (ewt-test.conllu.gz of UD English EWT).");
  const golden = process.env["LOCI_PARSER_GOLDEN"];
  if (golden !== undefined) reportAgreement(parser, JSON.parse(await readFile(golden, "utf8")) as Golden[]);
}

async function turns(): Promise<string[]> {
  const files = (await readdir(conversations)).filter((name) => name.endsWith(".json")).sort();
  const read = await Promise.all(files.map(async (file) => readFile(join(conversations, file), "utf8")));
  const parsed = read.map((text) => JSON.parse(text) as { sessions: { turns: { text: string }[] }[] });
  return parsed.flatMap(({ sessions }) => sessions.flatMap((session) => session.turns.map(({ text }) => text)));
}

/** Each text is parsed by itself; the best of some rounds. */
function speed(parser: Parser, texts: readonly string[]): [number, number, string] {
  let best = 0;
  let sentences = 0;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    sentences = texts.reduce((sum, text) => sum + parser.parse(text).length, 0);
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, sentences / ((user + system) / 1e6));
  }
  return [sentences, best, `${(best / limit).toFixed(2)} x`];
}

/** A word of the treebank: where it stands, its tag, and where its head stands (a root's is its own place). */
interface GoldWord {
  readonly span: string;
  readonly tag: string;
  head: string;
}

interface GoldSentence {
  readonly text: string;
  readonly words: readonly GoldWord[];
}

async function readTreebank(file: string | undefined): Promise<GoldSentence[] | undefined> {
  if (file === undefined) return undefined;
  const bytes = await readFile(file);
  const lines = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return lines.split("\n\n").flatMap((block) => {
    const text = /^# text = (.*)$/m.exec(block)?.[1];
    return text === undefined ? [] : [{ text, words: goldWords(text, block) }];
  });
}

/** Words that the text does not hold as they are (parts of a contraction that are spelled out) are left out. */
function goldWords(text: string, block: string): GoldWord[] {
  const rows = block.split("\n").flatMap((line) => (/^\d+\t/.test(line) ? [line.split("\t")] : []));
  let cursor = 0;
  const spans = rows.map(([, form = ""]) => {
    const at = text.indexOf(form, cursor);
    if (at < 0 || at > cursor + 3) return undefined;
    cursor = at + form.length;
    return `${at}-${cursor}`;
  });
  return rows.flatMap((row, i) => {
    const span = spans[i];
    const head = Number(row[6]);
    return span === undefined ? [] : [{ span, tag: row[4] ?? "", head: (head === 0 ? span : spans[head - 1]) ?? "" }];
  });
}

/**
 * Heads are compared without labels, and only as a figure to watch: the treebank makes content words heads, the parser prepositions
 * and auxiliaries, so that many differ by convention.
 */
function reportAccuracy(parser: Parser, treebank: readonly GoldSentence[]): void {
  let [gold, ours, found, tags, heads] = [0, 0, 0, 0, 0];
  for (const { text, words } of treebank) {
    const parsed = new Map(
      parser.parse(text).flatMap((sentence) => sentence.tokens.map((token) => [span(token), { token, sentence }])),
    );
    gold += words.length;
    ours += parsed.size;
    for (const word of words) {
      const one = parsed.get(word.span);
      if (!one) continue;
      found++;
      const head = one.sentence.tokens[one.token.head];
      if (one.token.tag === word.tag) tags++;
      if (head && span(head) === word.head) heads++;
    }
  }
  heading(`Against the treebank (${treebank.length} sentences)`);
  table(
    [
      ["words cut the same (F1)", (2 * found) / (gold + ours)],
      ["of these, tags", tags / found],
      ["of these, heads", heads / found],
    ].map(([name = "", share = 0]) => [name, Number(share).toFixed(4)]),
  );
}

const span = ({ start, end }: { readonly start: number; readonly end: number }) => `${start}-${end}`;

/** What `services/parser/scripts/golden.py` writes to the file that LOCI_PARSER_GOLDEN names. */
interface Golden {
  readonly text: string;
  readonly tokens: readonly (readonly (string | number)[])[];
  readonly names: readonly (readonly [number, number, string])[];
}

/** How often the parser says the same as spaCy itself. */
function reportAgreement(parser: Parser, golden: readonly Golden[]): void {
  const same = new Map<string, number>();
  let words = 0;
  let names = 0;
  let sameNames = 0;
  for (const { text, tokens, names: theirs } of golden) {
    const sentences = parser.parse(text);
    const rows = sentences.flatMap(rowsOf);
    words += tokens.length;
    names += theirs.length;
    const known = new Set(sentences.flatMap((sentence) => sentence.names.map(({ start, end, type }) => `${start} ${end} ${type}`)));
    sameNames += theirs.filter((name) => known.has(name.join(" "))).length;
    const byStart = new Map(rows.map((row) => [row[0], row]));
    for (const token of tokens) {
      const row = byStart.get(token[0] ?? -1);
      columns.forEach((column, i) => {
        if (row?.[i] === token[i]) same.set(column, (same.get(column) ?? 0) + 1);
      });
    }
  }
  heading(`Agreement with spaCy (${words} words)`);
  table([
    ...columns.map((column) => [column, ((same.get(column) ?? 0) / words).toFixed(5)]),
    ["names", (sameNames / names).toFixed(5)],
  ]);
}

const columns = ["start", "head", "text", "lemma", "tag", "pos", "morph", "label"] as const;

function rowsOf({ tokens }: Sentence): (string | number)[][] {
  return tokens.map(({ start, head, text, lemma, tag, pos, morph, label }) => {
    return [start, tokens[head]?.start ?? -1, text, lemma, tag, pos, morph, label];
  });
}
