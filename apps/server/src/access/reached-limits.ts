// How often calls of each organization ended because a limit was reached, for the operator. Every call is counted, so a
// new limit needs no code of its own.
import type { OrganizationId } from '@linkshelf/contract'
import { AppError } from './app-error.ts'

/** Pairs of an organization and a code that are counted by themselves; further ones are counted together. */
const countedPairs = 1_000
const others = { organization: 'others', code: 'any' }

interface ReachedLimit {
  organization: string
  code: string
}

const counts = new Map<string, { labels: ReachedLimit; figure: number }>()

/** The codes of limits end alike: LINK_LIMIT_REACHED, YOUTUBE_QUOTA_REACHED, UPLOAD_SPACE_EXHAUSTED. */
function isLimit(error: unknown): error is AppError {
  return error instanceof AppError && (error.status === 429 || /_(LIMIT_REACHED|QUOTA_REACHED|EXHAUSTED|TIMEOUT)$/.test(error.code))
}

/** Runs the operation of a call, and counts the limit that it reaches to the organization. */
export async function countReachedLimits<Result>(organizationId: OrganizationId, run: () => PromiseLike<Result> | Result): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (isLimit(error)) countReachedLimit({ organization: organizationId, code: error.code })
    throw error
  }
}

function countReachedLimit(labels: ReachedLimit): void {
  const key = `${labels.organization} ${labels.code}`
  const count = counts.get(key) ?? (counts.size < countedPairs ? undefined : counts.get('others'))
  if (count !== undefined) count.figure += 1
  else if (counts.size < countedPairs) counts.set(key, { labels, figure: 1 })
  else counts.set('others', { labels: others, figure: 1 })
}

/** Returns the counts of this process since it started. */
export function reachedLimits(): { labels: ReachedLimit; figure: number }[] {
  return [...counts.values()]
}
