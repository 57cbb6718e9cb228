import { ClickHouseError } from '@clickhouse/client'
import {
  passwordMinLength as defaultPasswordMinLength,
  findOwnValue,
  type InstanceAbout,
  type InstanceStatus,
  type PartName,
  privacyPath,
  type SignUpMode,
  termsPath,
} from '@linkshelf/contract'
import { sql } from 'kysely'
import { publicCall } from '../access/index.ts'
import { findRollupProgress } from '../analytics/index.ts'
import { getAnswerWatch } from '../platform/clickhouse/answer-watch.ts'
import type { ClickDeps, CoreDeps, Deps } from '../platform/deps.ts'
import { createStatusCheck, type PartCheck } from './status-check.ts'

export interface InstanceSettings {
  /** The operator's own terms, instead of the default terms. */
  termsUrl?: string | undefined
  /** The operator's own privacy page, instead of the default page. */
  privacyUrl?: string | undefined
  /** Who runs the instance, and how to contact them. */
  operatorAddress?: string | undefined
  /** How many months click records are stored; defaults to 13. */
  clickRetentionMonths?: number
  /** How many nightly back-ups are stored. Undefined if the program makes no back-ups by itself. */
  backupCopies?: number | undefined
  /** The operator's pages on other sites, in display order. */
  socialLinks?: readonly string[]
  /** Who can create an account; defaults to everyone. */
  signUps?: SignUpMode
  /** The minimum length of a new password in characters; defaults to the contract's `passwordMinLength`. */
  passwordMinLength?: number
  /**
   * The origin for the edge's health check. Defaults to the public origin, which this machine may not be able to reach.
   */
  edgeUrl?: string
}

const calls = publicCall.instance

export function instanceRoutes(
  deps: Deps,
  { termsUrl, privacyUrl, socialLinks = [], signUps = 'open', passwordMinLength = defaultPasswordMinLength, edgeUrl }: InstanceSettings,
  isLosingClicks: () => boolean,
) {
  const { origins, clock } = deps
  const about: InstanceAbout = {
    terms_url: termsUrl ?? `${origins.app}${termsPath}`,
    privacy_url: privacyUrl ?? `${origins.app}${privacyPath}`,
    social_links: socialLinks.map(toSocialLink),
    password_min_length: passwordMinLength,
    sign_ups: signUps,
  }
  const checks = createPartChecks(deps, edgeUrl ?? origins.public)
  const checkStatus = createStatusCheck(
    { checks, isLosingClicks, isDiskLow: () => deps.diskSpace.isLow(), findRollups: () => findRollupStatus(deps) },
    clock,
  )
  return {
    about: calls.about.handler(() => about),
    status: calls.status.handler(checkStatus),
  }
}

export function createPartChecks({ db, clickhouse }: ClickDeps, edgeUrl: string): Record<PartName, PartCheck> {
  return {
    async redirects(signal) {
      const response = await fetch(`${edgeUrl}/healthz`, { signal, redirect: 'error' })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The edge responded with ${response.status}`)
    },
    database: () => sql`select 1`.execute(db),
    async analytics(signal) {
      // The ping waits for a slot like every query. If another query succeeds first, the server is up too.
      await Promise.race([pingByQuery(clickhouse, signal), getAnswerWatch(clickhouse).nextAnswer(signal)])
    },
  }
}

/**
 * Runs a query, because a server can answer pings while its queries stall. If the server rejects the query because it
 * has too many, the server is up.
 */
async function pingByQuery(clickhouse: ClickDeps['clickhouse'], signal: AbortSignal): Promise<void> {
  const pong = await clickhouse.ping({ select: true, abort_signal: signal })
  if (!pong.success && !(pong.error instanceof ClickHouseError && pong.error.type === 'TOO_MANY_SIMULTANEOUS_QUERIES')) throw pong.error
}

const hourMs = 3_600_000

/** Returns the oldest day without a rollup and how late the rollups are. Returns null before the first run. */
export async function findRollupStatus(deps: CoreDeps): Promise<InstanceStatus['daily_rollups']> {
  const progress = await findRollupProgress(deps)
  if (progress === undefined) return null
  const hours_late = Math.floor(progress.delayMs / hourMs)
  return { oldest_missing_day: hours_late > 0 ? (progress.oldestMissingDay ?? null) : null, hours_late }
}

const names: Record<string, string> = {
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'x.com': 'X',
  'twitter.com': 'X',
  'instagram.com': 'Instagram',
  'tiktok.com': 'TikTok',
  'facebook.com': 'Facebook',
  'fb.com': 'Facebook',
  'linkedin.com': 'LinkedIn',
  'github.com': 'GitHub',
  'mastodon.social': 'Mastodon',
  'mastodon.online': 'Mastodon',
  'bsky.app': 'Bluesky',
  'discord.com': 'Discord',
  'discord.gg': 'Discord',
}

/**
 * Names a link after its network if the host or a parent domain (`m.facebook.com`) is known; otherwise after its host.
 */
export function toSocialLink(url: string): InstanceAbout['social_links'][number] {
  const host = new URL(url).hostname.replace(/^www\./, '')
  const parts = host.split('.')
  const known = parts.map((_part, at) => parts.slice(at).join('.')).find((domain) => Object.hasOwn(names, domain))
  return { name: known === undefined ? toNetworkName(host) : (findOwnValue(names, known) ?? host), url }
}

/**
 * Returns the network's name for Mastodon, which has many hosts that mostly contain its name. Returns any other host
 * unchanged.
 */
function toNetworkName(host: string): string {
  return /^(mastodon|mstdn)\.|\.mastodon\./.test(host) ? 'Mastodon' : host
}
