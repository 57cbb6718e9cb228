import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { linkIdPlaceholder } from './api/early-call.ts'
import { sessionKey } from './session/stored-session.ts'

const organizations = [{ id: 'org', projects: [{ id: 'project', status: 'active' }] }]

beforeEach(() => {
  localStorage.setItem(sessionKey, JSON.stringify({ userId: 'ada', expiresAtMs: Date.now() + 3_600_000 }))
})

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

/**
 * Opens a page, and returns the paths that are requested before it renders. `known` are the organizations that this
 * browser has stored.
 */
async function listRequests(pathname: string, search = '', known = organizations): Promise<string[]> {
  // The module is loaded again, because it reads the session only once, when it is loaded.
  vi.resetModules()
  const [{ prefetchScreen }, { organizationListQuery }] = await Promise.all([
    import('./prefetch-screen.ts'),
    import('./features/organizations/organization-queries.ts'),
  ])
  const requests: string[] = []
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    requests.push(new URL(url).pathname)
    return new Response('[]')
  })
  const queryClient = new QueryClient()
  queryClient.setQueryData(organizationListQuery.queryKey, known as never)
  prefetchScreen(queryClient, { pathname, search })
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  return requests
}

it.each([
  ['/links', '/v1/org/projects/project/urls'],
  ['/links/one', '/v1/org/projects/project/urls/one'],
])('requests the data that %s shows first', async (pathname, path) => {
  expect(await listRequests(pathname)).toEqual([path])
})

it('stores the calls of the link list and of a link for the next start, on any screen', async () => {
  await listRequests('/', '?tab=one')

  const stored: Record<string, string> = JSON.parse(localStorage.getItem('linkshelf.early-calls') ?? '{}')
  expect(Object.keys(stored)).toEqual(['/links', '/links/:linkId'])
  expect(stored['/links']).toMatch(/^\/v1\/org\/projects\/project\/urls\?archived=false&sort=newest&/)
  expect(stored['/links/:linkId']).toBe(`/v1/org/projects/project/urls/${linkIdPlaceholder}`)
})

it.each(['/', '/links/report', '/links/one/settings'])('requests nothing for %s', async (pathname) => {
  expect(await listRequests(pathname)).toEqual([])
})

it('requests nothing for a filtered list, without a session, and without stored organizations', async () => {
  expect(await listRequests('/links', '?search=lamp')).toEqual([])
  expect(await listRequests('/links', '', [])).toEqual([])
  localStorage.clear()
  expect(await listRequests('/links')).toEqual([])
})
