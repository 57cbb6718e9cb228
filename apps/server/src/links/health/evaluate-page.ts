import type { LinkHealthReason } from '@linkshelf/contract'
import { findRetailerByHost } from '@linkshelf/retailers'
import { pageErrors } from '@linkshelf/retailers/page-errors'
import { decodeHtml } from '../html-page.ts'

/**
 * Result of one check. `broken` counts as a failure immediately, `temporary` only after retries. `blocked` and
 * `unchecked` mean that the check could not evaluate the page. `unavailable` means that the page exists but sells
 * nothing.
 */
export type CheckResult =
  | { kind: 'ok'; reason: null }
  | { kind: 'broken' | 'temporary' | 'blocked' | 'unchecked' | 'unavailable'; reason: LinkHealthReason }

interface Page {
  url: string
  status: number
  contentType: string
  body: Buffer
}

const ok: CheckResult = { kind: 'ok', reason: null }

/**
 * Returns the result of a check for a response that is not a redirect. If the page is a retailer's, its text is
 * searched for error messages too.
 */
export function evaluatePage(page: Page): CheckResult {
  const retailer = findRetailerByHost(new URL(page.url).hostname)?.retailer
  const isPage = retailer !== undefined && page.body.length > 0 && /html/i.test(page.contentType)
  const source = isPage ? decodeHtml(page.body, page.contentType) : ''
  const errors = retailer && pageErrors[retailer]
  if (errors?.captcha.some((mark) => source.includes(mark))) return { kind: 'blocked', reason: 'captcha' }
  const result = evaluateStatus(page.status)
  if (result.kind !== 'ok' || errors === undefined || !isPage) return result

  if (errors.removed.some((mark) => source.includes(mark))) return { kind: 'broken', reason: 'page_removed' }
  const text = toVisibleText(source)
  const hasPhrase = (texts: readonly string[], part = text) => texts.some((phrase) => part.includes(normalizeText(phrase)))
  if (hasPhrase(errors.removedTexts)) return { kind: 'broken', reason: 'page_removed' }
  if (hasPhrase(errors.endedTexts)) return { kind: 'broken', reason: 'listing_ended' }
  const offer = errors.soldOutMarks === null ? text : normalizeText(findAvailability(errors.soldOutMarks, source))
  return hasPhrase(errors.soldOutTexts, offer) ? { kind: 'unavailable', reason: 'sold_out' } : ok
}

function evaluateStatus(status: number): CheckResult {
  if (status === 404) return { kind: 'broken', reason: 'not_found' }
  if (status === 410) return { kind: 'broken', reason: 'gone' }
  if (status === 429) return { kind: 'blocked', reason: 'rate_limited' }
  if (status >= 500) return { kind: 'temporary', reason: 'server_error' }
  return status >= 400 ? { kind: 'blocked', reason: 'access_denied' } : ok
}

/** After a text of `soldOutMarks`, this number of characters is searched for the product's availability. */
const availabilityLength = 2_000

function findAvailability(marks: readonly string[], source: string): string {
  return marks
    .map((mark) => source.indexOf(mark))
    .map((at) => (at < 0 ? '' : source.slice(at, at + availabilityLength)))
    .join(' ')
}

/**
 * Returns the page's text without scripts and styles, normalized by `normalizeText`. Scripts and styles are removed
 * because they contain every message that the page could show. Takes linear time.
 */
function toVisibleText(source: string): string {
  return normalizeText(removeElement(removeElement(source, 'script'), 'style'))
}

/** Unifies apostrophes, spaces and case, because pages write the same phrase in several ways. */
function normalizeText(text: string): string {
  return text
    .replace(/[\u2018\u2019\u02bc\u00b4`]|&(?:apos|[lr]squo|#0?39|#821[67]|#x27|#x201[89]);/gi, "'")
    .replace(/&(?:nbsp|#160|#xa0);|\s/gi, ' ')
    .replace(/ {2,}/g, ' ')
    .toLowerCase()
}

function removeElement(source: string, element: string): string {
  const [opening, closing] = [`<${element}`, `</${element}`]
  let text = ''
  let at = 0
  for (;;) {
    const start = source.indexOf(opening, at)
    if (start < 0) return text + source.slice(at)
    text += source.slice(at, start)
    const end = source.indexOf(closing, start)
    if (end < 0) return text
    at = end + closing.length
  }
}
