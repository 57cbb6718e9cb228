import { type Domain, slugOfShortUrl } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'

/** The domains of link addresses. A host of null means the domain of the instance. */
export interface AddressDomains {
  /**
   * The domains that a new address can use, starting with the instance's own domain. Until the list is loaded, it has
   * only the instance's domain.
   */
  usable: readonly (string | null)[]
  /** The domains that existing addresses can have, including archived and lost domains. */
  known: readonly (string | null)[]
  hostOf: (domainId: string | null) => string | null
  /** Returns the readable name of a domain. */
  formatHost: (host: string | null) => string
  /** Returns the readable host of a link's address on a domain. It has the same port as the link's other addresses. */
  readableHost: (link: AddressOnDomain, host: string | null) => string
  /** Returns a short URL on a domain in readable form. */
  readableUrl: (shortUrl: string, host: string | null) => string
}

interface AddressOnDomain {
  url: string
  domain: string | null
}

/**
 * Returns the domains of an organization as choices. Until the list is loaded, the instance's own domain is the only
 * choice. If `isWanted` is false, the list is not fetched, but a loaded list is used.
 */
export function useAddressDomains(orgId: string, isWanted = true): AddressDomains {
  const { data: domains = [] } = useQuery({ ...api.domains.list.queryOptions({ input: { params: { orgId } } }), enabled: isWanted })
  const listHosts = (some: readonly Domain[]) => [null, ...some.map(({ host }) => host)]
  const formatHost = (host: string | null) =>
    host === null ? findInstanceName(domains) : (domains.find((one) => one.host === host)?.display_host ?? host)
  function formatLinkHost({ url, domain }: AddressOnDomain, host: string | null): string {
    const { host: present, port } = new URL(url)
    // The short URL contains the name of the instance's own domain, so the name is known before the list is loaded.
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

/**
 * Returns the instance's host name, or its IP address if it has no name. The DNS records of every domain contain it.
 */
function findInstanceName(domains: readonly Domain[]): string {
  return domains[0]?.address_records[0]?.value ?? 'this Linkshelf'
}
