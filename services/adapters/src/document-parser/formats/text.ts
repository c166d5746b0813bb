import { decodeText } from "../decode.ts";
import type { FormatReader } from "../reader.ts";

export const readText: FormatReader = async ({ bytes, charset }, writer) => {
  writer.verbatim(decodeText(bytes, charset));
  return { title: "", pages: 0 };
};
