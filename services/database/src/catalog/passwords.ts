import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** OWASP's parameters for argon2id, as the language's own functions use them: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
const saltLength = 16;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replaceAll("=", "");

/** @returns the password as a PHC string of argon2id (https://github.com/P-H-C/phc-string-format) */
export async function hashPassword(password: string, nonce: Uint8Array = randomBytes(saltLength)): Promise<string> {
  const tag = await derive("argon2id", { message: password, nonce, tagLength, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Whether this is the password of the PHC string; false also for a string that is none or asks for too much work, after the same time. */
export async function passwordMatches(password: string, phc: string | undefined): Promise<boolean> {
  const parts = readPhc(phc) ?? { ...cost, kind: "argon2id" as const, nonce: Buffer.alloc(saltLength), tag: undefined };
  const { memory, passes, parallelism, nonce } = parts;
  const tag = await derive(parts.kind, {
    message: password,
    nonce,
    tagLength: parts.tag?.length ?? tagLength,
    memory,
    passes,
    parallelism,
  });
  return parts.tag !== undefined && timingSafeEqual(tag, parts.tag);
}

type Argon2Kind = "argon2d" | "argon2i" | "argon2id";
interface Phc {
  readonly kind: Argon2Kind;
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly nonce: Buffer;
  readonly tag: Buffer;
}

/** A hash from elsewhere may ask for this many times the usual work, no more: whoever tries a password makes the server do it. */
const allowance = 4;
/** Bytes of salts and tags from elsewhere. */
const longest = { salt: 64, tag: 64 } as const;

function readPhc(phc: string | undefined): Phc | undefined {
  const [empty, kind, version, settings = "", salt = "", hash = "", ...more] = phc?.split("$") ?? [];
  if (empty !== "" || version !== "v=19" || more.length > 0) return undefined;
  if (kind !== "argon2id" && kind !== "argon2i" && kind !== "argon2d") return undefined;
  const read = new Map(settings.split(",").map((pair) => [pair.slice(0, 2), Number(pair.slice(2))]));
  const [memory, passes, parallelism] = [read.get("m=") ?? 0, read.get("t=") ?? 0, read.get("p=") ?? 0];
  const nonce = Buffer.from(salt, "base64");
  const tag = Buffer.from(hash, "base64");
  const fits = (n: number, usual: number): boolean => Number.isInteger(n) && n >= 1 && n <= allowance * usual;
  if (!fits(memory, cost.memory) || !fits(passes, cost.passes) || !fits(parallelism, cost.parallelism)) return undefined;
  if (memory < 8 * parallelism) return undefined;
  if (nonce.length < 8 || nonce.length > longest.salt || tag.length < 4 || tag.length > longest.tag) return undefined;
  return { kind, memory, passes, parallelism, nonce, tag };
}
