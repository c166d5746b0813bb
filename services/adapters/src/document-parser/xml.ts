import { TextDecoder } from "node:util";
import { Parser } from "htmlparser2";
import { createNesting } from "./nesting.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Names of elements come without their prefix, those of attributes with it. */
export interface XmlEvents {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(data: string): void;
}

/**
 * Reads XML as it is unpacked. The tokenizer knows the five predefined entities and no others: a document type's are never
 * expanded, and nothing outside is fetched.
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>, events: XmlEvents): Promise<void> {
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  const nesting = createNesting();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        nesting.open();
        events.open?.(local(name), attributes);
      },
      onclosetag: (name) => {
        nesting.close();
        events.close?.(local(name));
      },
      ontext: (data) => events.text?.(data),
    },
    { xmlMode: true },
  );
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(chunk[0] === 0xff ? "utf-16le" : chunk[0] === 0xfe ? "utf-16be" : "utf-8");
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.end();
}
