import { expect, it } from 'vitest'
import { aLink, aProject, destinationOf, refusalOf } from '../../test/builders.ts'
import { openTestPlatform, type TestPlatform } from '../../test/open-test-platform.ts'
import type { Project } from '../access/index.ts'
import { archiveLink, unarchiveLink } from './archive-link.ts'
import { deleteLink } from './delete-link.ts'
import { editLink } from './edit-link.ts'
import { findLink } from './find-link.ts'

it('leads to the new destination after an edit, and is pending again', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  const link = await aLink(platform, project, { slug: 'lamp' })

  const edited = await editLink(platform, project, link.url_id, { target: 'https://shop.example/chair' })

  expect(edited).toMatchObject({ target: 'https://shop.example/chair', pending: true })
  expect(await destinationOf(platform, 'lamp')).toMatchObject({ kind: 'link', target: 'https://shop.example/chair' })
})

it('goes on leading somewhere while archived, and comes back', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  const link = await aLink(platform, project, { slug: 'lamp' })

  expect((await archiveLink(platform, project, link.url_id)).archived).toBe(true)
  expect(await destinationOf(platform, 'lamp')).toMatchObject({ kind: 'link' })
  expect((await unarchiveLink(platform, project, link.url_id)).archived).toBe(false)
})

it('is gone for visitors and owner once deleted, and can be deleted only once', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  const link = await aLink(platform, project, { slug: 'lamp' })

  const twice = await Promise.allSettled([deleteLink(platform, project, link.url_id), deleteLink(platform, project, link.url_id)])

  expect(twice.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await destinationOf(platform, 'lamp')).toEqual({ kind: 'gone' })
  expect(await refusalOf(findLink(platform, project, link.url_id))).toBe('LINK_NOT_FOUND')
})

type Verb = (platform: TestPlatform, project: Project, linkId: string) => Promise<unknown>

const verbs: [name: string, verb: Verb][] = [
  ['find', findLink],
  ['archive', archiveLink],
  ['unarchive', unarchiveLink],
  ['delete', deleteLink],
  ['edit', (platform, project, linkId) => editLink(platform, project, linkId, { title: 'Mine now' })],
]

it.each(verbs)("refuses to %s another organization's link", async (_name, verb) => {
  await using platform = await openTestPlatform()
  const [mia, noah] = [await aProject(platform), await aProject(platform)]
  const link = await aLink(platform, mia)

  expect(await refusalOf(verb(platform, noah, link.url_id))).toBe('LINK_NOT_FOUND')
  expect(await refusalOf(verb(platform, { ...mia, organizationId: noah.organizationId }, link.url_id))).toMatch(/^(LINK_)?NOT_FOUND$/)
  expect((await findLink(platform, mia, link.url_id)).title).toBeNull()
})
