/** No list of sources is so long that its marker is longer. */
const longestMarker = 64;
const markers = /\[\s*S\d{1,3}(?:\s*[,;]\s*S\d{1,3})*\s*\]/g;

/** Finds `[S1]` and `[S1, S3]` in a text that comes in pieces, also where a piece ends inside a marker. */
export interface MarkerReader {
  /** @returns the places (1 for S1) that this piece completes, in order */
  read(piece: string): number[];
}

export function markerReader(): MarkerReader {
  let rest = "";
  return {
    read(piece) {
      const text = rest + piece;
      let end = 0;
      const places: number[] = [];
      for (const match of text.matchAll(markers)) {
        end = match.index + match[0].length;
        places.push(...(match[0].match(/\d+/g) ?? []).map(Number));
      }
      // Only an open bracket can be the beginning of a marker.
      const open = text.lastIndexOf("[");
      rest = open >= end && text.length - open < longestMarker ? text.slice(open) : "";
      return places;
    },
  };
}
