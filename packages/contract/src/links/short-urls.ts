// Separate from destinations.ts, which the dashboard loads first, because the code that recognizes pages of retailers
// is large.
import { recognizeUrl } from '@linkshelf/retailers'

/**
 * Public services that shorten addresses. Short domains of retailers are not listed, because `recognizeUrl` knows them.
 */
const shortDomains = new Set(
  [
    'bit.ly j.mp bitly.com tinyurl.com tiny.cc t.co is.gd v.gd ow.ly buff.ly dlvr.it rb.gy rebrand.ly cutt.ly t.ly shorturl.at',
    'dub.sh kutt.it spoo.me s.id short.gy lnkd.in fb.me shorten.ee soo.gd clck.ru urlz.fr 1url.cz',
  ]
    .join(' ')
    .split(' '),
)

/** Whether the destination of this address can only be found by a request. */
export function isShortUrl(address: string): boolean {
  if (recognizeUrl(address)?.kind === 'short') return true
  const url = new URL(address)
  return url.pathname.length > 1 && isShortHost(url.hostname)
}

/** Whether this is the host of a public service that shortens addresses. */
export function isShortHost(hostname: string): boolean {
  return shortDomains.has(hostname.replace(/^www\.|\.$/g, ''))
}
