import * as mini from 'zod/mini'
import { isPageSlug, normalizePageSlug, pageSlugMessage } from './page-slug-rules.ts'

/**
 * The slug of a product or category, as its owner enters it. If it is empty, it becomes undefined: a new page gets a
 * slug from its name, and an existing page keeps its slug.
 */
export const pageSlug = mini.pipe(
  mini.string().check(
    mini.trim(),
    mini.overwrite(normalizePageSlug),
    mini.refine((slug) => slug === '' || isPageSlug(slug), { error: pageSlugMessage }),
  ),
  mini.transform((slug) => slug || undefined),
)
