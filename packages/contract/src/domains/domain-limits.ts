// Limits for newly verified domains. They are needed because certificate authorities limit how many certificates an
// instance can get.
import { formatWait } from '../rate-limits.ts'

export const domainLimits = ['organization', 'user', 'registrable_domain', 'instance'] as const
export type DomainLimit = (typeof domainLimits)[number]

const sentencesByLimit: Readonly<Record<DomainLimit, string>> = {
  organization: 'Your organization has verified as many domains within a day as its plan includes.',
  user: 'The user who added this domain has verified as many domains within a day as the plan includes.',
  registrable_domain: 'Many subdomains of this domain were verified within a week.',
  instance: 'Many domains were verified here within three hours.',
}

export function describeDomainLimit(limit: DomainLimit): string {
  return sentencesByLimit[limit]
}

/** Returns the message of TOO_MANY_REQUESTS if a limit delays the check of a domain. */
export function formatDomainLimitMessage(limit: DomainLimit, waitSeconds: number): string {
  return `Limit reached - ${sentencesByLimit[limit]} This domain can be verified in ${formatWait(waitSeconds)}.`
}
