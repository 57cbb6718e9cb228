/** Limits per user and organization, so that one account can't exhaust a shared resource. */
export type RateLimitKind = 'writes' | 'projects' | 'organizations' | 'chosenSlugs' | 'storeNames' | 'slugChecks' | 'invitations'

/** The most of each that is accepted: writes within an hour, the others within a day. */
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
 * Limits of a user, for writes that belong to no organization yet, and for calls that say which slugs are free: such
 * calls can find the slugs of all organizations.
 */
export const accountRateLimits = { writes: 1_000, organizations: 10, slugChecks: 1_000 } as const

/** Invitations to one email address within a day, by all organizations together. */
export const invitationsPerAddress = 10

/**
 * For this long after a link was added, its short name can be corrected, or be used again by its organization when the
 * link is deleted; both before the first visit.
 */
export const slugCorrectionMs = hourMs

/** The sentence of TOO_MANY_REQUESTS for a rate limit that is reached. */
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

/** Rounded up: "1 minute", "5 hours". */
export function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}
