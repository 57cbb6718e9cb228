import {
  findPageName,
  isCopyForbidden,
  type OrganizationId,
  type ProductSuggestion,
  productDraft,
  productNameMaxLength,
  toShopName,
} from '@linkshelf/contract'
import { findCopyForbidder, type Retailer, removeAffiliation, retailerNames } from '@linkshelf/retailers'
import { mutate, type ProjectContext, runLimited } from '../../access/index.ts'
import { decodeHtml, describeDestination, findPageTitle } from '../../links/index.ts'
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import type { FetchDeps } from '../../platform/deps.ts'
import { type FetchedPage, type GuardedFetch, isFetchError } from '../../platform/http/guarded-fetch.ts'
import { toCheckedPrice } from '../checked-price.ts'
import { readPageProduct } from './page-product.ts'

/**
 * Limits how many pages are fetched and parsed at once. The whole process shares this limiter, because strangers' pages
 * are parsed in the process that also answers other users' calls.
 */
const limiter = createConcurrencyLimiter({
  width: 8,
  queueLength: 32,
  perKey: { width: 2, queueLength: 8 },
  reserved: { width: 3, busyMs: 5_000 },
})
const retryAfterSeconds = 5

const notes = {
  forbidden: (name: string) => `${name} doesn't allow copying its texts or pictures. Add your own below.`,
  unreadable: 'This page could not be read.',
  silent: 'This page does not say what it sells.',
  namedByAddress: 'The name is from its address.',
  unnamed: 'Enter the name yourself.',
  found: 'Copied from the page. Check that the shop allows you to use its text and its picture.',
} as const

/**
 * Suggests a product from the page at this address. Stores nothing except an audit entry. The request carries no
 * affiliate tag. If the retailer does not allow affiliates to copy its pages, the page is not fetched. If a redirect
 * leads to such a retailer, the page is not read. If the page gives no name, the name in its address is suggested.
 * Throws TOO_MANY_REQUESTS.
 */
export async function suggestProduct(deps: FetchDeps, ctx: ProjectContext, url: string): Promise<ProductSuggestion> {
  const address = removeAffiliation(url)
  const described = await mutate(ctx, { action: 'product.suggest', entity: 'product', requires: 'hasProducts' }, (tx, change) => {
    change.after = { url: address }
    return describeDestination(tx, ctx.project.id, url)
  })
  const nothing = {
    name: readAddressName(address),
    description: null,
    image_url: null,
    price: null,
    url,
    retailer: toShopName(new URL(url).hostname),
    ...described,
  }
  const forbidder = findCopyForbidder(address)
  if (forbidder !== undefined) return { ...nothing, ...toForbiddenSuggestion(forbidder) }

  const page = await fetchPage(deps.fetchPage, address, ctx.organization.id)
  if (page === undefined) return { ...nothing, note: formatNote(notes.unreadable, nothing.name) }
  // A short link of another service may have redirected to a page that may not be copied.
  const reached = findCopyForbidder(page.url)
  const addressName = nothing.name ?? readAddressName(page.url)
  if (reached !== undefined) return { ...nothing, name: addressName, ...toForbiddenSuggestion(reached) }
  const found = toDraft(page, ctx.now)
  const suggestion = { ...nothing, ...found, name: found.name ?? addressName, retailer: toShopName(new URL(page.url).hostname) }
  return { ...suggestion, note: found.name === null ? formatNote(notes.silent, addressName) : notes.found }
}

function readAddressName(address: string): string | null {
  const name = findPageName(address)
  return name === undefined ? null : shortenText(name, productNameMaxLength)
}

function formatNote(reason: string, name: string | null): string {
  return `${reason} ${name === null ? notes.unnamed : notes.namedByAddress}`
}

function toForbiddenSuggestion(retailer: Retailer): Pick<ProductSuggestion, 'retailer' | 'note'> {
  const name = retailerNames[retailer]
  return { retailer: name, note: notes.forbidden(name) }
}

/** Fetches a page. Undefined if the fetch fails, the status is an error, or the page is not HTML. */
async function fetchPage(fetchGuarded: GuardedFetch, address: string, owner: OrganizationId): Promise<FetchedPage | undefined> {
  try {
    const page = await runLimited(limiter, () => fetchGuarded(address), { key: owner, retryAfterSeconds })
    return page.status < 400 && /html/i.test(page.contentType) ? page : undefined
  } catch (error) {
    if (isFetchError(error)) return undefined
    throw error
  }
}

/** Returns the values of the page that are valid for a product. */
function toDraft(
  { body, contentType, url }: FetchedPage,
  now: Date,
): Pick<ProductSuggestion, 'name' | 'description' | 'image_url' | 'price'> {
  const product = readPageProduct(decodeHtml(body, contentType))
  const { name, description, image_url, price } = productDraft.shape
  const image = product.image !== undefined && URL.canParse(product.image, url) ? new URL(product.image, url).href : null
  return {
    name: name.safeParse(shortenText(product.name ?? findPageTitle(body, contentType) ?? '', productNameMaxLength)).data ?? null,
    description: description.safeParse(shortenText(product.description ?? '', 5_000)).data ?? null,
    image_url: image !== null && isCopyForbidden(image) ? null : (image_url.safeParse(image).data ?? null),
    price: toCheckedPrice(price.safeParse(product.price).data ?? null, now),
  }
}

/** Shortens the text, at the end of a word if possible. */
function shortenText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const start = text.slice(0, maxLength)
  return (start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : start).toWellFormed().replace(/\uFFFD$/, '')
}
