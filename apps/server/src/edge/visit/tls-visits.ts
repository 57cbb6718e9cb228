// A proxy that ends TLS for own domains asks whether a name may have a certificate (Caddy's on-demand TLS), or for all
// names (Traefik's HTTP provider). Both are answered from memory.
import { parseHost } from '@linkshelf/contract/basics'
import { createTrustedProxyList, findClientAddress, isInBlockList } from '../../platform/http/client-address.ts'
import type { ServedDomains } from '../domains/served-domains.ts'
import type { Outcome } from '../outcome.ts'
import { createProgramResponse } from '../responses.ts'
import { parseTargetPath, parseTargetQuery, toHeaderText, type Visit } from '../visit.ts'

/** No link has a slug that begins with a dot. */
export const tlsPath = '/.tls/'

export interface TlsCounts {
  allowed: number
  denied: number
  listed: number
  /** Requests of neither this machine nor a trusted proxy. */
  rejected: number
}

export interface TlsVisits {
  /** Undefined for a path that does not exist, or that this client may not see. */
  visitTls(visit: Visit): Outcome | undefined
  counts: Readonly<TlsCounts>
}

export interface TlsVisitOptions {
  servedDomains: Pick<ServedDomains, 'has' | 'isLoaded' | 'list' | 'revision'>
  publicOrigin: string
  trustedProxies: readonly string[]
}

export function createTlsVisits({ servedDomains, publicOrigin, trustedProxies }: TlsVisitOptions): TlsVisits {
  const operators = createTrustedProxyList(['127.0.0.0/8', '::1', ...trustedProxies])
  const counts: TlsCounts = { allowed: 0, denied: 0, listed: 0, rejected: 0 }
  const createTextOutcome = (status: number, body: string): Outcome => ({
    kind: 'tls',
    response: createProgramResponse(publicOrigin, { status, type: 'text/plain; charset=utf-8', body }),
  })
  const allowed = createTextOutcome(200, 'This name may have a certificate.\n')
  const denied = createTextOutcome(403, 'This name may have no certificate.\n')
  const notLoaded = createTextOutcome(503, 'The domains are not loaded yet.\n')
  let list: { revision: number; outcome: Outcome } | undefined

  /**
   * A request that a proxy forwards comes from its visitor, also over a proxy that TRUSTED_PROXIES doesn't name: each
   * address that a hop added has to be one of the operator's.
   */
  function isFromOperator({ socket, headers }: Visit): boolean {
    return isInBlockList(findClientAddress(socket.remoteAddress, toHeaderText(headers['x-forwarded-for']), operators), operators)
  }

  function answerAsk(visit: Visit): Outcome {
    const name = new URLSearchParams(parseTargetQuery(visit.url ?? '')).get('domain') ?? ''
    const isAllowed = hasDomain(name)
    counts[isAllowed ? 'allowed' : 'denied'] += 1
    return isAllowed ? allowed : denied
  }

  function hasDomain(name: string): boolean {
    if (servedDomains.has(name)) return true // Caddy asks in lower case and for A-labels
    const parsed = parseHost(name)
    return parsed.problem === undefined && servedDomains.has(parsed.host)
  }

  /** An empty list would end all of Traefik's routers, so there is none before the domains are loaded. */
  function listDomains(): Outcome {
    if (!servedDomains.isLoaded()) return notLoaded
    counts.listed += 1
    const revision = servedDomains.revision()
    if (list?.revision !== revision) {
      const body = formatRouters(servedDomains.list().map(({ host }) => host))
      list = {
        revision,
        outcome: { kind: 'tls', response: createProgramResponse(publicOrigin, { status: 200, type: 'application/json', body }) },
      }
    }
    return list.outcome
  }

  return {
    counts,
    visitTls(visit) {
      const path = parseTargetPath(visit.url ?? '')
      if (path !== `${tlsPath}ask` && path !== `${tlsPath}traefik`) return undefined
      const isAsk = path.endsWith('/ask')
      if (isFromOperator(visit)) return isAsk ? answerAsk(visit) : listDomains()
      counts.rejected += 1
      return isAsk ? denied : undefined
    },
  }
}

/**
 * Returns the dynamic configuration of Traefik, with one router for each host, in the order of hosts: Traefik compares
 * the text. It rejects an empty list of routers.
 */
function formatRouters(hosts: readonly string[]): string {
  if (hosts.length === 0) return '{}'
  const routers = hosts.toSorted().map((host) => {
    const router = { rule: `Host(\`${host}\`)`, service: 'linkshelf@file', tls: { certResolver: 'linkshelf' } }
    return [host, router] as const
  })
  return JSON.stringify({ http: { routers: Object.fromEntries(routers) } })
}
