import { describe, expect, it } from "@jest/globals";
import { ownName } from "./download.ts";

const named = (name: string) => ownName(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`);

describe("the name under which a document is saved", () => {
  it("is its own", () => {
    expect(named("Überblick 2026.md")).toBe("Überblick 2026.md");
  });

  it.each(["../../etc/passwd", "..\\..\\etc\\passwd", "/etc/passwd"])("leads out of no folder: %j", (name) => {
    expect(named(name)).toBe("passwd");
  });

  it.each(["", "..", "a/..", ".bashrc", "-", "--force"])("is another where %j would be more than a name", (name) => {
    expect(named(name)).toBe("document");
  });

  it("has no control characters", () => {
    expect(named("a\u001b[2J\nb.md")).toBe("a[2J b.md");
  });

  it.each([null, "", "attachment", "attachment; filename*=UTF-8''%E0%A4%A"])("is made up where the server says %j", (header) => {
    expect(ownName(header)).toBe("document");
  });
});
