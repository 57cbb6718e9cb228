import type { LabelId, LinkId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLabel, aLink, aProject } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { waitForBlockedTransaction } from '../../test/wait-for-blocked-transaction.ts'
import type { ProjectContext } from '../access/index.ts'
import { getLink, linkLabelListener } from '../links/index.ts'
import { bulkUpdateLinks } from '../links/write/bulk-update-links.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { registerLabels } from './label-names.ts'
import { deleteLabel, type LabelListener, listLabels, updateLabel } from './labels.ts'

/** Creates a listener that waits until another transaction is blocked, and then updates the links. */
function createPausingListener(deps: TestDeps, started: () => void): LabelListener {
  const pause = async () => {
    started()
    await waitForBlockedTransaction(deps)
  }
  return {
    async onRenamed(...given) {
      await pause()
      await linkLabelListener.onRenamed(...given)
    },
    async onDeleted(...given) {
      await pause()
      await linkLabelListener.onDeleted(...given)
    },
  }
}

type LabelChange = (deps: { labelListener: LabelListener }, ctx: ProjectContext, labelId: LabelId) => Promise<unknown>

const changes: [name: string, change: LabelChange, left: string[]][] = [
  ['renamed', (deps, ctx, labelId) => updateLabel(deps, ctx, { labelId, update: { name: 'lights' } }), ['lights']],
  ['deleted', deleteLabel, []],
]

it.each(changes)('leaves no old name on a link that is labelled while the label is %s', async (_name, change, left) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const label = await aLabel(deps, ctx, { name: 'lamps' })
  const started = Promise.withResolvers<void>()

  const changing = change({ labelListener: createPausingListener(deps, started.resolve) }, ctx, label.label_id)
  await started.promise
  const link = await aLink(deps, ctx, { labels: ['lamps'] })
  await changing

  expect(link.labels).toEqual(left)
  expect((await listLabels(ctx)).map(({ name }) => name)).toEqual(left)
})

it.each(changes)('updates a link that is labelled before the label is %s, but committed afterwards', async (_name, change, left) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const label = await aLabel(deps, ctx, { name: 'lamps' })
  const link = await aLink(deps, ctx)
  let changing: Promise<unknown> | undefined

  await withScope(deps.db, { organizationId: ctx.organization.id }, async (tx) => {
    const labels = await registerLabels(tx, deps, ctx, ['LAMPS'])
    changing = change({ labelListener: linkLabelListener }, ctx, label.label_id)
    await waitForBlockedTransaction(deps)
    await tx.updateTable('links').set({ labels }).where('id', '=', link.url_id).execute()
  })
  await changing

  expect((await getLink(deps, ctx, link.url_id)).labels).toEqual(left)
})

it('labels, relabels and creates links while their labels are renamed, without deadlocks', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  const labels = await Promise.all(['a', 'b', 'c'].map((name) => aLabel(deps, ctx, { name })))
  const ids: LinkId[] = []
  for (let nth = 0; nth < 8; nth += 1) ids.push((await aLink(deps, ctx, { labels: ['a', 'b', 'c'] })).url_id)

  const label = (nth: number) =>
    bulkUpdateLinks(deps, ctx, {
      url_ids: nth % 2 ? ids : ids.toReversed(),
      add_labels: nth % 2 ? ['a', `new ${nth}`, 'c'] : ['c', `new ${nth + 1}`, 'a'],
      remove_labels: ['b'],
      archived: nth % 3 === 0,
    })
  const rename = (nth: number) =>
    updateLabel({ labelListener: linkLabelListener }, ctx, {
      labelId: labels[nth % 3]?.label_id as LabelId,
      update: { name: `renamed ${nth}` },
    })
  await Promise.all(
    Array.from({ length: 24 }, (_, nth) => [label(nth), rename(nth), aLink(deps, ctx, { labels: ['b', `new ${nth}`] })]).flat(),
  )

  const known = new Set((await listLabels(ctx)).map(({ name }) => name))
  const carried = (await bulkUpdateLinks(deps, ctx, { url_ids: ids, add_labels: [], remove_labels: [] })).flatMap((link) => link.labels)
  expect(carried.filter((name) => !known.has(name))).toEqual([])
})
