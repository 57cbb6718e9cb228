// Cells that have a short URL, a part of one, or its host.
import { decodeShortPath } from '@linkshelf/contract'

interface ShortAddress {
  /** With its port; undefined in a cell that has the short name alone. */
  host: string | undefined
  slug: string
}

/** Longer than any short URL. */
const cellMaxLength = 3_000

const origin = /^https?:\/\/([^/?#]*)/i

/** A domain, which may end with a dot, an IPv4 address, or any name with a port, and a slash. `v1.0/lamp` has none. */
const hostStart = /^((?:[^/?#]+\.(?:\p{L}{2,}|xn--[a-z0-9-]+)\.?|\d+(?:\.\d+){3}|[^/?#:]+(?=:))(?::\d+)?)\//iu

/**
 * Returns the short name in a cell that has it alone or in a short URL. A short name may begin like a host, so without
 * a scheme only the cells of URLs have one. Bitly lists several custom ones: the first counts.
 */
export function parseShortCell(cell: string, { isUrl }: { isUrl: boolean }): ShortAddress {
  const [first = ''] = cell.slice(0, cellMaxLength).split(/[\s,;|]+/)
  const start = origin.exec(first) ?? (isUrl ? hostStart.exec(first) : null)
  const [path = ''] = first.slice(start?.[0].length ?? 0).split(/[?#]/)
  return { host: start?.[1] === undefined ? undefined : toHost(start[1]), slug: trimSlashes(decodeShortPath(path) ?? path) }
}

/** Returns the host in a cell that has it alone or in a URL, with its port; undefined where there is none. */
export function parseHostCell(cell: string): string | undefined {
  const [host = ''] = cell
    .slice(0, cellMaxLength)
    .replace(/^https?:\/\//i, '')
    .split('/')
  return toHost(host)
}

/** In lower case, with letters outside of ASCII encoded, and without a dot at its end, which names the same host. */
function toHost(text: string): string | undefined {
  const url = `http://${text}`
  if (text === '' || /[?#@\s]/.test(text) || !URL.canParse(url)) return undefined
  const { hostname, port } = new URL(url)
  return `${hostname.replace(/\.$/, '')}${port && `:${port}`}`
}

/** In linear time, unlike an expression with `$`. */
function trimSlashes(path: string): string {
  let [start, end] = [0, path.length]
  while (path[start] === '/') start += 1
  while (end > start && path[end - 1] === '/') end -= 1
  return path.slice(start, end)
}
