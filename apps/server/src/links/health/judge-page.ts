import type { LinkHealthReason } from '@linkshelf/contract'
import { retailerOfHost } from '@linkshelf/retailers'
import { decodeHtml } from '../decode-html.ts'
import { softErrors } from './soft-errors.ts'

/**
 * The result of one check. `broken` counts as a failure at once, `temporary` after repeats. `blocked` and `unchecked`
 * say nothing about the page, and `unavailable` means that the page exists but sells nothing.
 */
export type Verdict =
  | { kind: 'ok'; reason: null }
  | { kind: 'broken' | 'temporary' | 'blocked' | 'unchecked' | 'unavailable'; reason: LinkHealthReason }

interface Page {
  url: string
  status: number
  contentType: string
  body: Buffer
}

const ok: Verdict = { kind: 'ok', reason: null }

/** Judges a response that is no redirect. A page is read for soft errors on retailers only. */
export function judgePage(page: Page): Verdict {
  const retailer = retailerOfHost(new URL(page.url).hostname)?.retailer
  const isPage = retailer !== undefined && page.body.length > 0 && /html/i.test(page.contentType)
  const source = isPage ? decodeHtml(page.body, page.contentType) : ''
  const errors = retailer && softErrors[retailer]
  if (errors?.captcha.some((mark) => source.includes(mark))) return { kind: 'blocked', reason: 'captcha' }
  const verdict = judgeStatus(page.status)
  if (verdict.kind !== 'ok' || errors === undefined || !isPage) return verdict

  if (errors.removed.some((mark) => source.includes(mark))) return { kind: 'broken', reason: 'page_removed' }
  const text = visibleText(source)
  const says = (texts: readonly string[], part = text) => texts.some((phrase) => part.includes(phrase))
  if (says(errors.removedTexts)) return { kind: 'broken', reason: 'page_removed' }
  if (says(errors.endedTexts)) return { kind: 'broken', reason: 'listing_ended' }
  // Amazon lists other products on the same page, which may be sold out too.
  const offer = retailer === 'amazon' ? availabilityOf(source) : text
  return says(errors.soldOutTexts, offer) ? { kind: 'unavailable', reason: 'sold_out' } : ok
}

function judgeStatus(status: number): Verdict {
  if (status === 404) return { kind: 'broken', reason: 'not_found' }
  if (status === 410) return { kind: 'broken', reason: 'gone' }
  if (status === 429) return { kind: 'blocked', reason: 'rate_limited' }
  if (status >= 500) return { kind: 'temporary', reason: 'server_error' }
  return status >= 400 ? { kind: 'blocked', reason: 'access_denied' } : ok
}

/** Characters after the element's id within which Amazon says whether the product can be bought. */
const availabilityLength = 2_000

function availabilityOf(source: string): string {
  return ['id="availability"', 'id="outOfStock"']
    .map((id) => source.indexOf(id))
    .map((at) => (at < 0 ? '' : source.slice(at, at + availabilityLength)))
    .join(' ')
}

/**
 * The page without scripts and styles, which contain every message that the page might show. In time
 * that grows with the page.
 */
function visibleText(source: string): string {
  return without(without(source, 'script'), 'style').replace(/&#0?39;|&apos;|&rsquo;/g, "'")
}

function without(source: string, element: string): string {
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
