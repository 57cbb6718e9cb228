import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aLink, aProject, destinationOf } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'

let deps: TestDeps
let owner: pg.Client
beforeEach(async () => {
  deps = await openTestDeps()
  owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await deps[Symbol.asyncDispose]()
})

it('finds a link with its ids, its revision and no rules', async () => {
  const project = await aProject(deps)
  const link = await aLink(deps, project, { slug: 'lamp', target: 'https://shop.example/lamp' })
  expect(await destinationOf(deps, 'lamp')).toEqual({
    kind: 'link',
    link: {
      linkId: link.url_id,
      projectId: project.project.id,
      organizationId: project.organization.id,
      revision: 1,
      destination: 'https://shop.example/lamp',
      rules: [],
    },
  })
  expect(await destinationOf(deps, 'missing')).toBeUndefined()
})

it('increments the revision when the destination changes, and not when anything else does', async () => {
  await aLink(deps, await aProject(deps), { slug: 'lamp', target: 'https://shop.example/lamp' })
  await owner.query("update links set title = 'A lamp', target = target where slug = 'lamp'")
  expect(await destinationOf(deps, 'lamp')).toMatchObject({ link: { revision: 1 } })
  await owner.query("update links set target = 'https://shop.example/chair' where slug = 'lamp'")
  expect(await destinationOf(deps, 'lamp')).toMatchObject({ link: { revision: 2, destination: 'https://shop.example/chair' } })
  await owner.query("update links set deleted_at = now() where slug = 'lamp'")
  expect(await destinationOf(deps, 'lamp')).toEqual({ kind: 'gone' })
  expect((await owner.query("select revision from links where slug = 'lamp'")).rows).toEqual([{ revision: 3 }])
})

it('finds a deleted link and a link of a deleted project as gone, and an address that is not http(s) as invalid', async () => {
  const project = await aProject(deps)
  for (const slug of ['lamp', 'chair']) await aLink(deps, project, { slug })
  await owner.query("update links set target = 'javascript:alert(1)' where slug = 'chair'")
  expect(await destinationOf(deps, 'chair')).toEqual({ kind: 'invalid' })
  await owner.query('delete from projects')
  expect(await destinationOf(deps, 'lamp')).toEqual({ kind: 'gone' })
})
