import { parseAddress } from './client-address.ts'

export interface OriginNames {
  origin: string
  /** Other host names and addresses that lead to the origin, on any port. */
  hosts: readonly string[]
  /** Ports that the processes of the origin listen on. */
  ports: readonly number[]
}

/**
 * Returns a function that decides whether an http(s) URL leads to the origin. The URL leads there if its host is the
 * host of the origin or one of `hosts`, on any port. It also leads there if its host is this machine (`localhost`,
 * 127.0.0.1, [::1] …) and its port is a port of the origin.
 */
export function createOriginMatcher({ origin, hosts, ports }: OriginNames): (href: string) => boolean {
  const names = new Set([origin, ...hosts.map((host) => `http://${host}`)].map((href) => normalizeHost(new URL(href))))
  const ownPorts = new Set([getPort(new URL(origin)), ...ports])
  return (href) => {
    const url = new URL(href)
    const host = normalizeHost(url)
    return isThisMachine(host) ? ownPorts.has(getPort(url)) : names.has(host)
  }
}

/**
 * Returns the name without the brackets of IPv6 and without a dot at the end, which names the same host. Host names of
 * a URL are already in lower case.
 */
function normalizeHost({ hostname }: URL): string {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  return parseAddress(host) ?? host
}

function isThisMachine(host: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^(0\.0\.0\.0|::1?)$/.test(host)
}

function getPort({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}
