import { html } from 'hono/html'
import { type Markup, type Page, pagePolicy, renderPageLayout } from '../layout/index.ts'
import { callSection, nameOf, titleOf } from './call-section.ts'
import { commonErrors, type DescribedCall, type DescribedModule, describedModules } from './described-modules.ts'
import { guides, type ReferenceAddresses } from './guides.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { referenceScript } from './reference-script.ts'
import { referenceStyle } from './reference-style.ts'

/**
 * The handler of the API reference page, where scripts only copy and mark. The document it describes is
 * published at `documentPath`.
 */
export function createApiReferenceRoute(document: OpenApiDocument, documentPath: string, appOrigin: string) {
  const page = apiReferencePage(describedModules(document), { appOrigin, documentPath })
  return async function apiReferenceRoute(): Promise<Response> {
    const { nonce, headers } = pagePolicy(appOrigin)
    const html = await renderPageLayout(page, nonce)
    return new Response(html.toString(), { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
  }
}

/** Guides, and then every call by module, beside a menu of both. The anchor of a call is its operation id. */
function apiReferencePage(modules: DescribedModule[], addresses: ReferenceAddresses): Page {
  const common = commonErrors(modules)
  const chapters = guides({ ...addresses, common })
  const commonCodes = new Set(common.map(({ code }) => code))
  return {
    heading: 'API reference',
    layout: 'wide',
    style: referenceStyle,
    script: referenceScript,
    body: html`<nav class="menu" aria-label="API reference"><details><summary>Contents</summary>
        <ul class="guides">${chapters.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
        ${modules.map(moduleMenu)}</details></nav>
      <div class="chapters">
        ${chapters.map(({ id, title, body }) => html`<section class="guide" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`)}
        ${modules.map(
          ({ name, calls }) => html`<section aria-labelledby="${name}"><h2 id="${name}">${titleOf(name)}</h2>
          ${calls.map((call) => callSection({ ...call, errors: call.errors.filter(({ code }) => !commonCodes.has(code)) }))}</section>`,
        )}
      </div>`,
  }
}

function moduleMenu({ name, calls }: DescribedModule): Markup {
  return html`<details class="module"><summary>${titleOf(name)}</summary><ul>${calls.map(menuEntry)}</ul></details>`
}

function menuEntry({ id, method }: DescribedCall): Markup {
  return html`<li><a href="#${id}">${nameOf(id)} <span class="method">${method}</span></a></li>`
}
