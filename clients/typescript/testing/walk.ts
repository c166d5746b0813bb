/** Notes which methods of a client are called, so that a test can say that it has called them all. */
export interface Walk<Client extends object> {
  /** The client itself, watched. */
  readonly client: Client;
  /** The methods that nobody called, as `documents.upload`. */
  missed(): string[];
}

export function walkOf<Client extends object>(client: Client): Walk<Client> {
  const all = new Set(methodsOf(client));
  const called = new Set<string>();
  const watched = <T extends object>(target: T, prefix: string): T =>
    new Proxy(target, {
      get(_, name: string) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member === "function") {
          called.add(prefix + name);
          return member.bind(target) as unknown;
        }
        return typeof member === "object" && member !== null ? watched(member, `${name}.`) : member;
      },
    });
  return { client: watched(client, ""), missed: () => [...all].filter((name) => !called.has(name)) };
}

function methodsOf(target: object, prefix = ""): string[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(target)).filter((name) => name !== "constructor");
  const parts = Object.entries(target).filter(
    (entry): entry is [string, object] => typeof entry[1] === "object" && entry[1] !== null,
  );
  return [...own.map((name) => prefix + name), ...parts.flatMap(([name, part]) => methodsOf(part, `${name}.`))];
}
