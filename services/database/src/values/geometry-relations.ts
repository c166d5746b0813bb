import type { Position, Shape } from "./value.ts";

// Planar geometry on longitude and latitude, as the language has it: no curvature, no wrap at ±180°.

type Ring = readonly Position[];
type Polygon = readonly Ring[];
type Simple =
  | { readonly type: "Point"; readonly at: Position }
  | { readonly type: "Line"; readonly line: readonly Position[] }
  | { readonly type: "Polygon"; readonly polygon: Polygon };

/** The points, lines and polygons that a geometry is made of. */
function partsOf(shape: Shape): readonly Simple[] {
  switch (shape.type) {
    case "Point":
      return [{ type: "Point", at: shape.coordinates }];
    case "LineString":
      return [{ type: "Line", line: shape.coordinates }];
    case "Polygon":
      return [{ type: "Polygon", polygon: shape.coordinates }];
    case "MultiPoint":
      return shape.coordinates.map((at) => ({ type: "Point", at }));
    case "MultiLineString":
      return shape.coordinates.map((line) => ({ type: "Line", line }));
    case "MultiPolygon":
      return shape.coordinates.map((polygon) => ({ type: "Polygon", polygon }));
    case "GeometryCollection":
      return shape.geometries.flatMap(partsOf);
  }
}

/** Whether two geometries have a point in common, borders included. Of a collection each geometry must have one. */
export function shapesIntersect(a: Shape, b: Shape): boolean {
  if (a.type === "GeometryCollection") return a.geometries.every((inner) => shapesIntersect(inner, b));
  if (b.type === "GeometryCollection") return b.geometries.every((inner) => shapesIntersect(a, inner));
  const others = partsOf(b);
  return partsOf(a).some((part) => others.some((other) => partsIntersect(part, other)));
}

/** Whether all of `b` lies within `a`, and not only on its border; within each geometry of a collection. */
export function shapeContains(a: Shape, b: Shape): boolean {
  if (a.type === "GeometryCollection") return a.geometries.every((inner) => shapeContains(inner, b));
  if (b.type === "GeometryCollection") return b.geometries.every((inner) => shapeContains(a, inner));
  const holders = partsOf(a);
  const held = partsOf(b);
  return held.length > 0 && held.every((part) => holders.some((holder) => partContains(holder, part)));
}

function partsIntersect(a: Simple, b: Simple): boolean {
  if (a.type === "Point") return touches(b, a.at);
  if (b.type === "Point") return touches(a, b.at);
  const crossing = segmentsOf(a).some(([p, q]) => segmentsOf(b).some(([r, s]) => segmentsMeet(p, q, r, s)));
  return crossing || startsIn(a, b) || startsIn(b, a);
}

/** Without a crossing of borders, one lies wholly in the other or wholly outside. */
function startsIn(inner: Simple, outer: Simple): boolean {
  const first = segmentsOf(inner)[0]?.[0];
  return outer.type === "Polygon" && first !== undefined && place(outer.polygon, first) !== "outside";
}

function touches(part: Simple, at: Position): boolean {
  switch (part.type) {
    case "Point":
      return same(part.at, at);
    case "Line":
      return segmentsOf(part).some(([p, q]) => isOnSegment(at, p, q));
    case "Polygon":
      return place(part.polygon, at) !== "outside";
  }
}

function partContains(holder: Simple, held: Simple): boolean {
  switch (holder.type) {
    case "Point":
      return held.type === "Point" ? same(holder.at, held.at) : false;
    case "Line":
      return lineContains(holder.line, held);
    case "Polygon":
      return polygonContains(holder.polygon, held);
  }
}

/** The ends of a line belong to it, other than the border of a polygon. */
function lineContains(line: readonly Position[], held: Simple): boolean {
  if (held.type === "Polygon") return false;
  const segments = along(line);
  const isOn = (at: Position) => segments.some(([p, q]) => isOnSegment(at, p, q));
  return held.type === "Point" ? isOn(held.at) : piecesOf(segmentsOf(held), segments).every(isOn);
}

function polygonContains(polygon: Polygon, held: Simple): boolean {
  if (held.type === "Point") return place(polygon, held.at) === "inside";
  // Calculated corners lie on the border only about: what is the same needs no calculation.
  if (held.type === "Polygon" && sameRings(polygon, held.polygon)) return true;
  const places = piecesOf(segmentsOf(held), ringSegments(polygon)).map((middle) => place(polygon, middle));
  if (places.includes("outside")) return false;
  if (held.type === "Line") return places.includes("inside");
  const within = pointWithin(held.polygon);
  const holeInside = piecesOf(ringSegments(polygon.slice(1)), segmentsOf(held)).some(
    (middle) => place(held.polygon, middle) === "inside",
  );
  return within !== undefined && place(polygon, within) === "inside" && !holeInside;
}

function sameRings(a: Polygon, b: Polygon): boolean {
  const positions = [a, b].map((polygon) => polygon.flat());
  const [first = [], second = []] = positions;
  return (
    a.length === b.length &&
    first.length === second.length &&
    first.every((at, index) => at[0] === second[index]?.[0] && at[1] === second[index][1])
  );
}

type Segment = readonly [Position, Position];

function segmentsOf(part: Simple): readonly Segment[] {
  if (part.type === "Point") return [];
  return part.type === "Line" ? along(part.line) : ringSegments(part.polygon);
}

function ringSegments(rings: readonly Ring[]): readonly Segment[] {
  return rings.flatMap(along);
}

function along(line: readonly Position[]): readonly Segment[] {
  return line.slice(1).map((to, index) => [line[index] as Position, to]);
}

/** The middles of the pieces into which segments fall where others cross them: each piece lies wholly in, on or outside what the others bound. */
function piecesOf(segments: readonly Segment[], others: readonly Segment[]): readonly Position[] {
  return segments.flatMap(([p, q]) => {
    const cuts = others.flatMap(([r, s]) => cutsOf(p, q, r, s)).filter((cut) => cut > 0 && cut < 1);
    const stops = [0, ...cuts.sort((a, b) => a - b), 1];
    return stops.slice(1).map((stop, index) => between(p, q, ((stops[index] ?? 0) + stop) / 2));
  });
}

function between(p: Position, q: Position, part: number): Position {
  return [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part];
}

/** Where on the way from p to q (0 to 1) the line meets the segment from r to s; of a common stretch its two ends. */
function cutsOf(p: Position, q: Position, r: Position, s: Position): readonly number[] {
  const denominator = (q[0] - p[0]) * (s[1] - r[1]) - (q[1] - p[1]) * (s[0] - r[0]);
  if (denominator === 0) return [r, s].filter((end) => isOnSegment(end, p, q)).map((end) => partOfWay(p, q, end));
  const way = ((r[0] - p[0]) * (s[1] - r[1]) - (r[1] - p[1]) * (s[0] - r[0])) / denominator;
  const across = ((r[0] - p[0]) * (q[1] - p[1]) - (r[1] - p[1]) * (q[0] - p[0])) / denominator;
  return across >= 0 && across <= 1 ? [way] : [];
}

function partOfWay(p: Position, q: Position, at: Position): number {
  const wide = Math.abs(q[0] - p[0]) >= Math.abs(q[1] - p[1]);
  return wide ? (at[0] - p[0]) / (q[0] - p[0]) : (at[1] - p[1]) / (q[1] - p[1]);
}

function same(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** Positive where r lies left of the line from p to q, 0 on it. */
function side(p: Position, q: Position, r: Position): number {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

function isOnSegment(at: Position, p: Position, q: Position): boolean {
  return side(p, q, at) === 0 && isBetween(at[0], p[0], q[0]) && isBetween(at[1], p[1], q[1]);
}

function isBetween(x: number, a: number, b: number): boolean {
  return x >= Math.min(a, b) && x <= Math.max(a, b);
}

function segmentsMeet(p: Position, q: Position, r: Position, s: Position): boolean {
  if (isOnSegment(p, r, s) || isOnSegment(q, r, s) || isOnSegment(r, p, q) || isOnSegment(s, p, q)) return true;
  return side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0;
}

type Place = "inside" | "border" | "outside";

function place(polygon: Polygon, at: Position): Place {
  if (ringSegments(polygon).some(([p, q]) => isOnSegment(at, p, q))) return "border";
  return isEnclosed(polygon, at) ? "inside" : "outside";
}

/** A ray to the east crosses the borders an odd number of times; holes count like outer rings. */
function isEnclosed(polygon: Polygon, at: Position): boolean {
  let enclosed = false;
  for (const [p, q] of ringSegments(polygon)) {
    if (p[1] > at[1] !== q[1] > at[1] && at[0] < ((q[0] - p[0]) * (at[1] - p[1])) / (q[1] - p[1]) + p[0]) enclosed = !enclosed;
  }
  return enclosed;
}

/** Some point within a polygon: halfway between two crossings of a level that no corner is on. */
function pointWithin(polygon: Polygon): Position | undefined {
  const levels = [...new Set(polygon.flat().map((at) => at[1]))].sort((a, b) => a - b);
  for (let i = 1; i < levels.length; i++) {
    const level = ((levels[i - 1] as number) + (levels[i] as number)) / 2;
    const crossings = ringSegments(polygon)
      .filter(([p, q]) => p[1] > level !== q[1] > level)
      .map(([p, q]) => ((q[0] - p[0]) * (level - p[1])) / (q[1] - p[1]) + p[0])
      .sort((a, b) => a - b);
    const [west, east] = crossings;
    if (west !== undefined && east !== undefined && west < east) return [(west + east) / 2, level];
  }
  return undefined;
}
