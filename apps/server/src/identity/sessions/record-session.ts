import { type DeviceKind, type SessionId, signInMethod, userId } from '@linkshelf/contract'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { type CountryTable, parseUserAgent } from '../../clicks/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { isInBlockList, toBlockList } from '../../platform/http/client-address.ts'
import type { Log } from '../../platform/process/log.ts'
import { upsertSession } from '../tables/session-table.ts'

export type SessionDeps = CoreDeps & { clients: ClientDescriber }

/** A request to the provider; `oidc` is missing if no route matched. */
interface TokenRequest {
  oidc?: Pick<KoaContextWithOIDC['oidc'], 'entities'>
  status: number
  ip: string
  get(header: string): string
}

/**
 * Records the session and the browser that received its tokens. A failure is only logged, because the browser has used
 * up its code or refresh token. The next renewal of the tokens records the session.
 */
export async function recordSession({ db, clock, ids, log, clients }: SessionDeps, ctx: TokenRequest): Promise<void> {
  const { AccessToken, AuthorizationCode, RefreshToken } = ctx.oidc?.entities ?? {}
  const uid = AccessToken?.sessionUid
  // A session that an earlier release began has no `amr`. Only passwords existed then.
  const { authTime: signedInAt, amr = ['password'] } = RefreshToken ?? AuthorizationCode ?? {}
  if (ctx.status !== 200 || AccessToken === undefined || uid === undefined || signedInAt === undefined) return
  try {
    const client = await clients.describe({ address: ctx.ip, userAgent: ctx.get('user-agent').slice(0, 512) })
    await upsertSession(db, {
      id: ids.next<SessionId>(),
      uid,
      user_id: userId.parse(AccessToken.accountId),
      ...client,
      methods: signInMethod.array().parse(amr),
      signed_in_at: new Date(signedInAt * 1_000),
      last_used_at: clock.now(),
    })
  } catch (error) {
    log.error({ err: error }, 'A session could not be recorded')
  }
}

/** The properties of a client that a request shows; null if unknown. */
export interface ClientDescription {
  device: DeviceKind | null
  browser: string | null
  os: string | null
  country: string | null
}

export interface ClientDescriber {
  describe(client: { address?: string | undefined; userAgent: string }): Promise<ClientDescription>
  close(): void
}

export interface ClientDescriberOptions {
  openCountries: () => Promise<CountryTable>
  log: Log
}

/** Addresses in private networks, which have no country. */
const privateNetworks = toBlockList(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7', 'fe80::/10'])

/**
 * Creates a describer, which opens the geoip table for the first client with a public address. If the table can't be
 * read, the country is unknown, and the next client opens it again.
 */
export function createClientDescriber({ openCountries, log }: ClientDescriberOptions): ClientDescriber {
  let opening: Promise<CountryTable | undefined> | undefined
  let isClosed = false

  async function open(): Promise<CountryTable | undefined> {
    try {
      const table = await openCountries()
      if (isClosed) table.close()
      return table
    } catch (error) {
      log.warn({ err: error }, 'The geoip table could not be loaded; countries of sessions are unknown')
      opening = undefined
      return undefined
    }
  }

  async function findCountry(address: string): Promise<string | undefined> {
    opening ??= open()
    return (await opening)?.countryOf(address)
  }

  return {
    async describe({ address, userAgent }) {
      const { device, browser, os } = parseUserAgent(userAgent)
      const isPublic = address !== undefined && !isInBlockList(address, privateNetworks)
      const country = isPublic ? await findCountry(address) : undefined
      return { device: device || null, browser: browser || null, os: os || null, country: country || null }
    },
    close() {
      isClosed = true
      void opening?.then((table) => table?.close())
    },
  }
}
