import type { SlugStatus } from '@linkshelf/contract'
import { type ProjectContext, read, spendSlugCheck } from '../access/index.ts'
import { selectTakenSlugs } from './tables/link-table.ts'
import { isReserved } from './write/slug-rules.ts'

/**
 * Whether each of these slugs is free now. The unique index decides when a link is created. Throws TOO_MANY_REQUESTS.
 */
export async function checkSlugs(ctx: ProjectContext, slugs: readonly string[]): Promise<{ slug: string; status: SlugStatus }[]> {
  await spendSlugCheck(ctx)
  const taken = await read(ctx, (tx) => selectTakenSlugs(tx, slugs))
  return slugs.map((slug) => ({ slug, status: isReserved(slug) ? 'reserved' : taken.has(slug) ? 'taken' : 'free' }))
}
