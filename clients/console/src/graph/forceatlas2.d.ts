/** The two parts of ForceAtlas2 that its package ships without types: one step of the layout, and its matrices. */
declare module "graphology-layout-forceatlas2/iterate.js" {
  export default function iterate(settings: object, nodes: Float32Array, edges: Float32Array): object;
}
declare module "graphology-layout-forceatlas2/helpers.js" {
  import type { DrawnGraph } from "./drawing-model.ts";
  const helpers: {
    graphToByteArrays(graph: DrawnGraph, weight: (edge: string) => number): { nodes: Float32Array; edges: Float32Array };
  };
  export default helpers;
}
