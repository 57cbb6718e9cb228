// These tests are generated from the OpenAPI document, so new calls get random requests too.
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { computeRandomRuns, randomSeed } from '../../../../harness/vitest/random-cases.ts'
import { anOrganization, type OwnedOrganization } from '../../test/builders/builders.ts'
import { fetchOneFont } from '../../test/builders/font-builder.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { createPathIds, isPublic, listOperations, type Operation, type PathIds } from '../../test/every-operation.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { findAnswersByStatus, findIssues, generateRequests } from '../../test/random-requests.ts'

interface World {
  deps: TestDeps
  owner: pg.Client
  owned: OwnedOrganization
  ids: PathIds
  restoreRows(): Promise<void>
}

const operations = await listOperations()
const statuses = new Set<number>()
let world: World
beforeAll(async () => {
  console.info(`The random requests have the seed ${randomSeed}`)
  const deps = await openTestDeps({ clicks: true, fetchFont: fetchOneFont })
  const owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  world = { deps, owner, owned, ids: await createPathIds(deps, owned), restoreRows: await deps.saveRows() }
})
afterAll(async () => {
  await world.owner.end()
  await world.deps[Symbol.asyncDispose]()
})

it.each(operations)('$method $path answers random requests as documented, and rejected requests change nothing', async (operation) => {
  const { owned, ids, restoreRows } = world
  // The copied dependencies get a call handler of their own, which has not counted any calls yet.
  const deps = { ...world.deps }
  const call = createApiCaller(deps)
  let entries = await countEntries()
  const before = entries
  await fc.assert(
    fc.asyncProperty(generateRequests(deps, operation, ids), async (request) => {
      const response = await call(isPublic(operation.path) ? undefined : owned.user, request)
      statuses.add(response.status)
      expect({ request, issues: await findResponseIssues(operation, response) }).toEqual({ request, issues: [] })
      const now = operation.method === 'GET' ? entries : await countEntries()
      if (!response.ok) expect({ request, entries: now }).toEqual({ request, entries })
      entries = now
    }),
    { numRuns: computeRandomRuns(20), seed: randomSeed + operations.indexOf(operation) },
  )
  if (entries !== before) await restoreRows()
})

it('sends both accepted and rejected requests', ({ skip }) => {
  if (statuses.size < 2) skip('Only some of the calls were made')
  expect([200, 204, 400, 404].filter((status) => !statuses.has(status))).toEqual([])
})

/** Counts the writes. Each write leaves one audit entry. */
async function countEntries(): Promise<number> {
  const { rows } = await world.owner.query<{ count: number }>('select count(*)::integer as count from audit_log')
  return rows[0]?.count ?? Number.NaN
}

/**
 * Returns how a response differs from the document: an undocumented status, or a body that does not match its schema.
 */
async function findResponseIssues(operation: Operation, response: Response): Promise<string[]> {
  const { status } = response
  const answer = findAnswersByStatus(operation)[status]
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (answer === undefined) return [`${status} is not documented: ${isJson ? await response.text() : ''}`]
  if (isJson && answer.schema !== undefined) return findIssues(answer.schema, await response.json()).map((issue) => `${status} ${issue}`)
  await response.body?.cancel()
  return []
}
