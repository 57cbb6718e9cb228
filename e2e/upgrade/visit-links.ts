import { request } from 'node:http'
import type { ReleaseApi } from './run-release.ts'

interface Visit {
  query?: string
  method?: string
  headers: Record<string, string>
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'
const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'

/** One visit of each kind that is recorded differently, for example a QR code scan or a bot. */
const kinds: readonly Visit[] = [
  {
    headers: {
      'user-agent': phone,
      'x-forwarded-for': '81.2.69.142',
      referer: 'https://www.instagram.com/p/1',
      'accept-language': 'en-GB',
    },
  },
  {
    headers: {
      'user-agent': phone,
      'x-forwarded-for': '81.2.69.142',
      referer: 'https://www.instagram.com/p/1',
      'accept-language': 'en-GB',
    },
  }, // repeats the previous visit
  { headers: { 'user-agent': desktop, 'x-forwarded-for': '2a00:1450:4001:81b::200e' } },
  { headers: { 'user-agent': desktop, 'x-forwarded-for': '2a00:1450:4001:81b:1::5' } }, // the same network as the previous visit
  { headers: { 'user-agent': desktop, 'x-forwarded-for': '91.64.7.7', 'cf-ipcountry': 'NZ' } },
  { query: '?qr=1', headers: { 'user-agent': phone, 'x-forwarded-for': '24.5.9.9' } },
  {
    query: '?utm_source=news+letter&utm_medium=email&utm_campaign=%C3%A9t%C3%A9',
    headers: { 'user-agent': desktop, 'x-forwarded-for': '90.3.4.5' },
  },
  { method: 'HEAD', headers: { 'user-agent': desktop, 'x-forwarded-for': '90.3.4.6' } },
  { headers: { 'user-agent': desktop, 'x-forwarded-for': '90.3.4.7', 'sec-purpose': 'prefetch;prerender' } },
  { headers: { 'user-agent': 'curl/8.14.1', 'x-forwarded-for': '90.3.4.8' } },
  { headers: { 'x-forwarded-for': '90.3.4.9' } }, // no User-Agent
  { headers: { 'user-agent': desktop, 'x-forwarded-for': '90.3.4.10', referer: 'https://urldefense.com/v3/' } },
]

/** Follows some links with each kind of visit. Returns the number of redirected visits. */
export async function visitLinks({ orgId, projectId, request: call }: ReleaseApi, linksUrl: string): Promise<number> {
  const links = (await (await call('GET', `/v1/${orgId}/projects/${projectId}/urls?limit=10`)).json()) as { url: string }[]
  let redirected = 0
  for (const { url } of links.slice(0, 4)) {
    for (const kind of kinds) if ((await fetchStatus(`${linksUrl}${new URL(url).pathname}`, kind)) === 302) redirected += 1
  }
  return redirected
}

function fetchStatus(url: string, { query = '', method = 'GET', headers }: Visit): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${url}${query}`.replace('localhost', '127.0.0.1'), { method, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
}
