import type { ProjectContext } from '../../access/index.ts'
import type { Origins } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { isAllowedDestination } from '../destination-rules.ts'
import { selectRedirects } from '../health/link-check-table.ts'
import { enqueueLinkChecks } from '../health/request-link-check.ts'
import { findRedirectElsewhere } from '../leads-elsewhere.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { type LinkRow, updateLinkRow } from '../tables/link-table.ts'

/**
 * Gives links whose pages redirect elsewhere the address where that ended, as checks found it. The
 * caller has locked the links.
 */
export async function followRedirects(tx: Tx, origins: Origins, ctx: ProjectContext, links: readonly LinkRow[]): Promise<void> {
  const redirects = await selectRedirects(
    tx,
    links.map(({ id }) => id),
  )
  const targetOf = new Map(links.map(({ id, target }) => [id, target]))
  const followed = redirects.flatMap(({ link_id, ...redirect }) => {
    const target = findRedirectElsewhere({ target: targetOf.get(link_id) ?? '', ...redirect })
    return target !== null && isAllowedDestination(target, origins) ? [{ id: link_id, target }] : []
  })
  for (const { id, target } of followed)
    await enqueuePageCheck(tx, ctx, await updateLinkRow(tx, ctx.project.id, id, { target, is_pending: true }))
  if (followed.length > 0) await enqueueLinkChecks(tx)
}
