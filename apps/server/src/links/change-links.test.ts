import { linksBulkUpdate } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aLabel, aLink, aProject, destinationOf, refusalOf } from '../../test/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { Project } from '../access/index.ts'
import { openCalls } from '../api-calls.ts'
import { listLabels } from '../labels/list-labels.ts'
import { deleteLinks } from './delete-link.ts'
import { editLinks } from './edit-links.ts'
import { countActiveLinks, findLink } from './find-link.ts'

const edit = (given: object) => linksBulkUpdate.parse(given)

async function idsOfLinks(deps: TestDeps, project: Project, labels: string[][]): Promise<string[]> {
  const links = await Promise.all(labels.map((carried) => aLink(deps, project, { labels: carried })))
  return links.map((link) => link.url_id)
}

it('labels and archives several links, and gives them back as asked for', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const [first = '', second = '', third = ''] = await idsOfLinks(deps, project, [['sale'], ['Lamps', 'old'], []])

  const edited = await editLinks(
    deps,
    project,
    edit({ url_ids: [third, first, deps.ids.next(), second], archived: true, add_labels: ['LAMPS', 'new'], remove_labels: ['OLD'] }),
  )

  expect(edited.map((link) => [link.url_id, link.labels, link.archived])).toEqual([
    [third, ['Lamps', 'new'], true],
    [first, ['sale', 'Lamps', 'new'], true],
    [second, ['Lamps', 'new'], true],
  ])
  expect(await findLink(deps, project, second)).toEqual(edited[2])
  expect((await listLabels(deps, project)).map(({ name }) => name)).toEqual(['Lamps', 'new', 'old', 'sale'])
})

it('takes a label off that is both added and removed, and registers none for it', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const url_ids = await idsOfLinks(deps, project, [['lamps'], []])

  const edited = await editLinks(deps, project, edit({ url_ids, add_labels: ['Lamps', 'both'], remove_labels: ['lamps', 'BOTH'] }))

  expect(edited.map((link) => link.labels)).toEqual([[], []])
  expect((await listLabels(deps, project)).map(({ name }) => name)).toEqual(['lamps'])
})

it('folds the case of labels as the database does', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const url_ids = await idsOfLinks(deps, project, [[]])
  const { rows } = await sql<{ lower: string }>`select lower('İ') as lower`.execute(deps.db)
  const lower = rows[0]?.lower ?? ''

  await editLinks(deps, project, edit({ url_ids, add_labels: [lower], remove_labels: ['İ'] }))

  expect('İ'.toLowerCase()).not.toBe(lower)
  expect(await listLabels(deps, project)).toEqual([])
})

it('changes no link when one of them would carry more than 50 labels', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const full = Array.from({ length: 50 }, (_, nth) => `label ${nth}`)
  const url_ids = await idsOfLinks(deps, project, [[], full])

  expect(await refusalOf(editLinks(deps, project, edit({ url_ids, archived: true, add_labels: ['one more'] })))).toBe('LABEL_LIMIT_REACHED')

  expect(await findLink(deps, project, url_ids[0] ?? '')).toMatchObject({ labels: [], archived: false })
  expect(await listLabels(deps, project)).toHaveLength(50)
  const exchanged = await editLinks(deps, project, edit({ url_ids, add_labels: ['one more'], remove_labels: ['label 7'] }))
  expect(exchanged.map((link) => link.labels.length)).toEqual([1, 50])
})

it('deletes several links for good, tells which were there, and gives their places back', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const ids = await idsOfLinks(deps, project, Array(9).fill([]))
  const lamp = await aLink(deps, project, { slug: 'lamp' })
  const asked = [lamp.url_id, deps.ids.next(), ...ids.slice(0, 3)]

  expect(await deleteLinks(deps, project, asked)).toEqual([lamp.url_id, ...ids.slice(0, 3)])
  expect(await deleteLinks(deps, project, asked)).toEqual([])

  expect(await destinationOf(deps, 'lamp')).toEqual({ kind: 'gone' })
  expect(await countActiveLinks(deps, project)).toBe(6)
  await Promise.all(Array.from({ length: 4 }, () => aLink(deps, project)))
  expect(await refusalOf(aLink(deps, project))).toBe('LINK_LIMIT_REACHED')
})

it('lets several people change and delete the same links at once, in whatever order they name them', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps, { settings: ['package=Pro'] })
  await aLabel(deps, project, { name: 'lamps' })
  const ids = await idsOfLinks(deps, project, Array(40).fill([]))

  const changing = Array.from({ length: 12 }, (_, nth) => {
    const url_ids = nth % 2 ? ids : ids.toReversed()
    return nth < 10
      ? editLinks(deps, project, edit({ url_ids, add_labels: ['lamps', `label ${nth}`] }))
      : deleteLinks(deps, project, url_ids.slice(0, 30))
  })
  const settled = await Promise.all(changing)

  expect(settled.slice(10).flat().length).toBe(40)
  expect(await countActiveLinks(deps, project)).toBe(0)
})

it('answers over HTTP with the links as they are afterwards, and with the ids that were deleted', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const url_ids = await idsOfLinks(deps, project, [[], []])
  const answer = openCalls(deps)
  const ask = async (method: string, path: string, body: object) => {
    const url = `http://app.test/v1/${project.organizationId}/projects/${project.id}/urls${path}`
    const headers = { 'content-type': 'application/json' }
    const caller = { db: deps.db, authorization: 'Bearer mia', verifyToken: async () => project.person, correlationId: 'corr-1' }
    return (await answer(new Request(url, { method, headers, body: JSON.stringify(body) }), caller))?.json()
  }

  expect(await ask('PATCH', '', { url_ids, add_labels: ['lamps'] })).toMatchObject(url_ids.map((url_id) => ({ url_id, labels: ['lamps'] })))
  expect(await ask('PATCH', '', { url_ids: [] })).toMatchObject({ code: 'REQUEST_INVALID' })
  expect(await ask('POST', '/delete', { url_ids: [deps.ids.next(), ...url_ids] })).toEqual({ url_ids })
})

it("passes over another organization's links", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const link = await aLink(deps, mia)
  const change = edit({ url_ids: [link.url_id], archived: true, add_labels: ['stolen'] })

  expect(await editLinks(deps, noah, change)).toEqual([])
  expect(await deleteLinks(deps, noah, [link.url_id])).toEqual([])
  expect(await listLabels(deps, noah)).toEqual([])
  const stolen = { ...mia, organizationId: noah.organizationId }
  expect(await refusalOf(editLinks(deps, stolen, change))).toBe('NOT_FOUND')
  expect(await refusalOf(deleteLinks(deps, stolen, [link.url_id]))).toBe('NOT_FOUND')
  expect(await findLink(deps, mia, link.url_id)).toEqual(link)
})
