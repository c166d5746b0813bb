import { wrongArguments } from "../../messages/functions.ts";
import { compareTexts } from "../../values/order.ts";
import { int, string } from "../arguments.ts";
import { family, pure, type Definition } from "../function.ts";

/** A version as semver.org has it, with numbers of 64 bits. */
export interface Version {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly pre: string;
  readonly build: string;
}

type Part = "major" | "minor" | "patch";

const largestPart = 2n ** 64n - 1n;
// Linear: what may follow each character is never two things.
const pattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

/** Undefined where the text is no version. */
export function parseVersion(text: string): Version | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [, major = "", minor = "", patch = "", pre = "", build = ""] = found;
  const version = { major: BigInt(major), minor: BigInt(minor), patch: BigInt(patch), pre, build };
  const tooLarge = version.major > largestPart || version.minor > largestPart || version.patch > largestPart;
  return tooLarge || pre.split(".").some((word) => /^0\d+$/.test(word)) ? undefined : version;
}

function print({ major, minor, patch, pre, build }: Version): string {
  return `${major}.${minor}.${patch}${pre === "" ? "" : `-${pre}`}${build === "" ? "" : `+${build}`}`;
}

function required(name: string, text: string, problem = "Invalid semantic version"): Version {
  const version = parseVersion(text);
  if (version === undefined) throw wrongArguments(name, problem);
  return version;
}

const get = (part: Part): Definition => pure([string], ([text], _context, name) => BigInt.asIntN(64, required(name, text)[part]));

const raise = (part: Part): Definition =>
  pure([string], ([text], _context, name) => {
    const version = required(name, text);
    const smaller = part === "major" ? { minor: 0n, patch: 0n } : part === "minor" ? { patch: 0n } : {};
    return print({ ...version, [part]: BigInt.asUintN(64, version[part] + 1n), ...smaller });
  });

const set = (part: Part): Definition =>
  pure([string, int], ([text, to], _context, name) => print({ ...required(name, text), [part]: BigInt.asUintN(64, to) }));

/** `string::semver::…` */
export const versions = family("string::semver", {
  compare: pure([string, string], ([left, right], _context, name) => {
    const a = required(name, left, "Invalid semantic version string for left argument");
    const b = required(name, right, "Invalid semantic version string for right argument");
    return BigInt(Math.sign(compareVersions(a, b)));
  }),
  "inc::major": raise("major"),
  "inc::minor": raise("minor"),
  "inc::patch": raise("patch"),
  major: get("major"),
  minor: get("minor"),
  patch: get("patch"),
  "set::major": set("major"),
  "set::minor": set("minor"),
  "set::patch": set("patch"),
});

function compareVersions(a: Version, b: Version): number {
  for (const part of ["major", "minor", "patch"] as const) {
    if (a[part] !== b[part]) return a[part] < b[part] ? -1 : 1;
  }
  // A version before a release is smaller than the release.
  if ((a.pre === "") !== (b.pre === "")) return a.pre === "" ? 1 : -1;
  return compareWords(a.pre, b.pre) || compareWords(a.build, b.build);
}

/** Word by word: numbers by worth and before all others; the one with more words is larger. */
function compareWords(a: string, b: string): number {
  if (a === b) return 0;
  if (a === "" || b === "") return a === "" ? -1 : 1;
  const left = a.split(".");
  const right = b.split(".");
  for (const [index, word] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const difference = compareWord(word, other);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function compareWord(a: string, b: string): number {
  const isNumber = /^\d+$/.test(a);
  if (isNumber !== /^\d+$/.test(b)) return isNumber ? -1 : 1;
  return (isNumber ? a.length - b.length : 0) || compareTexts(a, b);
}
