// How often calls of each organization ended because a limit was reached, for the operator. Every call is counted whose
// organization is known by then, so a new limit needs no code of its own: an API key names it, a user's call only after
// their membership was found.
import type { OrganizationId } from '@linkshelf/contract'
import { AppError } from './app-error.ts'

/** Pairs of an organization and a code that are counted by themselves; further ones are counted together. */
const separatePairsMax = 1_000
/** A pair that was not reached for this long is forgotten. */
const forgottenAfterMs = 24 * 3_600_000
const others = { organization: 'others', code: 'any' }

interface ReachedLimit {
  organization: string
  code: string
}

interface Count {
  labels: ReachedLimit
  figure: number
  reachedAt: number
}

/** Ordered by when a pair was reached last. */
const countByPair = new Map<string, Count>()

/** The codes of limits end alike: LINK_LIMIT_REACHED, YOUTUBE_QUOTA_REACHED, UPLOAD_SPACE_EXHAUSTED. */
function isLimit(error: unknown): error is AppError {
  return error instanceof AppError && (error.status === 429 || /_(LIMIT_REACHED|QUOTA_REACHED|EXHAUSTED|TIMEOUT)$/.test(error.code))
}

/** Errors that are counted: an API key's call is counted around the operation, and again around its own limits. */
const countedErrors = new WeakSet<AppError>()

/** Runs the operation of a call that began at `now`, and counts the limit that it reaches to the organization, once. */
export async function countReachedLimits<Result>(
  { organizationId, now }: { organizationId: OrganizationId; now: Date },
  run: () => PromiseLike<Result> | Result,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (isLimit(error) && !countedErrors.has(error)) {
      countedErrors.add(error)
      countReachedLimit({ organization: organizationId, code: error.code }, now.getTime())
    }
    throw error
  }
}

export function countReachedLimit(pair: ReachedLimit, reachedAt: number): void {
  deleteForgotten(reachedAt)
  const own = toKey(pair)
  const [key, labels] = countByPair.has(own) || countByPair.size < separatePairsMax ? [own, pair] : [toKey(others), others]
  const figure = (countByPair.get(key)?.figure ?? 0) + 1
  countByPair.delete(key)
  countByPair.set(key, { labels, figure, reachedAt })
}

function toKey({ organization, code }: ReachedLimit): string {
  return `${organization} ${code}`
}

function deleteForgotten(now: number): void {
  for (const [key, { reachedAt }] of countByPair) {
    if (now - reachedAt <= forgottenAfterMs) return
    countByPair.delete(key)
  }
}

/** Returns the counts of this process, of pairs that were reached within a day before `now`. */
export function listReachedLimits(now: Date): { labels: ReachedLimit; figure: number }[] {
  deleteForgotten(now.getTime())
  return Array.from(countByPair.values(), ({ labels, figure }) => ({ labels, figure }))
}
