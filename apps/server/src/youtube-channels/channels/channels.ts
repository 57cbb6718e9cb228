import {
  formatWait,
  parseYoutubeUrl,
  type YoutubeChannel,
  type YoutubeChannelChange,
  type YoutubeChannelId,
  type YoutubeChannelList,
  type YoutubeVideoState,
  youtubeChannelsPerProject,
  youtubeConnectionPath,
  youtubeReplacedLinksShown,
  youtubeVideoStates,
} from '@linkshelf/contract'
import { fail, failRateLimited, mutate, type ProjectContext, read, type UserContext } from '../../access/index.ts'
import { formatLinkUrl } from '../../links/index.ts'
import type { CoreDeps, OriginDeps, Origins } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { failForGoogle, type GoogleDeps } from '../google/google.ts'
import { findChannelByName } from '../google/lookups.ts'
import { findNextPacificMidnight, selectRemainingShare, selectUnitsUsed, toPacificDay, videoUnits } from '../google/quota.ts'
import type { FoundChannel } from '../google/read-channels.ts'
import {
  type ChannelRow,
  deleteChannelRow,
  insertChannel,
  lockChannelForUpdate,
  lockChannelListForUpdate,
  selectChannel,
  selectChannels,
  updateChannel,
} from '../tables/channel-table.ts'
import { type ConnectionRow, selectConnections } from '../tables/connection-table.ts'
import { selectNextReads } from '../tables/read-table.ts'
import { countVideos, type VideoCount } from '../tables/video-table.ts'
import { selectReplacedLinks } from '../tables/youtube-link-table.ts'
import { enqueueChannelJob, scanChannelTask, toChannelJob } from './channel-jobs.ts'
import { isBusy, lockIdleChannel } from './channel-state.ts'

export async function listChannels(deps: OriginDeps & GoogleDeps, ctx: ProjectContext): Promise<YoutubeChannelList> {
  const { google } = deps
  const now = deps.clock.now()
  const unitsLeft = await selectUnitsLeft(deps, ctx)
  const units_used = google.unitsPerDay - Math.max(0, unitsLeft.confirmed)
  const channels = await read(ctx, async (tx) => toChannels(tx, deps, ctx, { rows: await selectChannels(tx, ctx.project.id), unitsLeft }))
  return {
    channels,
    status: channels.some(({ status }) => isBusy(status)) ? 'in_progress' : 'complete',
    google: {
      can_scan: google.reader !== undefined,
      can_connect: google.consent !== undefined,
      redirect_url: toRedirectUrl(deps.origins),
    },
    quota: { units_per_day: google.unitsPerDay, units_used, resets_at: findNextPacificMidnight(now).toISOString() },
  }
}

/** Throws YOUTUBE_CHANNEL_NOT_FOUND. */
export async function getChannel(deps: OriginDeps & GoogleDeps, ctx: ProjectContext, id: YoutubeChannelId): Promise<YoutubeChannel> {
  const unitsLeft = await selectUnitsLeft(deps, ctx)
  const [channel] = await read(ctx, async (tx) => {
    const row = (await selectChannel(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
    return toChannels(tx, deps, ctx, { rows: [row], unitsLeft })
  })
  return channel ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
}

/** Returns the URL that Google redirects an owner to. The operator registers this URL at Google. */
export function toRedirectUrl({ app }: Origins): string {
  return `${app}${youtubeConnectionPath}`
}

/** The remaining units of today's quota: for channels with a connected owner, and for other channels. */
interface UnitsLeft {
  confirmed: number
  unconfirmed: number
}

async function selectUnitsLeft({ db, clock, google }: CoreDeps & GoogleDeps, { organization }: ProjectContext): Promise<UnitsLeft> {
  const day = toPacificDay(clock.now())
  const confirmed = google.unitsPerDay - (await selectUnitsUsed(db, day))
  return { confirmed, unconfirmed: Math.min(confirmed, await selectRemainingShare(db, day, organization.id, google)) }
}

async function toChannels(
  tx: Tx,
  deps: OriginDeps,
  ctx: ProjectContext,
  { rows, unitsLeft }: { rows: readonly ChannelRow[]; unitsLeft: UnitsLeft },
): Promise<YoutubeChannel[]> {
  const now = deps.clock.now()
  const ids = rows.map((row) => row.id)
  const counts = await countVideos(tx, ids)
  const connections = await selectConnections(tx, ids)
  const youtubeIds = rows.filter(({ state }) => state === 'pending').map(({ youtube_id }) => youtube_id)
  const nextReads = await selectNextReads(tx, ctx, youtubeIds, now)
  const channels: YoutubeChannel[] = []
  for (const row of rows) {
    const own = counts.filter(({ channel_id }) => channel_id === row.id)
    const replaced = await selectReplacedLinks(tx, row.id, youtubeReplacedLinksShown)
    const connection = toConnectionState(connections.find(({ channel_id }) => channel_id === row.id))
    const pausedUntil = isOutOfUnits(row, connection, unitsLeft) ? findNextPacificMidnight(now) : nextReads.get(row.youtube_id)
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
      replacedLinks: replaced.map(({ original, ...address }) => ({ original, shortened: formatLinkUrl(address, deps.origins) })),
      error: row.state === 'failed' ? row.error : null,
      connection,
      videos: countVideosByState(own),
      run: toRun(row, own),
      paused_until: pausedUntil?.toISOString() ?? null,
      watch: row.watch,
      disclosure: row.disclosure,
      excluded_groups: row.excluded_groups,
      scanned_at: row.scanned_at?.toISOString() ?? null,
    })
  }
  return channels
}

/**
 * Returns whether too few units remain for a channel's next step, so that the channel has to wait until the next day.
 */
function isOutOfUnits({ state }: ChannelRow, connection: YoutubeChannel['connection'], { confirmed, unconfirmed }: UnitsLeft): boolean {
  if (state === 'migrating') return confirmed < videoUnits
  return isBusy(state) && (connection === 'connected' ? confirmed : unconfirmed) < 2
}

function toConnectionState(connection: ConnectionRow | undefined): YoutubeChannel['connection'] {
  if (connection === undefined) return 'none'
  return connection.revoked_at === null ? 'connected' : 'revoked'
}

function countVideosByState(counts: readonly VideoCount[]): Record<YoutubeVideoState, number> {
  const found = new Map(counts.map(({ state, videos }) => [state, videos]))
  return Object.fromEntries(youtubeVideoStates.map((state) => [state, found.get(state) ?? 0])) as Record<YoutubeVideoState, number>
}

function toRun({ state, run_kind, run_total }: ChannelRow, counts: readonly VideoCount[]): YoutubeChannel['run'] {
  if (run_kind === null || state === 'pending' || state === 'scanning') return null
  const waiting = sum(counts.filter((one) => one.state === (run_kind === 'undo' ? 'restoring' : 'queued')).map(({ videos }) => videos))
  return { kind: run_kind, done: Math.max(0, run_total - waiting), total: run_total }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/**
 * Adds a channel and starts its scan. Throws YOUTUBE_NOT_CONFIGURED, YOUTUBE_CHANNEL_UNKNOWN, YOUTUBE_CHANNEL_EXISTS,
 * YOUTUBE_CHANNEL_LIMIT_REACHED, YOUTUBE_QUOTA_REACHED or YOUTUBE_UNAVAILABLE.
 */
export async function addChannel(
  deps: OriginDeps & GoogleDeps,
  ctx: ProjectContext<UserContext>,
  typedUrl: string,
): Promise<YoutubeChannel> {
  if ((await read(ctx, (tx) => selectChannels(tx, ctx.project.id))).length >= youtubeChannelsPerProject)
    fail('YOUTUBE_CHANNEL_LIMIT_REACHED')
  const found = (await findChannel(deps, ctx, typedUrl)) ?? fail('YOUTUBE_CHANNEL_UNKNOWN')
  const id = deps.ids.next<YoutubeChannelId>()
  await mutate(ctx, { action: 'youtube_channel.create', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    await lockChannelListForUpdate(tx, ctx.project.id)
    if ((await selectChannels(tx, ctx.project.id)).length >= youtubeChannelsPerProject) fail('YOUTUBE_CHANNEL_LIMIT_REACHED')
    const channel = (await insertChannel(tx, ctx, { ...found, id, read_by: ctx.actor.userId })) ?? fail('YOUTUBE_CHANNEL_EXISTS')
    await enqueueScan(tx, deps, ctx, channel)
    change.after = { name: channel.name, url: channel.url }
  })
  return getChannel(deps, ctx, id)
}

/**
 * Enqueues the scan of a channel. If this organization read the channel within the last hour, the scan runs when the
 * hour is over. This happens if the channel was removed and added again.
 */
export async function enqueueScan(
  tx: Tx,
  { clock }: CoreDeps,
  ctx: ProjectContext,
  { id, youtube_id, ...progress }: ChannelRow,
): Promise<void> {
  const isNew = progress.scan_step === 'uploads' && progress.scan_page === null
  const nextReads = isNew ? await selectNextReads(tx, ctx, [youtube_id], clock.now()) : undefined
  await enqueueChannelJob(tx, scanChannelTask, toChannelJob(ctx, id), nextReads?.get(youtube_id))
}

async function findChannel(
  deps: CoreDeps & GoogleDeps,
  { organization, actor }: ProjectContext<UserContext>,
  typedUrl: string,
): Promise<FoundChannel | undefined> {
  const name = parseYoutubeUrl(typedUrl)
  if (deps.google.reader === undefined) fail('YOUTUBE_NOT_CONFIGURED')
  const user = { organizationId: organization.id, userId: actor.userId, isConfirmed: false }
  try {
    return name && (await findChannelByName(deps, { user, name }))
  } catch (error) {
    failForGoogle(error)
  }
}

/** Throws YOUTUBE_CHANNEL_NOT_FOUND or YOUTUBE_CHANNEL_BUSY. */
export async function changeChannel(
  deps: OriginDeps & GoogleDeps,
  ctx: ProjectContext,
  { channelId: id, change }: { channelId: YoutubeChannelId; change: YoutubeChannelChange },
): Promise<YoutubeChannel> {
  const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  await mutate(ctx, { action: 'youtube_channel.update', entity: 'youtube_channel', entityId: id }, async (tx, audited) => {
    const before = await lockIdleChannel(tx, ctx, id)
    const after = Object.keys(values).length === 0 ? before : await updateChannel(tx, ctx.project.id, id, values)
    Object.assign(audited, { before: toAudited(before), after: toAudited(after) })
  })
  return getChannel(deps, ctx, id)
}

/**
 * Reads all descriptions again. Throws YOUTUBE_CHANNEL_NOT_FOUND, YOUTUBE_CHANNEL_BUSY or YOUTUBE_NOT_CONFIGURED.
 * Throws TOO_MANY_REQUESTS if the channel was read within the last hour.
 */
export async function rescanChannel(
  deps: OriginDeps & GoogleDeps,
  ctx: ProjectContext<UserContext>,
  id: YoutubeChannelId,
): Promise<YoutubeChannel> {
  await mutate(ctx, { action: 'youtube_channel.scan', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    const channel = await lockIdleChannel(tx, ctx, id)
    if (deps.google.reader === undefined) fail('YOUTUBE_NOT_CONFIGURED')
    await requireReadable(tx, deps, ctx, channel)
    const started = { state: 'pending', error: null, scan_step: 'uploads', scan_page: null, read_by: ctx.actor.userId } as const
    await updateChannel(tx, ctx.project.id, id, started)
    await enqueueChannelJob(tx, scanChannelTask, toChannelJob(ctx, id))
    change.after = { name: channel.name }
  })
  return getChannel(deps, ctx, id)
}

/** Throws TOO_MANY_REQUESTS if the organization read the channel within the last hour. */
async function requireReadable(tx: Tx, { clock }: CoreDeps, ctx: ProjectContext, { youtube_id }: ChannelRow): Promise<void> {
  const now = clock.now()
  const nextRead = (await selectNextReads(tx, ctx, [youtube_id], now)).get(youtube_id)
  if (nextRead === undefined) return
  const seconds = Math.ceil((nextRead.getTime() - now.getTime()) / 1_000)
  failRateLimited(seconds, `This channel was read within the last hour. Scan it again in ${formatWait(seconds)}.`)
}

/**
 * Deletes the channel with its videos and its connection. If a job of the channel is running, it stores nothing more.
 * Throws YOUTUBE_CHANNEL_NOT_FOUND.
 */
export async function deleteChannel(ctx: ProjectContext, id: YoutubeChannelId): Promise<void> {
  await mutate(ctx, { action: 'youtube_channel.delete', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
    await deleteChannelRow(tx, ctx.project.id, id)
    change.before = { name: channel.name, url: channel.url }
  })
}

function toAudited({ name, watch, disclosure, excluded_groups }: ChannelRow): object {
  return { name, watch, disclosure, excluded_groups }
}
