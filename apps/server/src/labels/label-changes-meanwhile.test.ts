import { expect, it } from 'vitest'
import { aLabel, aLink, aProject } from '../../test/builders.ts'
import { openTestPlatform, type TestPlatform } from '../../test/open-test-platform.ts'
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
function pausing(platform: TestPlatform, started: () => void): LabelListener {
  const pause = async () => {
    started()
    await someoneWaits(platform)
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

type Change = (platform: TestPlatform, listener: LabelListener, project: Project, labelId: string) => Promise<unknown>

const changes: [name: string, change: Change, left: string[]][] = [
  ['renamed', (platform, listener, project, id) => editLabel(platform, listener, project, id, { name: 'lights' }), ['lights']],
  ['deleted', deleteLabel, []],
]

it.each(changes)('leaves no old name on a link that gets a label while it is being %s', async (_name, change, left) => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  const label = await aLabel(platform, project, { name: 'lamps' })
  const started = Promise.withResolvers<void>()

  const changing = change(platform, pausing(platform, started.resolve), project, label.label_id)
  await started.promise
  const link = await aLink(platform, project, { labels: ['lamps'] })
  await changing

  expect(link.labels).toEqual(left)
  expect((await listLabels(platform, project)).map(({ name }) => name)).toEqual(left)
})

it.each(changes)('reaches a link whose label was put on it before the label was %s, and committed after', async (_name, change, left) => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  const label = await aLabel(platform, project, { name: 'lamps' })
  const link = await aLink(platform, project)
  let changing: Promise<unknown> | undefined

  await inProject(platform.db, project, async (tx) => {
    const labels = await registerLabels(tx, platform, project, ['LAMPS'])
    changing = change(platform, linkLabelListener, project, label.label_id)
    await someoneWaits(platform)
    await tx.updateTable('links').set({ labels }).where('id', '=', link.url_id).execute()
  })
  await changing

  expect((await findLink(platform, project, link.url_id)).labels).toEqual(left)
})

it('never has two wait for each other: links labelled, relabelled and made under labels that are renamed meanwhile', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform, { settings: ['package=Pro'] })
  const labels = await Promise.all(['a', 'b', 'c'].map((name) => aLabel(platform, project, { name })))
  const ids: string[] = []
  for (let nth = 0; nth < 8; nth += 1) ids.push((await aLink(platform, project, { labels: ['a', 'b', 'c'] })).url_id)

  const label = (nth: number) =>
    editLinks(platform, project, {
      url_ids: nth % 2 ? ids : ids.toReversed(),
      add_labels: nth % 2 ? ['a', `new ${nth}`, 'c'] : ['c', `new ${nth + 1}`, 'a'],
      remove_labels: ['b'],
      archived: nth % 3 === 0,
    })
  const rename = (nth: number) =>
    editLabel(platform, linkLabelListener, project, labels[nth % 3]?.label_id ?? '', { name: `renamed ${nth}` })
  await Promise.all(
    Array.from({ length: 24 }, (_, nth) => [label(nth), rename(nth), aLink(platform, project, { labels: ['b', `new ${nth}`] })]).flat(),
  )

  const known = new Set((await listLabels(platform, project)).map(({ name }) => name))
  const carried = (await editLinks(platform, project, { url_ids: ids, add_labels: [], remove_labels: [] })).flatMap((link) => link.labels)
  expect(carried.filter((name) => !known.has(name))).toEqual([])
})
