import { labelDraft } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aLabel, aLink, anOrganization, aProject, refusalOf, refusalsIn } from '../../test/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { Project } from '../access/index.ts'
import { archiveLink } from '../links/archive-link.ts'
import { editLink } from '../links/edit-link.ts'
import { findLink, linkLabelListener } from '../links/index.ts'
import { withOrganizationScope } from '../platform/postgres/postgres.ts'
import { createProject } from '../projects/create-project.ts'
import { createLabel } from './create-label.ts'
import { deleteLabel } from './delete-label.ts'
import { editLabel } from './edit-label.ts'
import { listLabels } from './list-labels.ts'

async function namesIn(deps: TestDeps, project: Project): Promise<string[]> {
  return (await listLabels(deps, project)).map((label) => label.name)
}

/** As many labels as a project holds but `free`. */
async function fillLabels(deps: TestDeps, project: Project, free: number): Promise<void> {
  await withOrganizationScope(deps.db, project.organizationId, (tx) =>
    sql`insert into labels (id, organization_id, project_id, name, created_at)
      select gen_random_uuid(), ${project.organizationId}, ${project.id}, 'label ' || nth, now() from generate_series(1, ${1_000 - free}::integer) as nth`.execute(
      tx,
    ),
  )
}

it('lists labels by name whatever their case, active or not', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  for (const name of ['lamps', 'Chairs', 'sofas']) await aLabel(deps, project, { name })

  await createLabel(deps, project, labelDraft.parse({ name: ' Beds ', active: false }))

  const listed = await listLabels(deps, project)
  expect(listed.map(({ name, active }) => [name, active])).toEqual([
    ['Beds', false],
    ['Chairs', true],
    ['lamps', true],
    ['sofas', true],
  ])
})

it('gives a name to one label, in whatever case two ask for it at once', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)

  const asked = await Promise.allSettled(['Lamps', 'lamps', 'LAMPS'].map((name) => aLabel(deps, project, { name })))

  expect(refusalsIn(asked)).toEqual(['LABEL_NAME_TAKEN', 'LABEL_NAME_TAKEN'])
  await aLabel(deps, await aProject(deps), { name: 'lamps' })
})

it('holds 1,000 labels a project and no more, however many are made at once', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  await fillLabels(deps, project, 2)

  const asked = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => aLabel(deps, project, { name })))

  expect(refusalsIn(asked)).toEqual(['LABEL_LIMIT_REACHED', 'LABEL_LIMIT_REACHED'])
  expect(await refusalOf(aLink(deps, project, { labels: ['one more'] }))).toBe('LABEL_LIMIT_REACHED')
  expect((await aLink(deps, project, { labels: ['Label 7'] })).labels).toEqual(['label 7'])
})

it('renames a label on every link of its project, archived ones too, and on no other', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const project = await aProject(deps, { owned })
  const other = await createProject(deps, owned.organization.id, { name: 'Other', description: 'Another project' })
  const label = await aLabel(deps, project, { name: 'lamps' })
  const kept = await aLink(deps, project, { labels: ['first', 'lamps'] })
  const archived = await aLink(deps, project, { labels: ['lamps'] })
  const elsewhere = await aLink(deps, { ...project, id: other.id }, { labels: ['lamps'] })
  await archiveLink(deps, project, archived.url_id)

  await editLabel(deps, linkLabelListener, project, label.label_id, { name: 'Lights' })

  expect((await findLink(deps, project, kept.url_id)).labels).toEqual(['first', 'Lights'])
  expect((await findLink(deps, project, archived.url_id)).labels).toEqual(['Lights'])
  expect((await findLink(deps, { ...project, id: other.id }, elsewhere.url_id)).labels).toEqual(['lamps'])
  expect(await namesIn(deps, project)).toEqual(['first', 'Lights'])
})

it('renames to another case of the same name, and not to the name of another label', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const label = await aLabel(deps, project, { name: 'lamps' })
  await aLabel(deps, project, { name: 'Chairs' })
  const link = await aLink(deps, project, { labels: ['lamps'] })

  await editLabel(deps, linkLabelListener, project, label.label_id, { name: 'LAMPS' })

  expect((await findLink(deps, project, link.url_id)).labels).toEqual(['LAMPS'])
  expect(await refusalOf(editLabel(deps, linkLabelListener, project, label.label_id, { name: 'chairs' }))).toBe('LABEL_NAME_TAKEN')
})

it('turns a label off and leaves it on its links', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const label = await aLabel(deps, project, { name: 'lamps' })
  const link = await aLink(deps, project, { labels: ['lamps'] })

  expect(await editLabel(deps, linkLabelListener, project, label.label_id, { active: false })).toEqual({ ...label, active: false })
  expect(await editLabel(deps, linkLabelListener, project, label.label_id, {})).toEqual({ ...label, active: false })
  expect((await findLink(deps, project, link.url_id)).labels).toEqual(['lamps'])
})

it('takes a deleted label off its links, once', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const label = await aLabel(deps, project, { name: 'lamps' })
  const link = await aLink(deps, project, { labels: ['first', 'lamps', 'last'] })

  const twice = await Promise.allSettled([1, 2].map(() => deleteLabel(deps, linkLabelListener, project, label.label_id)))

  expect(refusalsIn(twice)).toEqual(['LABEL_NOT_FOUND'])
  expect((await findLink(deps, project, link.url_id)).labels).toEqual(['first', 'last'])
  expect(await namesIn(deps, project)).toEqual(['first', 'last'])
})

it('knows every label that a link was made or edited with, in the spelling that was used first', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)

  const link = await aLink(deps, project, { labels: ['Lamps', 'lamps', 'sale'] })
  const edited = await editLink(deps, project, link.url_id, { labels: ['SALE', 'LAMPS', 'new'] })

  expect(link.labels).toEqual(['Lamps', 'sale'])
  expect(edited.labels).toEqual(['sale', 'Lamps', 'new'])
  expect(await namesIn(deps, project)).toEqual(['Lamps', 'new', 'sale'])
})

it('registers nothing for a link that was refused', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  await aLink(deps, project, { slug: 'held' })

  expect(await refusalOf(aLink(deps, project, { slug: 'held', labels: ['lamps'] }))).toBe('LINK_SLUG_TAKEN')
  expect(await namesIn(deps, project)).toEqual([])
})

it("touches nothing of another organization's labels", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const label = await aLabel(deps, mia, { name: 'lamps' })

  const stolen = { ...mia, organizationId: noah.organizationId }
  const strangers = [
    [noah, 'LABEL_NOT_FOUND'],
    [stolen, 'NOT_FOUND'],
  ] as const
  for (const [stranger, refusal] of strangers) {
    expect(await namesIn(deps, stranger)).toEqual([])
    expect(await refusalOf(editLabel(deps, linkLabelListener, stranger, label.label_id, { name: 'mine' }))).toBe(refusal)
    expect(await refusalOf(deleteLabel(deps, linkLabelListener, stranger, label.label_id))).toBe(refusal)
  }
  expect(await refusalOf(aLabel(deps, stolen, { name: 'mine' }))).toBe('NOT_FOUND')
  expect(await listLabels(deps, mia)).toEqual([label])
})
