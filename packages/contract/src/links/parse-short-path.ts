import { mediaPath } from '../addresses/upload-addresses.ts'
import { buttonSegment } from './short-paths.ts'
import { findSlugProblem } from './slug-rules.ts'

/** A path of a link: the link itself, or a page beside it. */
export interface ShortPath {
  slug: string
  suffix: ShortPathSuffix | undefined
}

/**
 * `/lamp+` is the preview of `/lamp`, `/lamp/go` the button of its page, and `/lamp/go/2` the button of a choice, whose
 * index starts at 0.
 */
export type ShortPathSuffix = { kind: 'preview' } | { kind: 'button'; choice: number | undefined }

/** The form of generated names, and of nearly every visit. */
const plainPath = /^\/([A-Za-z0-9_-]{1,64})\/?$/
const buttonPath = new RegExp(`^(.+)/${buttonSegment}(?:/(\\d{1,2}))?$`)

/** A short name has at most 200 bytes, which have three characters each in the path; its NFD form has more bytes. */
const pathMaxLength = 2_000

/**
 * Parses the path of a request or of a short URL; undefined where it can't be one of a link. A preview or a button wins
 * over a link, since no short name ends in `+` or has a later segment `go`. A slash at the end, needless
 * percent-encoding, that of a slash too, and letters that are not in NFC lead to the same link. Linear in the length.
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
 * Returns the text of a path, or of a part of one, in NFC, however it was percent-encoded; undefined where that is no
 * UTF-8.
 */
export function decodeShortPath(path: string): string | undefined {
  try {
    return (path.includes('%') ? decodeURIComponent(path) : path).normalize('NFC')
  } catch {
    return undefined
  }
}

/** Returns whether a link of this short name would hide files: those of uploads, and the ones of `/.well-known/`. */
export function hidesFiles(slug: string): boolean {
  return slug.startsWith('.') || `/${slug}`.startsWith(mediaPath)
}
