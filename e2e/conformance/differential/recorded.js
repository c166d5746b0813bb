/** A case as it is written down: a program, with what the peer gives to each of its statements. */
import { ask } from "./engine.js";
import { statementsOf } from "./statements.js";

const isExpectation = (line) => /^--(?:>|!|\?|\|)/.test(line);

/** The cases of a file, each as its lines; before them the lines that stand before the first. */
export function splitCases(text) {
  const cases = [[]];
  for (const line of text.trimEnd().split("\n")) {
    if (line.startsWith("-- # ")) cases.push([]);
    cases.at(-1).push(line);
  }
  return cases;
}

/** Which statements are marked as giving any value. */
function anyValues(lines) {
  const marks = lines.filter((line) => /^--(?:>|!|\?)/.test(line));
  return marks.map((line) => line.startsWith("--?"));
}

function written(mark, text) {
  const [first, ...rest] = text.split("\n");
  return [`${mark} ${first}`, ...rest.map((line) => `--|${line}`)];
}

function expectationOf({ value, error, refusal, none }, any) {
  if (none === true) return [];
  if (refusal !== undefined) return written("--!!", refusal);
  if (error !== undefined) return written("--!", error);
  // The stamps of changes are moments.
  return any || value === undefined ? ["--?"] : written("-->", value.replaceAll(/versionstamp: \d+/gu, "versionstamp: 0"));
}

/** Bare programs carry `--?` marks only where they stand right after a statement that ends there. */
function anyMarksByStatement(lines) {
  const bare = [];
  const marked = new Set();
  for (const line of lines) {
    if (!isExpectation(line)) bare.push(line);
    else if (line.startsWith("--?")) marked.add(bare.length - 1);
  }
  return { bare, marked };
}

/**
 * The engine answers nothing to the COMMIT or CANCEL of a block that failed; newer ones do, so that anything will do there. Nor does it
 * answer to what stands between a block's RETURN and its end.
 */
function withEndsOfFailed(given, statements) {
  let missing = statements.length - given.length;
  const all = [...given];
  for (const [index, { word }] of statements.entries()) {
    const failed = index > 0 && all.slice(blockBegin(statements, index), index).some(({ error }) => error !== undefined);
    if (missing > 0 && word !== "COMMIT" && all[index - 1]?.returned === true) {
      all.splice(index, 0, { returned: true, none: true });
      missing--;
      continue;
    }
    if (word === "RETURN" && blockBegin(statements, index) > blockEnd(statements, index))
      all[index] = { ...all[index], returned: true };
    if ((word !== "COMMIT" && word !== "CANCEL") || !failed || missing <= 0) continue;
    all.splice(index, 0, { value: undefined });
    missing--;
  }
  return all;
}

function blockBegin(statements, index) {
  return statements.slice(0, index).findLastIndex(({ word }) => word === "BEGIN");
}

function blockEnd(statements, index) {
  return statements.slice(0, index).findLastIndex(({ word }) => word === "COMMIT" || word === "CANCEL");
}

/** @param lines a case, recorded or bare @param file named where the peer's answers do not fit the statements @returns the lines with the peer's answers */
export async function recordCase(lines, file) {
  if (lines.some((line) => line.startsWith("-- kept: "))) return [...lines.join("\n").trimEnd().split("\n"), ""];
  const { bare, marked } = anyMarksByStatement(lines);
  while (bare.at(-1)?.trim() === "") bare.pop();
  const program = `${bare.join("\n")}\n`;
  let given = await ask(program);
  const title = bare[0].slice("-- # ".length);
  if (given[0]?.refusal !== undefined) return [...bare, ...expectationOf(given[0], false), ""];
  const statements = statementsOf(program);
  given = withEndsOfFailed(given, statements);
  const ends = statements.map(({ line }) => line);
  const marks = anyValues(lines);
  if (ends.length !== given.length) console.error(`${file}: ${title}: ${ends.length} statements, ${given.length} results`);
  const after = new Map();
  for (const [index, each] of given.entries()) {
    const line = ends[index] ?? bare.length - 1;
    const alone = ends.filter((other) => other === line).length === 1;
    const any = alone ? marked.has(line) : marks.length === given.length && marks[index];
    after.set(line, [...(after.get(line) ?? []), ...expectationOf(each, any)]);
  }
  return [...bare.flatMap((line, index) => [line, ...(after.get(index) ?? [])]), ""];
}
