/** Named connections in ~/.config/loci/config.toml, readable by their owner only, as they hold keys. */
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { platform } from "node:os";
import { Failure, messageOf } from "./failure.ts";
import { replaceFile } from "./replace-file.ts";

export const profileKeys = ["url", "api_key", "context_id", "management_url", "management_api_key"] as const;
export type ProfileKey = (typeof profileKeys)[number];
export type Profile = Partial<Record<ProfileKey, string>>;

export interface Profiles {
  /** The profile that is used when none is named. */
  active: string;
  profiles: Record<string, Profile>;
}

export function isProfileKey(text: string): text is ProfileKey {
  return (profileKeys as readonly string[]).includes(text);
}

/** An absent file is an empty one. */
export async function readProfiles(file: string): Promise<Profiles> {
  // Without a prototype: a profile may be named as what every object inherits.
  const profiles = Object.create(null) as Record<string, Profile>;
  if (!existsSync(file)) return { active: "default", profiles };
  const { parse } = await import("smol-toml");
  try {
    const table = parse(await readFile(file, "utf8"));
    for (const [name, entries] of Object.entries(asTable(table["profiles"]))) profiles[name] = profileOf(asTable(entries));
    return { active: typeof table["profile"] === "string" ? table["profile"] : "default", profiles };
  } catch (error) {
    throw new Failure(
      `The profile file ${file} cannot be read${placeOf(error)}: ${messageOf(error).split("\n")[0] ?? ""}.${cure(error)}`,
    );
  }
}

/** Where a broken file is broken. */
function placeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "line" in error ? ` at line ${String(error.line)}` : "";
}

function cure(error: unknown): string {
  return placeOf(error) === "" ? "" : " Mend that line, or remove the file and log in again.";
}

/** Whether anybody but its owner may read the file, which holds keys. */
export async function isOpenToOthers(file: string): Promise<boolean> {
  if (platform() === "win32" || !existsSync(file)) return false;
  return ((await stat(file)).mode & 0o077) !== 0;
}

/** @throws Failure where they cannot be written */
export async function writeProfiles(file: string, { active, profiles }: Profiles): Promise<void> {
  const { stringify } = await import("smol-toml");
  try {
    await replaceFile(file, `${stringify({ profile: active, profiles })}\n`, 0o600);
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${messageOf(error)}. It is as it was.`);
  }
}

/** A secret as it may be shown: enough to tell two apart. */
export function masked(secret: string): string {
  return secret.length <= 12 ? "****" : `${secret.slice(0, 8)}…${secret.slice(-4)}`;
}

function asTable(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function profileOf(entries: Record<string, unknown>): Profile {
  const profile: Profile = {};
  for (const key of profileKeys) {
    const value = entries[key];
    if (typeof value === "string") profile[key] = value;
  }
  return profile;
}
