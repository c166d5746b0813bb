import { sin } from "../math/precise.ts";
import type { Position, Shape } from "../../values/value.ts";

/** The radius of the earth at its equator in metres (WGS 84). */
const equatorialRadius = 6_378_137;

/** The area in square metres on a sphere, after Chamberlain and Duquette (JPL Publication 07-3). */
export function areaOf(shape: Shape): number {
  switch (shape.type) {
    case "Polygon":
      return areaOfPolygon(shape.coordinates);
    case "MultiPolygon":
      return shape.coordinates.reduce((sum, polygon) => sum + areaOfPolygon(polygon), 0);
    case "GeometryCollection":
      return shape.geometries.reduce((sum, part) => sum + areaOf(part), 0);
    default:
      return 0;
  }
}

function areaOfPolygon([outer, ...holes]: readonly (readonly Position[])[]): number {
  return Math.abs(areaOfRing(outer ?? [])) - holes.reduce((sum, hole) => sum + Math.abs(areaOfRing(hole)), 0);
}

function areaOfRing(ring: readonly Position[]): number {
  if (ring.length < 3) return 0;
  const radians = (degrees: number): number => degrees * (Math.PI / 180);
  const place = (at: number): Position => ring[at % ring.length] as Position;
  let total = 0;
  for (let at = 0; at < ring.length; at += 1) {
    total += (radians(place(at + 2)[0]) - radians(place(at)[0])) * sin(radians(place(at + 1)[1]));
  }
  return (total * equatorialRadius * equatorialRadius) / -2;
}
