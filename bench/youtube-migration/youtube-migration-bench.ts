// Measures a channel of 1,000 videos and 3,000 links against a local server that simulates Google. The channel is
// scanned, previewed, migrated and undone with the default quota, while processes die at random statements, Google
// fails and a human edits videos. Prints the outcomes of the videos. Throws if a description or a link is wrong, or if
// the quota was exceeded.
//
//   npm run bench -- youtube-migration [--videos 1000]
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openPostgres } from '../../apps/server/src/platform/postgres/postgres.ts'
import { youtubeChannelJobs } from '../../apps/server/src/youtube-channels/index.ts'
import { openGoogleServer } from '../../apps/server/test/google/open-google-server.ts'
import { addVideosWithLinks, runWithFaults, seedRandom } from '../../apps/server/test/google/youtube-faults.ts'
import { openBenchAccount } from '../../harness/open-bench-account.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { printMachine } from '../measure.ts'

const { values: given } = parseArgs({ allowPositionals: true, options: { videos: { type: 'string', default: '1000' } } })
const videoCount = Number(given.videos)

await using server = await openGoogleServer()
await using postgres = await openBenchPostgres()
await using account = await openBenchAccount(postgres, undefined, server.google)
const { client, organization, project, deps } = account
const params = { orgId: organization.id, projectId: project.id }
const owner = new pg.Client({ connectionString: postgres.url })
await owner.connect()
await owner.query("update organizations set package = 'Business'")

let offsetMs = 0
const jobs = {
  ...deps,
  db: openPostgres(postgres.accounts.jobs),
  clock: { now: () => new Date(Date.now() + offsetMs) },
  google: server.google,
}
const channel = server.account.addChannel()
addVideosWithLinks(server, channel, videoCount)

printMachine({})
const scan = await runTimed(async () => {
  const { id } = await client.youtubeChannels.create({ params, body: { channelUrl: channel.handle } })
  const job = { attempts: 1, max_attempts: 25 } as never
  const payload = { organizationId: organization.id, projectId: project.id, channelId: id }
  await youtubeChannelJobs(jobs)
    .find(({ name }) => name === 'scan-youtube-channel')
    ?.run(payload, { job })
  return id
})
const one = { ...params, channelId: scan.result as never }
const preview = await runTimed(() => client.youtubeChannels.preview({ params: one }))
console.log(`scanned: ${scan.seconds} s, ${server.unitsUsed()} units; preview: ${preview.seconds} s`)
console.table(preview.result)
if (preview.result.links !== videoCount * 3) throw new Error(`${preview.result.links} links were found`)

const { url } = await client.youtubeChannels.connect({ params: one })
const state = new URL(url).searchParams.get('state') ?? ''
await client.youtubeChannels.finishConnection({ params, body: { state, code: server.account.consent(url, channel) } })

const run = await runTimed(() =>
  runWithFaults({
    server,
    channel,
    deps: jobs,
    forward: (ms) => {
      offsetMs += ms
    },
    migrate: () => client.youtubeChannels.migrate({ params: one }),
    undo: () => client.youtubeChannels.undo({ params: one, body: {} }),
    state: async () => {
      const { channels } = await client.youtubeChannels.list({ params })
      const [{ status, videos } = { status: 'failed', videos: { queued: 0, restoring: 0 } }] = channels
      return status === 'migrating' ? 'running' : videos.queued + videos.restoring > 0 ? 'stopped' : 'done'
    },
    storedLinks: async () =>
      (await owner.query<{ target: string; slug: string }>('select target, slug from links where deleted_at is null')).rows,
    statementsPerKill: 200,
    random: seedRandom(16),
  }),
)
const { migrated, undone, ...figures } = run.result
console.log(`migrated and undone: ${run.seconds} s; no description was damaged, no edit lost, no video written twice`)
console.table({ 'after the migration': migrated, 'after the undo': undone })
console.table({ ...figures, 'units allowed a day': server.google.unitsPerDay })
await jobs.db.destroy()
await owner.end()

async function runTimed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, seconds: Number(((performance.now() - startedAt) / 1_000).toFixed(1)) }
}
