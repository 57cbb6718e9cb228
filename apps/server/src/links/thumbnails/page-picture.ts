import { Tokenizer } from 'htmlparser2'
import { decodeHtml } from '../html-page.ts'
import { fetchable } from './thumbnail-source.ts'

const maxAddressLength = 2_048
/** Metadata is in the head of a page; no page needs more of it. */
const maxMetas = 200
/** The best first. */
const properties = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image']

/** The pictures that an HTML page at `url` names for other sites (ogp.me), the best first. */
export function pagePictures(body: Buffer, contentType: string, url: string): string[] {
  const metas = readMetas(decodeHtml(body, contentType))
  const named = properties.flatMap((property) => metas.get(property)?.trim() || [])
  return [...new Set(named.flatMap((address) => fetchable(address, url)))].slice(0, 2)
}

/** Reads with the tokenizer alone, in time that grows with the page, as `pageIcon` does. */
function readMetas(html: string): Map<string, string> {
  const metas = new Map<string, string>()
  let isMeta = false
  let count = 0
  let attributes: Record<string, string> = {}
  let name = ''
  let value = ''
  const append = (more: string) => {
    if (isMeta && value.length <= maxAddressLength) value += more
  }
  const endTag = () => {
    if (!isMeta) return
    isMeta = false
    count += 1
    const property = (attributes.property ?? attributes.name)?.toLowerCase()
    if (property !== undefined && attributes.content !== undefined && !metas.has(property)) metas.set(property, attributes.content)
    if (count > maxMetas) tokenizer.pause()
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        isMeta = end - start === 4 && html.slice(start, end).toLowerCase() === 'meta'
        attributes = {}
      },
      onattribname(start, end) {
        if (!isMeta) return
        name = html.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata: (start, end) => append(html.slice(start, Math.min(end, start + maxAddressLength + 1))),
      onattribentity: (codepoint) => append(String.fromCodePoint(codepoint)),
      onattribend() {
        if (isMeta && ['property', 'name', 'content'].includes(name)) attributes[name] ??= value
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      ontext: ignore,
      ontextentity: ignore,
      onclosetag: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      isInForeignContext: () => false,
    },
  )
  tokenizer.write(html)
  return metas
}

function ignore(): void {}
