/** The reserved words: as the name of a table or field they are written in backticks. */
const reserved = new Set(
  (
    "AFTER ALL ALTER BEFORE BEGIN BREAK BY CANCEL COMMIT CONTINUE CREATE DEFINE DELETE DIFF FALSE FOR FUNCTION IF INFO INSERT KILL LET LIVE " +
    "NONE NULL OPTION REBUILD RELATE REMOVE RETURN SELECT SEQUENCE SHOW SLEEP TABLE TB THROW TRUE UPDATE UPSERT USE VALUE WHERE RAND"
  ).split(" "),
);

/** Words that are numbers, written so. */
const numberNames = new Set(["NaN", "Infinity"]);

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\f": "\\f",
  "\b": "\\u{8}",
  "\0": "\\0",
};

/** A text between quotes: double ones where it holds a single one, so that little needs a backslash. */
export function printString(text: string): string {
  return quoted(text, text.includes("'") ? '"' : "'");
}

/** A text between the given quotes, with backslashes before what would end or change it. */
export function quoted(text: string, quote: string): string {
  let out = quote;
  for (const character of text) out += character === quote ? `\\${quote}` : (escapes[character] ?? character);
  return out + quote;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a text is letters, digits and underscores of ASCII, and at least one. */
function isWord(text: string): boolean {
  if (text === "") return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isAsciiLetter(code) && !isDigit(code) && code !== 95) return false;
  }
  return true;
}

/** A name (of a table, field, function, …) as a statement needs it: as it is, or in backticks. */
export function printName(name: string): string {
  return isWord(name) && !isDigit(name.charCodeAt(0)) && !reserved.has(name.toUpperCase()) && !numberNames.has(name)
    ? name
    : quoted(name, "`");
}

/** A name as messages have it: words that a statement could not have as they are need no backticks there. */
export function sayName(name: string): string {
  return isWord(name) && !isDigit(name.charCodeAt(0)) ? name : quoted(name, "`");
}

/** The table of a record id: reserved words and digits in front need no backticks, for a colon follows; digits alone do. */
export function printRecordTable(table: string): string {
  return isWord(table) && !/^\d+$/.test(table) && !numberNames.has(table) ? table : quoted(table, "`");
}

/** A record key that is a text: in backticks where it could be read as a number, or is no word. */
export function printStringKey(key: string): string {
  const isPlain = isWord(key) && [...key].some((character) => isAsciiLetter(character.charCodeAt(0))) && !numberNames.has(key);
  return isPlain ? key : quoted(key, "`");
}

/** The key of an object: as it is, or in double quotes. */
export function printObjectKey(key: string): string {
  return isWord(key) && !isDigit(key.charCodeAt(0)) ? key : quoted(key, '"');
}

/** The path of a file: a backslash before all but ASCII letters, digits, `-`, `_`, `.` and, where allowed, `/`. */
export function printFilePath(text: string, slash: boolean): string {
  let out = "";
  for (const character of text) {
    const plain = isWord(character) || character === "-" || character === "." || (slash && character === "/");
    out += plain ? character : `\\${character}`;
  }
  return out;
}
