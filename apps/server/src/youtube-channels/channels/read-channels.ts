import {
  type YoutubeChannel,
  type YoutubeChannelId,
  type YoutubeChannelList,
  type YoutubeVideoState,
  youtubeConnectionPath,
  youtubeReplacedLinksShown,
  youtubeVideoStates,
} from '@linkshelf/contract'
import { fail, type ProjectContext, read } from '../../access/index.ts'
import type { Deps, Origins } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { Google } from '../google/google.ts'
import { nextPacificMidnight, pacificDay } from '../google/pacific-day.ts'
import { turnUnits } from '../google/turn-units.ts'
import { type ChannelRow, selectChannel, selectChannels } from '../tables/channel-table.ts'
import { type ConnectionRow, selectConnections } from '../tables/connection-table.ts'
import { selectUnitsUsed } from '../tables/quota-table.ts'
import { countVideos, type VideoCount } from '../tables/video-table.ts'
import { selectReplacedLinks } from '../tables/youtube-link-table.ts'

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'origins'>

export async function listChannels(deps: ReadDeps, google: Google, ctx: ProjectContext): Promise<YoutubeChannelList> {
  const now = deps.clock.now()
  const units_used = Math.min(google.unitsPerDay, await selectUnitsUsed(deps.db, pacificDay(now)))
  const channels = await read(ctx, async (tx) => toChannels(tx, deps, google, await selectChannels(tx, ctx.project.id), units_used))
  return {
    channels,
    status: channels.some(({ status }) => isBusy(status)) ? 'in_progress' : 'complete',
    google: {
      can_scan: google.reader !== undefined,
      can_connect: google.consent !== undefined,
      redirect_url: redirectUrlOf(deps.origins),
    },
    quota: { units_per_day: google.unitsPerDay, units_used, resets_at: nextPacificMidnight(now).toISOString() },
  }
}

/** Throws YOUTUBE_CHANNEL_NOT_FOUND. */
export async function readChannel(deps: ReadDeps, google: Google, ctx: ProjectContext, id: YoutubeChannelId): Promise<YoutubeChannel> {
  const unitsUsed = await selectUnitsUsed(deps.db, pacificDay(deps.clock.now()))
  const [channel] = await read(ctx, async (tx) => {
    const row = (await selectChannel(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
    return toChannels(tx, deps, google, [row], unitsUsed)
  })
  return channel ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
}

/** Google redirects an owner to this URL; the operator registers it there. */
export function redirectUrlOf({ app }: Origins): string {
  return `${app}${youtubeConnectionPath}`
}

export function isBusy(state: YoutubeChannel['status']): boolean {
  return state === 'pending' || state === 'scanning' || state === 'migrating'
}

async function toChannels(
  tx: Tx,
  deps: ReadDeps,
  google: Google,
  rows: readonly ChannelRow[],
  unitsUsed: number,
): Promise<YoutubeChannel[]> {
  const ids = rows.map((row) => row.id)
  const counts = await countVideos(tx, ids)
  const connections = await selectConnections(tx, ids)
  const unitsLeft = google.unitsPerDay - unitsUsed
  const channels: YoutubeChannel[] = []
  for (const row of rows) {
    const own = counts.filter(({ channel_id }) => channel_id === row.id)
    const replaced = await selectReplacedLinks(tx, row.id, youtubeReplacedLinksShown)
    const isPaused = row.state === 'migrating' ? unitsLeft < turnUnits : isBusy(row.state) && unitsLeft < 2
    channels.push({
      id: row.id,
      channelName: row.name,
      channelUrl: row.url,
      status: row.state,
      subscribers: row.subscribers,
      thumbnailUrl: row.thumbnail_url,
      linksFound: sum(own.filter(({ state }) => state !== 'short').map(({ links }) => links)),
      linksReplaced: sum(own.map(({ replaced: links }) => links)),
      lastMigrationDate: row.migrated_at?.toISOString() ?? null,
      replacedLinks: replaced.map(({ original, slug }) => ({ original, shortened: `${deps.origins.public}/${slug}` })),
      error: row.state === 'failed' ? row.error : null,
      connection: connectionOf(connections.find(({ channel_id }) => channel_id === row.id)),
      videos: videosByState(own),
      run: runOf(row, own),
      paused_until: isPaused ? nextPacificMidnight(deps.clock.now()).toISOString() : null,
      watch: row.watch,
      disclosure: row.disclosure,
      excluded_groups: row.excluded_groups,
      scanned_at: row.scanned_at?.toISOString() ?? null,
    })
  }
  return channels
}

function connectionOf(connection: ConnectionRow | undefined): YoutubeChannel['connection'] {
  if (connection === undefined) return 'none'
  return connection.revoked_at === null ? 'connected' : 'revoked'
}

function videosByState(counts: readonly VideoCount[]): Record<YoutubeVideoState, number> {
  const found = new Map(counts.map(({ state, videos }) => [state, videos]))
  return Object.fromEntries(youtubeVideoStates.map((state) => [state, found.get(state) ?? 0])) as Record<YoutubeVideoState, number>
}

function runOf({ state, run_kind, run_total }: ChannelRow, counts: readonly VideoCount[]): YoutubeChannel['run'] {
  if (run_kind === null || state === 'pending' || state === 'scanning') return null
  const waiting = sum(counts.filter((one) => one.state === (run_kind === 'undo' ? 'restoring' : 'queued')).map(({ videos }) => videos))
  return { kind: run_kind, done: Math.max(0, run_total - waiting), total: run_total }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
