import { mediaPath, type PageLanguage } from '@linkshelf/contract/basics'
import {
  BusyPage,
  FrontPage,
  LinkNotFoundPage,
  type LinkPageLook,
  LinkRemovedPage,
  LoopPage,
  linkLookStyle,
  neededFonts,
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
 * Headers of every redirect beside `Location`, names and values alternating. No cache may store a redirect, or a click
 * is missed. The visitor's referrer is passed on to the retailer: the page it comes from has already shortened it as
 * that page wished, and this header adds no further limit (except that http, which anyone on the network can read,
 * never gets it). It also overrides a stricter default that a proxy might add.
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

/** Headers of every other response. A page has a policy that allows its style. */
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

/** HSTS, only for an origin that is served over https. */
export function createTransportHeaders(publicOrigin: string): string[] {
  return publicOrigin.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=63072000'] : []
}

type StaticName =
  | Exclude<Outcome['kind'], 'redirect' | 'page' | 'store' | 'media' | 'link-page' | 'domain-page' | 'tls'>
  | Exclude<PageName, 'health'>

export type PageOfLanguage = 'not-found' | 'store-not-found' | 'gone' | 'busy' | 'loop' | 'front'

/** Responses that are the same for every visitor: rendered once, when the edge starts. */
type StaticResponses = Readonly<Record<Exclude<StaticName, PageOfLanguage>, PageResponse>>

/** Pages that are the same for every visitor of a language. */
type LanguagePages = Readonly<Record<PageOfLanguage, PageResponse>>

/** A cache stores one copy of a page for each language that visitors ask for. */
export const languageVary = ['Vary', 'Accept-Language']

const pagePolicy = createStyledPagePolicy([pageStyle])

const plainText = 'text/plain; charset=utf-8'

const busyRetrySeconds = '2'
const rateLimitRetrySeconds = '60'

/**
 * Crawlers may read stores and their pictures. They may not follow a short link: each visit of one is a click that is
 * not counted, and there is nothing to index.
 */
const robots = `User-agent: *\nAllow: /@\nAllow: ${mediaPath}\nDisallow: /\n`

interface PageContent {
  status: number
  element: ReactElement
  cache: string
  headers?: string[]
  /** The value of Referrer-Policy, which is not sent by default. */
  referrerPolicy?: string
  /** The store whose look the page has. */
  look?: LinkPageLook | undefined
}

/** A page without a script, whose styles are the only ones that its policy allows. */
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
  return createStyledPagePolicy([pageStyle, linkLookStyle(look)], { hasStyleSheet: neededFonts(look).styleSheet !== undefined })
}

/** A file at a fixed path of a domain, which its owner may change at any time. */
export function createFileResponse(publicOrigin: string, type: string, content: string): PageResponse {
  const body = Buffer.from(content)
  const headers = ['Content-Type', type, 'Content-Length', String(body.length), 'Cache-Control', 'public, max-age=300']
  return { status: 200, headers: [...headers, ...createPolicyHeaders(publicOrigin)], body }
}

/** Every redirect to a destination. Browsers don't store a 302, so the owner can change the destination at any time. */
export const redirectStatus = 302

/** A redirect that is no click. */
export function createRedirectResponse(publicOrigin: string, location: string): PageResponse {
  const headers = ['Location', location, 'Content-Length', '0', 'Cache-Control', 'no-store', ...createPolicyHeaders(publicOrigin)]
  return { status: redirectStatus, headers, body: Buffer.alloc(0) }
}

export function createStaticResponses(publicOrigin: string): StaticResponses {
  function file(status: number, type: string, cache: string, content: string | Buffer, more: string[] = []): PageResponse {
    const body = Buffer.from(content)
    const own = ['Content-Type', type, 'Content-Length', String(body.length), 'Cache-Control', cache]
    return { status, headers: [...own, ...createPolicyHeaders(publicOrigin), ...more], body }
  }

  return {
    // Nothing else is sent to a network that floods: its requests cost as little as they can.
    'rate-limited': file(429, plainText, 'no-store', 'Too many requests. Try again in a minute.\n', ['Retry-After', rateLimitRetrySeconds]),
    'method-not-allowed': file(405, plainText, 'no-store', 'Only GET and HEAD are answered here.\n', ['Allow', 'GET, HEAD']),
    robots: file(200, plainText, 'public, max-age=86400', robots),
    font: file(200, pageFontHeaders['content-type'], pageFontHeaders['cache-control'], pageFont),
    icon: file(200, 'image/svg+xml', 'public, max-age=86400', shelfIcon),
  }
}

/** Returns the pages in a language, which are rendered when it is first asked for. */
export function createLanguagePages(publicOrigin: string): (language: PageLanguage) => LanguagePages {
  const rendered = new Map<PageLanguage, LanguagePages>()

  function render(language: PageLanguage): LanguagePages {
    const page = (status: number, element: ReactElement, cache: string, more: string[] = []) =>
      createPageResponse(publicOrigin, { status, element, cache, headers: [...languageVary, ...more] })
    return {
      'not-found': page(404, createElement(LinkNotFoundPage, { language }), 'no-store'),
      'store-not-found': page(404, createElement(StoreNotFoundPage, { language }), 'no-store'),
      gone: page(410, createElement(LinkRemovedPage, { language }), 'no-store'),
      busy: page(503, createElement(BusyPage, { language }), 'no-store', ['Retry-After', busyRetrySeconds]),
      loop: page(508, createElement(LoopPage, { language }), 'no-store'),
      front: page(200, createElement(FrontPage, { language, host: new URL(publicOrigin).host }), 'public, max-age=300'),
    }
  }

  return (language) => {
    const pages = rendered.get(language) ?? render(language)
    rendered.set(language, pages)
    return pages
  }
}

/** The state of the edge, as JSON. */
export function createHealthResponse(health: object, publicOrigin: string): PageResponse {
  return createProgramResponse(publicOrigin, { status: 200, type: 'application/json', body: JSON.stringify(health) })
}

/** A response for programs of the operator, which no cache stores. */
export function createProgramResponse(publicOrigin: string, response: { status: number; type: string; body: string }): PageResponse {
  const body = Buffer.from(response.body)
  const headers = ['Content-Type', response.type, 'Content-Length', String(body.length), 'Cache-Control', 'no-store']
  return { status: response.status, headers: [...headers, ...createPolicyHeaders(publicOrigin)], body }
}
