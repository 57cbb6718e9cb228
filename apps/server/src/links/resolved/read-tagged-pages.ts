import { affiliateSettingsOf, type LinkId } from '@linkshelf/contract'
import { type AffiliateSettings, type Retailer, recognizeUrl, tagUrl } from '@linkshelf/retailers'
import { type ProjectContext, read } from '../../access/index.ts'
import { parseIntegrations } from '../../affiliates/index.ts'
import { selectIntegrations } from '../report/report-table.ts'
import { selectTargets } from '../write/link-target-table.ts'
import { retailerPage } from './affiliate.ts'

/** A page of a retailer that a link leads to, as an edge tags it. */
export interface TaggedPage {
  linkId: LinkId
  retailer: Retailer
  productId: string | undefined
  /** Undefined without one, and for the owner's on AliExpress: its reports name the tracking ID, its URLs a short key. */
  tag: string | undefined
  /** The tag is that of the integration. */
  hasOwnTag: boolean
}

/** Links of one transaction: tagging them takes milliseconds, in which the process answers nothing else. */
const linksPerRead = 500

/** Reads the retailer pages of every link of a project, local products included. Links without affiliation are left out: they earn nothing. */
export async function* readTaggedPages(ctx: ProjectContext): AsyncGenerator<TaggedPage, void, void> {
  const { project } = ctx
  const settings = affiliateSettingsOf(parseIntegrations(await read(ctx, (tx) => selectIntegrations(tx, project.id))))
  let after: LinkId | undefined
  do {
    const links = await read(ctx, (tx) => selectTargets(tx, project.id, { after, limit: linksPerRead }))
    for (const { id, target, expanded_target, is_affiliated, shops } of links) {
      if (!is_affiliated) continue
      const addresses = [retailerPage(expanded_target) ?? target, ...shops.map((shop) => shop.target)]
      for (const address of addresses) {
        const page = toTaggedPage(address, settings)
        if (page !== undefined) yield { linkId: id, ...page }
      }
    }
    after = links.length < linksPerRead ? undefined : links.at(-1)?.id
  } while (after !== undefined)
}

function toTaggedPage(address: string, settings: AffiliateSettings): Omit<TaggedPage, 'linkId'> | undefined {
  const { url, status, page } = tagUrl(address, settings)
  if (page === undefined) return undefined
  const { retailer, productId, tag: pastedTag } = page
  const hasOwnTag = status === 'tagged' || status === 'replaced'
  const ownTag = retailer === 'aliexpress' ? undefined : recognizeUrl(url)?.tag
  return { retailer, productId, tag: hasOwnTag ? ownTag : pastedTag, hasOwnTag }
}
