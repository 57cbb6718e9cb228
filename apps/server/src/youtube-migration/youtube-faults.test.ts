import { expect, it } from 'vitest'
import { openYoutubeProject } from '../../test/google/open-youtube-project.ts'
import { addVideosWithLinks, randomFrom, runWithFaults } from '../../test/google/youtube-faults.ts'
import { startMigration, startUndo } from './migrate/start-run.ts'

it('leaves every description original, migrated or as a human left it, whatever is killed, fails and is edited meanwhile', async () => {
  await using project = await openYoutubeProject({ unitsPerDay: 1_200 })
  const { deps, jobs, server, ctx, clock } = project
  const channel = server.account.addChannel()
  addVideosWithLinks(server, channel, 40)
  const id = await project.scanned(channel)
  await project.connected(channel, id)

  const figures = await runWithFaults({
    server,
    google: server.google,
    channel,
    deps: jobs,
    forward: clock.forward,
    migrate: () => startMigration(deps, server.google, ctx, id),
    undo: () => startUndo(deps, server.google, ctx, id, undefined),
    state: async () => {
      const { status, videos } = await project.read(id)
      return status === 'migrating' ? 'running' : videos.queued + videos.restoring > 0 ? 'stopped' : 'done'
    },
    shortUrls: async () => new Map((await project.storedLinks()).map(({ target, slug }) => [target, `${deps.origins.public}/${slug}`])),
    statementsPerKill: 60,
    random: randomFrom(7),
  })

  expect(figures.migrated + figures.skipped).toBe(40)
  expect(figures.restored + figures.left).toBe(figures.migrated)
  expect((await project.storedLinks()).length).toBeGreaterThanOrEqual(figures.links)
  expect(figures.highestUnitsOfDay).toBeLessThanOrEqual(1_200)
  expect(Math.min(figures.kills, figures.edits, figures.failures, figures.skipped, figures.left)).toBeGreaterThan(0)
})
