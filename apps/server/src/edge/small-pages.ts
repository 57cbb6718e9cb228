import { createHash } from 'node:crypto'
import { BusyPage, FrontPage, pageStyle, RemovedLinkPage, shelfIcon, TooManyMissesPage, UnknownLinkPage } from '@linkshelf/storefront'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { transportHeaders } from './known-link.ts'

/** An answer that is the same for everybody: made once, when the edge starts. */
export interface ReadyAnswer {
  status: number
  /** Names and values by turns. */
  headers: string[]
  body: Buffer
  /** How often, since the start. */
  given: number
}

export type SmallPages = Record<'unknown' | 'removed' | 'busy' | 'tooMany' | 'front' | 'wrongMethod' | 'robots' | 'icon', ReadyAnswer>

const styleHash = createHash('sha256').update(pageStyle).digest('base64')
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const barePolicy = "default-src 'none'; frame-ancestors 'none'"

const retrySoonSeconds = '2'
const retryLaterSeconds = '60'

/** Crawlers may follow no short link: each visit of theirs is noise, and there is nothing to index. */
const robots = 'User-agent: *\nDisallow: /\n'

export function makeSmallPages(publicOrigin: string): SmallPages {
  const transport = transportHeaders(publicOrigin)

  function answer(status: number, type: string, policy: string, cache: string, body: string, further: string[] = []): ReadyAnswer {
    const bytes = Buffer.from(body)
    const headers = ['Content-Type', type, 'Content-Length', String(bytes.length), 'Cache-Control', cache]
    headers.push('Content-Security-Policy', policy, 'X-Content-Type-Options', 'nosniff', 'X-Frame-Options', 'DENY')
    headers.push('Referrer-Policy', 'no-referrer', 'X-Robots-Tag', 'noindex', ...transport, ...further)
    return { status, headers, body: bytes, given: 0 }
  }

  function page(status: number, element: ReactElement, cache: string, further?: string[]): ReadyAnswer {
    return answer(status, 'text/html; charset=utf-8', pagePolicy, cache, `<!doctype html>${renderToStaticMarkup(element)}`, further)
  }

  return {
    unknown: page(404, createElement(UnknownLinkPage), 'no-store'),
    removed: page(410, createElement(RemovedLinkPage), 'no-store'),
    busy: page(503, createElement(BusyPage), 'no-store', ['Retry-After', retrySoonSeconds]),
    tooMany: page(429, createElement(TooManyMissesPage), 'no-store', ['Retry-After', retryLaterSeconds]),
    front: page(200, createElement(FrontPage, { host: new URL(publicOrigin).host }), 'public, max-age=300'),
    wrongMethod: answer(405, 'text/plain; charset=utf-8', barePolicy, 'no-store', 'Only GET and HEAD are answered here.\n', [
      'Allow',
      'GET, HEAD',
    ]),
    robots: answer(200, 'text/plain; charset=utf-8', barePolicy, 'public, max-age=86400', robots),
    icon: answer(200, 'image/svg+xml', barePolicy, 'public, max-age=86400', shelfIcon),
  }
}
