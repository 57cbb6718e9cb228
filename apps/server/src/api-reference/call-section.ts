import { html, raw } from 'hono/html'
import type { Markup } from '../layout/index.ts'
import type { DescribedCall, DescribedError } from './described-modules.ts'
import type { Field } from './schema-fields.ts'

/** Shows one call: its fields, and beside them a curl line and its response. */
export function callSection(call: DescribedCall): Markup {
  const { id, method, path, summary, parameters, body, responses, errors, curl, sample } = call
  const parameterFields = parameters.map((parameter) => ({ ...parameter, type: `in the ${parameter.location}: ${parameter.type}` }))
  return html`<article id="${id}">
    <div class="text">
      <h3><a href="#${id}">${summary}</a></h3>
      <p class="route"><code class="method">${method}</code> <code>${path}</code></p>
      ${accessNote(call)}
      ${fieldList('Parameters', parameterFields)} ${fieldList('Body', body)}
      ${responses.map(({ status, type, fields }) =>
        fields.length === 0 ? html`<h4>Response ${status}</h4><p>${type}</p>` : fieldList(`Response ${status}, ${type}`, fields),
      )}
      ${errorList(errors)}
    </div>
    <div class="code">
      ${code('Request', curl, 'curl')}
      ${code(`Response ${sample.status}`, sample.text ?? bodyNote(sample), sample.mediaType)}
    </div>
  </article>`
}

function accessNote({ isPublic, isForUsersOnly, description }: DescribedCall): Markup | '' {
  if (isPublic) return html`<p class="hint">Available without signing in.</p>`
  const keys = isForUsersOnly ? html`For signed-in users: <a href="#authentication">API keys</a> are rejected. ` : ''
  return keys === '' && description === '' ? '' : html`<p class="hint">${keys}${description}</p>`
}

function bodyNote({ mediaType }: DescribedCall['sample']): string {
  return mediaType === undefined ? 'No body' : `A file: ${mediaType}`
}

function fieldList(title: string, fields: Field[]): Markup | '' {
  if (fields.length === 0) return ''
  return html`<h4>${title}</h4><dl>${fields.map(fieldEntry)}</dl>`
}

function fieldEntry({ name, type, isRequired, description }: Field): Markup {
  return html`<dt><code>${name}</code></dt><dd>${type}${isRequired ? '' : ', optional'}${description === undefined ? '' : html`<br>${description}`}</dd>`
}

/** The errors that not every call may return. */
function errorList(errors: DescribedError[]): Markup | '' {
  return errors.length === 0 ? '' : html`<h4>Errors</h4><dl>${errors.map(errorEntry)}</dl>`
}

export function errorEntry({ code: errorCode, status, message }: DescribedError): Markup {
  return html`<dt>${status} <code>${errorCode}</code></dt><dd>${message}</dd>`
}

/** `qrCodes` as `QR codes`. */
export function titleOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return (words.charAt(0).toUpperCase() + words.slice(1))
    .replace(/^Qr /, 'QR ')
    .replace(/^Api /, 'API ')
    .replaceAll(/ url\b/gi, ' URL')
}

/** `links.bulkUpdate` as `Bulk update`. */
export function nameOf(id: string): string {
  return titleOf(id.split('.')[1] ?? id)
}

/** Code with a button that copies it, which the script of the page shows. `language`: curl, or a media type. */
export function code(title: string, text: string, language = ''): Markup {
  const isCommand = language === 'curl' || language === 'sh'
  const lines = language === 'application/json' ? highlightJson(text) : html`${text}`
  return html`<figure class="panel"><figcaption>${title}${isCommand ? html`<button type="button" class="copy" hidden>Copy</button>` : ''}</figcaption>
    <pre tabindex="0" role="group" aria-label="${title}" data-language="${language}"><code>${lines}</code></pre></figure>`
}

/** Escaped JSON with names and strings marked. */
function highlightJson(text: string): Markup {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const marked = escaped.replace(/("(?:[^"\\]|\\.)*")(:?)/g, (_whole, quoted: string, colon: string) =>
    colon === '' ? `<span class="string">${quoted}</span>` : `<span class="name">${quoted}</span>:`,
  )
  return html`${raw(marked)}`
}
