import { html, raw } from 'hono/html'
import type { Markup } from '../layout/index.ts'

export interface CodeSample {
  text: string
  /** `curl`, `sh`, `ts`, or a media type. */
  language: string
  /** The displayed name of the language, if the reader can choose between several languages. */
  label?: string
}

/**
 * Renders code in a frame with a title. The page's script shows a button that copies the code, unless the code is a
 * response other than JSON. If there are several languages, it shows buttons to choose one.
 */
export function renderCodePanel(title: string, [first, ...others]: [CodeSample, ...CodeSample[]]): Markup {
  const all = [first, ...others]
  const canBeCopied = !first.language.includes('/') || first.language === 'application/json'
  return html`<figure class="panel"><figcaption><span>${title}</span>
    ${others.length === 0 ? '' : html`<span class="languages" role="group" aria-label="Language" hidden>${all.map(renderLanguageButton)}</span>`}
    ${canBeCopied ? html`<button type="button" class="copy" hidden>Copy</button>` : ''}</figcaption>
    ${all.map(
      ({ text, language, label }) =>
        html`<pre tabindex="0" role="group" aria-label="${label === undefined ? title : `${title}, ${label}`}" data-language="${language}"><code>${highlight(text, language)}</code></pre>`,
    )}</figure>`
}

function renderLanguageButton({ language, label = language }: CodeSample): Markup {
  return html`<button type="button" class="language" data-language="${language}" aria-pressed="false">${label}</button>`
}

const tokenPatternByLanguage: Record<string, RegExp> = {
  'application/json': /(?<name>"(?:[^"\\]|\\.)*"(?=:))|(?<string>"(?:[^"\\]|\\.)*")/g,
  ts: /(?<string>`[^`]*`|'(?:[^'\\]|\\.)*')|(?<keyword>\b(?:as|async|await|const|export|for|from|if|import|interface|new|of|throw|type)\b)|(?<name>\b\w+\??(?=: ))/g,
  curl: /(?<string>'(?:[^'])*'|"(?:[^"\\]|\\.)*")|(?<keyword>(?<=\s)-\w+\b)/g,
}

/** Escapes code and marks names, strings and keywords. */
function highlight(text: string, language: string): Markup {
  const token = tokenPatternByLanguage[language]
  if (token === undefined) return html`${text}`
  let written = ''
  let end = 0
  for (const { 0: part, index, groups = {} } of text.matchAll(token)) {
    const [kind = ''] = Object.entries(groups).find(([, found]) => found !== undefined) ?? []
    written += `${escapeText(text.slice(end, index))}<span class="${kind}">${escapeText(part)}</span>`
    end = index + part.length
  }
  return html`${raw(written + escapeText(text.slice(end)))}`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
