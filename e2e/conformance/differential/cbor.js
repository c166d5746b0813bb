/** The little CBOR (RFC 8949) that asking the engine needs: requests are written, answers are cut into pieces but not decoded. */

const text = new TextEncoder();

/** The tag of a decimal, which is sent as text. */
const decimalTag = 10;

function head(major, size) {
  if (size < 24) return Uint8Array.of((major << 5) | size);
  const bytes = new Uint8Array(5);
  bytes[0] = (major << 5) | 26;
  new DataView(bytes.buffer).setUint32(1, size);
  return bytes;
}

export function join(...parts) {
  return new Uint8Array(Buffer.concat(parts));
}

/** Bytes stand for themselves: they are a value that is encoded already. */
export function encode(value) {
  if (value instanceof Uint8Array) return value;
  if (typeof value === "string") {
    const bytes = text.encode(value);
    return join(head(3, bytes.length), bytes);
  }
  if (typeof value === "number") return head(0, value);
  if (Array.isArray(value)) return join(head(4, value.length), ...value.map(encode));
  return join(head(5, Object.keys(value).length), ...Object.entries(value).flatMap(([key, entry]) => [encode(key), encode(entry)]));
}

/** One item at a place: its major type, its argument, and where what follows the head begins. */
function headAt(bytes, at) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const info = bytes[at] & 31;
  const major = bytes[at] >> 5;
  if (info < 24) return { major, info, size: info, next: at + 1 };
  if (info === 24) return { major, info, size: view.getUint8(at + 1), next: at + 2 };
  if (info === 25) return { major, info, size: view.getUint16(at + 1), next: at + 3 };
  if (info === 26) return { major, info, size: view.getUint32(at + 1), next: at + 5 };
  if (info === 27) return { major, info, size: Number(view.getBigUint64(at + 1)), next: at + 9 };
  throw new Error(`CBOR of indefinite length at ${at}`);
}

/** Where the item ends that begins at `at`. */
function end(bytes, at) {
  const { major, size, next } = headAt(bytes, at);
  if (major === 2 || major === 3) return next + size;
  if (major === 6) return end(bytes, next);
  if (major !== 4 && major !== 5) return next;
  let place = next;
  for (let count = major === 4 ? size : size * 2; count > 0; count--) place = end(bytes, place);
  return place;
}

function pieces(bytes, wanted) {
  const { major, size, next } = headAt(bytes, 0);
  if (major !== wanted) throw new Error(`CBOR of type ${major} where ${wanted} was expected`);
  const items = [];
  let place = next;
  for (let count = major === 4 ? size : size * 2; count > 0; count--) {
    const after = end(bytes, place);
    items.push(bytes.subarray(place, after));
    place = after;
  }
  return items;
}

/** The encoded elements of an encoded array. */
export function elements(bytes) {
  return pieces(bytes, 4);
}

/** The encoded entries of an encoded map whose keys are texts. */
export function entries(bytes) {
  const items = pieces(bytes, 5);
  return new Map(items.flatMap((item, index) => (index % 2 === 0 ? [[readText(item), items[index + 1]]] : [])));
}

export function readText(bytes) {
  const { major, size, next } = headAt(bytes, 0);
  if (major !== 3) throw new Error(`CBOR of type ${major} where text was expected`);
  return Buffer.from(bytes.subarray(next, next + size)).toString("utf8");
}

export function isText(bytes) {
  return bytes[0] >> 5 === 3;
}

export function isMap(bytes) {
  return bytes[0] >> 5 === 5;
}

/** The digits of the decimals in an encoded value, in order. */
export function decimalsIn(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length;) {
    const { major, size, next } = headAt(bytes, at);
    if (major === 6 && size === decimalTag) found.push(readText(bytes.subarray(next, end(bytes, next))));
    at = major === 2 || major === 3 ? next + size : next;
  }
  return found;
}
