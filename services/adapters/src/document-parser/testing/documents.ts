/** Documents of each format as bytes, and broken ones, for tests and measurements. */
import { part } from "./office.ts";
import { zipOf } from "./zip.ts";

export { docxOf, pptxOf, xlsxOf, type CellValue, type DocxBlock, type Sheet, type Slide } from "./office.ts";
export { pdfBomb, pdfOf, pdfWithoutText, type PdfOptions } from "./pdf.ts";
export { zipOf, type ZipEntry } from "./zip.ts";

export const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export interface Mail {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  /** As RFC 5322 writes it. */
  readonly date: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments?: readonly { readonly name: string; readonly content: string }[];
}

/** A mail with its bodies as alternatives and its attachments beside them. */
export function emlOf({ subject, from, to, date, text, html, attachments = [] }: Mail): Uint8Array {
  const bodies = [
    ...(text === undefined ? [] : [["Content-Type: text/plain; charset=utf-8", "", text]]),
    ...(html === undefined ? [] : [["Content-Type: text/html; charset=utf-8", "", html]]),
  ];
  const files = attachments.map(({ name, content }) => [
    "Content-Type: application/octet-stream",
    `Content-Disposition: attachment; filename="${name}"`,
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from(content).toString("base64"),
  ]);
  const nested = [
    'Content-Type: multipart/alternative; boundary="inner"',
    "",
    ...bodies.flatMap((body) => ["--inner", ...body]),
    "--inner--",
  ];
  const lines = [
    `Subject: ${subject}`,
    `From: ${from}`,
    `To: ${to}`,
    `Date: ${date}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="outer"',
    "",
    ...[nested, ...files].flatMap((body) => ["--outer", ...body]),
    "--outer--",
    "",
  ];
  return textBytes(lines.join("\r\n"));
}

/** A Word document of a few kilobytes whose text unpacks to so many bytes; it may say that it is small. */
export function zipBomb(bytes: number, declaredSize?: number): Uint8Array {
  const document = {
    path: "word/document.xml",
    content: Buffer.alloc(bytes, " "),
    ...(declaredSize === undefined ? {} : { declaredSize }),
  };
  return zipOf([part("[Content_Types].xml", "<Types/>"), document]);
}

/** What Office makes of a document with a password: the container of before 2007, with the encrypted package in it. */
export function encryptedOfficeDocument(): Uint8Array {
  const container = Buffer.alloc(2048);
  container.write("d0cf11e0a1b11ae1", "hex");
  container.write("EncryptedPackage", 1024, "utf16le");
  return new Uint8Array(container);
}

/** The beginning of a PNG image. */
export const pngBytes = (): Uint8Array =>
  new Uint8Array(Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"));
