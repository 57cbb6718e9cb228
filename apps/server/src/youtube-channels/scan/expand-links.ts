import type { YoutubeChannelId } from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import { expandShortUrl } from '../../links/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { groupOf } from '../descriptions/index.ts'
import { selectLinksToExpand, setExpandedTarget } from '../tables/youtube-link-table.ts'

export interface ExpandedLink {
  original: string
  /** Undefined when its service does not say where it leads. */
  target: string | undefined
}

/** Asks where short links of other services lead, one after the other: most are of one service. */
export async function expandLinks(
  deps: Pick<Deps, 'fetchDestination' | 'origins'>,
  ctx: ProjectContext,
  channelId: YoutubeChannelId,
  limit: number,
): Promise<ExpandedLink[]> {
  const expanded: ExpandedLink[] = []
  for (const { original, target } of await read(ctx, (tx) => selectLinksToExpand(tx, channelId, limit)))
    expanded.push({ original, target: await expandShortUrl(deps, target) })
  return expanded
}

/** The caller has locked the channel. */
export async function storeExpandedLinks(tx: Tx, channelId: YoutubeChannelId, expanded: readonly ExpandedLink[]): Promise<void> {
  for (const { original, target } of expanded)
    await setExpandedTarget(tx, channelId, original, target === undefined ? undefined : { target, link_group: groupOf(target) })
}
