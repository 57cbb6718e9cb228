import { retailerSentences, type StoreId } from '@linkshelf/contract'
import { fail, type ProjectContext, read, requireFeature } from '../access/index.ts'
import { selectStoreOfProject } from '../stores/index.ts'
import { selectLinkedHosts } from './product-table.ts'

/** The hosts of shops that the store links to and that require a sentence in its disclosure. Throws STORE_NOT_FOUND. */
export async function getShops(ctx: ProjectContext, storeId: StoreId): Promise<{ hosts: string[] }> {
  requireFeature(ctx.entitlements, 'hasStorePage')
  const hosts = await read(ctx, async (tx) => {
    const store = await selectStoreOfProject(tx, ctx.project.id)
    if (store?.id !== storeId) fail('STORE_NOT_FOUND')
    const ads = store.featured_links.filter(({ ad }) => ad)
    return selectLinkedHosts(
      tx,
      ctx.project.id,
      ads.map(({ url_id }) => url_id),
    )
  })
  return { hosts: hosts.filter((host) => retailerSentences([host]).length > 0) }
}
