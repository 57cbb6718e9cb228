import { html, raw } from 'hono/html'
import type { Markup } from '../layout/index.ts'

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
