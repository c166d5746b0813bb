import type { Attempt } from "./attempt.ts";

/** The part of XMLHttpRequest that an upload needs; Node's types do not have it. */
interface UploadRequest {
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null };
  readonly status: number;
  readonly response: unknown;
  responseType: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
}

const platform = globalThis as { readonly XMLHttpRequest?: new () => UploadRequest };

/** Whether this runs in a page or its workers, where fetch can neither stream a request over HTTP/1.1 nor tell its progress. */
export function isBrowser(): boolean {
  return platform.XMLHttpRequest !== undefined;
}

/** A fetch that tells how many bytes of the body have gone out. In pages only XMLHttpRequest knows. */
export function fetchWithProgress(onProgress: (sentBytes: number) => void) {
  return (url: string | URL | Request, init?: RequestInit, attempt?: Attempt): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { XMLHttpRequest: Known } = platform;
      if (Known === undefined) return reject(new TypeError("There is no XMLHttpRequest here."));
      const request = new Known();
      request.open(init?.method ?? "GET", typeof url === "object" && "url" in url ? url.url : url.toString());
      request.responseType = "arraybuffer";
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.onprogress = ({ loaded }) => {
        // A large file on a slow line is not late as long as it moves.
        attempt?.renew();
        onProgress(loaded);
      };
      request.onerror = () => reject(new TypeError("The connection failed."));
      request.onload = () => resolve(responseOf(request));
      init?.signal?.addEventListener("abort", () => {
        request.abort();
        reject(new DOMException("The request was cancelled.", "AbortError"));
      });
      request.send(init?.body);
    });
}

function responseOf(request: UploadRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  const isEmpty = [204, 205, 304].includes(request.status);
  return new Response(isEmpty ? null : (request.response as ArrayBuffer), { status: request.status, headers });
}
