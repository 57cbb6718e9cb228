import { z } from 'zod'
import { instant } from '../call.ts'

/** `never`: the present destination was not followed. */
const followStates = ['never', 'waiting', 'found', 'failed'] as const

/** Why a short link could not be followed to its end. */
export const followFailures = ['gone', 'refused', 'needs_browser', 'unreachable', 'not_public', 'loop', 'own_page'] as const
export type FollowFailure = (typeof followFailures)[number]

const sentences: Record<FollowFailure, string> = {
  gone: 'This short link does not exist any more.',
  refused: 'The server rejected our request. Open the link in your browser, and paste the address where it ends.',
  needs_browser:
    'The server shows a page instead of redirecting, for example a choice of shops. Open the link in your browser, and paste the address where it ends.',
  unreachable: 'The server did not answer. Try again in an hour.',
  not_public: 'The link leads to a destination that is not public, so it was not requested.',
  loop: 'This link redirects in a loop.',
  own_page: 'The link leads back to one of your own short links.',
}

/** Says in a sentence why a short link could not be followed. */
export function describeFollowFailure(failure: FollowFailure): string {
  return sentences[failure]
}

/** The page behind a followed short link. It becomes the link's destination only by an update of the link. */
export const linkFollowing = z.object({
  state: z
    .enum(followStates)
    .describe('`never` before the owner asks, `waiting` until the link was followed, then `found`, or `failed` with a `failure`'),
  /** The address behind it; null unless it was found. */
  destination: z.url().nullable(),
  /** The redirect location of visitors if it were the destination: with the owner's tag, if there is one for it. */
  location: z.url().nullable(),
  /** Hosts of networks on the way, which pay the maker of the short link. The destination alone does not. */
  networks: z.array(z.string()),
  failure: z.enum(followFailures).nullable(),
  requested_at: instant.nullable(),
  finished_at: instant.nullable(),
})

export type LinkFollowing = z.infer<typeof linkFollowing>
