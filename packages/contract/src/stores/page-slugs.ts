import * as mini from 'zod/mini'
import { isPageSlug, normalizePageSlug, pageSlugMessage } from './page-slug-rules.ts'

/**
 * The address of a product or category below that of its store, as its owner writes it. Empty, it is left out: the
 * address of a new page is made of its name, and that of another one stays.
 */
export const pageSlug = mini.pipe(
  mini.string().check(
    mini.trim(),
    mini.overwrite(normalizePageSlug),
    mini.refine((slug) => slug === '' || isPageSlug(slug), { error: pageSlugMessage }),
  ),
  mini.transform((slug) => slug || undefined),
)
