/** The part that edges load: the domain that serves a host, and its files. */

export {
  type DomainFiles,
  defaultServedSettings,
  findDomainFiles,
  findServedDomains,
  listServedDomains,
  type ServedDomainRow,
} from './served-domains.ts'
