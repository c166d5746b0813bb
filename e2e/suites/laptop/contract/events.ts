export interface ServerEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The frames of a stream of server-sent events that has ended; comments are left out. */
export function readEvents(text: string): ServerEvent[] {
  return text
    .split("\n\n")
    .filter((frame) => /^data:/m.test(frame))
    .map((frame) => {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(frame)?.[1] ?? "";
      return { event: field("event"), data: JSON.parse(field("data")) as ServerEvent["data"] };
    });
}
