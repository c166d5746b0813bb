/** The nonce that this page's <style> elements need under its content security policy; "" where it has none. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}
