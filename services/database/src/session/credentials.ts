import type { ObjectValue } from "../values/value.ts";

/** What a sign-up or sign-in names, under either spelling; the whole of it becomes the access method's variables. */
export interface Credentials {
  readonly namespace: string | undefined;
  readonly database: string | undefined;
  readonly access: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** A bearer key. */
  readonly key: string | undefined;
  readonly refresh: string | undefined;
  readonly variables: ObjectValue;
}

export function readCredentials(given: ObjectValue): Credentials {
  const text = (...names: readonly string[]): string | undefined => {
    const value = names.map((name) => given.get(name)).find((found) => found !== undefined && found !== null);
    return typeof value === "string" ? value : undefined;
  };
  return {
    namespace: text("ns", "NS"),
    database: text("db", "DB"),
    access: text("ac", "AC"),
    user: text("user"),
    password: text("pass"),
    key: text("key"),
    refresh: text("refresh"),
    variables: given,
  };
}
