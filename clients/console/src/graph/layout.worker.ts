/** Runs the layout beside the page. It sends positions, and goes on when the page has drawn them. */
import iterate from "graphology-layout-forceatlas2/iterate.js";

export interface LayoutTask {
  /** Names the run: positions of an earlier one come too late. */
  readonly run: number;
  readonly settings: object;
  readonly nodes: Float32Array;
  readonly edges: Float32Array;
  readonly steps: number;
  /** Send the end only. */
  readonly still: boolean;
}

export interface LayoutPositions {
  readonly run: number;
  readonly nodes: Float32Array<ArrayBuffer>;
  readonly done: boolean;
}

/** So long it works before it tells: shorter than a frame, so that the page has a new picture for each. */
const batchMs = 14;

let task: LayoutTask | undefined;
let left = 0;

self.onmessage = ({ data }: MessageEvent<LayoutTask | "next">) => {
  if (data !== "next") {
    task = data;
    left = data.steps;
  }
  if (task !== undefined) work(task);
};

function work({ run, settings, nodes, edges, still }: LayoutTask): void {
  const until = performance.now() + batchMs;
  while (left > 0 && (still || performance.now() < until)) {
    iterate(settings, nodes, edges);
    left--;
  }
  const done = left === 0;
  if (done) task = undefined;
  const copy = new Float32Array(nodes);
  const answer: LayoutPositions = { run, nodes: copy, done };
  self.postMessage(answer, { transfer: [copy.buffer] });
}
