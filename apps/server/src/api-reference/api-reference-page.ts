import { html } from 'hono/html'
import type { Markup, Page } from '../layout/index.ts'
import { callSection, nameOf, titleOf } from './call-section.ts'
import { commonErrors, type DescribedCall, type DescribedModule } from './described-modules.ts'
import { guides, type ReferenceAddresses } from './guides.ts'
import { referenceScript } from './reference-script.ts'
import { referenceStyle } from './reference-style.ts'

/** Guides, and then every call by module, beside a menu of both. The anchor of a call is its operation id. */
export function apiReferencePage(modules: DescribedModule[], addresses: ReferenceAddresses): Page {
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
