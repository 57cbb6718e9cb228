import { html } from 'hono/html'
import type { Markup, Page } from '../layout/index.ts'
import type { DescribedCall, DescribedModule } from './described-modules.ts'
import type { Field } from './schema-fields.ts'

/** Every call, by module, after a table of contents. The anchor of a call is its operation id. */
export function apiReferencePage(modules: DescribedModule[], documentPath: string): Page {
  return {
    heading: 'API reference',
    isArticle: true,
    style,
    body: html`<p class="lead">All API calls of this instance, also as <a href="${documentPath}">OpenAPI 3.1</a>. Unless noted otherwise, a call
        requires <code>Authorization: Bearer</code> with an access token. An error is JSON with <code>code</code>, <code>status</code>,
        <code>message</code> and <code>correlation_id</code>; a code never changes.</p>
      <nav aria-label="Calls">${modules.map(moduleLinks)}</nav>
      ${modules.map(
        ({ name, calls }) =>
          html`<section aria-labelledby="${name}"><h2 class="module" id="${name}">${titleOf(name)}</h2>${calls.map(callSection)}</section>`,
      )}`,
  }
}

function moduleLinks({ name, calls }: DescribedModule): Markup {
  return html`<div><h2 class="module"><a href="#${name}">${titleOf(name)}</a></h2>
    <ul>${calls.map(({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>`)}</ul></div>`
}

function callSection({ id, method, path, summary, isPublic, parameters, body, responses, errors }: DescribedCall): Markup {
  const parameterFields = parameters.map((parameter) => ({ ...parameter, type: `in the ${parameter.location}: ${parameter.type}` }))
  return html`<article id="${id}">
    <h3><a href="#${id}">${summary}</a></h3>
    <p class="route"><code>${method}</code> <code>${path}</code></p>
    ${isPublic ? html`<p class="hint">Available without signing in.</p>` : ''}
    ${fieldList('Parameters', parameterFields)} ${fieldList('Body', body)}
    ${responses.map(({ status, type, fields }) =>
      fields.length === 0 ? html`<h4>Response ${status}</h4><p>${type}</p>` : fieldList(`Response ${status}, ${type}`, fields),
    )}
    ${errors.length === 0 ? '' : html`<h4>Errors</h4><dl>${errors.map(errorEntry)}</dl>`}
  </article>`
}

function fieldList(title: string, fields: Field[]): Markup | '' {
  if (fields.length === 0) return ''
  return html`<h4>${title}</h4>
    <dl>${fields.map(({ name, type, isRequired }) => html`<dt><code>${name}</code></dt><dd>${type}${isRequired ? '' : ', optional'}</dd>`)}</dl>`
}

function errorEntry({ status, codes, message }: DescribedCall['errors'][number]): Markup {
  return html`<dt>${status}</dt><dd>${codes.map((code) => html`<code>${code}</code> `)}<br>${message}</dd>`
}

/** `qrCodes` as `QR codes`. */
function titleOf(module: string): string {
  const words = module.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/^Qr /, 'QR ')
}

const style = `
nav{columns:16rem;margin-top:1.5rem}
nav h2.module{margin:0;font-size:.9375rem}
nav h2.module+ul{margin:.25rem 0 1rem;padding:0;list-style:none;font-size:.875rem}
nav div{break-inside:avoid}
section>h2.module{margin-top:2.5rem;font-size:1.25rem}
article{margin-top:1.25rem;padding-top:1.25rem;border-top:1px solid var(--line);overflow-wrap:anywhere}
article:target{border-top:3px solid var(--brand)}
h3{margin:0;font-size:1.0625rem}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
h4{margin:1rem 0 .25rem;color:var(--soft);font-size:.875rem}
article p{margin:.25rem 0 0}
.route code:first-child{padding:.125rem .375rem;border-radius:.375rem;background:var(--good-ground);color:var(--good);font-weight:700}
dl{display:grid;grid-template-columns:minmax(4rem,14rem) 1fr;gap:.25rem 1rem;margin:0;font-size:.875rem}
dt,dd{min-width:0;margin:0}
dd{color:var(--soft)}
@media (max-width:34rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
`
