import { hypot } from "../math/precise.ts";
import type { Position, Shape } from "../../values/value.ts";

/** A centre, times its weight: so they add up. Only what has the most dimensions counts: areas before lines before points. */
interface Weighted {
  readonly dimensions: 0 | 1 | 2;
  readonly weight: number;
  readonly x: number;
  readonly y: number;
}

/** The centre of gravity on the plane of longitude and latitude; undefined for nothing. */
export function centroidOf(shape: Shape): Position | undefined {
  const centre = combine(partsOf(shape));
  return centre === undefined ? undefined : [centre.x / centre.weight, centre.y / centre.weight];
}

function partsOf(shape: Shape): readonly Weighted[] {
  switch (shape.type) {
    case "Point":
      return [ofPoint(shape.coordinates)];
    case "MultiPoint":
      return shape.coordinates.map(ofPoint);
    case "LineString":
      return ofLine(shape.coordinates);
    case "MultiLineString":
      return shape.coordinates.flatMap(ofLine);
    case "Polygon":
      return ofPolygon(shape.coordinates);
    case "MultiPolygon":
      return shape.coordinates.flatMap(ofPolygon);
    case "GeometryCollection":
      return shape.geometries.flatMap(partsOf);
  }
}

function combine(parts: readonly Weighted[]): Weighted | undefined {
  const dimensions = parts.reduce<0 | 1 | 2>((most, part) => (part.dimensions > most ? part.dimensions : most), 0);
  const counted = parts.filter((part) => part.dimensions === dimensions);
  if (counted.length === 0) return undefined;
  return counted.reduce((sum, part) => ({
    dimensions,
    weight: sum.weight + part.weight,
    x: sum.x + part.x,
    y: sum.y + part.y,
  }));
}

function ofPoint([x, y]: Position): Weighted {
  return { dimensions: 0, weight: 1, x, y };
}

/** Its segments by their length; without any length a point. */
function ofLine(line: readonly Position[]): readonly Weighted[] {
  const segments = line.slice(1).flatMap(([x, y], at): readonly Weighted[] => {
    const [fromX, fromY] = line[at] as Position;
    const weight = hypot(x - fromX, y - fromY);
    return weight === 0 ? [] : [{ dimensions: 1, weight, x: ((fromX + x) / 2) * weight, y: ((fromY + y) / 2) * weight }];
  });
  return segments.length > 0 ? segments : line.slice(0, 1).map(ofPoint);
}

/** The outer ring without its holes; without any area its lines. */
function ofPolygon([outer, ...holes]: readonly (readonly Position[])[]): readonly Weighted[] {
  const whole = ofRing(outer ?? []);
  if (whole === undefined) return ofLine(outer ?? []);
  const missing = holes
    .flatMap((hole) => ofRing(hole) ?? [])
    .map((part) => ({ dimensions: part.dimensions, weight: -part.weight, x: -part.x, y: -part.y }));
  const rest = combine([whole, ...missing]);
  return rest === undefined || rest.weight === 0 ? ofLine(outer ?? []) : [rest];
}

/** By the shoelace formula, from the first corner, so that little is lost far from the origin. */
function ofRing(ring: readonly Position[]): Weighted | undefined {
  const [originX, originY] = ring[0] ?? [0, 0];
  let doubled = 0;
  let x = 0;
  let y = 0;
  for (let at = 0; at + 1 < ring.length; at += 1) {
    const [ax, ay] = shifted(ring[at] as Position, originX, originY);
    const [bx, by] = shifted(ring[at + 1] as Position, originX, originY);
    const cross = ax * by - ay * bx;
    doubled += cross;
    x += (bx + ax) * cross;
    y += (by + ay) * cross;
  }
  if (doubled === 0) return undefined;
  const area = doubled / 2;
  const weight = Math.abs(area);
  return { dimensions: 2, weight, x: (x / (6 * area) + originX) * weight, y: (y / (6 * area) + originY) * weight };
}

function shifted([x, y]: Position, originX: number, originY: number): Position {
  return [x - originX, y - originY];
}
