// Short links: made, listed, changed, archived, deleted; where each leads.
export { checkPage, checkPageTask } from './check-page.ts'
export { type Destination, findDestinations } from './find-destination.ts'
export { countActiveLinks, findExistingLinkIds, findLink } from './find-link.ts'
export { linkRoutes } from './link-routes.ts'
export { archiveEveryLink } from './link-table.ts'
