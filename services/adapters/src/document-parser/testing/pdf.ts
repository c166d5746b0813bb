import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

export interface PdfOptions {
  readonly title?: string;
  /** Stands at the top of each page; "#" becomes the page's number. */
  readonly header?: string;
  /** Stands at the foot of each page; "#" becomes the page's number. */
  readonly footer?: string;
  /** Encrypts it (RC4, 40 bits, PDF 1.1), so that it opens with this password only. */
  readonly password?: string;
}

/**
 * A PDF with one string for each page: its lines are drawn one below the other, an empty line leaves a gap, "# " and "## " make
 * larger lines. Characters of Latin-1 only.
 */
export function pdfOf(pages: readonly string[], options: PdfOptions = {}): Uint8Array {
  const contents = pages.map((page, i) => {
    const numbered = (text: string) => text.replaceAll("#", String(i + 1));
    return [
      ...(options.header === undefined ? [] : [draw(numbered(options.header), 9, 72, 770)]),
      ...body(page),
      ...(options.footer === undefined ? [] : [draw(numbered(options.footer), 9, 72, 40)]),
    ].join("\n");
  });
  return pdfOfContents(contents, options);
}

/** A PDF whose one page unpacks to so many bytes. */
export function pdfBomb(bytes: number): Uint8Array {
  return pdfOfContents([draw("harmless", 11, 72, 700) + " ".repeat(bytes)], {});
}

/** A PDF whose pages hold a drawing and no text. */
export function pdfWithoutText(): Uint8Array {
  return pdfOfContents(["0 0 100 100 re f"], {});
}

function body(page: string): string[] {
  let y = 740;
  return page.split("\n").flatMap((line) => {
    const marks = /^#{1,3}(?= )/.exec(line)?.[0].length ?? 0;
    const size = [11, 20, 16, 13][marks] ?? 11;
    y -= line === "" ? 10 : size * 1.25;
    return line === "" ? [] : [draw(line.slice(marks).trim(), size, 72, y)];
  });
}

const escaped = (text: string) => text.replace(/[\\()]/g, "\\$&");
const draw = (text: string, size: number, x: number, y: number) =>
  `BT /F1 ${size} Tf ${x} ${y.toFixed(2)} Td (${escaped(text)}) Tj ET`;

function pdfOfContents(contents: readonly string[], { title, password }: PdfOptions): Uint8Array {
  const lock = password === undefined ? undefined : encryption(password);
  const seal = (object: number, bytes: Buffer) => (lock === undefined ? bytes : rc4(objectKey(lock.key, object), bytes));
  const string = (object: number, text: string) => `<${seal(object, Buffer.from(text, "latin1")).toString("hex")}>`;
  const pageObject = (i: number) => 5 + 2 * i;

  const objects: Buffer[] = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from(`<< /Type /Pages /Count ${contents.length} /Kids [${contents.map((_, i) => `${pageObject(i)} 0 R`).join(" ")}] >>`),
    Buffer.from("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"),
    Buffer.from(`<< /Title ${string(4, title ?? "")} >>`),
  ];
  for (const [i, content] of contents.entries()) {
    const number = pageObject(i);
    const stream = seal(number + 1, deflateSync(Buffer.from(content, "latin1")));
    objects.push(
      Buffer.from(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> " +
          `/Contents ${number + 1} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
        stream,
        Buffer.from("\nendstream"),
      ]),
    );
  }

  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let offset = 9;
  for (const [i, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    offsets.push(offset);
    offset += part.length;
    parts.push(part);
  }
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const encrypt = lock === undefined ? "" : ` /Encrypt ${lock.dictionary} /ID [<${lock.id}> <${lock.id}>]`;
  parts.push(
    Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`),
    Buffer.from(`trailer << /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R${encrypt} >>\nstartxref\n${offset}\n%%EOF\n`),
  );
  return new Uint8Array(Buffer.concat(parts));
}

/** PDF 1.7 (ISO 32000-1), 7.6.3.3: what a password is filled up with. */
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const md5 = (...bytes: Uint8Array[]) => createHash("md5").update(Buffer.concat(bytes)).digest();
const objectKey = (key: Buffer, object: number) => md5(key, Buffer.from([object & 255, object >> 8, 0, 0, 0])).subarray(0, 10);

/** The standard security handler, revision 2, with one password for owner and user (7.6.3, algorithms 2 to 4). */
function encryption(password: string): { key: Buffer; dictionary: string; id: string } {
  const padded = Buffer.concat([Buffer.from(password, "latin1"), padding]).subarray(0, 32);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-4);
  const id = md5(padded);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const key = md5(padded, owner, permissions, id).subarray(0, 5);
  const user = rc4(key, padding);
  const dictionary = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${owner.toString("hex")}> /U <${user.toString("hex")}> >>`;
  return { key, dictionary, id: id.toString("hex") };
}

function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  const at = (i: number) => state[i & 255] ?? 0;
  const swap = (i: number, j: number) => ([state[i], state[j]] = [at(j), at(i)]);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255;
      j = (j + at(i)) & 255;
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
}
