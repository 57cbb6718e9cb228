import { html, raw } from 'hono/html'
import { pageStyle } from './page-style.ts'

export type Markup = ReturnType<typeof html>

/** The dashboard's own mark: three books on a shelf, the last one leaning. */
const mark =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#067b5a"/><g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"><path d="M8 24h16"/><path d="M10.5 19.5v-9"/><path d="M15.5 19.5v-6"/><path d="m20 19.3 2.6-8.6" stroke="#8ff0cf"/></g></svg>'
const icon = `data:image/svg+xml,${encodeURIComponent(mark.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '))}`

export interface Page {
  /** Also the title of the tab. */
  heading: string
  /** The tab says that something is wrong, for those who don't see the page. */
  isError?: boolean
  /** Set in a wider measure, for reading. */
  isArticle?: boolean
  body: Markup
  /** What only this page is styled with. */
  style?: string
  /** What the page gains where scripts run. */
  script?: string
}

/** The frame of every page of the app's origin that is made on the server: whole without a script, and without asking anybody else for anything. */
export function renderPageLayout({ heading, isError = false, isArticle = false, body, style = '', script }: Page, nonce: string): Markup {
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
    <style nonce="${nonce}">${raw(pageStyle + style)}</style>
  </head>
  <body>
    <header><a class="brand" href="/">${raw(mark)}Linkshelf</a></header>
    <main${isArticle ? raw(' class="reading"') : ''}>
      <h1>${heading}</h1>
      ${body}
    </main>
    ${script === undefined ? '' : html`<script nonce="${nonce}">${raw(script)}</script>`}
  </body>
</html>`
}
