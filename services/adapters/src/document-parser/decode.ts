/** Bytes that stand in no text: all controls but tab, line ends, form feed, backspace and escape. */
const isControl = (byte: number) => (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27) || byte === 127;

/** Enough to tell text from anything else. */
const sampleBytes = 4096;

/** The encoding that a byte-order mark names. */
function encodingOfMark(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return undefined;
}

/** Whether the bytes can be a text in some encoding. */
export function isText(bytes: Uint8Array): boolean {
  return encodingOfMark(bytes) !== undefined || !bytes.subarray(0, sampleBytes).some(isControl);
}

/** The text in UTF-8 or UTF-16 with a mark; undefined where it is in neither. */
export function decodeUnicode(bytes: Uint8Array): string | undefined {
  return decodeAs(encodingOfMark(bytes) ?? "utf-8", bytes);
}

/**
 * The text, whatever the encoding: the one declared, else Unicode, else the one that the text itself names, else Latin-1 as
 * browsers read it.
 */
export function decodeText(bytes: Uint8Array, declared: string, named = ""): string {
  const marked = encodingOfMark(bytes) !== undefined;
  return (
    (marked || declared === "" ? undefined : decodeAs(declared, bytes)) ??
    decodeUnicode(bytes) ??
    (named === "" ? undefined : decodeAs(named, bytes)) ??
    new TextDecoder("windows-1252").decode(bytes)
  );
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (thrown) {
    // An encoding that is unknown (RangeError) or that the bytes are not in (TypeError).
    if (thrown instanceof RangeError || thrown instanceof TypeError) return undefined;
    throw thrown;
  }
}
