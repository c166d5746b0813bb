import type { Caller, LooseInput } from "./caller.ts";
import { errorOf } from "./http/answer.ts";
import type { Attempt } from "./http/attempt.ts";
import type { CallOptions } from "./operation.ts";

/** An answer of bytes, once its head is there; its body is still to come, and may take its time. */
export function download(
  caller: Caller,
  operationId: "getDocumentOriginal" | "exportContext" | "exportAudit" | "exportContextAudit",
  input: LooseInput,
  options: CallOptions,
): Promise<Response> {
  return caller.exchange(operationId, input, options, {
    accept: "*/*",
    isStream: true,
    async read(response, attempt) {
      if (!response.ok) throw await errorOf(response, caller.server);
      const { status, headers, body } = response;
      if (body === null) attempt.end();
      return new Response(body && watched(body, attempt), { status, headers });
    },
  });
}

/** The same bytes, under the attempt's time-out for each piece, with its errors. */
function watched(body: ReadableStream<Uint8Array>, attempt: Attempt): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  attempt.rest();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        attempt.renew();
        const { done, value } = await reader.read();
        attempt.rest();
        if (!done) return controller.enqueue(value);
        attempt.end();
        controller.close();
      } catch (thrown) {
        const error = attempt.failure(thrown);
        attempt.abandon();
        controller.error(error);
      }
    },
    cancel: () => attempt.abandon(),
  });
}
