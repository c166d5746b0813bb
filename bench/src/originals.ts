/** What the S3 adapter puts and gets in a second, against the bare client of npm `minio` on the same store in the same run. */
import { Readable } from "node:stream";
import { openS3Store } from "@loci/adapters/s3-store";
import { startMinio } from "@loci/e2e/parts/minio";
import { Client } from "minio";
import { heading, percentile, table } from "./report.ts";

const KiB = 1_024;
const MiB = KiB * KiB;
const bucket = "bench";
/** As a request brings it. */
const pieceBytes = 64 * KiB;
const sizes = [
  { name: "64 KiB", bytes: 64 * KiB, times: 100 },
  { name: "100 MiB", bytes: 100 * MiB, times: 5 },
];

interface Way {
  put(key: string, bytes: number): Promise<unknown>;
  get(key: string): Promise<AsyncIterable<Uint8Array>>;
}

export async function measureOriginals(): Promise<void> {
  const minio = await startMinio();
  const store = await openS3Store({ ...minio, bucket });
  const { hostname, port } = new URL(minio.endpoint);
  const { accessKey, secretKey } = minio;
  const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, region: "us-east-1", accessKey, secretKey });
  const ways: Readonly<Record<"bare" | "ours", Way>> = {
    // It is told the size, which an upload does not know: else it would gather parts of 500 MiB.
    bare: {
      put: (key, bytes) => client.putObject(bucket, key, Readable.from(content(bytes)), bytes),
      get: (key) => client.getObject(bucket, key),
    },
    ours: { put: (key, bytes) => store.put(key, content(bytes)), get: (key) => store.get(key) },
  };
  try {
    for (const { name, bytes, times } of sizes) {
      const bare: Rates = { put: [], get: [] };
      const ours: Rates = { put: [], get: [] };
      // By turns, so that what else the machine does meets both.
      for (let i = 0; i < times; i++) {
        await measure(ways.bare, `bare/${i % 3}`, bytes, bare);
        await measure(ways.ours, `ours/${i % 3}`, bytes, ours);
      }
      heading(`Originals of ${name} in MinIO (median of ${times}, MiB/s)`);
      table([
        ["", "bare client", "the adapter", "ratio"],
        ...(["put", "get"] as const).map((what) => {
          const [before, after] = [percentile(bare[what], 0.5), percentile(ours[what], 0.5)];
          return [what, before, after, after / before];
        }),
      ]);
    }
  } finally {
    await store.close();
    await minio.stop();
  }
}

type Rates = Record<"put" | "get", number[]>;

async function measure(way: Way, key: string, bytes: number, rates: Rates): Promise<void> {
  const rate = (began: number) => bytes / MiB / ((performance.now() - began) / 1_000);
  const beforePut = performance.now();
  await way.put(key, bytes);
  rates.put.push(rate(beforePut));
  const beforeGet = performance.now();
  let read = 0;
  for await (const chunk of await way.get(key)) read += chunk.byteLength;
  rates.get.push(rate(beforeGet));
  if (read !== bytes) throw new Error(`${read} of ${bytes} bytes came back`);
}

async function* content(bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; at += pieceBytes) yield Buffer.alloc(Math.min(pieceBytes, bytes - at), "x");
}
