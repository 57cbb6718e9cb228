import { randomBytes } from 'node:crypto'
import { fontPath } from '@linkshelf/contract'
import { html, raw } from 'hono/html'
import { createNoncePolicy } from '../platform/http/content-security-policy.ts'
import { pageStyle } from './page-style.ts'

export type Markup = ReturnType<typeof html>

/** The dashboard's logo: three books on a shelf, the last one leaning. */
const logo =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#067b5a"/><g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"><path d="M8 24h16"/><path d="M10.5 19.5v-9"/><path d="M15.5 19.5v-6"/><path d="m20 19.3 2.6-8.6" stroke="#8ff0cf"/></g></svg>'
const icon = `data:image/svg+xml,${encodeURIComponent(logo.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '))}`

export interface Page {
  /** The heading of the page. It is also the title of the tab. */
  heading: string
  /** Whether the title begins with "Error:", for users who don't see the page. */
  isError?: boolean
  /**
   * The width of the page. By default, it is a narrow card. `article` is a wider card for long texts. `wide` is the
   * whole width without a card.
   */
  layout?: 'article' | 'wide'
  body: Markup
  /** Styles of this page only. */
  style?: string
  /** A script that enhances the page. The page also works without it. */
  script?: string
}

/**
 * Renders the layout of every server-rendered page on the app's origin. The layout works without scripts, and loads
 * nothing from other origins.
 */
export function renderPageLayout({ heading, isError = false, layout, body, style = '', script }: Page, nonce: string): Markup {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${isError ? 'Error: ' : ''}${heading} · Linkshelf</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="theme-color" content="#f0f4f2" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#131b18" media="(prefers-color-scheme: dark)">
    <link rel="icon" href="${icon}">
    <link rel="preload" as="font" type="font/woff2" href="${fontPath}" crossorigin>
    <style nonce="${nonce}">${raw(pageStyle + style)}</style>
  </head>
  <body>
    <header><a class="brand" href="/">${raw(logo)}Linkshelf</a></header>
    <main${layout === undefined ? '' : html` class="${layout}"`}>
      <h1>${heading}</h1>
      ${body}
    </main>
    ${script === undefined ? '' : html`<script nonce="${nonce}">${raw(script)}</script>`}
  </body>
</html>`
}

export interface PagePolicy {
  /** Allows the page's own style and script. The browser ignores any other style or script. */
  nonce: string
  headers: Record<string, string>
}

/**
 * Returns the security headers of one page. The referrer policy is `same-origin`, because with `no-referrer` browsers
 * send forms with the origin "null".
 */
export function createPagePolicy(appOrigin: string): PagePolicy {
  const nonce = randomBytes(16).toString('base64')
  return {
    nonce,
    headers: {
      'content-security-policy': createNoncePolicy(nonce),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'cache-control': 'no-store',
      ...(appOrigin.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    },
  }
}
