/** What is used of WebAssembly: TypeScript declares it for browsers only. */
declare namespace WebAssembly {
  class Memory {
    constructor(pages: { readonly initial: number; readonly maximum: number });
    readonly buffer: ArrayBuffer;
  }
  function instantiate(
    bytes: Uint8Array<ArrayBuffer>,
    imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>,
  ): Promise<{ readonly instance: { readonly exports: object } }>;
}
