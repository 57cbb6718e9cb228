import { html } from 'hono/html'
import type { Markup } from '../layout/index.ts'
import { renderCodePanel } from './code-panel.ts'
import type { DescribedCall, DescribedError, DescribedResponse } from './described-calls.ts'
import type { DescribedObject } from './described-objects.ts'
import { renderFieldList, renderSentence } from './field-list.ts'

/** Renders one call: its fields, and next to them its request in two languages and its response. */
export function renderCallSection({
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
      ${call.paragraphs.slice(0, -1).map((paragraph) => html`<p>${renderSentence(paragraph)}</p>`)}
      ${renderAccessNote(call)}
      ${request.map(({ title, fields }) => renderFieldList(title, fields, 'required'))}
      ${responses.map(renderResponseFields)}
      ${renderErrorList(errors)}
    </div>
    <div class="code">
      ${renderCodePanel('Request', [
        { text: curl, language: 'curl', label: 'curl' },
        { text: typescript, language: 'ts', label: 'TypeScript' },
      ])}
      ${renderCodePanel(`Response ${sample.status}`, [{ text: sample.text ?? toBodyNote(sample), language: sample.mediaType ?? 'none' }])}
    </div>
  </article>`
}

/** Renders an object that several calls return: its fields, and next to them an example and its type. */
export function renderObjectSection({ name, fields, sample, typescript }: DescribedObject): Markup {
  return html`<article id="${name}">
    <div class="text">
      <h3><a href="#${name}">The ${name} object</a></h3>
      ${renderFieldList('Fields', fields, 'optional')}
    </div>
    <div class="code">${renderCodePanel(name, [
      { text: sample, language: 'application/json', label: 'JSON' },
      { text: typescript, language: 'ts', label: 'TypeScript' },
    ])}</div>
  </article>`
}

function renderAccessNote({ isForUsersOnly, paragraphs }: Pick<DescribedCall, 'isForUsersOnly' | 'paragraphs'>): Markup {
  const [access = '', withoutKeys] = (paragraphs.at(-1) ?? '').split(': API keys are rejected.')
  return withoutKeys === undefined || !isForUsersOnly
    ? html`<p class="hint">${renderSentence(access)}</p>`
    : html`<p class="hint">${renderSentence(access)}: <a href="#authentication">API keys</a> are rejected.${renderSentence(withoutKeys)}</p>`
}

function toBodyNote({ mediaType }: DescribedCall['sample']): string {
  return mediaType === undefined ? 'No body' : `A file: ${mediaType}`
}

function renderResponseFields({ status, type, object, isList, fields }: DescribedResponse): Markup | '' {
  const media = type === 'application/json' ? '' : html` <span class="type">${type}</span>`
  if (object !== undefined)
    return html`<h4>Response ${status}</h4><p class="returns">${isList ? 'A list of' : 'One'} <a href="#${object}">${object}</a></p>`
  if (fields.length === 0) return html`<h4>Response ${status}${media}</h4>`
  return renderFieldList(`Response ${status}${isList ? ', a list' : ''}`, fields, 'optional')
}

/** Renders the errors that only some calls return. */
function renderErrorList(errors: DescribedError[]): Markup | '' {
  return errors.length === 0 ? '' : html`<h4>Errors</h4><dl class="errors">${errors.map(renderErrorEntry)}</dl>`
}

export function renderErrorEntry({ code, status, message }: DescribedError): Markup {
  return html`<dt><span class="status">${status}</span> <code>${code}</code></dt><dd>${message}</dd>`
}
