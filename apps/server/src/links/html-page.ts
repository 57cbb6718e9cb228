import { MIMEType } from 'node:util'
import { Parser, Tokenizer } from 'htmlparser2'

/** A page has to declare its charset within these first bytes (HTML standard, 13.2.3.2). */
const declarationBytes = 1_024

/**
 * Decodes a page. The charset comes from the byte order mark, the Content-Type header or a `<meta>` tag, in this order.
 * If none of them names a charset, valid UTF-8 is decoded as UTF-8, and other pages as windows-1252.
 */
export function decodeHtml(body: Buffer, contentType: string): string {
  const declared = findBomEncoding(body) ?? toEncoding(parseCharset(contentType)) ?? toEncoding(findDeclaredCharset(body))
  if (declared !== undefined) return new TextDecoder(declared).decode(body)
  try {
    // The body is decoded as a stream, because it can end in the middle of a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(body)
  }
}

function findBomEncoding(body: Buffer): string | undefined {
  if (body.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf))) return 'utf-8'
  if (body.subarray(0, 2).equals(Buffer.of(0xff, 0xfe))) return 'utf-16le'
  return body.subarray(0, 2).equals(Buffer.of(0xfe, 0xff)) ? 'utf-16be' : undefined
}

function findDeclaredCharset(body: Buffer): string | undefined {
  let charset: string | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name !== 'meta' || charset !== undefined) return
      const isContentType = attributes['http-equiv']?.toLowerCase() === 'content-type'
      charset = attributes.charset ?? (isContentType ? parseCharset(attributes.content ?? '') : undefined)
    },
  })
  parser.end(body.subarray(0, declarationBytes).toString('latin1'))
  // A page whose declaration can be read as ASCII is not UTF-16, so it is decoded as UTF-8 (HTML standard, 13.2.3.2).
  return charset !== undefined && /^utf-?16/i.test(charset.trim()) ? 'utf-8' : charset
}

function parseCharset(contentType: string): string | undefined {
  try {
    return new MIMEType(contentType).params.get('charset') ?? undefined
  } catch {
    return undefined
  }
}

/** Returns the name of the encoding. Undefined if the Encoding standard does not know the charset. */
function toEncoding(charset: string | undefined): string | undefined {
  try {
    return charset === undefined ? undefined : new TextDecoder(charset).encoding
  } catch {
    return undefined
  }
}

const maxTitleLength = 300
/**
 * Maximum number of title characters that are read. White space is collapsed afterwards, so this is more than
 * `maxTitleLength`.
 */
const maxReadLength = maxTitleLength * 20

/** Returns the text of the first `<title>` of an HTML page. Null if the page has no title, or an empty title. */
export function findPageTitle(body: Buffer, contentType: string): string | null {
  const title = readTitle(decodeHtml(body, contentType))
    ?.replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxTitleLength)
    .replace(/[\uD800-\uDBFF]$/, '') // removes half of a surrogate pair
  return title || null
}

/**
 * Returns the text of the first `<title>`. Uses only the tokenizer, so that the time grows linearly with the page. The
 * parser of htmlparser2 searches the open elements at every closing tag, so on a page of unclosed tags its time would
 * grow quadratically. A title inside SVG is skipped, because it names a picture.
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
