// A proxy that terminates TLS for own domains asks whether a name may get a certificate (Caddy's on-demand TLS), or
// asks for all names (Traefik's HTTP provider). Both requests are answered from memory.
import { parseHost } from '@linkshelf/contract/basics'
import { createTrustedProxyList, findClientAddress, isInBlockList } from '../../platform/http/client-address.ts'
import type { ServedDomains } from '../domains/served-domains.ts'
import type { Outcome } from '../outcome.ts'
import { createProgramResponse } from '../responses.ts'
import { parseTargetPath, parseTargetQuery, toHeaderText, type Visit } from '../visit.ts'

/** Can't conflict with a link, because no slug begins with a dot. */
export const tlsPath = '/.tls/'

export interface TlsCounts {
  allowed: number
  denied: number
  listed: number
  /** Requests that came neither from this machine nor from a trusted proxy. */
  rejected: number
}

export interface TlsVisits {
  /** Answers a proxy's request. Returns undefined if the path does not exist or this client may not see it. */
  visitTls(visit: Visit): Outcome | undefined
  counts: Readonly<TlsCounts>
}

export interface TlsVisitOptions {
  servedDomains: Pick<ServedDomains, 'find' | 'has' | 'isLoaded' | 'list' | 'revision'>
  publicOrigin: string
  trustedProxies: readonly string[]
  /** While it returns true, no own domain gets a certificate. */
  isPaused?: (() => boolean) | undefined
}

export function createTlsVisits({ servedDomains, publicOrigin, trustedProxies, isPaused = () => false }: TlsVisitOptions): TlsVisits {
  const operators = createTrustedProxyList(['127.0.0.0/8', '::1', ...trustedProxies])
  const counts: TlsCounts = { allowed: 0, denied: 0, listed: 0, rejected: 0 }
  const createTextOutcome = (status: number, body: string): Outcome => ({
    kind: 'tls',
    response: createProgramResponse(publicOrigin, { status, type: 'text/plain; charset=utf-8', body }),
  })
  const allowed = createTextOutcome(200, 'This name may have a certificate.\n')
  const denied = createTextOutcome(403, 'This name may have no certificate.\n')
  const notLoaded = createTextOutcome(503, 'The domains are not loaded yet.\n')
  const paused = createTextOutcome(503, 'This instance is paused: run `linkshelf resume`.\n')
  let list: { revision: number; outcome: Outcome } | undefined

  /**
   * Returns whether the operator sent the request: the client's address and each address that a proxy added must be in
   * `operators`. If a proxy forwards a visitor's request, the visitor's address is among them, even if TRUSTED_PROXIES
   * does not name the proxy.
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
    if (servedDomains.has(name)) return mayHaveCertificate(name) // Caddy asks in lower case and with A-labels
    const parsed = parseHost(name)
    return parsed.problem === undefined && servedDomains.has(parsed.host) && mayHaveCertificate(parsed.host)
  }

  /** The instance's own names get certificates during a pause, because the operator reaches the instance there. */
  function mayHaveCertificate(host: string): boolean {
    return !isPaused() || servedDomains.find(host).kind !== 'domain'
  }

  /**
   * Returns the list of names. During a pause and before the domains are loaded it returns an error, because an empty
   * list would remove all of Traefik's routers.
   */
  function listDomains(): Outcome {
    if (isPaused()) return paused
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
 * Formats Traefik's dynamic configuration with one router per host. The hosts are sorted, because Traefik compares the
 * text. Without hosts it returns `{}`, because Traefik rejects an empty list of routers.
 */
function formatRouters(hosts: readonly string[]): string {
  if (hosts.length === 0) return '{}'
  const routers = hosts.toSorted().map((host) => {
    const router = { rule: `Host(\`${host}\`)`, service: 'linkshelf@file', tls: { certResolver: 'linkshelf' } }
    return [host, router] as const
  })
  return JSON.stringify({ http: { routers: Object.fromEntries(routers) } })
}
