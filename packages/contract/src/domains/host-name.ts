import * as mini from 'zod/mini'

/**
 * The DNS label that is put before a host to get the name of its TXT record. With this record, owners prove that they
 * own the host.
 */
export const ownershipLabel = '_linkshelf'

/** A DNS name has at most 253 characters, and the name with the ownership label must fit too. */
const hostMaxLength = 253 - `${ownershipLabel}.`.length

export const hostMessages = {
  required: 'Enter the name of a domain, such as go.example.com',
  nameAlone: 'Enter the domain alone, without https:// and without a path',
  port: 'Enter the domain without a port: short links are on the usual ones',
  address: 'An IP address is not a domain. Enter a name, such as go.example.com',
  incomplete: 'Enter the whole domain, such as go.example.com',
  invalid: 'This is not a valid name of a domain',
} as const

/**
 * A label has letters, digits and hyphens. Two hyphens after two characters are only allowed in encoded labels (RFC
 * 5891, 4.2.3.1).
 */
const label = /^(?:xn--|(?!..--))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

type ParsedHost = { host: string; problem?: undefined } | { problem: keyof typeof hostMessages }

/**
 * Parses a host as a user types it. Returns the host in lower case, with letters outside of ASCII encoded (A-labels),
 * or the reason why the text is not a host. A dot at the end is removed, because the host is the same without it.
 */
export function parseHost(typed: string): ParsedHost {
  const name = typed.trim().replace(/[.\u3002\uFF0E\uFF61]$/, '')
  if (name === '') return { problem: 'required' }
  if (/[/\\?#@\s]/.test(name)) return { problem: 'nameAlone' }
  if (/^\[|:[^:]*:/.test(name)) return { problem: 'address' }
  if (/:\d*$/.test(name)) return { problem: 'port' }
  // The URL parser decodes percent-encoding, so a host with a percent sign is rejected. The parser checks encoded
  // labels (`xn--…`) only if the host has a letter outside of ASCII, so they are checked with an `ä.` before them.
  if (name.includes('%') || !URL.canParse(`http://${name}`)) return { problem: 'invalid' }
  if (/xn--/i.test(name) && !URL.canParse(`http://ä.${name}`)) return { problem: 'invalid' }
  const host = new URL(`http://${name}`).hostname
  if (/^\d+(\.\d+){3}$/.test(host)) return { problem: 'address' }
  const labels = host.split('.')
  if (host.length > hostMaxLength || !labels.every((part) => label.test(part))) return { problem: 'invalid' }
  return labels.length < 2 ? { problem: 'incomplete' } : { host }
}

/** The host of a domain, as `parseHost` returns it. */
export const hostName = mini.pipe(
  mini.string({ error: hostMessages.required }),
  mini.transform((typed: string, payload) => {
    const parsed = parseHost(typed)
    if (parsed.problem === undefined) return parsed.host
    payload.issues.push({ code: 'custom', message: hostMessages[parsed.problem], input: typed })
    return mini.NEVER
  }),
)

/** The host of a domain in a form. Users can paste a URL. Only its host is read. */
export const pastedHostName = mini.pipe(
  mini.pipe(
    mini.string(),
    mini.transform((typed: string) => typed.trim().replace(/^https?:\/\/|[/?#].*$/gis, '')),
  ),
  hostName,
)
