import { z } from 'zod'
import { instant } from '../call.ts'

/**
 * Progress of finding the page that a pasted short link leads to. `never`: the redirects of the link's current
 * destination were not followed.
 */
const followStates = ['never', 'waiting', 'found', 'failed'] as const

export const followFailures = ['gone', 'refused', 'needs_browser', 'unreachable', 'not_public', 'loop', 'own_page'] as const
export type FollowFailure = (typeof followFailures)[number]

const sentencesByFailure: Record<FollowFailure, string> = {
  gone: 'This short link does not exist any more.',
  refused: 'The server rejected our request. Open the link in your browser, and paste the address where it ends.',
  needs_browser:
    'The server shows a page instead of redirecting, for example a choice of shops. Open the link in your browser, and paste the address where it ends.',
  unreachable: 'The server did not answer. Try again in an hour.',
  not_public: 'The link leads to a destination that is not public, so it was not requested.',
  loop: 'This link redirects in a loop.',
  own_page: 'The link leads back to one of your own short links.',
}

export function describeFollowFailure(failure: FollowFailure): string {
  return sentencesByFailure[failure]
}

/** The page that a followed short link leads to. Only an update of the link makes it the link's destination. */
export const linkFollowing = z.object({
  state: z
    .enum(followStates)
    .describe('`never` before the owner asks, `waiting` until the link was followed, then `found`, or `failed` with a `failure`'),
  /** The address that the short link leads to; null if it was not found. */
  destination: z.url().nullable(),
  /**
   * The redirect location that visitors would get if `destination` became the link's destination. It has the owner's
   * tag if the owner has a tag for that shop.
   */
  location: z.url().nullable(),
  /**
   * Hosts of affiliate networks among the redirects of the short link. The networks pay the creator of the short link.
   * If the owner replaces the short link with `destination`, the networks pay nobody. The owner earns only if
   * `location` has the owner's tag.
   */
  networks: z.array(z.string()),
  failure: z.enum(followFailures).nullable(),
  requested_at: instant.nullable(),
  finished_at: instant.nullable(),
})

export type LinkFollowing = z.infer<typeof linkFollowing>
