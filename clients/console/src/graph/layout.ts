import helpers from "graphology-layout-forceatlas2/helpers.js";
import type { DrawnGraph } from "./drawing-model.ts";
import type { LayoutPositions, LayoutTask } from "./layout.worker.ts";

export interface Layout {
  /** Lays the graph out from where its nodes are; an earlier run ends. */
  run(graph: DrawnGraph): void;
  close(): void;
}

/** A step takes all of them: it fills in nothing by itself. */
const settings = {
  linLogMode: false,
  outboundAttractionDistribution: false,
  adjustSizes: false,
  edgeWeightInfluence: 1,
  scalingRatio: 10,
  strongGravityMode: true,
  barnesHutTheta: 0.6,
};
/** From so many nodes on, far ones are taken together. */
const barnesHutFrom = 400;

/**
 * A layout in a worker, at most one new picture a frame.
 * @param still shows the end only, for who wants no motion
 */
export function createLayout(still: boolean): Layout {
  const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  let run = 0;
  let target: DrawnGraph | undefined;
  worker.onmessage = ({ data }: MessageEvent<LayoutPositions>) => {
    const graph = target;
    if (data.run !== run || graph === undefined) return;
    requestAnimationFrame(() => {
      if (data.run !== run) return;
      place(graph, data.nodes);
      if (!data.done) worker.postMessage("next");
    });
  };
  return {
    run(graph) {
      run++;
      target = graph;
      if (graph.order < 2) return;
      const { nodes, edges } = helpers.graphToByteArrays(graph, () => 1);
      const barnesHutOptimize = graph.order >= barnesHutFrom;
      const slowDown = 1 + Math.log(graph.order);
      const task: LayoutTask = {
        run,
        settings: { ...settings, barnesHutOptimize, slowDown, gravity: gravityFor(graph.order) },
        nodes,
        edges,
        steps: stepsFor(graph.order),
        still,
      };
      worker.postMessage(task, [nodes.buffer, edges.buffer]);
    },
    close() {
      run++;
      worker.terminate();
    },
  };
}

/** Few nodes are held close together, so that what stands alone stays in sight; many need room. */
function gravityFor(order: number): number {
  return order < 100 ? 0.4 : 0.08;
}

/** So many numbers a node has in the layout's matrix; the first two are its place. */
const perNode = 10;

function place(graph: DrawnGraph, matrix: Float32Array): void {
  let at = 0;
  graph.updateEachNodeAttributes(
    (_id, look) => {
      look.x = matrix[at] ?? look.x;
      look.y = matrix[at + 1] ?? look.y;
      at += perNode;
      return look;
    },
    { attributes: ["x", "y"] },
  );
}

/** Small graphs come to rest early; large ones get as many steps as a person waits for. */
function stepsFor(order: number): number {
  return order < 100 ? 600 : 400;
}
