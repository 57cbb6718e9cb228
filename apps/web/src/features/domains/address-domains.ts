import { type Domain, slugOfShortUrl } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'

/** The domains that addresses of links are on. A host of null is the instance's own. */
export interface AddressDomains {
  /** The domains that a new address can be on, the instance's own first; only that one while the list is not loaded. */
  usable: readonly (string | null)[]
  /** The domains that addresses may be on already, archived and lost ones too. */
  known: readonly (string | null)[]
  hostOf: (domainId: string | null) => string | null
  /** The name of a domain for people. */
  formatHost: (host: string | null) => string
  /** The host of a link's address on a domain as people read it, with the port that all its addresses have. */
  readableHost: (link: AddressOnDomain, host: string | null) => string
  /** A short URL on a domain as people read it. */
  readableUrl: (shortUrl: string, host: string | null) => string
}

interface AddressOnDomain {
  url: string
  domain: string | null
}

/**
 * Returns the domains of an organization, to choose from. While the list is not loaded, there is no choice. Without
 * `isWanted`, it is used only where it is loaded already.
 */
export function useAddressDomains(orgId: string, isWanted = true): AddressDomains {
  const { data: domains = [] } = useQuery({ ...api.domains.list.queryOptions({ input: { params: { orgId } } }), enabled: isWanted })
  const listHosts = (some: readonly Domain[]) => [null, ...some.map(({ host }) => host)]
  const formatHost = (host: string | null) =>
    host === null ? findInstanceName(domains) : (domains.find((one) => one.host === host)?.display_host ?? host)
  function formatLinkHost({ url, domain }: AddressOnDomain, host: string | null): string {
    const { host: present, port } = new URL(url)
    // The name of the instance's own domain is in the short URL, also while the list is not loaded.
    return host === null && domain === null ? present : [formatHost(host), port].filter(Boolean).join(':')
  }
  return {
    usable: listHosts(domains.filter(({ serving, state }) => serving && state !== 'archived')),
    known: listHosts(domains.filter(({ verified_at }) => verified_at !== null)),
    hostOf: (domainId) => domains.find(({ domain_id }) => domain_id === domainId)?.host ?? null,
    formatHost,
    readableHost: formatLinkHost,
    readableUrl: (url, domain) => `${formatLinkHost({ url, domain }, domain)}/${slugOfShortUrl(url)}`,
  }
}

/** Every domain leads to the instance by its name, or else by its address. */
function findInstanceName(domains: readonly Domain[]): string {
  return domains[0]?.address_records[0]?.value ?? 'this Linkshelf'
}
