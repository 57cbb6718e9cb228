/** Public API for edges: the domain that serves a host, its files, and the hosts of links and stores. */

export { isServingDomain, rootHostOfStore, selectDomainHost } from './host-expressions.ts'
export {
  type DomainFiles,
  defaultServedSettings,
  findDomainFiles,
  findServedDomains,
  listServedDomains,
  type ServedDomainRow,
} from './served-domains.ts'
