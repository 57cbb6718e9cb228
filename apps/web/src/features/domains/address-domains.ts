import { type Domain, readableShortUrl, slugOfShortUrl } from '@linkshelf/contract'
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
  nameOf: (host: string | null) => string
  /** The name of a domain with the port of a short URL, which every domain of the instance has. */
  hostBeside: (shortUrl: string, host: string | null) => string
  /** A short URL on a domain as people read it. */
  readableUrl: (shortUrl: string, host: string | null) => string
}

/**
 * Returns the domains of an organization, to choose from. While the list is not loaded, there is no choice. Without
 * `isWanted`, it is used only where it is loaded already.
 */
export function useAddressDomains(orgId: string, isWanted = true): AddressDomains {
  const { data: domains = [] } = useQuery({ ...api.domains.list.queryOptions({ input: { params: { orgId } } }), enabled: isWanted })
  const hostsOf = (some: readonly Domain[]) => [null, ...some.map(({ host }) => host)]
  const nameOf = (host: string | null) =>
    host === null ? instanceNameOf(domains) : (domains.find((one) => one.host === host)?.display_host ?? host)
  const hostBeside = (shortUrl: string, host: string | null) => [nameOf(host), new URL(shortUrl).port].filter(Boolean).join(':')
  return {
    usable: hostsOf(domains.filter(({ serving, state }) => serving && state !== 'archived')),
    known: hostsOf(domains.filter(({ verified_at }) => verified_at !== null)),
    hostOf: (domainId) => domains.find(({ domain_id }) => domain_id === domainId)?.host ?? null,
    nameOf,
    hostBeside,
    readableUrl: (shortUrl, host) =>
      host === null ? readableShortUrl(shortUrl) : `${hostBeside(shortUrl, host)}/${slugOfShortUrl(shortUrl)}`,
  }
}

/** Every domain leads to the instance by its name, or else by its address. */
function instanceNameOf(domains: readonly Domain[]): string {
  return domains[0]?.address_records[0]?.value ?? 'this Linkshelf'
}
