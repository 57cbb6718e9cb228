import type { YoutubeChannel, YoutubeChannelId } from '@linkshelf/contract'
import type { ProjectContext, UserContext } from '../../src/access/index.ts'
import { type Db, openPostgres } from '../../src/platform/postgres/postgres.ts'
import { getChannel } from '../../src/youtube-channels/channels/channels.ts'
import { writeNextVideo } from '../../src/youtube-channels/migrate/write-next-video.ts'
import { queryAsOwner } from '../databases/run-as-owner.ts'
import type { FakeChannel } from '../google/google-account.ts'
import { type GoogleServer, openGoogleServer } from '../google/open-google-server.ts'
import { openTestDeps, type TestDeps } from '../open-test-deps.ts'
import { anOrganization, aProject } from './builders.ts'
import { aConnection, aScannedChannel, runScan } from './youtube-builder.ts'

export interface YoutubeProject extends AsyncDisposable {
  deps: TestDeps
  /** The same dependencies as `deps`, with the database account of jobs. */
  jobs: TestDeps
  server: GoogleServer
  ctx: ProjectContext<UserContext>
  /** A clock that moves only when a test calls `forward`. */
  clock: { now(): Date; forward(ms: number): void }
  /** Creates a project in another organization. */
  anotherProject(): Promise<ProjectContext<UserContext>>
  /** Adds the channel and scans it. */
  scanned(channel: FakeChannel, ctx?: ProjectContext<UserContext>): Promise<YoutubeChannelId>
  scan(id: YoutubeChannelId, ctx?: ProjectContext<UserContext>): Promise<void>
  /** Connects the channel: its owner consents at Google. */
  connected(channel: FakeChannel, id: YoutubeChannelId, ctx?: ProjectContext<UserContext>): Promise<void>
  /**
   * Runs turns until no turn is due or `limit` turns have run. A turn updates the description of the next video of its
   * channel. Returns the ids of the updated videos.
   */
  work(limit?: number): Promise<string[]>
  read(id: YoutubeChannelId, ctx?: ProjectContext<UserContext>): Promise<YoutubeChannel>
  auditEntries(): Promise<{ action: string; actor_kind: string; actor_id: string; after: object | null }[]>
  /** The connections as the database stores them. */
  storedConnections(): Promise<{ refresh_token: string }[]>
  storedLinks(): Promise<{ slug: string; target: string }[]>
  /** Changes the organization to the Free plan. */
  downgrade(): Promise<void>
}

/** Opens a project and a fake Google server. If `clicks` is true, also opens a ClickHouse database. */
export async function openYoutubeProject({
  now = '2026-11-20T12:00:00.000Z',
  unitsPerDay = 10_000,
  clicks = false,
} = {}): Promise<YoutubeProject> {
  let time = Date.parse(now)
  const clock = {
    now: () => new Date(time),
    forward: (ms: number) => {
      time += ms
    },
  }
  const server = await openGoogleServer({ unitsPerDay })
  const deps = await openTestDeps({ clock, clicks, google: server })
  const db: Db = openPostgres(deps.accounts.jobs)
  const jobs = { ...deps, db }
  const addProject = async () => {
    const owned = await anOrganization(deps, { settings: ['package=Pro'] })
    const ctx = await aProject(deps, { owned })
    return { ...ctx, actor: owned.user.actor } as ProjectContext<UserContext>
  }
  const ctx = await addProject()
  const isDue = async () =>
    (await db.selectFrom('youtube_turns').select('channel_id').where('run_after', '<=', clock.now()).executeTakeFirst()) !== undefined

  return {
    deps,
    jobs,
    server,
    ctx,
    clock,
    anotherProject: addProject,
    scanned: (channel, of = ctx) => aScannedChannel(jobs, of, channel),
    scan: (id, of = ctx) => runScan(jobs, of, id),
    connected: (channel, channelId, of = ctx) => aConnection(deps, of, { account: server.account, channel, channelId }),
    async work(limit = Number.POSITIVE_INFINITY) {
      const before = server.account.writes.length
      for (let turn = 0; turn < limit && (await isDue()); turn += 1) await writeNextVideo(jobs)
      return server.account.writes.slice(before).map(({ videoId }) => videoId)
    },
    read: (id, of = ctx) => getChannel(deps, of, id),
    auditEntries: () => queryAsOwner(deps, 'select action, actor_kind, actor_id, after from audit_log order by id'),
    storedConnections: () => queryAsOwner(deps, 'select refresh_token from youtube_connections'),
    storedLinks: () => queryAsOwner(deps, 'select slug, target from links where deleted_at is null'),
    downgrade: async () => void (await queryAsOwner(deps, "update organizations set package = 'Free'")),
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await deps[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}
