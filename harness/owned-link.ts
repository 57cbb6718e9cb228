import { randomUUID } from 'node:crypto'
import { type Account, fetchAccessToken } from '../apps/server/src/demo/account.ts'
import { type ApiClient, createApiClient } from '../apps/server/src/demo/api-client.ts'

export interface OwnedLink {
  api: ApiClient
  /** The access token that `api` sends. */
  token: string
  params: { orgId: string; projectId: string }
  url: string
}

/** Signs up a new user through the pages, and creates one link through the API. */
export async function anOwnedLinkOn(
  { appUrl }: { appUrl: string },
  account: Account = aNewAccount(),
  signIn = fetchAccessToken,
): Promise<OwnedLink> {
  const token = await signIn(appUrl, account)
  const api = createApiClient(appUrl, token)
  const [organization] = await api.organizations.list()
  const params = { orgId: organization?.id ?? '', projectId: organization?.projects[0]?.id ?? '' }
  const link = await api.links.create({ params, body: { target: 'https://shop.example/lamp' } })
  return { api, token, params, url: link.url }
}

export async function countTotalClicks({ api, params }: OwnedLink): Promise<number> {
  return (await api.analytics.overview({ params, query: {} })).clicksAllTime
}

export function aNewAccount(): Account {
  return { email: `${randomUUID()}@people.test`, password: 'otters like cold water', fullName: 'Mia Reed' }
}
