import type { GuardedFetch } from '../../src/platform/http/guarded-fetch.ts'

/**
 * Builds a file that has only the header of a WOFF2 font, followed by `fill` bytes. The header states the file's
 * length.
 */
export function aWoff2(length = 1_000, fill = 0): Buffer {
  const bytes = Buffer.alloc(length, fill)
  bytes.write('wOF2')
  bytes.writeUInt32BE(length, 8)
  return bytes
}

/**
 * Returns a fetch function of a site with these files, named by the last part of their addresses. Other addresses get
 * 404.
 */
export function stubFontFetch(files: Record<string, string | Buffer>): GuardedFetch {
  return async (url) => {
    const name = url.slice(url.lastIndexOf('/') + 1)
    const file = Object.hasOwn(files, name) ? files[name] : undefined
    return { url, status: file === undefined ? 404 : 200, contentType: 'text/html', body: Buffer.from(file ?? '') }
  }
}

/** Fetches from a site that has a style sheet with one font at every address that ends in `/fonts.css`. */
export const fetchOneFont = stubFontFetch({
  'fonts.css': "@font-face{font-family:'Playfair Display';src:url(a.woff2)}",
  'a.woff2': aWoff2(),
})
