import { labelDraft } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aLabel, aLink, anOrganization, aProject, refusalOf, refusalsIn } from '../../test/builders.ts'
import { openTestPlatform, type TestPlatform } from '../../test/open-test-platform.ts'
import type { Project } from '../access/index.ts'
import { archiveLink } from '../links/archive-link.ts'
import { editLink } from '../links/edit-link.ts'
import { findLink, linkLabelListener } from '../links/index.ts'
import { inTenant } from '../platform/postgres.ts'
import { createProject } from '../projects/create-project.ts'
import { createLabel } from './create-label.ts'
import { deleteLabel } from './delete-label.ts'
import { editLabel } from './edit-label.ts'
import { listLabels } from './list-labels.ts'

async function namesIn(platform: TestPlatform, project: Project): Promise<string[]> {
  return (await listLabels(platform, project)).map((label) => label.name)
}

/** As many labels as a project holds but `free`. */
async function fillLabels(platform: TestPlatform, project: Project, free: number): Promise<void> {
  await inTenant(platform.db, project.organizationId, (tx) =>
    sql`insert into labels (id, organization_id, project_id, name, created_at)
      select gen_random_uuid(), ${project.organizationId}, ${project.id}, 'label ' || nth, now() from generate_series(1, ${1_000 - free}::integer) as nth`.execute(
      tx,
    ),
  )
}

it('lists labels by name whatever their case, active or not', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  for (const name of ['lamps', 'Chairs', 'sofas']) await aLabel(platform, project, { name })

  await createLabel(platform, project, labelDraft.parse({ name: ' Beds ', active: false }))

  const listed = await listLabels(platform, project)
  expect(listed.map(({ name, active }) => [name, active])).toEqual([
    ['Beds', false],
    ['Chairs', true],
    ['lamps', true],
    ['sofas', true],
  ])
})

it('gives a name to one label, in whatever case two ask for it at once', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)

  const asked = await Promise.allSettled(['Lamps', 'lamps', 'LAMPS'].map((name) => aLabel(platform, project, { name })))

  expect(refusalsIn(asked)).toEqual(['LABEL_NAME_TAKEN', 'LABEL_NAME_TAKEN'])
  await aLabel(platform, await aProject(platform), { name: 'lamps' })
})

it('holds 1,000 labels a project and no more, however many are made at once', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  await fillLabels(platform, project, 2)

  const asked = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => aLabel(platform, project, { name })))

  expect(refusalsIn(asked)).toEqual(['LABEL_LIMIT_REACHED', 'LABEL_LIMIT_REACHED'])
  expect(await refusalOf(aLink(platform, project, { labels: ['one more'] }))).toBe('LABEL_LIMIT_REACHED')
  expect((await aLink(platform, project, { labels: ['Label 7'] })).labels).toEqual(['label 7'])
})

it('renames a label on every link of its project, archived ones too, and on no other', async () => {
  await using platform = await openTestPlatform()
  const owned = await anOrganization(platform)
  const project = await aProject(platform, { owned })
  const other = await createProject(platform, owned.organization.id, { name: 'Other', description: 'Another project' })
  const label = await aLabel(platform, project, { name: 'lamps' })
  const kept = await aLink(platform, project, { labels: ['first', 'lamps'] })
  const archived = await aLink(platform, project, { labels: ['lamps'] })
  const elsewhere = await aLink(platform, { ...project, id: other.id }, { labels: ['lamps'] })
  await archiveLink(platform, project, archived.url_id)

  await editLabel(platform, linkLabelListener, project, label.label_id, { name: 'Lights' })

  expect((await findLink(platform, project, kept.url_id)).labels).toEqual(['first', 'Lights'])
  expect((await findLink(platform, project, archived.url_id)).labels).toEqual(['Lights'])
  expect((await findLink(platform, { ...project, id: other.id }, elsewhere.url_id)).labels).toEqual(['lamps'])
  expect(await namesIn(platform, project)).toEqual(['first', 'Lights'])
})

it('renames to another case of the same name, and not to the name of another label', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  const label = await aLabel(platform, project, { name: 'lamps' })
  await aLabel(platform, project, { name: 'Chairs' })
  const link = await aLink(platform, project, { labels: ['lamps'] })

  await editLabel(platform, linkLabelListener, project, label.label_id, { name: 'LAMPS' })

  expect((await findLink(platform, project, link.url_id)).labels).toEqual(['LAMPS'])
  expect(await refusalOf(editLabel(platform, linkLabelListener, project, label.label_id, { name: 'chairs' }))).toBe('LABEL_NAME_TAKEN')
})

it('turns a label off and leaves it on its links', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  const label = await aLabel(platform, project, { name: 'lamps' })
  const link = await aLink(platform, project, { labels: ['lamps'] })

  expect(await editLabel(platform, linkLabelListener, project, label.label_id, { active: false })).toEqual({ ...label, active: false })
  expect(await editLabel(platform, linkLabelListener, project, label.label_id, {})).toEqual({ ...label, active: false })
  expect((await findLink(platform, project, link.url_id)).labels).toEqual(['lamps'])
})

it('takes a deleted label off its links, once', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  const label = await aLabel(platform, project, { name: 'lamps' })
  const link = await aLink(platform, project, { labels: ['first', 'lamps', 'last'] })

  const twice = await Promise.allSettled([1, 2].map(() => deleteLabel(platform, linkLabelListener, project, label.label_id)))

  expect(refusalsIn(twice)).toEqual(['LABEL_NOT_FOUND'])
  expect((await findLink(platform, project, link.url_id)).labels).toEqual(['first', 'last'])
  expect(await namesIn(platform, project)).toEqual(['first', 'last'])
})

it('knows every label that a link was made or edited with, in the spelling that was used first', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)

  const link = await aLink(platform, project, { labels: ['Lamps', 'lamps', 'sale'] })
  const edited = await editLink(platform, project, link.url_id, { labels: ['SALE', 'LAMPS', 'new'] })

  expect(link.labels).toEqual(['Lamps', 'sale'])
  expect(edited.labels).toEqual(['sale', 'Lamps', 'new'])
  expect(await namesIn(platform, project)).toEqual(['Lamps', 'new', 'sale'])
})

it('registers nothing for a link that was refused', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  await aLink(platform, project, { slug: 'held' })

  expect(await refusalOf(aLink(platform, project, { slug: 'held', labels: ['lamps'] }))).toBe('LINK_SLUG_TAKEN')
  expect(await namesIn(platform, project)).toEqual([])
})

it("touches nothing of another organization's labels", async () => {
  await using platform = await openTestPlatform()
  const [mia, noah] = [await aProject(platform), await aProject(platform)]
  const label = await aLabel(platform, mia, { name: 'lamps' })

  const stolen = { ...mia, organizationId: noah.organizationId }
  const strangers = [
    [noah, 'LABEL_NOT_FOUND'],
    [stolen, 'NOT_FOUND'],
  ] as const
  for (const [stranger, refusal] of strangers) {
    expect(await namesIn(platform, stranger)).toEqual([])
    expect(await refusalOf(editLabel(platform, linkLabelListener, stranger, label.label_id, { name: 'mine' }))).toBe(refusal)
    expect(await refusalOf(deleteLabel(platform, linkLabelListener, stranger, label.label_id))).toBe(refusal)
  }
  expect(await refusalOf(aLabel(platform, stolen, { name: 'mine' }))).toBe('NOT_FOUND')
  expect(await listLabels(platform, mia)).toEqual([label])
})
