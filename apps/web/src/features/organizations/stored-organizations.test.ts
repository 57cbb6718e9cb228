import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { readStoredSession, sessionKey } from '../../session/stored-session.ts'
import { organizationListQuery } from './organization-queries.ts'
import { removeStoredOrganizations, restoreOrganizations } from './stored-organizations.ts'

const { queryKey } = organizationListQuery

beforeEach(() => {
  localStorage.clear()
  signIn('ada')
})

function signIn(userId: string): void {
  localStorage.setItem(sessionKey, JSON.stringify({ userId, expiresAtMs: 0 }))
}

/**
 * Opens the dashboard with an API that returns organizations of these names. Returns the names that are shown on the
 * first frame.
 */
async function open(...names: string[]): Promise<string[] | undefined> {
  const queryClient = new QueryClient()
  restoreOrganizations(queryClient, () => readStoredSession()?.userId)
  const observer = new QueryObserver(queryClient, {
    ...organizationListQuery,
    queryFn: async () => names.map((name) => ({ name }) as never),
  })
  const first = observer.getCurrentResult().data?.map(({ name }) => name)
  const stop = observer.subscribe(() => {})
  await expect.poll(() => queryClient.getQueryData(queryKey)).toEqual(names.map((name) => ({ name })))
  stop()
  return first
}

it('starts with the organizations that were loaded last, and loads the current organizations', async () => {
  expect(await open('Lamps')).toBeUndefined()
  expect(await open('Lamps and more')).toEqual(['Lamps'])
  expect(await open('Chairs')).toEqual(['Lamps and more'])
})

it('starts without stored organizations after the session, for another user, and if they cannot be read', async () => {
  await open('Lamps')
  removeStoredOrganizations()
  expect(await open('Lamps')).toBeUndefined()

  signIn('grace')
  expect(await open('Chairs')).toBeUndefined()

  localStorage.setItem('linkshelf.organizations', '"')
  expect(await open('Chairs')).toBeUndefined()
})

it('starts without organizations that another build stored', async () => {
  await open('Lamps')
  const stored = JSON.parse(localStorage.getItem('linkshelf.organizations') ?? '')
  localStorage.setItem('linkshelf.organizations', JSON.stringify({ ...stored, build: '/assets/earlier.js' }))

  expect(await open('Lamps')).toBeUndefined()
})
