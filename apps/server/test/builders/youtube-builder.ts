import { type YoutubeChannelId, youtubeChannelId } from '@linkshelf/contract'
import type { ProjectContext, UserContext } from '../../src/access/index.ts'
import { addChannel } from '../../src/youtube-channels/channels/channels.ts'
import { connectChannel, finishConnection } from '../../src/youtube-channels/connection/connect-channel.ts'
import { scanChannel } from '../../src/youtube-channels/scan/scan-channel.ts'
import type { FakeChannel, GoogleAccount } from '../google/google-account.ts'
import type { TestDeps } from '../open-test-deps.ts'

type OwnerContext = ProjectContext<UserContext>

/** Adds a channel, and scans it. */
export async function aScannedChannel(deps: TestDeps, ctx: OwnerContext, channel: FakeChannel): Promise<YoutubeChannelId> {
  const added = await addChannel(deps, ctx, `https://www.youtube.com/${channel.handle}`)
  const id = youtubeChannelId.parse(added.id)
  await runScan(deps, ctx, id)
  return id
}

export async function runScan(deps: TestDeps, { organization, project }: OwnerContext, channelId: YoutubeChannelId): Promise<void> {
  const helpers = { job: { attempts: 1, max_attempts: 25 } as never }
  await scanChannel(deps, { organizationId: organization.id, projectId: project.id, channelId }, helpers)
}

/** Returns the URL of Google's consent page, to which the channel's owner is sent. */
export async function aConsentUrl(deps: TestDeps, ctx: OwnerContext, channelId: YoutubeChannelId): Promise<string> {
  return (await connectChannel(deps, ctx, channelId)).url
}

/** Connects a channel: its owner consents at Google and is redirected back. */
export async function aConnection(
  deps: TestDeps,
  ctx: OwnerContext,
  { account, channel, channelId }: { account: GoogleAccount; channel: FakeChannel; channelId: YoutubeChannelId },
): Promise<void> {
  const url = await aConsentUrl(deps, ctx, channelId)
  const state = new URL(url).searchParams.get('state') ?? ''
  await finishConnection(deps, ctx, { state, code: account.consent(url, channel) })
}
