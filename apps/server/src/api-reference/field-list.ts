import { html } from 'hono/html'
import type { Markup } from '../layout/index.ts'
import type { Field } from './schema-fields.ts'

/** The fields that a list marks: required ones of a request, optional ones of a response. */
type MarkedFields = 'required' | 'optional'

/** Fields below a title, each with its type, its meaning, its limits, and the fields inside it. */
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

/** The kind of value as the page names it: `list of object or null` becomes `list of Link or null`. */
function insertObjectName(type: string, object: string): string {
  return type.replace('object', object)
}

/** A pattern and a default value are code. */
function renderLimit(limit: string): Markup {
  const [, words = '', value = ''] = /^(.*?(?:matches|default)) (.*)$/.exec(limit) ?? []
  return value === '' ? html`${limit}` : html`${words} <code>${value}</code>`
}

/** A sentence, where words between backticks are code. */
export function renderSentence(sentence: string): Markup {
  return html`${sentence.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`
}
