import { LociError } from "@loci/kernel";
import PostalMime, { type Address } from "postal-mime";
import { lineOf } from "../normal-text.ts";
import type { FormatReader } from "../reader.ts";
import { writeHtml } from "./html.ts";

/** A mail (RFC 5322): its subject, who wrote it to whom and when, its text; of attachments the names only. */
export const readEml: FormatReader = async ({ bytes }, writer) => {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 32, forceRfc822Attachments: true });
  if (mail.from === undefined && mail.to === undefined && mail.subject === undefined && mail.date === undefined) {
    throw new LociError("invalid", "The mail is broken: it has no sender, recipient, subject or date.");
  }
  writer.heading(1, mail.subject ?? "");
  const about = [
    ["From", names(mail.from === undefined ? [] : [mail.from])],
    ["To", names(mail.to ?? [])],
    ["Cc", names(mail.cc ?? [])],
    // As it was written, with the sender's own time of day.
    ["Date", lineOf(mail.headers.find(({ key }) => key === "date")?.value ?? "")],
  ];
  writer.paragraph(lines(about));
  if (mail.text !== undefined && mail.text.trim() !== "") writer.verbatim(mail.text);
  else writeHtml(mail.html ?? "", writer);
  const attached = mail.attachments.map(({ filename }) => lineOf(filename ?? "")).filter((name) => name !== "");
  writer.paragraph(lines([["Attachments", attached.join(", ")]]));
  return { title: mail.subject ?? "", pages: 0 };
};

const lines = (fields: readonly (readonly string[])[]) =>
  fields
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

function names(addresses: readonly Address[]): string {
  return addresses.map(nameOf).map(lineOf).join(", ");
}

function nameOf(address: Address): string {
  if (address.group !== undefined) return `${address.name} (${names(address.group)})`;
  return address.name === "" ? address.address : `${address.name} <${address.address}>`;
}
