/** The formats that are read, and the names and endings under which they come. */
export const formats = {
  pdf: { mediaType: "application/pdf", name: "PDF", aliases: ["application/x-pdf"], endings: ["pdf"], text: false },
  docx: {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    name: "Word document",
    aliases: [],
    endings: ["docx"],
    text: false,
  },
  pptx: {
    mediaType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    name: "PowerPoint presentation",
    aliases: [],
    endings: ["pptx"],
    text: false,
  },
  xlsx: {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    name: "Excel workbook",
    aliases: [],
    endings: ["xlsx"],
    text: false,
  },
  html: {
    mediaType: "text/html",
    name: "HTML page",
    aliases: ["application/xhtml+xml"],
    endings: ["html", "htm", "xhtml"],
    text: true,
  },
  markdown: {
    mediaType: "text/markdown",
    name: "Markdown text",
    aliases: ["text/x-markdown"],
    endings: ["md", "markdown"],
    text: true,
  },
  csv: {
    mediaType: "text/csv",
    name: "CSV table",
    aliases: ["application/csv", "text/comma-separated-values", "text/tab-separated-values"],
    endings: ["csv", "tsv"],
    text: true,
  },
  json: { mediaType: "application/json", name: "JSON", aliases: ["text/json"], endings: ["json"], text: true },
  eml: { mediaType: "message/rfc822", name: "mail", aliases: [], endings: ["eml"], text: true },
  text: { mediaType: "text/plain", name: "text", aliases: [], endings: ["txt", "text", "log"], text: true },
} as const satisfies Record<string, FormatEntry>;

interface FormatEntry {
  readonly mediaType: string;
  /** For a person, after "The". */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly endings: readonly string[];
  /** Its bytes are characters: nothing in them tells one such format from another. */
  readonly text: boolean;
}

export type Format = keyof typeof formats;

const all = Object.entries(formats) as [Format, FormatEntry][];

export const mediaTypes: readonly string[] = all.map(([, entry]) => entry.mediaType);

/** Declarations that say nothing of what is inside. */
const generic = new Set(["", "application/octet-stream", "binary/octet-stream", "application/zip", "application/x-zip-compressed"]);

export type Declaration =
  | { readonly kind: "generic" }
  | { readonly kind: "format"; readonly format: Format }
  | { readonly kind: "unknown"; readonly mediaType: string };

/** A declared media type, with or without parameters, as one of the formats. */
export function readDeclaration(declared: string): Declaration {
  const mediaType = (declared.split(";")[0] ?? "").trim().toLowerCase();
  if (generic.has(mediaType)) return { kind: "generic" };
  const known = all.find(([, entry]) => entry.mediaType === mediaType || entry.aliases.includes(mediaType));
  return known === undefined ? { kind: "unknown", mediaType } : { kind: "format", format: known[0] };
}

/** The charset parameter of a declared media type; "" for none. */
export function charsetOf(declared: string): string {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(declared)?.[1] ?? "";
}

export function formatOfEnding(filename: string): Format | undefined {
  const ending = /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  return all.find(([, entry]) => entry.endings.includes(ending))?.[0];
}
