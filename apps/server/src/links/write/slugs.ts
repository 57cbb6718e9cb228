import { randomInt } from 'node:crypto'
import { canCorrectSlug, type DomainId, type LinkId, type ProjectId, type SlugFixedReason, type SlugStatus } from '@linkshelf/contract'
import { sql } from 'kysely'
import { fail, type ProjectContext, rateLimitSlugCheck, read } from '../../access/index.ts'
import { findLinkDomain } from '../../domains/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { LinkVisits } from '../link-visits.ts'
import { formatAddressKey } from '../tables/link-address.ts'
import { selectLink } from '../tables/link-table.ts'
import { isReserved } from './reserved-slugs.ts'

/** Base58, without 0, O, I and l, which people misread. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const slugLength = 7

/**
 * Returns a random slug, so that a slug reveals nothing about other slugs. There are 58^7 slugs, which is 2.2 * 10^12.
 */
export function generateSlug(): string {
  return Array.from({ length: slugLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

const generatedSlug = new RegExp(`^[${alphabet}]{${slugLength}}$`)

/** Returns whether a slug has the form of a generated slug. Most slugs in an archive have this form too. */
export function isGeneratedSlug(slug: string): boolean {
  return generatedSlug.test(slug)
}

/**
 * Returns whether each slug is free on a domain, by default on the instance's own domain. The unique index decides
 * again when a link is created. Throws TOO_MANY_REQUESTS, DOMAIN_NOT_FOUND, DOMAIN_NOT_SERVING or DOMAIN_ARCHIVED.
 */
export async function checkSlugs(
  ctx: ProjectContext,
  slugs: readonly string[],
  domain: string | null = null,
): Promise<{ slug: string; status: SlugStatus }[]> {
  await rateLimitSlugCheck(ctx)
  return read(ctx, async (tx) => {
    const domainId = await findLinkDomain(tx, ctx, domain)
    const taken = await selectTakenAddresses(
      tx,
      slugs.map((slug) => formatAddressKey(domainId, slug)),
    )
    const findStatus = (slug: string): SlugStatus => {
      if (isReserved(slug, domainId)) return 'reserved'
      return taken.has(formatAddressKey(domainId, slug)) ? 'taken' : 'free'
    }
    return slugs.map((slug) => ({ slug, status: findStatus(slug) }))
  })
}

interface LinkSlug {
  slug: string
  fixed_because: SlugFixedReason | null
}

/**
 * Returns the slug of a link, and the reason why its address would stay as an alias if the slug changed. The reason is
 * null while visits are unknown, because a later request may find no visits. Throws LINK_NOT_FOUND, ANALYTICS_TIMEOUT
 * or ANALYTICS_UNAVAILABLE.
 */
export async function getSlug({ visits }: { visits: LinkVisits }, ctx: ProjectContext, linkId: LinkId): Promise<LinkSlug> {
  const { slug } = (await read(ctx, (tx) => selectLink(tx, ctx.project.id, linkId))) ?? fail('LINK_NOT_FOUND')
  if (!canCorrectSlug(linkId, ctx.now.getTime())) return { slug, fixed_because: 'age' }
  return { slug, fixed_because: (await visits.wasVisited(ctx, linkId)) ? 'visits' : null }
}

/**
 * Returns the addresses that are, or ever were, in use by any organization. Also returns addresses of store pages at
 * the root of an own domain.
 */
export async function selectTakenAddresses(tx: Tx, addresses: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ taken: string[] }>`
    select find_taken_slugs(${addresses}) || find_page_addresses(${addresses}) as taken`.execute(tx)
  return new Set(rows[0]?.taken)
}

/**
 * Returns the given addresses that the deleted links of an undone import into the project have. Another import into the
 * project can use them.
 */
export async function selectReleasedAddresses(tx: Tx, projectId: ProjectId, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ released: string[] }>`
    select find_released_slugs(${projectId}, ${addresses}) as released`.execute(tx)
  return new Set(rows[0]?.released)
}

/** Returns the slugs that a link has, or had, on one of these domains. */
export async function findTakenSlugs(tx: Tx, domainIds: readonly DomainId[], slugs: readonly string[]): Promise<ReadonlySet<string>> {
  const slugByAddress = new Map(domainIds.flatMap((id) => slugs.map((slug) => [formatAddressKey(id, slug), slug] as const)))
  if (slugByAddress.size === 0) return new Set()
  const { rows } = await sql<{ taken: string[] }>`select find_taken_slugs(${[...slugByAddress.keys()]}) as taken`.execute(tx)
  return new Set(rows.flatMap(({ taken }) => taken).flatMap((address) => slugByAddress.get(address) ?? []))
}

export const pageAddressMessage =
  'A page of the store on this domain has this address. Please choose a different short name, or give the page another address first.'

/** Returns the addresses that a store page has at the root of an own domain, and that no link has or had. */
export async function selectPageAddresses(tx: Tx, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select unnest(find_page_addresses(${addresses})) as address except select unnest(find_taken_slugs(${addresses}))`.execute(tx)
  return new Set(rows.map(({ address }) => address))
}

/**
 * Returns the store pages at these addresses, at the root of an own domain, by address. Skips addresses that a link
 * has, or had. The value is a phrase for issues, for example `the product "Lamp"`.
 */
export async function selectPageNames(tx: Tx, addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ address: string; kind: 'product' | 'category'; name: string }>`
    select address, kind, name from find_pages_of_addresses(${addresses})
    where address <> all ((select find_taken_slugs(${addresses}))::text[])`.execute(tx)
  return new Map(rows.map(({ address, kind, name }) => [address, `the ${kind} "${name}"`]))
}

/** Throws LINK_SLUG_TAKEN. If a page has the address, the message says so. */
export async function failTaken(tx: Tx, { domainId, slug }: { domainId: DomainId | null; slug: string | undefined }): Promise<never> {
  const pages = slug === undefined || domainId === null ? undefined : await selectPageAddresses(tx, [formatAddressKey(domainId, slug)])
  return fail('LINK_SLUG_TAKEN', { slug }, pages?.size ? pageAddressMessage : undefined)
}
