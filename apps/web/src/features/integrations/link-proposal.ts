import type { Link } from '@linkshelf/contract'
import { amazonMarkets, type Retailer } from '@linkshelf/retailers'
import { queryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'

/** Maximum number of links that a proposal is made from. The newest links are used. */
const readLinks = 100

export interface LinkProposal {
  /** The markets that the links lead to, most links first. */
  markets: readonly string[]
  /** The tag that most links to a market have in their pasted URL. */
  tagByMarket: ReadonlyMap<string, string>
}

/** Returns the markets and tags that the project's links already have, to propose them as settings of the retailer. */
export function linkProposalQuery(scope: ProjectScope, retailer: Retailer) {
  return queryOptions({
    // The key begins with the key of links, so that both are invalidated together.
    queryKey: [...api.links.key(), 'proposal', scope, retailer],
    queryFn: async ({ signal }) => {
      const { body } = await api.links.list.call({ params: scope, query: { limit: readLinks } }, { signal })
      return proposeFromLinks(body, retailer)
    },
  })
}

export function proposeFromLinks(links: readonly Pick<Link, 'affiliation'>[], retailer: Retailer): LinkProposal {
  const found = links.map(({ affiliation }) => affiliation).filter((affiliation) => affiliation.retailer === retailer)
  const markets = sortByCount(found.flatMap(({ market }) => market ?? []))
  const tags = markets.flatMap((market) => {
    const [tag] = sortByCount(found.flatMap((affiliation) => (affiliation.market === market ? (affiliation.pasted_tag ?? []) : [])))
    return tag === undefined ? [] : [[market, tag] as const]
  })
  return { markets, tagByMarket: new Map(tags) }
}

function sortByCount(values: readonly string[]): string[] {
  return [...Map.groupBy(values, (value) => value)].sort(([, one], [, other]) => other.length - one.length).map(([value]) => value)
}

/**
 * Returns the tracking ID that the owner of `trackingId` probably has in another Amazon market, for example `mia-21` in
 * `de` for `mia-20`. Empty if `trackingId` does not end as the IDs of a market do.
 */
export function proposeTrackingId(trackingId: string, market: string): string {
  const [, name] = /^(.+)-\d\d$/.exec(trackingId.trim()) ?? []
  const suffix = amazonMarkets[market]?.tagSuffix
  return name === undefined || suffix === undefined ? '' : name + suffix
}
