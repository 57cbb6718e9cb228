import { convert, type FormatCallback } from 'html-to-text'
import { renderToStaticMarkup } from 'react-dom/server'
import type { EmailKind } from '../email-kinds.ts'
import { type EmailContent, EmailLayout } from './email-layout.tsx'

/** An email without sender and recipient. */
export interface RenderedEmail {
  kind: EmailKind
  details: readonly string[]
  subject: string
  text: string
  html: string
}

/** Renders HTML and plain text from the same components. Texts of users are escaped. */
export function renderEmail({ kind, details = [], ...content }: EmailContent): RenderedEmail {
  const html = `<!doctype html>${renderToStaticMarkup(<EmailLayout {...content} />)}`
  return { kind, details, subject: content.subject, text: toText(html), html }
}

function toText(html: string): string {
  return convert(html, {
    wordwrap: false,
    formatters: { button: formatButton },
    selectors: [
      { selector: '[data-skip-in-text=true]', format: 'skip' },
      { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true } },
      { selector: 'a.button', format: 'button' },
      { selector: 'p.quote', format: 'pre' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'table.figures', format: 'dataTable', options: { uppercaseHeaderCells: false, colSpacing: 3 } },
    ],
  })
}

const formatButton: FormatCallback = (elem, walk, builder) => {
  walk(elem.children, builder)
  builder.addInline(':')
  builder.addLineBreak()
  builder.addInline(elem.attribs.href, { noWordTransform: true })
}
