import { Parser } from 'htmlparser2'

const blocks = new Set(['p', 'div', 'br', 'li', 'ul', 'ol', 'tr', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'section'])
const invisible = new Set(['script', 'style', 'iframe', 'template', 'noscript'])

/** Returns the text of HTML or of plain text. Each HTML block is on its own line. */
export function toPlainText(html: string): string {
  let text = ''
  let invisibleDepth = 0
  const parser = new Parser(
    {
      onopentagname(name) {
        if (invisible.has(name)) invisibleDepth += 1
        if (blocks.has(name)) text += '\n'
      },
      ontext(part) {
        if (invisibleDepth === 0) text += part
      },
      onclosetag(name) {
        if (invisible.has(name)) invisibleDepth -= 1
        if (blocks.has(name)) text += '\n'
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
