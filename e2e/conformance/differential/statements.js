/**
 * The statements of a program, each as the line on which it ends and its first word: they end at a `;` outside of strings, comments and
 * brackets. Regexes with quotes or brackets in them are beyond it.
 */
export function statementsOf(program) {
  const statements = [];
  let from = 0;
  let depth = 0;
  let line = 0;
  let lastLine = 0;
  let begun = false;
  for (let at = 0; at < program.length; at++) {
    const char = program[at];
    if (char === "\n") line++;
    else if (isComment(program, at)) at = program.indexOf("\n", at) - 1;
    else if (program.startsWith("/*", at)) {
      const after = program.indexOf("*/", at) + 1;
      line += program.slice(at, after).split("\n").length - 1;
      at = after;
    } else if (char === ";" && depth === 0) {
      if (begun) statements.push({ line, word: firstWord(program, from) });
      begun = false;
    } else if (char.trim() !== "") {
      if (!begun) from = at;
      lastLine = line;
      begun = true;
      if (`"'\`⟨`.includes(char)) {
        const after = stringEnd(program, at);
        line += program.slice(at, after).split("\n").length - 1;
        at = after;
      } else if ("([{".includes(char)) depth++;
      else if (")]}".includes(char)) depth--;
    }
    if (at < 0) break;
  }
  return begun ? [...statements, { line: lastLine, word: firstWord(program, from) }] : statements;
}

function firstWord(program, from) {
  return program
    .slice(from, from + 10)
    .split(/\W/, 1)[0]
    .toUpperCase();
}

function isComment(program, at) {
  return program.startsWith("--", at) || program[at] === "#" || program.startsWith("//", at);
}

function stringEnd(program, from) {
  const quote = program[from] === "⟨" ? "⟩" : program[from];
  let at = from + 1;
  while (at < program.length && program[at] !== quote) at += program[at] === "\\" ? 2 : 1;
  return at;
}
