import { type LabelUpdate, labelDraft, labelUpdate } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aLabel, aLink, anOrganization, aProject, catchErrorCode, getProjectContext, listErrorCodes } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { getLink, linkLabelListener } from '../links/index.ts'
import { archiveLink, updateLink } from '../links/write/update-link.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { createProject } from '../projects/projects.ts'
import { createLabel, deleteLabel, getLabel, listLabels, updateLabel } from './labels.ts'

async function listLabelNames(ctx: ProjectContext): Promise<string[]> {
  return (await listLabels(ctx)).map((label) => label.name)
}

/** Creates labels until only `free` more are allowed. */
async function fillLabels(deps: TestDeps, ctx: ProjectContext, free: number): Promise<void> {
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    sql`insert into labels (id, organization_id, project_id, name, created_at)
      select gen_random_uuid(), ${ctx.organization.id}, ${ctx.project.id}, 'label ' || nth, now() from generate_series(1, ${1_000 - free}::integer) as nth`.execute(
      tx,
    ),
  )
}

it('lists active and inactive labels, sorted by name ignoring case', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (const name of ['lamps', 'Chairs', 'sofas']) await aLabel(deps, ctx, { name })

  await createLabel(deps, ctx, labelDraft.parse({ name: ' Beds ', active: false }))

  const listed = await listLabels(ctx)
  expect(listed.map(({ name, active }) => [name, active])).toEqual([
    ['Beds', false],
    ['Chairs', true],
    ['lamps', true],
    ['sofas', true],
  ])
})

it('creates only one of three labels whose names differ only in case', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  const outcomes = await Promise.allSettled(['Lamps', 'lamps', 'LAMPS'].map((name) => aLabel(deps, ctx, { name })))

  expect(listErrorCodes(outcomes)).toEqual(['LABEL_NAME_TAKEN', 'LABEL_NAME_TAKEN'])
  await aLabel(deps, await aProject(deps), { name: 'lamps' })
})

it('allows at most 1,000 labels per project, even if several are created at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await fillLabels(deps, ctx, 2)

  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => aLabel(deps, ctx, { name })))

  expect(listErrorCodes(outcomes)).toEqual(['LABEL_LIMIT_REACHED', 'LABEL_LIMIT_REACHED'])
  expect(await catchErrorCode(aLink(deps, ctx, { labels: ['one more'] }))).toBe('LABEL_LIMIT_REACHED')
  expect((await aLink(deps, ctx, { labels: ['Label 7'] })).labels).toEqual(['label 7'])
})

it('renames a label on every link of its project, including archived links, and on no link of another project', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const created = await createProject(deps, owned.ctx, { name: 'Other', description: 'Another project' })
  const other = await getProjectContext(owned.user, owned.organization.id, created.id)
  const label = await aLabel(deps, ctx, { name: 'lamps' })
  const unchanged = await aLink(deps, ctx, { labels: ['first', 'lamps'] })
  const archived = await aLink(deps, ctx, { labels: ['lamps'] })
  const elsewhere = await aLink(deps, other, { labels: ['lamps'] })
  await archiveLink(deps, ctx, archived.url_id)

  await updateLabel({ labelListener: linkLabelListener }, ctx, { labelId: label.label_id, update: { name: 'Lights' } })

  expect((await getLink(deps, ctx, unchanged.url_id)).labels).toEqual(['first', 'Lights'])
  expect((await getLink(deps, ctx, archived.url_id)).labels).toEqual(['Lights'])
  expect((await getLink(deps, other, elsewhere.url_id)).labels).toEqual(['lamps'])
  expect(await listLabelNames(ctx)).toEqual(['first', 'Lights'])
})

it('changes the case of a label name, but rejects the name of another label', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const label = await aLabel(deps, ctx, { name: 'lamps' })
  await aLabel(deps, ctx, { name: 'Chairs' })
  const link = await aLink(deps, ctx, { labels: ['lamps'] })

  await updateLabel({ labelListener: linkLabelListener }, ctx, { labelId: label.label_id, update: { name: 'LAMPS' } })

  expect((await getLink(deps, ctx, link.url_id)).labels).toEqual(['LAMPS'])
  expect(
    await catchErrorCode(updateLabel({ labelListener: linkLabelListener }, ctx, { labelId: label.label_id, update: { name: 'chairs' } })),
  ).toBe('LABEL_NAME_TAKEN')
})

it('deactivates a label and leaves it on its links', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const label = await aLabel(deps, ctx, { name: 'lamps' })
  const link = await aLink(deps, ctx, { labels: ['lamps'] })

  expect(await updateLabel({ labelListener: linkLabelListener }, ctx, { labelId: label.label_id, update: { active: false } })).toEqual({
    ...label,
    active: false,
  })
  expect(await updateLabel({ labelListener: linkLabelListener }, ctx, { labelId: label.label_id, update: {} })).toEqual({
    ...label,
    active: false,
  })
  expect((await getLink(deps, ctx, link.url_id)).labels).toEqual(['lamps'])
})

it('stores and changes the color of a label, and clears a color that is set to null', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const listener = { labelListener: linkLabelListener }

  const plain = await createLabel(deps, ctx, labelDraft.parse({ name: 'chairs' }))
  const label = await aLabel(deps, ctx, labelDraft.parse({ name: 'lamps', color_hex: '#EC4899' }))
  expect([plain.color_hex, label.color_hex]).toEqual([null, '#ec4899'])

  const change = (update: LabelUpdate) => updateLabel(listener, ctx, { labelId: label.label_id, update: labelUpdate.parse(update) })
  expect((await change({ color_hex: '#14b8a6' })).color_hex).toBe('#14b8a6')
  expect((await change({ name: 'Lights' })).color_hex).toBe('#14b8a6')
  expect((await listLabels(ctx)).map(({ color_hex }) => color_hex)).toEqual([null, '#14b8a6'])
  expect((await change({ color_hex: null })).color_hex).toBe(null)
  expect(labelUpdate.safeParse({ color_hex: 'teal' }).success).toBe(false)
})

it('returns a label until it is deleted', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [label] = [await aLabel(deps, ctx, { name: 'lamps' }), await aLabel(deps, ctx, { name: 'chairs' })]

  expect(await getLabel(ctx, label.label_id)).toEqual(label)
  await deleteLabel({ labelListener: linkLabelListener }, ctx, label.label_id)
  expect(await catchErrorCode(getLabel(ctx, label.label_id))).toBe('LABEL_NOT_FOUND')
})

it('removes a deleted label from its links, and deletes a label only once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const label = await aLabel(deps, ctx, { name: 'lamps' })
  const link = await aLink(deps, ctx, { labels: ['first', 'lamps', 'last'] })

  const twice = await Promise.allSettled([1, 2].map(() => deleteLabel({ labelListener: linkLabelListener }, ctx, label.label_id)))

  expect(listErrorCodes(twice)).toEqual(['LABEL_NOT_FOUND'])
  expect((await getLink(deps, ctx, link.url_id)).labels).toEqual(['first', 'last'])
  expect(await listLabelNames(ctx)).toEqual(['first', 'last'])
})

it('registers every label of a created or updated link, in the spelling that was used first', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  const link = await aLink(deps, ctx, { labels: ['Lamps', 'lamps', 'sale'] })
  const updated = await updateLink(deps, ctx, { linkId: link.url_id, update: { labels: ['SALE', 'LAMPS', 'new'] } })

  expect(link.labels).toEqual(['Lamps', 'sale'])
  expect(updated.labels).toEqual(['sale', 'Lamps', 'new'])
  expect(await listLabelNames(ctx)).toEqual(['Lamps', 'new', 'sale'])
})

it('does not register the labels of a rejected link', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aLink(deps, ctx, { slug: 'taken' })

  expect(await catchErrorCode(aLink(deps, ctx, { slug: 'taken', labels: ['lamps'] }))).toBe('LINK_SLUG_TAKEN')
  expect(await listLabelNames(ctx)).toEqual([])
})

it("can neither read nor change another organization's labels", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const label = await aLabel(deps, mia, { name: 'lamps' })

  const forged = { ...mia, organization: noah.organization }
  const strangers = [
    [noah, 'LABEL_NOT_FOUND'],
    [forged, 'NOT_FOUND'],
  ] as const
  for (const [stranger, code] of strangers) {
    expect(await listLabelNames(stranger)).toEqual([])
    expect(await catchErrorCode(getLabel(stranger, label.label_id))).toBe('LABEL_NOT_FOUND')
    expect(
      await catchErrorCode(
        updateLabel({ labelListener: linkLabelListener }, stranger, { labelId: label.label_id, update: { name: 'mine' } }),
      ),
    ).toBe(code)
    expect(await catchErrorCode(deleteLabel({ labelListener: linkLabelListener }, stranger, label.label_id))).toBe(code)
  }
  expect(await catchErrorCode(aLabel(deps, forged, { name: 'mine' }))).toBe('NOT_FOUND')
  expect(await listLabels(mia)).toEqual([label])
})
