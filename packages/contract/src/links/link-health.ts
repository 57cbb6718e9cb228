// What checks say about a link's destination. This file has no schemas, because emails import it and must not load
// schemas.

/**
 * The result of the last check. `failing`: the last check failed, and the page is checked again within a day.
 * `blocked`: the site blocks the check. `unchecked` with a reason: the page is not checked, for example because
 * robots.txt forbids it.
 */
export const linkHealthStatuses = ['unchecked', 'ok', 'failing', 'broken', 'unavailable', 'blocked'] as const

export type LinkHealthStatus = (typeof linkHealthStatuses)[number]

/** The states of a link that owners see. These words are public and permanent. */
export const linkHealthStates = ['works', 'failed_once', 'broken', 'uncheckable', 'unchecked'] as const

export type LinkHealthState = (typeof linkHealthStates)[number]

export const linkHealthStateNames: Record<LinkHealthState, string> = {
  works: 'Works',
  failed_once: 'Failed once, not confirmed',
  broken: 'Broken',
  uncheckable: "Can't be checked",
  unchecked: 'Not checked yet',
}

/** Notes on links that work. */
export const linkHealthNotes = ['sold_out'] as const

export type LinkHealthNote = (typeof linkHealthNotes)[number]

export const linkHealthNoteNames: Record<LinkHealthNote, string> = { sold_out: 'Sold out' }

export interface LinkVerdict {
  state: LinkHealthState
  note: LinkHealthNote | null
}

interface CheckResult {
  status: LinkHealthStatus
  reason: LinkHealthReason | null
}

/** Returns the verdict about a link that every screen, the API and emails show. */
export function toLinkVerdict({ status, reason }: CheckResult): LinkVerdict {
  return { state: toLinkHealthState(status, reason), note: status === 'unavailable' ? 'sold_out' : null }
}

function toLinkHealthState(status: LinkHealthStatus, reason: LinkHealthReason | null): LinkHealthState {
  switch (status) {
    case 'ok':
    case 'unavailable':
      return 'works'
    case 'failing':
      return 'failed_once'
    case 'broken':
      return 'broken'
    case 'blocked':
      return 'uncheckable'
    case 'unchecked':
      return reason === null ? 'unchecked' : 'uncheckable'
  }
}

/**
 * Filters of the list of links. `unavailable` lists links whose product is sold out. The words are permanent, because
 * saved views contain them.
 */
export const linkHealthFilters = ['broken', 'uncheckable', 'unavailable'] as const

export type LinkHealthFilter = (typeof linkHealthFilters)[number]

/** A link is broken if its page still fails this long after the first failed check. */
export const brokenAfterHours = 24

/** An owner can request a check of the same link only once in this time. */
export const requestedCheckCooldownMs = 60_000

/** Texts for owners that say why a page has its status. Codes are public and permanent. */
export const linkHealthReasons = {
  not_found: 'The page does not exist (404).',
  gone: 'The page was removed for good (410).',
  host_missing: "This domain doesn't exist (DNS lookup failed).",
  page_removed: 'The shop says that this page or product does not exist.',
  listing_ended: 'The listing has ended.',
  too_many_redirects: 'The page redirects again and again.',
  server_error: 'The website answers with an error.',
  unreachable: 'The website does not answer.',
  timed_out: 'The website takes too long to answer.',
  sold_out: 'The product cannot be bought at the moment.',
  captcha: 'The website asks visitors to prove that they are human, so it could not be checked.',
  access_denied: 'The website blocks checks. Visitors can probably still open it.',
  rate_limited: 'The website asked for fewer checks. It is checked again later.',
  robots: 'The website does not allow automatic checks (robots.txt).',
  affiliate_link: 'Links of affiliate networks are never checked, because a check would count as a click.',
  own_page: 'This destination is a page of this Linkshelf, so it is not checked.',
  not_public: 'This destination is not public, so it is not checked.',
} as const

export type LinkHealthReason = keyof typeof linkHealthReasons
