/** Limits per user and organization, so that one account can't exhaust a shared resource. */
export type RateLimitKind = 'writes' | 'projects' | 'organizations' | 'chosenSlugs' | 'storeNames' | 'slugChecks' | 'invitations'

/** `writes` is a limit per hour. All other limits are per day. */
export interface RateLimits {
  writes: number
  projects: number
  chosenSlugs: number
  storeNames: number
  invitations: number
}

const hourMs = 60 * 60_000

export const rateLimitWindowsMs: Record<RateLimitKind, number> = {
  writes: hourMs,
  projects: 24 * hourMs,
  organizations: 24 * hourMs,
  chosenSlugs: 24 * hourMs,
  storeNames: 24 * hourMs,
  slugChecks: hourMs,
  invitations: 24 * hourMs,
}

/**
 * Rate limits of a user. They apply to writes outside of organizations, and to calls that say whether a slug is free,
 * because such calls can reveal the slugs of all organizations.
 */
export const accountRateLimits = { writes: 1_000, organizations: 10, slugChecks: 1_000 } as const

/** Maximum number of invitations per day to one email address, by all organizations together. */
export const invitationsPerAddress = 10

/**
 * For this long after a link was added, its slug can be corrected. If the link is deleted in this time, its
 * organization can use the slug again. Both are possible only before the first visit.
 */
export const slugCorrectionMs = hourMs

/** Returns the message of TOO_MANY_REQUESTS if a rate limit is reached. */
export function formatRateLimitMessage(kind: RateLimitKind, max: number, retryAfterSeconds: number): string {
  const count = max.toLocaleString('en')
  const again = formatWait(retryAfterSeconds)
  switch (kind) {
    case 'writes':
      return `Limit reached - More than ${count} changes within an hour. Your links still redirect. Try again in ${again}.`
    case 'projects':
      return `Limit reached - You have created ${count} projects within a day. Use one of them, or try again in ${again}.`
    case 'organizations':
      return `Limit reached - You have created ${count} organizations within a day. Use one of them, or try again in ${again}.`
    case 'chosenSlugs':
      return `Limit reached - You have chosen ${count} short names within a day. Create the link without one to get a generated name, or try again in ${again}.`
    case 'storeNames':
      return `Limit reached - You have chosen ${count} names of stores within a day. Keep one of them, or try again in ${again}.`
    case 'slugChecks':
      return `Limit reached - You have checked short names ${count} times within an hour. Save the link to see whether its name is free, or try again in ${again}.`
    case 'invitations':
      return `Limit reached - You have sent ${count} invitations within a day. Try again in ${again}.`
  }
}

/** Formats a waiting time, rounded up: "1 minute", "5 hours". */
export function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}
