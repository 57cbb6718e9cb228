// Statuses and reasons of link checks. They are separate from the schema, because emails import them and must not load
// schemas.

/** `failing`: the page failed one check, and is checked again a day later. `blocked`: the site blocks the check. */
export const linkHealthStatuses = ['unchecked', 'ok', 'failing', 'broken', 'unavailable', 'blocked'] as const

export type LinkHealthStatus = (typeof linkHealthStatuses)[number]

/** Problems by which the list of links can be filtered. */
export const linkProblems = ['broken', 'unavailable'] as const

export type LinkProblem = (typeof linkProblems)[number]

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
