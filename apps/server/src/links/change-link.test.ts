import { expect, it } from 'vitest'
import { aLink, aProject, destinationOf, refusalOf } from '../../test/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { Project } from '../access/index.ts'
import { archiveLink, unarchiveLink } from './archive-link.ts'
import { deleteLink } from './delete-link.ts'
import { editLink } from './edit-link.ts'
import { findLink } from './find-link.ts'

it('leads to the new destination after an edit, and is pending again', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const link = await aLink(deps, project, { slug: 'lamp' })

  const edited = await editLink(deps, project, link.url_id, { target: 'https://shop.example/chair' })

  expect(edited).toMatchObject({ target: 'https://shop.example/chair', pending: true })
  expect(await destinationOf(deps, 'lamp')).toMatchObject({ kind: 'link', link: { destination: 'https://shop.example/chair' } })
})

it('goes on leading somewhere while archived, and comes back', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const link = await aLink(deps, project, { slug: 'lamp' })

  expect((await archiveLink(deps, project, link.url_id)).archived).toBe(true)
  expect(await destinationOf(deps, 'lamp')).toMatchObject({ kind: 'link' })
  expect((await unarchiveLink(deps, project, link.url_id)).archived).toBe(false)
})

it('is gone for visitors and owner once deleted, and can be deleted only once', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const link = await aLink(deps, project, { slug: 'lamp' })

  const twice = await Promise.allSettled([deleteLink(deps, project, link.url_id), deleteLink(deps, project, link.url_id)])

  expect(twice.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await destinationOf(deps, 'lamp')).toEqual({ kind: 'gone' })
  expect(await refusalOf(findLink(deps, project, link.url_id))).toBe('LINK_NOT_FOUND')
})

type Verb = (deps: TestDeps, project: Project, linkId: string) => Promise<unknown>

const verbs: [name: string, verb: Verb][] = [
  ['find', findLink],
  ['archive', archiveLink],
  ['unarchive', unarchiveLink],
  ['delete', deleteLink],
  ['edit', (deps, project, linkId) => editLink(deps, project, linkId, { title: 'Mine now' })],
]

it.each(verbs)("refuses to %s another organization's link", async (_name, verb) => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const link = await aLink(deps, mia)

  expect(await refusalOf(verb(deps, noah, link.url_id))).toBe('LINK_NOT_FOUND')
  expect(await refusalOf(verb(deps, { ...mia, organizationId: noah.organizationId }, link.url_id))).toMatch(/^(LINK_)?NOT_FOUND$/)
  expect((await findLink(deps, mia, link.url_id)).title).toBeNull()
})
