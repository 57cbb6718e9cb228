const longestTitle = 300

/** The text of the first <title> of an HTML page; null when there is none. Looks at each character once, whatever the page holds. */
export function pageTitle(html: string): string | null {
  const open = html.search(/<title[\s>]/i)
  if (open === -1) return null
  const from = html.indexOf('>', open) + 1
  if (from === 0) return null
  const rest = html.slice(from, from + longestTitle * 20)
  const end = rest.search(/<\/title/i)
  if (end === -1) return null
  const text = decodeEntities(rest.slice(0, end))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestTitle)
  return text === '' ? null : text
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
  })
}
