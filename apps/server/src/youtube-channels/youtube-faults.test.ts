import { expect, it } from 'vitest'
import { openYoutubeProject } from '../../test/builders/open-youtube-project.ts'
import { addVideosWithLinks, runWithFaults, seedRandom } from '../../test/google/youtube-faults.ts'
import { startMigration, startUndo } from './migrate/start-run.ts'

it('leaves every description original, migrated or as its owner edited it, after kills, failures and concurrent edits', async () => {
  await using project = await openYoutubeProject({ unitsPerDay: 1_200 })
  const { deps, jobs, server, ctx, clock } = project
  const channel = server.account.addChannel()
  addVideosWithLinks(server, channel, 40)
  const id = await project.scanned(channel)
  await project.connected(channel, id)

  const figures = await runWithFaults({
    server,
    channel,
    deps: jobs,
    forward: clock.forward,
    migrate: () => startMigration(deps, ctx, id),
    undo: () => startUndo(deps, ctx, { channelId: id, videoId: undefined }),
    state: async () => {
      const { status, videos } = await project.read(id)
      return status === 'migrating' ? 'running' : videos.queued + videos.restoring > 0 ? 'stopped' : 'done'
    },
    storedLinks: project.storedLinks,
    statementsPerKill: 60,
    random: seedRandom(7),
  })

  const { migrated, undone } = figures
  expect(migrated).toEqual({ original: 0, migrated: expect.any(Number), human: 40 - migrated.migrated })
  expect(undone).toEqual({ original: expect.any(Number), migrated: 0, human: 40 - undone.original })
  expect((await project.storedLinks()).length).toBeGreaterThanOrEqual(figures.exactLinks)
  expect(figures.highestUnitsOfDay).toBeLessThanOrEqual(1_200)
  expect(Math.min(figures.kills, figures.edits, figures.failures, figures.days - 1, migrated.migrated, undone.original)).toBeGreaterThan(0)
})
