import { html } from 'hono/html'
import type { Markup } from '../layout/index.ts'
import type { Field } from './schema-fields.ts'

/** Which fields a list marks: the required fields of a request, or the optional fields of a response. */
type MarkedFields = 'required' | 'optional'

/** Renders fields below a title. Each field has its type, meaning and limits, and the fields inside it. */
export function renderFieldList(title: string, fields: Field[], marked: MarkedFields): Markup | '' {
  return fields.length === 0 ? '' : html`<h4>${title}</h4>${renderFieldEntries(fields, marked)}`
}

function renderFieldEntries(fields: Field[], marked: MarkedFields): Markup {
  return html`<dl class="fields">${fields.map((field) => renderFieldEntry(field, marked))}</dl>`
}

function renderFieldEntry(
  { name, type, object, isRequired, description, values, constraints, fields }: Field,
  marked: MarkedFields,
): Markup {
  const isMarked = isRequired === (marked === 'required')
  return html`<dt><code>${name}</code> <span class="type">${object === undefined ? type : html`<a href="#${object}">${insertObjectName(type, object)}</a>`}</span>${isMarked ? html` <span class="${marked}">${marked}</span>` : ''}</dt>
    <dd>${description === undefined ? '' : html`<p>${renderSentence(description)}</p>`}
    ${constraints.length === 0 ? '' : html`<p class="limits">${constraints.map((limit, at) => html`${at === 0 ? '' : ' · '}${renderLimit(limit)}`)}</p>`}
    ${values.length === 0 ? '' : html`<p class="values">${values.length === 1 ? 'Always' : 'One of'} ${values.map((value) => html`<code>${value === '' ? '""' : value}</code> `)}</p>`}
    ${fields.length === 0 ? '' : html`<details class="inner"><summary>Fields of <code>${name}</code></summary>${renderFieldEntries(fields, marked)}</details>`}</dd>`
}

/** Turns `list of object or null` into `list of Link or null`. */
function insertObjectName(type: string, object: string): string {
  return type.replace('object', object)
}

/** Renders a limit in words. A pattern or a default value becomes code. */
function renderLimit(limit: string): Markup {
  const [, words = '', value = ''] = /^(.*?(?:matches|default)) (.*)$/.exec(limit) ?? []
  return value === '' ? html`${limit}` : html`${words} <code>${value}</code>`
}

/** Renders a sentence. Text between backticks becomes code. */
export function renderSentence(sentence: string): Markup {
  return html`${sentence.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`
}
