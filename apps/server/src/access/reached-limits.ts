// Counts, for the operator, how often the calls of each organization failed because a limit was reached. The count
// covers every limit automatically, so a new limit needs no code here. A call is counted only if its organization is
// known: an API key names it, and a user's call names it once the membership is found.
import type { OrganizationId } from '@linkshelf/contract'
import { AppError } from './app-error.ts'

/**
 * Maximum number of pairs (organization and error code) that are counted separately. Other pairs are counted together.
 */
const separatePairsMax = 1_000
/** A pair is forgotten if its limit was not reached for this long. */
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

/** The counts by pair, ordered by the time when the pair's limit was last reached. */
const countByPair = new Map<string, Count>()

/**
 * Returns whether an error says that a limit was reached: its status is 429, or its code ends like LINK_LIMIT_REACHED,
 * YOUTUBE_QUOTA_REACHED or UPLOAD_SPACE_EXHAUSTED.
 */
function isLimit(error: unknown): error is AppError {
  return error instanceof AppError && (error.status === 429 || /_(LIMIT_REACHED|QUOTA_REACHED|EXHAUSTED|TIMEOUT)$/.test(error.code))
}

/**
 * Errors that were already counted. If a call with an API key fails, its error reaches `countReachedLimits` twice,
 * because this function runs both the whole call and the call's operation.
 */
const countedErrors = new WeakSet<AppError>()

/** Runs the operation of a call that began at `now`. If a limit is reached, counts it once for the organization. */
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

/** Lists the counts of this process for all pairs whose limit was reached within the day before `now`. */
export function listReachedLimits(now: Date): { labels: ReachedLimit; figure: number }[] {
  deleteForgotten(now.getTime())
  return Array.from(countByPair.values(), ({ labels, figure }) => ({ labels, figure }))
}
