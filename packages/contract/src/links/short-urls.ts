// Apart from destinations.ts, which the dashboard loads first: recognizing the pages of retailers is large.
import { recognizeUrl } from '@linkshelf/retailers'

/** Services that shorten addresses for everyone. `recognizeUrl` knows the short domains of the retailers. */
const shortDomains = new Set(
  [
    'bit.ly j.mp bitly.com tinyurl.com tiny.cc t.co is.gd v.gd ow.ly buff.ly dlvr.it rb.gy rebrand.ly cutt.ly t.ly shorturl.at',
    'dub.sh kutt.it spoo.me s.id short.gy lnkd.in fb.me shorten.ee soo.gd clck.ru urlz.fr 1url.cz',
  ]
    .join(' ')
    .split(' '),
)

/** Whether only a request tells where this address leads. */
export function isShortUrl(address: string): boolean {
  if (recognizeUrl(address)?.kind === 'short') return true
  const url = new URL(address)
  return url.pathname.length > 1 && isShortHost(url.hostname)
}

/** Whether this host is that of a service that shortens addresses for everyone. */
export function isShortHost(hostname: string): boolean {
  return shortDomains.has(hostname.replace(/^www\.|\.$/g, ''))
}
