// These tests are generated from the OpenAPI document, so they cover new calls that add to a project.
import { projectArchivedMessage } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { anOrganization } from '../../test/builders/builders.ts'
import { fetchOneFont } from '../../test/builders/font-builder.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { queryAsOwner, runAsOwner } from '../../test/databases/run-as-owner.ts'
import { createPathIds, isPublic, listOperations, type PathIds, toCall } from '../../test/every-operation.ts'
import { openGoogleServer } from '../../test/google/open-google-server.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'

const inProject = (await listOperations()).filter(({ path }) => path.includes('{projectId}') && !isPublic(path))
const writes = inProject.filter(({ method }) => method !== 'GET')
const describeCall = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

function archive(deps: TestDeps, { projectId }: PathIds): Promise<unknown> {
  return runAsOwner(deps, (owner) => owner.query("update projects set status = 'archived' where id = $1", [projectId]))
}

/**
 * Counts the rows that an owner adds to a project. Restoring a link is not adding, because the project had the link
 * before.
 */
async function countAdded(deps: TestDeps): Promise<unknown> {
  const tables = ['links', 'products', 'categories', 'stores', 'file_imports', 'youtube_channels']
  const counts = tables.map((table) => `(select count(*) from ${table})::int as ${table}`)
  return (await queryAsOwner(deps, `select ${counts.join()}`))[0]
}

it('declares which calls add to a project', () => {
  const adding = writes.filter(({ addsToProject }) => addsToProject).map(describeCall)
  expect(adding.length).toBeGreaterThanOrEqual(15)
  expect(inProject.filter(({ method, addsToProject }) => method === 'GET' && addsToProject)).toEqual([])
})

it.each([
  ['with', true],
  ['without', false],
])('answers 409 to calls that add to an archived project, and adds nothing, %s a store', async (_with, hasSingletons) => {
  await using google = await openGoogleServer({ unitsPerDay: 1_000_000 })
  await using deps = await openTestDeps({ clicks: true, fetchFont: fetchOneFont, google })
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  const ids = await createPathIds(deps, owned, { hasSingletons })
  await archive(deps, ids)
  const before = await countAdded(deps)
  const call = createApiCaller(deps)

  const rest = writes.filter(({ method, path }) => method !== 'DELETE' && !/\/(archive|unarchive|stop)$/.test(path))
  for (const operation of rest) {
    const name = describeCall(operation)
    const body = (await (await call(owned.user, toCall(deps, operation, ids))).text()) || '{}'
    const { status, code, message } = JSON.parse(body) as { status?: number; code?: string; message?: string }
    const rejection = { status: 409, code: 'PROJECT_ARCHIVED', message: projectArchivedMessage }
    if (operation.addsToProject) {
      // If the project has no store, a call on the store's short URL fails with NOT_FOUND instead.
      if (hasSingletons || !operation.path.includes('{storeId}')) expect({ name, status, code, message }).toEqual({ name, ...rejection })
    } else expect({ name, code }).not.toEqual({ name, code: 'PROJECT_ARCHIVED' })
    expect({ name, added: await countAdded(deps) }).toEqual({ name, added: before })
  }
})
