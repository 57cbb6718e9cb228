import type { LinkImport, LinkImportCounts, LinkImportStart } from './link-imports.ts'

/**
 * Returns what a checked import would do if it is started with these choices. Rows of different domains that have the
 * same destination are counted as if both became links, because each domain is checked separately.
 */
export function forecastLinkImport(checked: LinkImport, { replace_slugs, move_domains = [] }: LinkImportStart): LinkImportCounts {
  const others = replace_slugs ? (checked.replaced ?? replaceEverySlug(checked)) : checked
  const moved = checked.domains.filter(({ host, moved }) => moved !== null && move_domains.includes(host))
  return moved.reduce<LinkImportCounts>((sum, domain) => {
    const found = domain.moved ?? noCounts
    const rows = replace_slugs ? replaceEverySlug(found) : found
    const isFull = sum.over_limit > 0
    const [created, beyond] = isFull ? [0, rows.created] : [rows.created, 0]
    const decided = found.created + found.skipped + found.over_limit + found.unusable_slugs
    return {
      created: sum.created + created,
      skipped: sum.skipped + rows.skipped,
      rejected: sum.rejected - created - rows.skipped,
      over_limit: sum.over_limit + rows.over_limit + beyond,
      unusable_slugs: sum.unusable_slugs + rows.unusable_slugs,
      unverified_domains: sum.unverified_domains - decided,
      incomplete: sum.incomplete + (isFull ? 0 : rows.incomplete),
    }
  }, pickCounts(others))
}

const noCounts: LinkImportCounts = {
  created: 0,
  skipped: 0,
  rejected: 0,
  over_limit: 0,
  unusable_slugs: 0,
  unverified_domains: 0,
  incomplete: 0,
}

/** Returns the counts if every row with an unusable short name gets another one. Such a row counts as a new link. */
function replaceEverySlug(counts: LinkImportCounts): LinkImportCounts {
  const { created, rejected, over_limit, unusable_slugs } = counts
  const isFull = over_limit > 0
  return {
    ...counts,
    created: created + (isFull ? 0 : unusable_slugs),
    rejected: rejected - (isFull ? 0 : unusable_slugs),
    over_limit: over_limit + (isFull ? unusable_slugs : 0),
  }
}

function pickCounts({
  created,
  skipped,
  rejected,
  over_limit,
  unusable_slugs,
  unverified_domains,
  incomplete,
}: LinkImportCounts): LinkImportCounts {
  return { created, skipped, rejected, over_limit, unusable_slugs, unverified_domains, incomplete }
}
