import { html } from 'hono/html'
import type { Markup } from '../layout/index.ts'
import type { Field } from './schema-fields.ts'

/** The fields that a list marks: required ones of a request, optional ones of a response. */
type Marked = 'required' | 'optional'

/** Fields below a title, each with its type, its meaning, its limits, and the fields inside it. */
export function fieldList(title: string, fields: Field[], marked: Marked): Markup | '' {
  return fields.length === 0 ? '' : html`<h4>${title}</h4>${fieldEntries(fields, marked)}`
}

function fieldEntries(fields: Field[], marked: Marked): Markup {
  return html`<dl class="fields">${fields.map((field) => fieldEntry(field, marked))}</dl>`
}

function fieldEntry({ name, type, object, isRequired, description, values, constraints, fields }: Field, marked: Marked): Markup {
  const isMarked = isRequired === (marked === 'required')
  return html`<dt><code>${name}</code> <span class="type">${object === undefined ? type : html`<a href="#${object}">${typeWithObject(type, object)}</a>`}</span>${isMarked ? html` <span class="${marked}">${marked}</span>` : ''}</dt>
    <dd>${description === undefined ? '' : html`<p>${withCode(description)}</p>`}
    ${constraints.length === 0 ? '' : html`<p class="limits">${constraints.map((limit, at) => html`${at === 0 ? '' : ' · '}${limitText(limit)}`)}</p>`}
    ${values.length === 0 ? '' : html`<p class="values">${values.length === 1 ? 'Always' : 'One of'} ${values.map((value) => html`<code>${value === '' ? '""' : value}</code> `)}</p>`}
    ${fields.length === 0 ? '' : html`<details class="inner"><summary>Fields of <code>${name}</code></summary>${fieldEntries(fields, marked)}</details>`}</dd>`
}

/** The kind of value as the page names it: `list of object or null` becomes `list of Link or null`. */
function typeWithObject(type: string, object: string): string {
  return type.replace('object', object)
}

/** A pattern and a default value are code. */
function limitText(limit: string): Markup {
  const [, words = '', value = ''] = /^(.*?(?:matches|default)) (.*)$/.exec(limit) ?? []
  return value === '' ? html`${limit}` : html`${words} <code>${value}</code>`
}

/** A sentence, where words between backticks are code. */
export function withCode(sentence: string): Markup {
  return html`${sentence.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`
}
