import { Tokenizer } from 'htmlparser2'

/** The metadata that a page has for programs. */
export interface PageMetadata {
  /** The contents of `<meta>` by their property or name, in lower case; of several, the first. */
  metas: ReadonlyMap<string, string>
  /** The texts of its JSON-LD scripts. */
  jsonLd: string[]
}

/** Reads with the tokenizer alone, in time that grows with the page (see `pageTitle` in links). */
export function readPageMetadata(html: string): PageMetadata {
  const metas = new Map<string, string>()
  const jsonLd: string[] = []
  let tag = ''
  let attributes = new Map<string, string>()
  let attribute = ''
  let script: string | undefined

  const appendToAttribute = (text: string) => attributes.set(attribute, (attributes.get(attribute) ?? '') + text)
  const closeOpeningTag = () => {
    if (tag === 'meta') {
      const name = (attributes.get('property') ?? attributes.get('name'))?.toLowerCase()
      const content = attributes.get('content')
      if (name !== undefined && content !== undefined && !metas.has(name)) metas.set(name, content)
    }
    if (tag === 'script' && attributes.get('type')?.toLowerCase() === 'application/ld+json') script = ''
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase()
        attributes = new Map()
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase()
      },
      onattribdata: (start, end) => void appendToAttribute(html.slice(start, end)),
      onattribentity: (codepoint) => void appendToAttribute(String.fromCodePoint(codepoint)),
      onopentagend: closeOpeningTag,
      onselfclosingtag: closeOpeningTag,
      ontext(start, end) {
        if (script !== undefined) script += html.slice(start, end)
      },
      onclosetag() {
        if (script !== undefined) jsonLd.push(script)
        script = undefined
      },
      ontextentity: ignore,
      onattribend: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return { metas, jsonLd }
}

const ignore = () => undefined
