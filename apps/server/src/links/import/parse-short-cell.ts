// Parses cells that contain a short URL, a part of a short URL, or its host.
import { decodeShortPath } from '@linkshelf/contract'

interface ShortAddress {
  /** Includes the port. Undefined if the cell contains only the short name. */
  host: string | undefined
  slug: string
}

/** Cells are cut at this length. No short URL is longer. */
const cellMaxLength = 3_000

const origin = /^https?:\/\/([^/?#]*)/i

/**
 * Matches a host and the slash after it. The host is a domain, which can end with a dot, or an IPv4 address, or any
 * name with a port. In `v1.0/lamp`, it matches nothing, because `v1.0` is none of these.
 */
const hostStart = /^((?:[^/?#]+\.(?:\p{L}{2,}|xn--[a-z0-9-]+)\.?|\d+(?:\.\d+){3}|[^/?#:]+(?=:))(?::\d+)?)\//iu

/**
 * Returns the short name in a cell. The cell contains only the short name, or a short URL. Short names can begin like a
 * host, so a host without a scheme is recognized only if `isUrl` is true. Bitly lists several custom short URLs in a
 * cell, of which only the first is used.
 */
export function parseShortCell(cell: string, { isUrl }: { isUrl: boolean }): ShortAddress {
  const [first = ''] = cell.slice(0, cellMaxLength).split(/[\s,;|]+/)
  const start = origin.exec(first) ?? (isUrl ? hostStart.exec(first) : null)
  const [path = ''] = first.slice(start?.[0].length ?? 0).split(/[?#]/)
  return { host: start?.[1] === undefined ? undefined : toHost(start[1]), slug: trimSlashes(decodeShortPath(path) ?? path) }
}

/**
 * Returns the host in a cell, with its port. The cell contains only the host, or a URL. Undefined if it contains no
 * host.
 */
export function parseHostCell(cell: string): string | undefined {
  const [host = ''] = cell
    .slice(0, cellMaxLength)
    .replace(/^https?:\/\//i, '')
    .split('/')
  return toHost(host)
}

/**
 * Returns the host in lower case and Punycode. A dot at its end is removed, because the name without the dot is the
 * same host.
 */
function toHost(text: string): string | undefined {
  const url = `http://${text}`
  if (text === '' || /[?#@\s]/.test(text) || !URL.canParse(url)) return undefined
  const { hostname, port } = new URL(url)
  return `${hostname.replace(/\.$/, '')}${port && `:${port}`}`
}

/** Removes slashes at both ends. Takes linear time, unlike a regular expression with `$`. */
function trimSlashes(path: string): string {
  let [start, end] = [0, path.length]
  while (path[start] === '/') start += 1
  while (end > start && path[end - 1] === '/') end -= 1
  return path.slice(start, end)
}
