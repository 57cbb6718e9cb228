import { parseAddress } from './client-address.ts'

export interface OriginNames {
  origin: string
  /** Further host names and addresses that lead to the origin, on any port. */
  hosts: readonly string[]
  /** Ports that its processes listen on. */
  ports: readonly number[]
}

/**
 * Returns a function that decides whether an http(s) URL leads to the origin under any of its names: its own
 * host name and the further ones, on any port, and this machine itself (`localhost`, 127.0.0.1, [::1]
 * …) at one of its ports.
 */
export function createOriginMatcher({ origin, hosts, ports }: OriginNames): (href: string) => boolean {
  const names = new Set([origin, ...hosts.map((host) => `http://${host}`)].map((href) => normalizeHost(new URL(href))))
  const ownPorts = new Set([portOf(new URL(origin)), ...ports])
  return (href) => {
    const url = new URL(href)
    const host = normalizeHost(url)
    return isThisMachine(host) ? ownPorts.has(portOf(url)) : names.has(host)
  }
}

/**
 * Returns the name in lower case, since URLs are; without the brackets of IPv6, and without a dot at the end,
 * which names the same host.
 */
function normalizeHost({ hostname }: URL): string {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  return parseAddress(host) ?? host
}

function isThisMachine(host: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^(0\.0\.0\.0|::1?)$/.test(host)
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}
