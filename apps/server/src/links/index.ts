// Short links: made, listed, changed, archived, deleted; where each leads.
export { checkPage, checkPageTask } from './check-page.ts'
export { type Destination, findDestinations } from './find-destination.ts'
export { countActiveLinks, findExistingLinkIds, findLink } from './find-link.ts'
export { holdLink } from './hold-link.ts'
export { linkLabelListener } from './link-label-listener.ts'
export { linkRoutes } from './link-routes.ts'
export { listLinks } from './list-links.ts'
export { archiveEveryLink } from './many-links-table.ts'
