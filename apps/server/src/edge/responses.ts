import { mediaPath, type PageLanguage } from '@linkshelf/contract/basics'
import {
  BusyPage,
  FrontPage,
  formatLinkLookStyle,
  LinkNotFoundPage,
  type LinkPageLook,
  LinkRemovedPage,
  LoopPage,
  listNeededFonts,
  pageStyle,
  StoreNotFoundPage,
  shelfIcon,
} from '@linkshelf/storefront'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { closedPolicy, createStyledPagePolicy } from '../platform/http/content-security-policy.ts'
import { pageFont, pageFontHeaders } from '../platform/http/page-font.ts'
import type { Outcome, PageName, PageResponse } from './outcome.ts'

/**
 * Returns the headers of a redirect to a destination, except `Location`, as alternating names and values.
 *
 * `Cache-Control`: a cache must not store the redirect, because the next click would not be counted.
 *
 * `Referrer-Policy`: the retailer gets the visitor's referrer, as far as the policy of the visitor's page allows it. If
 * that page is https and the destination is http, the browser sends no referrer, because anyone on the network could
 * read it. The header also overrides a stricter default that a proxy may add.
 */
export function createRedirectHeaders(publicOrigin: string): string[] {
  return [
    'Cache-Control',
    'private, no-store',
    'Referrer-Policy',
    'no-referrer-when-downgrade',
    'X-Robots-Tag',
    'noindex',
    'X-Content-Type-Options',
    'nosniff',
    'Content-Security-Policy',
    closedPolicy,
    ...createTransportHeaders(publicOrigin),
  ]
}

/**
 * Returns the security headers of the edge's own pages, errors, and redirects that are not clicks. A page's `policy`
 * must allow the page's style sheet.
 */
export function createPolicyHeaders(publicOrigin: string, policy = closedPolicy, referrerPolicy = 'no-referrer'): string[] {
  return [
    'Content-Security-Policy',
    policy,
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'DENY',
    'Referrer-Policy',
    referrerPolicy,
    'X-Robots-Tag',
    'noindex',
    ...createTransportHeaders(publicOrigin),
  ]
}

/** Returns the HSTS header if the origin is served over https. */
export function createTransportHeaders(publicOrigin: string): string[] {
  return publicOrigin.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=63072000'] : []
}

type StaticName =
  | Exclude<Outcome['kind'], 'redirect' | 'page' | 'store' | 'media' | 'link-page' | 'domain-page' | 'tls'>
  | Exclude<PageName, 'health'>

export type LanguagePageName = 'not-found' | 'store-not-found' | 'gone' | 'busy' | 'loop' | 'front'

/** Responses that are the same for all visitors. They are rendered once, when the edge starts. */
type StaticResponses = Readonly<Record<Exclude<StaticName, LanguagePageName>, PageResponse>>

/** Pages that are the same for all visitors with the same language. */
type LanguagePages = Readonly<Record<LanguagePageName, PageResponse>>

/** A cache must store a separate copy of a page for each requested language. */
export const languageVary = ['Vary', 'Accept-Language']

const pagePolicy = createStyledPagePolicy([pageStyle])

const plainText = 'text/plain; charset=utf-8'

const busyRetrySeconds = '2'
const rateLimitRetrySeconds = '60'

/**
 * Crawlers may read stores and their pictures. They must not follow short links, because there is nothing to index and
 * the clicks of crawlers are not counted.
 */
const robots = `User-agent: *\nAllow: /@\nAllow: ${mediaPath}\nDisallow: /\n`

interface PageContent {
  status: number
  element: ReactElement
  cache: string
  headers?: string[]
  /** The value of Referrer-Policy. By default, no referrer is sent. */
  referrerPolicy?: string
  /** The look of the store that the page uses. */
  look?: LinkPageLook | undefined
}

/** Creates a page without scripts. Its policy allows only the page's own styles. */
export function createPageResponse(
  publicOrigin: string,
  { status, element, cache, headers = [], referrerPolicy, look }: PageContent,
): PageResponse {
  const body = Buffer.from(`<!doctype html>${renderToStaticMarkup(element)}`)
  const own = ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(body.length), 'Cache-Control', cache]
  const policy = look === undefined ? pagePolicy : createLookPolicy(look)
  return { status, headers: [...own, ...createPolicyHeaders(publicOrigin, policy, referrerPolicy), ...headers], body }
}

function createLookPolicy(look: LinkPageLook): string {
  return createStyledPagePolicy([pageStyle, formatLinkLookStyle(look)], { hasStyleSheet: listNeededFonts(look).styleSheet !== undefined })
}

/** Creates the response for a file at a fixed path of a domain. The owner may change the file at any time. */
export function createFileResponse(publicOrigin: string, type: string, content: string): PageResponse {
  const body = Buffer.from(content)
  const headers = ['Content-Type', type, 'Content-Length', String(body.length), 'Cache-Control', 'public, max-age=300']
  return { status: 200, headers: [...headers, ...createPolicyHeaders(publicOrigin)], body }
}

/**
 * The status of every redirect to a destination. Browsers don't store a 302, so the owner can change the destination at
 * any time.
 */
export const redirectStatus = 302

/** Creates a redirect that is not a click. */
export function createRedirectResponse(publicOrigin: string, location: string): PageResponse {
  const headers = ['Location', location, 'Content-Length', '0', 'Cache-Control', 'no-store', ...createPolicyHeaders(publicOrigin)]
  return { status: redirectStatus, headers, body: Buffer.alloc(0) }
}

export function createStaticResponses(publicOrigin: string): StaticResponses {
  function createFile(status: number, type: string, cache: string, content: string | Buffer, more: string[] = []): PageResponse {
    const body = Buffer.from(content)
    const own = ['Content-Type', type, 'Content-Length', String(body.length), 'Cache-Control', cache]
    return { status, headers: [...own, ...createPolicyHeaders(publicOrigin), ...more], body }
  }

  return {
    // A network that sends too many requests gets plain text, so that its requests cost as little as possible.
    'rate-limited': createFile(429, plainText, 'no-store', 'Too many requests. Try again in a minute.\n', [
      'Retry-After',
      rateLimitRetrySeconds,
    ]),
    'method-not-allowed': createFile(405, plainText, 'no-store', 'Only GET and HEAD are answered here.\n', ['Allow', 'GET, HEAD']),
    robots: createFile(200, plainText, 'public, max-age=86400', robots),
    font: createFile(200, pageFontHeaders['content-type'], pageFontHeaders['cache-control'], pageFont),
    icon: createFile(200, 'image/svg+xml', 'public, max-age=86400', shelfIcon),
  }
}

/** Returns the pages in a language. They are rendered when the language is first requested. */
export function createLanguagePages(publicOrigin: string): (language: PageLanguage) => LanguagePages {
  const rendered = new Map<PageLanguage, LanguagePages>()

  function render(language: PageLanguage): LanguagePages {
    const createPage = (status: number, element: ReactElement, cache: string, more: string[] = []) =>
      createPageResponse(publicOrigin, { status, element, cache, headers: [...languageVary, ...more] })
    return {
      'not-found': createPage(404, createElement(LinkNotFoundPage, { language }), 'no-store'),
      'store-not-found': createPage(404, createElement(StoreNotFoundPage, { language }), 'no-store'),
      gone: createPage(410, createElement(LinkRemovedPage, { language }), 'no-store'),
      busy: createPage(503, createElement(BusyPage, { language }), 'no-store', ['Retry-After', busyRetrySeconds]),
      loop: createPage(508, createElement(LoopPage, { language }), 'no-store'),
      front: createPage(200, createElement(FrontPage, { language, host: new URL(publicOrigin).host }), 'public, max-age=300'),
    }
  }

  return (language) => {
    const pages = rendered.get(language) ?? render(language)
    rendered.set(language, pages)
    return pages
  }
}

/** Creates the response of `/healthz`: the edge's state as JSON. */
export function createHealthResponse(health: object, publicOrigin: string): PageResponse {
  return createProgramResponse(publicOrigin, { status: 200, type: 'application/json', body: JSON.stringify(health) })
}

/** Creates a response for the operator's programs. No cache stores it. */
export function createProgramResponse(publicOrigin: string, response: { status: number; type: string; body: string }): PageResponse {
  const body = Buffer.from(response.body)
  const headers = ['Content-Type', response.type, 'Content-Length', String(body.length), 'Cache-Control', 'no-store']
  return { status: response.status, headers: [...headers, ...createPolicyHeaders(publicOrigin)], body }
}
