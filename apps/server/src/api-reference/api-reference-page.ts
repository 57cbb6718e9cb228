import { html } from 'hono/html'
import { createPagePolicy, type Markup, type Page, renderPageLayout } from '../layout/index.ts'
import { renderCallSection, renderObjectSection } from './call-section.ts'
import type { DescribedCall } from './described-calls.ts'
import { type DescribedModule, describeModules, findCommonErrors } from './described-modules.ts'
import { createGuides, type ReferenceSettings } from './guides.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { referenceScript } from './reference-script.ts'
import { referenceStyle } from './reference-style.ts'

/**
 * Creates the handler of the API reference page. The page's scripts search, copy code, mark the visible section in the
 * menu, and choose a language. The described document is published at `documentPath`. The body of the page is rendered
 * once.
 */
export function createApiReferenceRoute(document: OpenApiDocument, settings: ReferenceSettings) {
  const { appOrigin } = settings
  const page = createReferencePage(describeModules(document), settings)
  return async function apiReferenceRoute(): Promise<Response> {
    const { nonce, headers } = createPagePolicy(appOrigin)
    const html = await renderPageLayout(page, nonce)
    return new Response(html.toString(), { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
  }
}

/**
 * Creates the page: the guides, then every call by module, and next to them a menu. The anchor of a call is its
 * operation id.
 */
function createReferencePage(modules: DescribedModule[], settings: ReferenceSettings): Page {
  const common = findCommonErrors(modules)
  const chapters = createGuides({ ...settings, common })
  const commonCodes = new Set(common.map(({ code }) => code))
  return {
    heading: 'API reference',
    layout: 'wide',
    style: referenceStyle,
    script: referenceScript,
    body: html`<nav class="menu" aria-label="API reference">
        <div class="search" role="search" hidden><label for="search">Search the API</label>
          <input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-describedby="search-count"><kbd aria-hidden="true">/</kbd></div>
        <div class="entries"><p id="search-count" role="status"></p><ul class="results"></ul>
        <details class="contents"><summary>Contents</summary>
        <ul class="guides">${chapters.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
        ${modules.map(renderModuleMenu)}</details></div></nav>
      <div class="chapters">
        ${chapters.map(({ id, title, body, code }) => html`<section class="guide" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2><div class="text">${body}</div><div class="code">${code}</div></section>`)}
        ${modules.map(
          ({
            name,
            title,
            description,
            objects,
            calls,
          }) => html`<section aria-labelledby="${name}"><h2 id="${name}">${title}</h2><p class="lead">${description}</p>
          ${objects.map(renderObjectSection)}
          ${calls.map((call) => renderCallSection({ ...call, errors: call.errors.filter(({ code }) => !commonCodes.has(code)) }))}</section>`,
        )}
      </div>`,
  }
}

function renderModuleMenu({ title, objects, calls }: DescribedModule): Markup {
  return html`<details class="module"><summary>${title}</summary><ul>
    ${objects.map(({ name }) => html`<li><a href="#${name}"><span>The ${name} object</span></a></li>`)}
    ${calls.map(renderMenuEntry)}</ul></details>`
}

function renderMenuEntry({ id, summary, method }: DescribedCall): Markup {
  return html`<li><a href="#${id}"><span>${summary}</span> <span class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span></a></li>`
}
