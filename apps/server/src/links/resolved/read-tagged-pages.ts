import { type LinkId, toAffiliateSettings } from '@linkshelf/contract'
import { type AffiliateSettings, type Retailer, recognizeUrl, retailers, tagUrl } from '@linkshelf/retailers'
import { LRUCache } from 'lru-cache'
import { type ProjectContext, read } from '../../access/index.ts'
import { parseIntegrations, selectIntegrationSettings } from '../../integrations/index.ts'
import { type LinkRevision, selectRevisions, selectTargets } from '../tables/link-target-table.ts'
import { listTaggableAddresses } from './affiliate.ts'

/** A retailer's page that a link leads to, tagged like edges tag it. */
export interface TaggedPage {
  linkId: LinkId
  linkCreatedAt: Date
  retailer: Retailer
  productId: string | undefined
  /**
   * The tag with which the retailer's earnings files report the page's sales. Undefined if the page has no tag. Also
   * undefined if the page has the owner's tag, but the files contain another tag than the URL, for example the files of
   * AliExpress.
   */
  tag: string | undefined
  /** True if the tag comes from the integration. */
  hasOwnTag: boolean
}

/**
 * Number of links that one transaction reads. It is limited because the process handles no other request while their
 * pages are tagged, which takes milliseconds.
 */
const linksPerRead = 500
const revisionsPerRead = 10_000

interface KnownLink {
  revision: number
  /** Integrations of the link's project, as JSON. */
  settings: string
  pages: readonly TaggedPage[]
}

/**
 * Caches the tagged pages of links, because sales arrive one by one and links change rarely. If a link leads to no
 * retailer, its entry takes a few hundred bytes.
 */
const knownLinks = new LRUCache<LinkId, KnownLink>({ max: 100_000 })

/**
 * Reads the retailer pages of every link of a project, including the pages of its shops. Skips links without
 * affiliation, because they earn nothing. While a link is cached, it is read and tagged again only if its revision or
 * the integrations change.
 */
export async function* readTaggedPages(ctx: ProjectContext): AsyncGenerator<TaggedPage, void, void> {
  const { project } = ctx
  const integrations = await read(ctx, (tx) => selectIntegrationSettings(tx, project.id))
  const tagging = { settings: toAffiliateSettings(parseIntegrations(integrations)), key: JSON.stringify(integrations ?? null) }
  let after: LinkId | undefined
  do {
    const links = await read(ctx, (tx) => selectRevisions(tx, project.id, { after, limit: revisionsPerRead }))
    const pages = new Map(links.map((link) => [link.id, findKnownPages(link, tagging.key)]))
    const unknown = links.map(({ id }) => id).filter((id) => pages.get(id) === undefined)
    const tagged = await tagLinks(ctx, unknown, tagging)
    for (const [id, known] of pages) yield* known ?? tagged.get(id) ?? []
    after = links.length < revisionsPerRead ? undefined : links.at(-1)?.id
  } while (after !== undefined)
}

function findKnownPages({ id, revision }: LinkRevision, settings: string): readonly TaggedPage[] | undefined {
  const known = knownLinks.get(id)
  return known?.revision === revision && known.settings === settings ? known.pages : undefined
}

async function tagLinks(
  ctx: ProjectContext,
  linkIds: readonly LinkId[],
  { settings, key }: { settings: AffiliateSettings; key: string },
): Promise<Map<LinkId, readonly TaggedPage[]>> {
  const tagged = new Map<LinkId, readonly TaggedPage[]>()
  for (let from = 0; from < linkIds.length; from += linksPerRead) {
    const links = await read(ctx, (tx) => selectTargets(tx, ctx.project.id, linkIds.slice(from, from + linksPerRead)))
    for (const link of links) {
      const { id, revision, created_at: linkCreatedAt, is_affiliated } = link
      const addresses = is_affiliated ? listTaggableAddresses(link) : []
      const pages = addresses
        .flatMap((address) => toTaggedPage(address, settings) ?? [])
        .map((page) => ({ linkId: id, linkCreatedAt, ...page }))
      tagged.set(id, pages)
      knownLinks.set(id, { revision, settings: key, pages })
    }
  }
  return tagged
}

function toTaggedPage(address: string, settings: AffiliateSettings): Omit<TaggedPage, 'linkId' | 'linkCreatedAt'> | undefined {
  const { url, status, page } = tagUrl(address, settings)
  if (page === undefined) return undefined
  const { retailer, productId, tag: pastedTag } = page
  const hasOwnTag = status === 'tagged' || status === 'replaced'
  const ownTag = retailers[retailer].reportedTag === 'url' ? recognizeUrl(url)?.tag : undefined
  return { retailer, productId, tag: hasOwnTag ? ownTag : pastedTag, hasOwnTag }
}
