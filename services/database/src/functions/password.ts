import { pbkdf2, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import bcrypt from "bcryptjs";
import { hashPassword, passwordMatches } from "../catalog/passwords.ts";
import { ask, type Effect } from "../interpret/effect.ts";
import { functionExpects } from "../messages/functions.ts";
import type { Value } from "../values/value.ts";
import { family, type Definition, type Family, type FunctionContext } from "./function.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { kindName } from "./type/kind-name.ts";

/** One way of hashing passwords, in the format of PHC strings (bcrypt in its own). */
interface Scheme {
  readonly generate: (password: string, context: FunctionContext) => Promise<string>;
  readonly compare: (hash: string, password: string) => Promise<boolean>;
}

/** Foreign hashes may ask for this many times the usual work, no more. */
const allowance = 4;
const saltLength = 16;
const hashLength = 32;

const usual = { parallelism: 1, logN: 17, blockSize: 8, iterations: 600_000, bcrypt: 12 };

/** Named numbers, salt and hash of a PHC string: `$name$v=19$a=1,b=2$salt$hash`. */
interface Phc {
  readonly name: string;
  readonly numbers: ReadonlyMap<string, number>;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

function parsePhc(text: string): Phc | undefined {
  const [empty, name = "", ...parts] = text.split("$");
  const hash = decodeBase64(parts.pop() ?? "");
  const salt = decodeBase64(parts.pop() ?? "");
  if (empty !== "" || hash === undefined || salt === undefined || hash.length === 0 || salt.length === 0) return undefined;
  const numbers = parts.flatMap((part) => part.split(",")).map((part) => part.split("="));
  if (hash.length > 2 * hashLength || salt.length > 4 * saltLength) return undefined;
  return { name, numbers: new Map(numbers.map(([key = "", number]) => [key, Number(number)])), salt, hash };
}

function within(phc: Phc, name: string, least: number, most: number): number | undefined {
  const number = phc.numbers.get(name);
  return number !== undefined && Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const pbkdf2Of = promisify(pbkdf2);

function scryptOf(
  password: string,
  salt: Uint8Array,
  length: number,
  logN: number,
  blockSize: number,
  parallelism: number,
): Promise<Buffer> {
  // Node refuses more memory than it is told; the algorithm needs 128 · N · r bytes, and some more for its blocks.
  const maxmem = 128 * 2 ** logN * blockSize + 1024 * blockSize * parallelism + 1_048_576;
  return new Promise((done, fail) => {
    scrypt(password, salt, length, { N: 2 ** logN, r: blockSize, p: parallelism, maxmem }, (error, key) =>
      error === null ? done(key) : fail(error),
    );
  });
}

const schemes: Readonly<Record<string, Scheme>> = {
  argon2: {
    generate: (password, context) => hashPassword(password, context.randomBytes(saltLength)),
    compare: (hash, password) => passwordMatches(password, hash),
  },
  bcrypt: {
    async generate(password, context) {
      return bcrypt.hash(password, `$2b$${usual.bcrypt}$${bcrypt.encodeBase64(context.randomBytes(saltLength), saltLength)}`);
    },
    async compare(hash, password) {
      const cost = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1];
      // Each step of the cost doubles the work.
      if (cost === undefined || Number(cost) < 4 || Number(cost) > usual.bcrypt + Math.log2(allowance)) return false;
      return bcrypt.compare(password, hash);
    },
  },
  pbkdf2: {
    async generate(password, context) {
      const salt = context.randomBytes(saltLength);
      const hash = await pbkdf2Of(password, salt, usual.iterations, hashLength, "sha256");
      return `$pbkdf2-sha256$i=${usual.iterations},l=${hashLength}$${encodeBase64(salt)}$${encodeBase64(hash)}`;
    },
    async compare(text, password) {
      const phc = parsePhc(text);
      const digest = { "pbkdf2-sha256": "sha256", "pbkdf2-sha512": "sha512" }[phc?.name ?? ""];
      const iterations = phc === undefined ? undefined : within(phc, "i", 1, allowance * usual.iterations);
      if (phc === undefined || digest === undefined || iterations === undefined) return false;
      return same(await pbkdf2Of(password, phc.salt, iterations, phc.hash.length, digest), phc.hash);
    },
  },
  scrypt: {
    async generate(password, context) {
      const salt = context.randomBytes(saltLength);
      const { logN, blockSize, parallelism } = usual;
      const hash = await scryptOf(password, salt, hashLength, logN, blockSize, parallelism);
      return `$scrypt$ln=${logN},r=${blockSize},p=${parallelism}$${encodeBase64(salt)}$${encodeBase64(hash)}`;
    },
    async compare(text, password) {
      const phc = parsePhc(text);
      if (phc === undefined || phc.name !== "scrypt") return false;
      const logN = within(phc, "ln", 1, usual.logN + Math.log2(allowance));
      const blockSize = within(phc, "r", 1, allowance * usual.blockSize);
      const parallelism = within(phc, "p", 1, allowance * usual.parallelism);
      if (logN === undefined || blockSize === undefined || parallelism === undefined) return false;
      return same(await scryptOf(password, phc.salt, phc.hash.length, logN, blockSize, parallelism), phc.hash);
    },
  },
};

/** These look at their first arguments only, and have words of their own for what is wrong with them. */
const generating =
  (scheme: Scheme): Definition =>
  (name) => ({
    *effect(args, context): Effect<Value> {
      const [password] = args;
      if (args.length === 0) throw functionExpects(name, "a password argument");
      if (typeof password !== "string") throw functionExpects(name, `a string password, got: ${kindName(password)}`);
      return yield* ask(async () => scheme.generate(password, context));
    },
  });

const comparing =
  (scheme: Scheme): Definition =>
  (name) => ({
    *effect(args): Effect<Value> {
      const [hash, password] = args;
      if (args.length > 0 && typeof hash !== "string") throw functionExpects(name, `a string hash, got: ${kindName(hash)}`);
      if (typeof hash !== "string" || args.length < 2) throw functionExpects(name, "two arguments");
      if (typeof password !== "string") throw functionExpects(name, `a string password, got: ${kindName(password)}`);
      return yield* ask(async () => scheme.compare(hash, password));
    },
  });

/** `crypto::…::generate` and `crypto::…::compare`, which are slow on purpose and so run beside everything else. */
export const password: Family = family(
  "crypto",
  Object.fromEntries(
    Object.entries(schemes).flatMap(([name, scheme]) => [
      [`${name}::compare`, comparing(scheme)],
      [`${name}::generate`, generating(scheme)],
    ]),
  ),
);
