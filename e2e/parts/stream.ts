/** Server-sent events as a client reads them: frame by frame, as they come. */

export interface Frame {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Milliseconds since the request was sent. */
  readonly atMs: number;
}

export interface Stream {
  readonly status: number;
  readonly contentType: string;
  readonly frames: readonly Frame[];
}

/** Posts a body and reads the stream to its end. @param seen is told each frame as it comes; `false` breaks the connection off */
export async function stream(
  url: string,
  key: string,
  body: object,
  seen: (frame: Frame) => boolean = () => true,
): Promise<Stream> {
  const began = performance.now();
  const headers = { authorization: `Bearer ${key}`, accept: "text/event-stream", "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const frames: Frame[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  const chunks: AsyncIterable<Uint8Array> | undefined = response.body ?? undefined;
  reading: for await (const bytes of chunks ?? []) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const frame = frameOf(block, performance.now() - began);
      if (frame === undefined) continue;
      frames.push(frame);
      if (!seen(frame)) break reading;
    }
  }
  return { status: response.status, contentType: response.headers.get("content-type") ?? "", frames };
}

/** Undefined for a comment. */
function frameOf(block: string, atMs: number): Frame | undefined {
  const line = (name: string) =>
    block
      .split("\n")
      .find((text) => text.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = line("data");
  return data === undefined ? undefined : { event: line("event") ?? "", data: JSON.parse(data) as Frame["data"], atMs };
}
