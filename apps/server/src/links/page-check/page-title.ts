import { Tokenizer } from 'htmlparser2'
import { decodeHtml } from '../decode-html.ts'

const maxTitleLength = 300
/** Characters of a title that are read before white space is collapsed. */
const maxReadLength = maxTitleLength * 20

/** The text of the first `<title>` of an HTML page; null when it has none, or an empty one. */
export function pageTitle(body: Buffer, contentType: string): string | null {
  const title = readTitle(decodeHtml(body, contentType))
    ?.replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxTitleLength)
    .replace(/[\uD800-\uDBFF]$/, '') // half of a character
  return title || null
}

/**
 * Reads with the tokenizer alone, in time that grows with the page: the parser above it looks through the
 * open elements at every closing tag, so a page of unclosed tags would take it time by the square. A title
 * inside SVG names a picture.
 */
function readTitle(html: string): string | undefined {
  let state: 'before' | 'opening' | 'inside' = 'before'
  let title: string | undefined
  let text = ''
  let svgDepth = 0
  const append = (more: string) => {
    if (state === 'inside' && text.length < maxReadLength) text += more
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...ignored,
      onopentagname(start, end) {
        const name = html.slice(start, end).toLowerCase()
        if (name === 'svg') svgDepth += 1
        if (name === 'title' && svgDepth === 0) state = 'opening'
      },
      onopentagend() {
        if (state === 'opening') state = 'inside'
      },
      ontext: (start, end) => append(html.slice(start, end)),
      ontextentity: (codepoint) => append(String.fromCodePoint(codepoint)),
      onclosetag(start, end) {
        if (state === 'inside') {
          title = text
          tokenizer.pause()
        } else if (svgDepth > 0 && html.slice(start, end).toLowerCase() === 'svg') svgDepth -= 1
      },
      isInForeignContext: () => svgDepth > 0,
    },
  )
  tokenizer.write(html)
  return title
}

const ignore = () => undefined
const ignored = {
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onattribname: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
}
