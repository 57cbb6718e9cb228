import { affiliateSettingsOf, type LinkId } from '@linkshelf/contract'
import { type AffiliateSettings, type Retailer, recognizeUrl, retailers, tagUrl } from '@linkshelf/retailers'
import { LRUCache } from 'lru-cache'
import { type ProjectContext, read } from '../../access/index.ts'
import { parseIntegrations, selectIntegrationSettings } from '../../integrations/index.ts'
import { type LinkRevision, selectRevisions, selectTargets } from '../tables/link-target-table.ts'
import { listTaggableAddresses } from './affiliate.ts'

/** A page of a retailer that a link leads to, as an edge tags it. */
export interface TaggedPage {
  linkId: LinkId
  retailer: Retailer
  productId: string | undefined
  /**
   * Undefined if the page has no tag. Also undefined if the page has the owner's tag and the retailer's earnings files
   * contain another tag than URLs, as AliExpress' files do.
   */
  tag: string | undefined
  /** The tag is that of the integration. */
  hasOwnTag: boolean
}

/**
 * One transaction reads this many links: tagging their pages takes milliseconds in which the
 * process answers nothing else.
 */
const linksPerRead = 500
const revisionsPerRead = 10_000

interface KnownLink {
  revision: number
  /** The integrations of its project, as JSON. */
  settings: string
  pages: readonly TaggedPage[]
}

/**
 * Remembers the tagged pages of links, because sales arrive one by one and links change rarely. The entry of a link to
 * no retailer has some hundred bytes.
 */
const knownLinks = new LRUCache<LinkId, KnownLink>({ max: 100_000 })

/**
 * Reads the retailer pages of every link of a project, local products included. Skips links without affiliation, since
 * they earn nothing. Each link is read and tagged once for each of its revisions and for each change of the
 * integrations, while it is remembered.
 */
export async function* readTaggedPages(ctx: ProjectContext): AsyncGenerator<TaggedPage, void, void> {
  const { project } = ctx
  const integrations = await read(ctx, (tx) => selectIntegrationSettings(tx, project.id))
  const tagging = { settings: affiliateSettingsOf(parseIntegrations(integrations)), key: JSON.stringify(integrations ?? null) }
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
      const { id, revision, is_affiliated } = link
      const addresses = is_affiliated ? listTaggableAddresses(link) : []
      const pages = addresses.flatMap((address) => toTaggedPage(address, settings) ?? []).map((page) => ({ linkId: id, ...page }))
      tagged.set(id, pages)
      knownLinks.set(id, { revision, settings: key, pages })
    }
  }
  return tagged
}

function toTaggedPage(address: string, settings: AffiliateSettings): Omit<TaggedPage, 'linkId'> | undefined {
  const { url, status, page } = tagUrl(address, settings)
  if (page === undefined) return undefined
  const { retailer, productId, tag: pastedTag } = page
  const hasOwnTag = status === 'tagged' || status === 'replaced'
  const ownTag = retailers[retailer].reportedTag === 'url' ? recognizeUrl(url)?.tag : undefined
  return { retailer, productId, tag: hasOwnTag ? ownTag : pastedTag, hasOwnTag }
}
