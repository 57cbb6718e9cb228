/**
 * Manages short links. `write/` creates, changes, deletes and restores them, and `aliases/` manages their additional
 * addresses. `list/` searches and pages, and `resolved/` loads a link for an edge.
 *
 * `outward/` sends requests to other servers, and organizations take turns. `page-check/` reads titles of destinations
 * and expands short URLs of other services, `following/` follows short links of affiliate tools on request, `icons/`
 * fetches icons of sites, `thumbnails/` fetches pictures of featured links, and `health/` checks destinations weekly.
 *
 * `import/` reads CSV files in resumable jobs, `utm/` stores templates of campaign parameters, and `tables/` has the
 * statements that several folders share.
 */

export { getAlias, getMainAddressId, linkAliasRoutes } from './aliases/link-aliases.ts'
export { type CheckedRedirect, findRedirectElsewhere, isAllowedDestination, toRequestableAddress } from './destination-rules.ts'
export {
  countActiveLinks,
  findExistingLinkIds,
  findLinkIdsWithLabel,
  findLinkNames,
  findLinks,
  formatLinkUrl,
  getLink,
} from './get-link.ts'
export { describeDestination } from './get-link-affiliation.ts'
export { markAnnounced, selectBrokenLinks, selectOrganizationsWithBrokenLinks } from './health/broken-link-table.ts'
export type { LinkCheckSettings } from './health/check-due-links.ts'
export { decodeHtml, findPageTitle } from './html-page.ts'
export { createIconFetch, createSiteIconRoute, siteIconFilePath } from './icons/site-icons.ts'
export { importedLinks } from './import/imported-links.ts'
export { linkImportRoutes } from './import/link-imports.ts'
export { linkJobs, openLinkRequests } from './link-jobs.ts'
export { linkRoutes } from './link-routes.ts'
export { linkViewRoutes } from './link-views.ts'
export { type ClickedLinkFinder, compareByValue, type LinkEarnings, type LinkVisits, type SortedLink } from './link-visits.ts'
export { findRestorableLinkIds } from './list/list-deleted-links.ts'
export { listLinks } from './list/list-links.ts'
export { expandShortUrl } from './page-check/limit-short-urls.ts'
export { adoptStoreLinks, createPageLink, type ShortAddress, selectPageUrl, selectShortAddress, updatePageTargets } from './page-link.ts'
export { findAdHosts } from './resolved/ad-hosts.ts'
export { listReachedDestinations } from './resolved/affiliate.ts'
export { readTaggedPages } from './resolved/read-tagged-pages.ts'
export { archiveAllLinks, linkLabelListener } from './tables/bulk-link-table.ts'
export { isRestorableLink } from './tables/deleted-link-table.ts'
export { lockExistingLinksForShare, lockLinkForShare, type NewLink, selectAddressesAndTargets } from './tables/link-table.ts'
export {
  type LinkTarget,
  lockLinkTargetsForUpdate,
  type ReplacedTargets,
  selectLinkReportRows,
  selectLinkSpan,
} from './tables/link-target-table.ts'
export { requestThumbnails } from './thumbnails/fetch-thumbnail.ts'
export { listThumbnailUploads, selectThumbnails } from './thumbnails/thumbnail-table.ts'
export { utmTemplateRoutes } from './utm/utm-templates.ts'
export { insertNewLink } from './write/create-link.ts'
export { eraseLinksAgain } from './write/erase-links.ts'
export { importLinks } from './write/import-links.ts'
export { insertWithSlugs } from './write/insert-with-slugs.ts'
export {
  countProjectLinks,
  lockRemainingLinks,
  recountLinks,
  selectLinkCounts,
  selectProjectWithMostLinks,
  selectRemainingLinks,
} from './write/link-quota.ts'
export { replaceTargets } from './write/replace-targets.ts'
export { isReserved } from './write/reserved-slugs.ts'
export { findTakenSlugs, generateSlug, isGeneratedSlug } from './write/slugs.ts'
