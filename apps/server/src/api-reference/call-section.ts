import { html } from 'hono/html'
import type { Markup } from '../layout/index.ts'
import { codePanel } from './code-panel.ts'
import type { DescribedCall, DescribedError, DescribedResponse } from './described-calls.ts'
import type { DescribedObject } from './described-objects.ts'
import { fieldList, withCode } from './field-list.ts'

/** Shows one call: its fields, and beside them its request in two languages, and its response. */
export function callSection({
  id,
  method,
  path,
  summary,
  request,
  responses,
  errors,
  curl,
  typescript,
  sample,
  ...call
}: DescribedCall): Markup {
  return html`<article id="${id}">
    <div class="text">
      <h3><a href="#${id}">${summary}</a></h3>
      <p class="route"><code class="method ${method.toLowerCase()}">${method}</code> <code>${path}</code></p>
      ${call.paragraphs.slice(0, -1).map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
      ${accessNote(call)}
      ${request.map(({ title, fields }) => fieldList(title, fields, 'required'))}
      ${responses.map(responseFields)}
      ${errorList(errors)}
    </div>
    <div class="code">
      ${codePanel('Request', [
        { text: curl, language: 'curl', label: 'curl' },
        { text: typescript, language: 'ts', label: 'TypeScript' },
      ])}
      ${codePanel(`Response ${sample.status}`, [{ text: sample.text ?? bodyNote(sample), language: sample.mediaType ?? 'none' }])}
    </div>
  </article>`
}

/** Shows an object that several calls return: its fields, and beside them an example and its type. */
export function objectSection({ name, fields, sample, typescript }: DescribedObject): Markup {
  return html`<article id="${name}">
    <div class="text">
      <h3><a href="#${name}">The ${name} object</a></h3>
      ${fieldList('Fields', fields, 'optional')}
    </div>
    <div class="code">${codePanel(name, [
      { text: sample, language: 'application/json', label: 'JSON' },
      { text: typescript, language: 'ts', label: 'TypeScript' },
    ])}</div>
  </article>`
}

function accessNote({ isForUsersOnly, paragraphs }: Pick<DescribedCall, 'isForUsersOnly' | 'paragraphs'>): Markup {
  const [access = '', withoutKeys] = (paragraphs.at(-1) ?? '').split(': API keys are rejected.')
  return withoutKeys === undefined || !isForUsersOnly
    ? html`<p class="hint">${withCode(access)}</p>`
    : html`<p class="hint">${withCode(access)}: <a href="#authentication">API keys</a> are rejected.${withCode(withoutKeys)}</p>`
}

function bodyNote({ mediaType }: DescribedCall['sample']): string {
  return mediaType === undefined ? 'No body' : `A file: ${mediaType}`
}

function responseFields({ status, type, object, isList, fields }: DescribedResponse): Markup | '' {
  const media = type === 'application/json' ? '' : html` <span class="type">${type}</span>`
  if (object !== undefined)
    return html`<h4>Response ${status}</h4><p class="returns">${isList ? 'A list of' : 'One'} <a href="#${object}">${object}</a></p>`
  if (fields.length === 0) return html`<h4>Response ${status}${media}</h4>`
  return fieldList(`Response ${status}${isList ? ', a list' : ''}`, fields, 'optional')
}

/** The errors that not every call may return. */
function errorList(errors: DescribedError[]): Markup | '' {
  return errors.length === 0 ? '' : html`<h4>Errors</h4><dl class="errors">${errors.map(errorEntry)}</dl>`
}

export function errorEntry({ code, status, message }: DescribedError): Markup {
  return html`<dt><span class="status">${status}</span> <code>${code}</code></dt><dd>${message}</dd>`
}
