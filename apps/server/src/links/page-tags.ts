import { Tokenizer } from 'htmlparser2'

const maxValueLength = 2_048
/** Maximum number of tags that are read. The wanted tags are in the head of a page, and no page needs more of them. */
const maxTags = 200

interface PageTag {
  name: string
  attributes: Record<string, string>
}

/**
 * Returns the tags with the names in `wanted`, in document order. Each tag has only the attributes that `wanted` lists.
 * Uses only the tokenizer, so that the time grows linearly with any page.
 */
export function readTags(html: string, wanted: Readonly<Record<string, readonly string[]>>): PageTag[] {
  const tags: PageTag[] = []
  const namesLength = Math.max(...Object.keys(wanted).map(({ length }) => length))
  let tag: PageTag | undefined
  let name = ''
  let value = ''
  const append = (more: string) => {
    if (tag !== undefined && value.length <= maxValueLength) value += more
  }
  const endTag = () => {
    if (tag !== undefined) tags.push(tag)
    tag = undefined
    if (tags.length > maxTags) tokenizer.pause()
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        const opened = html.slice(start, Math.min(end, start + namesLength + 1)).toLowerCase()
        tag = Object.hasOwn(wanted, opened) ? { name: opened, attributes: {} } : undefined
      },
      onattribname(start, end) {
        if (tag === undefined) return
        name = html.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata: (start, end) => append(html.slice(start, Math.min(end, start + maxValueLength + 1))),
      onattribentity: (codepoint) => append(String.fromCodePoint(codepoint)),
      onattribend() {
        if (tag !== undefined && wanted[tag.name]?.includes(name)) tag.attributes[name] ??= value
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
  return tags
}

function ignore(): void {}
