/**
 * Manages short links. `write/` creates, changes, deletes and restores them, `list/` searches and pages, `resolved/`
 * loads a link for an edge, `page-check/` fetches the title of a destination, `icons/` the icon of its site,
 * `expansion/` follows short links of other services, `health/` checks destinations weekly, `import/` reads CSV files
 * in resumable jobs, `utm/` stores templates of campaign parameters, and `tables/` has the statements that several of
 * them share.
 */

export { withoutClick } from './affiliate-networks.ts'
export { decodeHtml } from './decode-html.ts'
export { isAllowedDestination } from './destination-rules.ts'
export { expandShortUrl } from './expansion/expand-short-url.ts'
export { countActiveLinks, findExistingLinkIds, findLinkIdsWithLabel, findLinks, getLink } from './get-link.ts'
export type { LinkCheckSettings } from './health/check-due-links.ts'
export { markAnnounced, selectOrganizationsWithBrokenLinks } from './health/link-check-table.ts'
export { selectBrokenLinks } from './health/select-broken-links.ts'
export { createIconFetch } from './icons/fetch-due-icons.ts'
export { createSiteIconRoute, siteIconFilePath } from './icons/site-icon-route.ts'
export { linkImportRoutes } from './import/import-routes.ts'
export { type CheckedRedirect, findRedirectElsewhere } from './leads-elsewhere.ts'
export { linkJobs } from './link-jobs.ts'
export { linkLabelListener } from './link-label-listener.ts'
export { linkRoutes } from './link-routes.ts'
export { linkViewRoutes } from './link-views.ts'
export type { LinkVisits } from './link-visits.ts'
export { listLinks } from './list/list-links.ts'
export { pageTitle } from './page-check/page-title.ts'
export { createPageLink, selectPageUrl } from './page-link.ts'
export { taggableAddresses } from './resolved/affiliate.ts'
export { type FoundLink, findLinkTitle, findResolvedLinks } from './resolved/find-resolved-links.ts'
export { findLinkChanges, type LinkChange, type LinkChanges, parseLinkChange } from './resolved/link-changes.ts'
export { readTaggedPages } from './resolved/read-tagged-pages.ts'
export { type Choice, type Destination, type DestinationRule, type ResolvedLink, toResolvedLink } from './resolved/resolved-link.ts'
export { archiveAllLinks } from './tables/bulk-link-table.ts'
export { selectLinkReportRows } from './tables/link-report-table.ts'
export { lockExistingLinksForShare, lockLinkForShare } from './tables/link-table.ts'
export { type LinkTarget, lockLinkTargetsForUpdate, type ReplacedTargets, selectLinkSpan } from './tables/link-target-table.ts'
export { utmTemplateRoutes } from './utm/utm-template-routes.ts'
export { importLinks, lockLinkRoom, selectLinkRoom } from './write/import-links.ts'
export { insertNewLink } from './write/insert-new-link.ts'
export { countLinksOf, selectFullestProject, selectLinkCounts } from './write/link-allowance.ts'
export { replaceTargets } from './write/replace-targets.ts'
export { generateSlug, isReserved } from './write/slug-rules.ts'
