/** Public API for edges: the link at an address, and which links changed. */

export { type AffiliatedLink, resolveAffiliation } from './resolved/affiliate.ts'
export { type FoundLink, findLinkTitle, findResolvedLinks } from './resolved/find-resolved-links.ts'
export { type DomainChange, findLinkChanges, type LinkChange, type LinkChanges, parseLinkChange } from './resolved/link-changes.ts'
export {
  type Choice,
  type Destination,
  type DestinationRule,
  listDestinations,
  type ResolvedLink,
  toReachedUrl,
  toResolvedLink,
} from './resolved/resolved-link.ts'
