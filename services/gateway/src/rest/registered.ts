import { coversAll, LociError, regionCovers, type Region, type ScopeSet } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import { scopeSetOf } from "@loci/platform/messages";
import type { AuthService, common, GraphService, RetrievalService } from "@loci/protos";

type Registry = Pick<AuthService<Call>, "findUnregistered">;

/**
 * For what makes a session: graph knows no scopes but those that are used. Who may not write in them all learns nothing of them here.
 * @throws LociError `invalid` for a path that is not registered
 */
export async function requireRegistered(scopes: ScopeSet, auth: Registry, call: Call): Promise<void> {
  const { grants } = principalOf(call);
  const writes = grants["memory:write"] ?? [];
  await requireWithin(scopes, coversAll(writes, scopes) ? writes : [], { auth, call, pointer: "/scopes" });
}

/** The same for what a chat names: it is what it may read, too. */
export async function requireChatRegistered(scopes: ScopeSet, auth: Registry, call: Call): Promise<void> {
  const { grants } = principalOf(call);
  const writes = grants["memory:write"] ?? [];
  const region = [...(grants["memory:read"] ?? []), ...(coversAll(writes, scopes) ? writes : [])];
  await requireWithin(scopes, region, { auth, call, pointer: "/scopes" });
}

/** The same for what a read names beside a lens. */
export async function requireReadRegistered(scopes: ScopeSet | undefined, auth: Registry, call: Call): Promise<void> {
  if (scopes === undefined || isEndUser(scopes)) return;
  const { grants } = principalOf(call);
  const region = [...(grants["memory:read"] ?? []), ...(grants["grant:manage"] ?? [])];
  await requireWithin(scopes, region, { auth, call, pointer: "/scope" });
}

/** Of an end user of whom nothing was said there is no scope yet: nothing is seen through it. */
function isEndUser(scopes: ScopeSet): boolean {
  return scopes.length === 1 && scopes.flat().every((path) => /^user\/[^/]+$/.test(path));
}

/** Of the paths beyond the region nothing is told: whether they are registered is not the caller's to know. */
async function requireWithin(
  scopes: ScopeSet,
  region: Region,
  { auth, call, pointer }: { readonly auth: Registry; readonly call: Call; readonly pointer: string },
): Promise<void> {
  const asked = [...new Set(scopes.flat())].filter((path) => regionCovers(region, path));
  if (asked.length === 0) return;
  const { paths } = await auth.findUnregistered({ paths: asked }, call);
  if (paths.length === 0) return;
  const fields = paths.map((path) => ({ pointer, detail: `'${path}' is not registered` }));
  throw new LociError("invalid", `${pointer}: '${paths.join("', '")}' is not registered`, { fields });
}

interface Through {
  readonly lens: common.ScopeSet | null;
}

type Ask<Request, Answer> = (request: Request, call: Call) => Promise<Answer>;

/** Services that refuse a lens with a path that is not registered, as a write refuses its scopes. */
export function throughRegistered<Retrieval extends RetrievalService<Call>, Graph extends GraphService<Call>>(
  { retrieval, graph }: { readonly retrieval: Retrieval; readonly graph: Graph },
  auth: Registry,
): { readonly retrieval: Retrieval; readonly graph: Graph } {
  const check = async ({ lens }: Through, verb: "memory:read" | "memory:forget", call: Call) => {
    const scopes = scopeSetOf(lens);
    if (scopes === undefined) return;
    const region = principalOf(call).grants[verb] ?? [];
    if (isEndUser(scopes)) return;
    await requireWithin(scopes, region, { auth, call, pointer: "/lens" });
  };
  // What only reads is begun meanwhile: nobody waits for the check.
  const reading =
    <Request extends Through, Answer>(ask: Ask<Request, Answer>): Ask<Request, Answer> =>
    async (request, call) => {
      const [answer] = await Promise.all([ask(request, call), check(request, "memory:read", call)]);
      return answer;
    };
  const getState = reading((request: Parameters<Graph["getState"]>[0], call) => graph.getState(request, call));
  return {
    graph: replacing<GraphService<Call>, Graph>(graph, { getState }),
    retrieval: replacing<RetrievalService<Call>, Retrieval>(retrieval, {
      query: reading((request: Parameters<Retrieval["query"]>[0], call) => retrieval.query(request, call)),
      context: reading((request: Parameters<Retrieval["context"]>[0], call) => retrieval.context(request, call)),
      queryDocuments: reading((request: Parameters<Retrieval["queryDocuments"]>[0], call) =>
        retrieval.queryDocuments(request, call),
      ),
      async reflect(request, call) {
        await check(request, "memory:read", call);
        return retrieval.reflect(request, call);
      },
      async forget(request, call) {
        await check(request, "memory:forget", call);
        return retrieval.forget(request, call);
      },
    }),
  };
}

/** A service with some of its methods replaced. It is not spread: a client of another process need not list its methods. */
function replacing<Methods, Service extends Methods & object>(service: Service, methods: Partial<Methods>): Service {
  return Object.assign(Object.create(service) as Service, methods);
}
