import { expect, it } from 'vitest'
import { aLabel, aLink, aProject } from '../../test/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { someoneWaits } from '../../test/someone-waits.ts'
import { inProject, type Project } from '../access/index.ts'
import { editLinks } from '../links/edit-links.ts'
import { findLink, linkLabelListener } from '../links/index.ts'
import { deleteLabel } from './delete-label.ts'
import { editLabel } from './edit-label.ts'
import type { LabelListener } from './label-listener.ts'
import { listLabels } from './list-labels.ts'
import { registerLabels } from './register-labels.ts'

/** Does the rest only once the other work came to where it has to wait. */
function pausing(deps: TestDeps, started: () => void): LabelListener {
  const pause = async () => {
    started()
    await someoneWaits(deps)
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

type Change = (deps: TestDeps, listener: LabelListener, project: Project, labelId: string) => Promise<unknown>

const changes: [name: string, change: Change, left: string[]][] = [
  ['renamed', (deps, listener, project, id) => editLabel(deps, listener, project, id, { name: 'lights' }), ['lights']],
  ['deleted', deleteLabel, []],
]

it.each(changes)('leaves no old name on a link that gets a label while it is being %s', async (_name, change, left) => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const label = await aLabel(deps, project, { name: 'lamps' })
  const started = Promise.withResolvers<void>()

  const changing = change(deps, pausing(deps, started.resolve), project, label.label_id)
  await started.promise
  const link = await aLink(deps, project, { labels: ['lamps'] })
  await changing

  expect(link.labels).toEqual(left)
  expect((await listLabels(deps, project)).map(({ name }) => name)).toEqual(left)
})

it.each(changes)('reaches a link whose label was put on it before the label was %s, and committed after', async (_name, change, left) => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const label = await aLabel(deps, project, { name: 'lamps' })
  const link = await aLink(deps, project)
  let changing: Promise<unknown> | undefined

  await inProject(deps.db, project, async (tx) => {
    const labels = await registerLabels(tx, deps, project, ['LAMPS'])
    changing = change(deps, linkLabelListener, project, label.label_id)
    await someoneWaits(deps)
    await tx.updateTable('links').set({ labels }).where('id', '=', link.url_id).execute()
  })
  await changing

  expect((await findLink(deps, project, link.url_id)).labels).toEqual(left)
})

it('never has two wait for each other: links labelled, relabelled and made under labels that are renamed meanwhile', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps, { settings: ['package=Pro'] })
  const labels = await Promise.all(['a', 'b', 'c'].map((name) => aLabel(deps, project, { name })))
  const ids: string[] = []
  for (let nth = 0; nth < 8; nth += 1) ids.push((await aLink(deps, project, { labels: ['a', 'b', 'c'] })).url_id)

  const label = (nth: number) =>
    editLinks(deps, project, {
      url_ids: nth % 2 ? ids : ids.toReversed(),
      add_labels: nth % 2 ? ['a', `new ${nth}`, 'c'] : ['c', `new ${nth + 1}`, 'a'],
      remove_labels: ['b'],
      archived: nth % 3 === 0,
    })
  const rename = (nth: number) => editLabel(deps, linkLabelListener, project, labels[nth % 3]?.label_id ?? '', { name: `renamed ${nth}` })
  await Promise.all(
    Array.from({ length: 24 }, (_, nth) => [label(nth), rename(nth), aLink(deps, project, { labels: ['b', `new ${nth}`] })]).flat(),
  )

  const known = new Set((await listLabels(deps, project)).map(({ name }) => name))
  const carried = (await editLinks(deps, project, { url_ids: ids, add_labels: [], remove_labels: [] })).flatMap((link) => link.labels)
  expect(carried.filter((name) => !known.has(name))).toEqual([])
})
