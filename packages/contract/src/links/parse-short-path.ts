import { mediaPath } from '../addresses/upload-addresses.ts'
import { buttonSegment } from './short-paths.ts'
import { findSlugProblem } from './slug-rules.ts'

/** The parsed path of a link, or of a page that belongs to the link. */
export interface ShortPath {
  slug: string
  suffix: ShortPathSuffix | undefined
}

/**
 * `/lamp+` is the preview of `/lamp`. `/lamp/go` is the button of the link's page, and `/lamp/go/2` the button of a
 * choice, whose index starts at 0.
 */
export type ShortPathSuffix = { kind: 'preview' } | { kind: 'button'; choice: number | undefined }

/** The form of generated slugs. Nearly every visit has a path of this form. */
const plainPath = /^\/([A-Za-z0-9_-]{1,64})\/?$/
const buttonPath = new RegExp(`^(.+)/${buttonSegment}(?:/(\\d{1,2}))?$`)

/**
 * Maximum length of a path in characters. A slug has at most 200 bytes, and each byte takes up to three characters in
 * the path. The limit is higher than 600, because the NFD form of a slug has more bytes.
 */
const pathMaxLength = 2_000

/**
 * Parses the path of a request or of a short URL. Undefined if it can't be the path of a link. A path that can be a
 * preview or a button is never read as a slug, because no slug ends in `+` or has a later segment `go`. A slash at the
 * end, needless percent-encoding (also of a slash) and letters that are not in NFC do not change the result. Takes
 * linear time.
 */
export function parseShortPath(path: string): ShortPath | undefined {
  const plain = plainPath.exec(path)?.[1]
  if (plain !== undefined) return { slug: plain, suffix: undefined }
  const text = path.length > pathMaxLength ? undefined : decodeShortPath(path)
  if (!text?.startsWith('/')) return undefined
  const name = text.slice(1)
  if (name.endsWith('+')) return toShortPath(name.slice(0, -1), { kind: 'preview' })
  const [, slug, choice] = buttonPath.exec(name) ?? []
  if (slug !== undefined) return toShortPath(slug, { kind: 'button', choice: choice === undefined ? undefined : Number(choice) })
  return toShortPath(name.endsWith('/') ? name.slice(0, -1) : name, undefined)
}

function toShortPath(slug: string, suffix: ShortPathSuffix | undefined): ShortPath | undefined {
  return findSlugProblem(slug) !== undefined || hidesFiles(slug) ? undefined : { slug, suffix }
}

/**
 * Decodes the percent-encoding of a path, or of a part of a path, and returns its text in NFC. Undefined if the bytes
 * are not UTF-8.
 */
export function decodeShortPath(path: string): string | undefined {
  try {
    return (path.includes('%') ? decodeURIComponent(path) : path).normalize('NFC')
  } catch {
    return undefined
  }
}

/** Whether a link with this slug would hide the files of uploads or of `/.well-known/`. */
export function hidesFiles(slug: string): boolean {
  return slug.startsWith('.') || `/${slug}`.startsWith(mediaPath)
}
