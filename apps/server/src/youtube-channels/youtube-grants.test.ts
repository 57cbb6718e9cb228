import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openYoutubeProject, type YoutubeProject } from '../../test/builders/open-youtube-project.ts'
import { createProject, deleteProject } from '../projects/projects.ts'
import { deleteChannel } from './channels/channels.ts'
import { connectChannel, finishConnection } from './connection/connect-channel.ts'
import { disconnectChannel, revokeGrant, revokeGrantTask } from './connection/disconnect-channel.ts'

it('revokes the grant at Google with the last connection of a channel, also if its project is deleted', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const another = await project.anotherProject()
  const channel = server.account.addChannel()
  const mine = await project.scanned(channel)
  const theirs = await project.scanned(channel, another)
  await project.connected(channel, mine)
  await project.connected(channel, theirs, another)

  expect(await disconnectChannel(deps, ctx, mine)).toMatchObject({ connection: 'none' })
  expect(await runGrantJobs(project)).toEqual([])
  expect(server.account.grants()).toEqual([channel.id, channel.id])

  await createProject(deps, another, { name: 'Lamps', description: '' })
  await deleteProject(another)
  expect(await runGrantJobs(project)).toEqual([])
  expect(server.account.grants()).toEqual([])
})

it('revokes the grant of a channel that is removed or was chosen at Google by mistake, unless another project is connected to it', async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  const [mine, chosen, connected] = [server.account.addChannel(), server.account.addChannel(), server.account.addChannel()]
  await project.connected(connected, await project.scanned(connected))
  const id = await project.scanned(mine)
  for (const wrong of [chosen, connected]) {
    const { url } = await connectChannel(deps, ctx, id)
    const answer = { state: new URL(url).searchParams.get('state') ?? '', code: server.account.consent(url, wrong) }
    await expect(finishConnection(deps, ctx, answer)).rejects.toMatchObject({ code: 'YOUTUBE_CHANNEL_NOT_OWNED' })
  }
  await project.connected(mine, id)
  expect(new Set(server.account.grants())).toEqual(new Set([mine.id, chosen.id, connected.id]))
  await deleteChannel(ctx, id)
  expect(await runGrantJobs(project)).toEqual([])
  expect(new Set(server.account.grants())).toEqual(new Set([connected.id]))
})

it('has no grant to revoke if the owner has revoked it at Google', async () => {
  await using project = await openYoutubeProject()
  const { server, ctx } = project
  const channel = server.account.addChannel()
  const id = await project.scanned(channel)
  await project.connected(channel, id)
  server.account.revokeAll()
  await deleteChannel(ctx, id)
  expect(await runGrantJobs(project)).toEqual([])
})

/** Runs each job once. Returns the errors of jobs that failed. */
async function runGrantJobs({ deps, jobs }: YoutubeProject): Promise<unknown[]> {
  await runOnce({
    connectionString: deps.accounts.jobs,
    taskList: { [revokeGrantTask]: (payload) => revokeGrant(jobs, payload) },
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  })
  const { rows } = await sql`select attempts, last_error from graphile_worker.jobs where task_identifier = ${revokeGrantTask}`.execute(
    jobs.db,
  )
  return rows
}
