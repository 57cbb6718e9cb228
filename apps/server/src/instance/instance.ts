import { ClickHouseError } from '@clickhouse/client'
import {
  passwordMinLength as defaultPasswordMinLength,
  type InstanceAbout,
  type InstanceStatus,
  ownValue,
  type PartName,
  privacyPath,
  type SignUpMode,
  termsPath,
} from '@linkshelf/contract'
import { sql } from 'kysely'
import { publicCall } from '../access/index.ts'
import { findRollupProgress } from '../analytics/index.ts'
import { answerWatchOf } from '../platform/clickhouse/answer-watch.ts'
import type { ClickDeps, CoreDeps, Deps } from '../platform/deps.ts'
import { createStatusCheck, type PartCheck } from './status-check.ts'

/** The operator's settings of the instance. */
export interface InstanceSettings {
  /** The operator's own terms, in place of the default ones. */
  termsUrl?: string | undefined
  /** The operator's own privacy page, in place of the default one. */
  privacyUrl?: string | undefined
  /** Who runs the instance, and where they are reached. */
  operatorAddress?: string | undefined
  /** How many months click records are stored; 13 by default. */
  clickRetentionMonths?: number
  /** The operator's pages on other sites, in display order. */
  socialLinks?: readonly string[]
  /** Who can create an account; everyone by default. */
  signUps?: SignUpMode
  /** How many characters a new password has at least; `passwordMinLength` of the contract by default. */
  passwordMinLength?: number
  /** The origin for the edge's health check; the public one by default, which this machine may not be able to reach. */
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
    social_links: socialLinks.map(socialLink),
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

/** The health check of each part. */
export function createPartChecks({ db, clickhouse }: ClickDeps, edgeUrl: string): Record<PartName, PartCheck> {
  return {
    async redirects(signal) {
      const response = await fetch(`${edgeUrl}/healthz`, { signal, redirect: 'error' })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The edge responded with ${response.status}`)
    },
    database: () => sql`select 1`.execute(db),
    async analytics(signal) {
      // The ping waits for a slot like every query. If another query succeeds first, the server works too.
      await Promise.race([pingByQuery(clickhouse, signal), answerWatchOf(clickhouse).nextAnswer(signal)])
    },
  }
}

/** A server can answer pings while its queries stall. A server that rejects a query as one too many works. */
async function pingByQuery(clickhouse: ClickDeps['clickhouse'], signal: AbortSignal): Promise<void> {
  const pong = await clickhouse.ping({ select: true, abort_signal: signal })
  if (!pong.success && !(pong.error instanceof ClickHouseError && pong.error.type === 'TOO_MANY_SIMULTANEOUS_QUERIES')) throw pong.error
}

const hourMs = 3_600_000

/** Returns null before the first run. */
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
 * Names a link after its network, recognised by the host or a parent domain (`m.facebook.com`);
 * otherwise after its host.
 */
export function socialLink(url: string): InstanceAbout['social_links'][number] {
  const host = new URL(url).hostname.replace(/^www\./, '')
  const parts = host.split('.')
  const known = parts.map((_part, at) => parts.slice(at).join('.')).find((domain) => Object.hasOwn(names, domain))
  return { name: known === undefined ? nameOfHost(host) : (ownValue(names, known) ?? host), url }
}

/** Mastodon has many hosts: most contain its name. */
function nameOfHost(host: string): string {
  return /^(mastodon|mstdn)\.|\.mastodon\./.test(host) ? 'Mastodon' : host
}
