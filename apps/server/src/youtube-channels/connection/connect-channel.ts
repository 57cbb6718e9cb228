import { createHash, randomBytes } from 'node:crypto'
import type { YoutubeChannel, YoutubeChannelId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, read, type UserContext } from '../../access/index.ts'
import type { CoreDeps, OriginDeps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import { enqueueScan, getChannel, toRedirectUrl } from '../channels/channels.ts'
import { type ConsentClient, failForGoogle, type GoogleDeps, GoogleError, type Grant } from '../google/google.ts'
import { editScope } from '../google/open-google.ts'
import { listOwnChannels } from '../google/read-channels.ts'
import { type ChannelRow, lockChannelForUpdate, selectChannel, toQuotaUser, updateChannel } from '../tables/channel-table.ts'
import {
  consumeConnectionRequest,
  selectConnectionRequest,
  toConnectionKey,
  toRequestKey,
  upsertConnection,
  upsertConnectionRequest,
} from '../tables/connection-table.ts'
import { type GrantJob, revokeGrantTask } from './disconnect-channel.ts'

/** How long an owner has to consent at Google. */
const requestMs = 10 * 60_000

/** Returns the URL of Google's consent page. Throws YOUTUBE_CHANNEL_NOT_FOUND or YOUTUBE_NOT_CONFIGURED. */
export async function connectChannel(
  { clock, origins, google: { consent } }: OriginDeps & GoogleDeps,
  ctx: ProjectContext<UserContext>,
  id: YoutubeChannelId,
): Promise<{ url: string }> {
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(48).toString('base64url')]
  await mutate(ctx, { action: 'youtube_channel.request_connection', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
    const { cipher } = consent ?? fail('YOUTUBE_NOT_CONFIGURED')
    const { secret, encrypted_with } = cipher.encrypt(toRequestKey(id), verifier)
    await upsertConnectionRequest(tx, ctx, {
      channel_id: id,
      state_hash: hashText(state),
      user_id: ctx.actor.userId,
      verifier: secret,
      encrypted_with: encrypted_with ?? '',
      expires_at: new Date(clock.now().getTime() + requestMs),
    })
    change.after = { name: channel.name }
  })
  return { url: (consent ?? fail('YOUTUBE_NOT_CONFIGURED')).urlOf({ state, challenge: hashText(verifier) }, toRedirectUrl(origins)) }
}

/**
 * Exchanges Google's code for a token and stores it. Works once per connection request, and only for the user who made
 * the request. Throws YOUTUBE_CONNECTION_EXPIRED, YOUTUBE_CONNECTION_REFUSED, YOUTUBE_CHANNEL_NOT_OWNED,
 * YOUTUBE_NOT_CONFIGURED, YOUTUBE_QUOTA_REACHED or YOUTUBE_UNAVAILABLE.
 */
export async function finishConnection(
  deps: OriginDeps & GoogleDeps,
  ctx: ProjectContext<UserContext>,
  { state, code }: { state: string; code: string },
): Promise<YoutubeChannel> {
  const { consent = fail('YOUTUBE_NOT_CONFIGURED') } = deps.google
  const { channel, request } = await read(ctx, async (tx) => {
    const request = await selectConnectionRequest(tx, ctx.project.id, hashText(state))
    if (request === undefined || request.user_id !== ctx.actor.userId || request.expires_at <= deps.clock.now())
      fail('YOUTUBE_CONNECTION_EXPIRED')
    return { request, channel: (await selectChannel(tx, ctx.project.id, request.channel_id)) ?? fail('YOUTUBE_CONNECTION_EXPIRED') }
  })
  const verifier = consent.cipher.decrypt(toRequestKey(channel.id), { secret: request.verifier, encrypted_with: request.encrypted_with })
  if (verifier === undefined) fail('YOUTUBE_CONNECTION_EXPIRED')
  const { refreshToken } = await redeemCode(deps, { consent, code, verifier })
  await requireOwnership(deps, ctx, { consent, refreshToken, channel })

  await mutate(ctx, { action: 'youtube_channel.connect', entity: 'youtube_channel', entityId: channel.id }, async (tx, change) => {
    const before = (await lockChannelForUpdate(tx, ctx.project.id, channel.id)) ?? fail('YOUTUBE_CONNECTION_EXPIRED')
    if (!(await consumeConnectionRequest(tx, ctx.project.id, hashText(state)))) fail('YOUTUBE_CONNECTION_EXPIRED')
    const { secret, encrypted_with } = consent.cipher.encrypt(toConnectionKey(channel.id), refreshToken)
    await upsertConnection(tx, ctx, {
      channel_id: channel.id,
      youtube_id: channel.youtube_id,
      refresh_token: secret,
      encrypted_with: encrypted_with ?? '',
    })
    const wasRevoked = before.error === 'connection_revoked' || before.error === 'connection_of_other_channel'
    if (before.state === 'failed' && wasRevoked) await updateChannel(tx, ctx.project.id, channel.id, { state: 'ready', error: null })
    // If a scan is waiting because the organization used up its share, it can continue now, because connected channels
    // are not limited by the share.
    if (before.state === 'pending' || before.state === 'scanning') await enqueueScan(tx, deps, ctx, before)
    change.after = { name: channel.name }
  })
  return getChannel(deps, ctx, channel.id)
}

async function redeemCode(
  { origins }: OriginDeps,
  { consent, code, verifier }: { consent: ConsentClient; code: string; verifier: string },
): Promise<Grant> {
  const grant = await consent.redeem(code, verifier, toRedirectUrl(origins)).catch((error: unknown) => {
    if (error instanceof GoogleError && error.kind !== 'unavailable') fail('YOUTUBE_CONNECTION_REFUSED')
    return failForGoogle(error)
  })
  // The permission can be missing, because owners can uncheck it at Google.
  if (grant.refreshToken === '' || !grant.scopes.includes(editScope)) fail('YOUTUBE_CONNECTION_REFUSED')
  return grant
}

/**
 * Asserts that the owner chose this channel at Google. A Google account can have several channels. If the owner chose
 * another channel, a job revokes the grant.
 */
async function requireOwnership(
  deps: CoreDeps & GoogleDeps,
  ctx: ProjectContext<UserContext>,
  { consent, refreshToken, channel }: { consent: ConsentClient; refreshToken: string; channel: ChannelRow },
): Promise<void> {
  const { id, youtube_id } = channel
  const owner = { user: toQuotaUser(ctx, channel, true), writer: consent.writerOf(refreshToken) }
  const own = await listOwnChannels(deps, owner).catch(failForGoogle)
  if (own.includes(youtube_id)) return
  const { secret, encrypted_with } = consent.cipher.encrypt(toConnectionKey(id), refreshToken)
  const job: GrantJob = { channelId: id, youtubeId: own[0] ?? '', secret, encryptedWith: encrypted_with ?? '' }
  await enqueueJob(deps.db, revokeGrantTask, job, { maxAttempts: 25 })
  fail('YOUTUBE_CHANNEL_NOT_OWNED')
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
