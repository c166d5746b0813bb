import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** What it says of its size, where that is not true. */
  readonly declaredSize?: number;
  readonly encrypted?: boolean;
}

/** A zip container, written by the book (PKWARE's APPNOTE) but for what an entry is told to lie about. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content, declaredSize, encrypted = false } of entries) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw, { level: 9 });
    const name = Buffer.from(path);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(encrypted ? 0x801 : 0x800, 2);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(0x00210000, 6);
    about.writeUInt32LE(crc32(raw), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(declaredSize ?? raw.length, 18);
    about.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from("PK\u0003\u0004"), about, name, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), about, place, name]));
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...files, listed, end]));
}
