import type { DomainId, OrganizationId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { defaultServedSettings } from '../../domains/visitors.ts'
import { systemIds } from '../../platform/ids.ts'
import { silentLog } from '../../platform/process/log.ts'
import type { ServedDomain } from '../domains/served-domains.ts'
import { NOT_FOUND, type Outcome, toDefaultRedirect } from '../outcome.ts'
import type { ResolveVisit } from './resolve-visit.ts'
import { createRecordIds, createVisitServing, type VisitServing } from './serve-visit.ts'

const redirect = toDefaultRedirect(
  { linkId: 'l', projectId: 'p', organizationId: 'o', revision: 1, destination: 'https://shop.example/', rules: [] },
  () => false,
)
const visit = { method: 'GET', url: '/lamp', headers: {}, socket: { remoteAddress: 'fe80::1%eth0' } }
const failure = new Error('No such thing')

function fail(): never {
  throw failure
}

interface BrokenParts {
  resolveVisit?: ResolveVisit
  append?: VisitServing['journal']['append']
  write?: (outcome: Outcome) => void
}

/** Serves one visit while one part fails. Returns the written outcomes and the logged errors. */
async function serveWith({ resolveVisit = () => redirect, append = (_click, answer) => answer(), write = () => undefined }: BrokenParts) {
  const errors: unknown[] = []
  const written: string[] = []
  const { serveVisit, counts } = createVisitServing({
    resolveVisit,
    journal: { append },
    clock: { now: () => new Date(0) },
    recordIdAt: () => 'id',
    trustedProxies: undefined,
    log: { ...silentLog, error: ({ err }: { err: unknown }) => void errors.push(err) } as typeof silentLog,
  })
  serveVisit(visit, (outcome) => {
    write(outcome)
    written.push(outcome.kind)
  })
  await new Promise(setImmediate)
  return { errors, written, busy: counts.busy }
}

it.each<[string, BrokenParts]>([
  ['resolving the visit throws', { resolveVisit: fail }],
  ['resolving it rejects', { resolveVisit: () => Promise.reject(failure) }],
  ['recording its click throws', { append: fail }],
  ['writing its response throws', { write: ({ kind }) => void (kind === 'redirect' && fail()) }],
  [
    'writing it throws after the click is recorded',
    { append: (_click, answer) => void setImmediate(answer), write: ({ kind }) => void (kind === 'redirect' && fail()) },
  ],
])('writes one 503 and one log line if %s', async (_case, broken) => {
  expect(await serveWith(broken)).toEqual({ errors: [failure], written: ['busy'], busy: 1 })
})

it('logs one line if no response can be written', async () => {
  expect(await serveWith({ resolveVisit: () => NOT_FOUND, write: fail })).toEqual({ errors: [failure], written: [], busy: 1 })
})

it('sends a store page only after its view is recorded', async () => {
  const view = { organizationId: 'o', projectId: 'p', storeId: 's', page: 'store', pageId: '' } as const
  const page: Outcome = { kind: 'store', response: { status: 200, headers: [], body: Buffer.from('') }, view }
  const waiting: (() => void)[] = []
  const withPage = { resolveVisit: () => page, append: (_view: unknown, answer: () => void) => void waiting.push(answer) }
  expect(await serveWith(withPage)).toMatchObject({ written: [] })
  expect(waiting).toHaveLength(1)
  expect(await serveWith({ ...withPage, append: (_view, answer) => answer() })).toMatchObject({ written: ['store'] })
})

const lamps: ServedDomain = {
  kind: 'domain',
  domainId: 'd' as DomainId,
  organizationId: 'o' as OrganizationId,
  host: 'go.lamps.example',
  settings: defaultServedSettings,
  addressPrefix: '//d/',
}

it.each([
  [{ ...visit, domain: lamps }, 'a1', { host: 'go.lamps.example', aliasId: 'a1' }],
  [visit, undefined, { host: '', aliasId: '' }],
])('records the host and the alias of a visit %#', (visited, aliasId, recorded) => {
  const clicks: unknown[] = []
  const { serveVisit } = createVisitServing({
    resolveVisit: () => ({ ...redirect, link: { ...redirect.link, aliasId } }),
    journal: { append: (click) => void clicks.push(click) },
    clock: { now: () => new Date(0) },
    recordIdAt: () => 'id',
    trustedProxies: undefined,
    log: silentLog,
  })
  serveVisit(visited, () => undefined)
  expect(clicks).toMatchObject([recorded])
})

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

it('returns distinct ids in ascending order within a millisecond', () => {
  const createRecordId = createRecordIds(systemIds)
  const ids = Array.from({ length: 4_096 }, () => createRecordId(1))
  expect(new Set(ids).size).toBe(4_096)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(uuidV7)
})

it('returns distinct ids after 4,096 in one millisecond and when the clock is set back', () => {
  const createRecordId = createRecordIds(systemIds)
  const ids = [5, 6, 5, 4].flatMap((at) => Array.from({ length: 10_000 }, () => createRecordId(at)))
  expect(new Set(ids).size).toBe(40_000)
})
