import { describe, expect, it } from "@jest/globals";
import { isOriginAllowed } from "./origin.ts";

const listed = ["https://app.example.com", "http://other.example:8080"];

describe("the endpoint may be used", () => {
  it.each([
    ["by what is no browser", undefined, "memory.example.com"],
    ["by what is no browser and says nothing of the host", undefined, undefined],
    ["by a page on this machine", "http://localhost:9090", "localhost:9090"],
    ["by a page on another port of this machine", "http://127.0.0.1:6274", "localhost:9090"],
    ["by a page on this machine over IPv6", "http://[::1]:3000", "[::1]:9090"],
    ["by a page of the address that it calls", "http://192.168.1.5:9090", "192.168.1.5:9090"],
    ["by a page that is listed", "https://app.example.com", "memory.example.com"],
    ["by a page that is listed with its port", "http://other.example:8080", "memory.example.com"],
  ])("%s", (_what, origin, host) => expect(isOriginAllowed(origin, host, listed)).toBe(true));
});

describe("the endpoint may not be used", () => {
  it.each([
    ["by a page elsewhere", "https://evil.example", "localhost:9090"],
    ["by a page whose name was given our address", "http://evil.example:9090", "evil.example:9090"],
    ["by a name that begins like this machine's", "http://localhost.evil.example", "localhost:9090"],
    ["by a name that begins like an address of this machine", "http://127.0.0.1.evil.example", "127.0.0.1:9090"],
    ["by a page on this machine through a foreign name", "http://localhost:3000", "evil.example:9090"],
    ["by a page of another address", "http://192.168.1.6:9090", "192.168.1.5:9090"],
    ["by a page of another port of the same address", "http://192.168.1.5:3000", "192.168.1.5:9090"],
    ["by a file or a sandboxed frame", "null", "localhost:9090"],
    ["by an extension", "chrome-extension://abcdef", "localhost:9090"],
    ["by another port of a listed page", "https://app.example.com:8443", "memory.example.com"],
    ["by a listed name without TLS", "http://app.example.com", "memory.example.com"],
    ["by an origin that is none", "http://localhost:9090/path", "localhost:9090"],
    ["without a host", "http://localhost:9090", undefined],
    ["with nonsense for a host", "http://localhost:9090", "a b"],
    ["with an empty origin", "", "localhost:9090"],
  ])("%s", (_what, origin, host) => expect(isOriginAllowed(origin, host, listed)).toBe(false));
});
