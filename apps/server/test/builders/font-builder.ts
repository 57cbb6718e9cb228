import type { GuardedFetch } from '../../src/platform/http/guarded-fetch.ts'

/** Builds only the head of a font, which has the font's length. */
export function aWoff2(length = 1_000, fill = 0): Buffer {
  const bytes = Buffer.alloc(length, fill)
  bytes.write('wOF2')
  bytes.writeUInt32BE(length, 8)
  return bytes
}

/** A site with these files, named by the last part of their addresses; others answer 404. */
export function stubFontFetch(files: Record<string, string | Buffer>): GuardedFetch {
  return async (url) => {
    const name = url.slice(url.lastIndexOf('/') + 1)
    const file = Object.hasOwn(files, name) ? files[name] : undefined
    return { url, status: file === undefined ? 404 : 200, contentType: 'text/html', body: Buffer.from(file ?? '') }
  }
}

/** A site with a style sheet of one font, at any address that ends in `/fonts.css`. */
export const fetchOneFont = stubFontFetch({
  'fonts.css': "@font-face{font-family:'Playfair Display';src:url(a.woff2)}",
  'a.woff2': aWoff2(),
})
