import { createOnnxEmbedder } from "./index.ts";

/**
 * For the end-to-end test: the embedder in a plain Node process, as jest's module sandbox cannot load the package's native code.
 * Told the options as JSON on the command line, asked over the process channel.
 */
export interface Question {
  readonly id: number;
  readonly texts: readonly string[];
  readonly purpose: "query" | "passage";
  readonly aborted: boolean;
}

const say = (message: object) => process.send?.(message);

function failed(thrown: unknown): { readonly error: { readonly code: string; readonly message: string } } {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "internal";
  return { error: { code, message: thrown instanceof Error ? thrown.message : String(thrown) } };
}

try {
  const embedder = await createOnnxEmbedder(JSON.parse(process.argv[2] ?? "{}") as Parameters<typeof createOnnxEmbedder>[0]);
  process.on("message", ({ id, texts, purpose, aborted }: Question) => {
    embedder.embed(texts, purpose, aborted ? AbortSignal.abort() : undefined).then(
      (vectors) => say({ id, vectors }),
      (thrown: unknown) => say({ id, ...failed(thrown) }),
    );
  });
  process.on("disconnect", () => {
    embedder.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  say({ spec: embedder.spec });
} catch (thrown) {
  say(failed(thrown));
  process.disconnect();
}
