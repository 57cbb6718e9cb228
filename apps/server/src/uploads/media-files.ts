// Files of uploads, and fonts of store pages, for visitors. A file never changes, so an edge caches it without asking
// again; its memory is bounded.
import { mediaPath, storeFontFiles } from '@linkshelf/contract/basics'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { readStoreFont } from '../platform/http/store-font-files.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import type { Log } from '../platform/process/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'

export interface MediaFile {
  readonly contentType: string
  readonly bytes: Buffer
  /** False for a WebP in place of an AVIF that is not encoded yet. */
  readonly isFinal: boolean
}

/** Not cached: `busy` while PostgreSQL is unavailable, `load-limited` for a visitor who may cause no load. */
export type MediaVisit = { kind: 'file'; file: MediaFile } | { kind: 'not-found' | 'busy' | 'load-limited' }

export interface MediaFiles {
  /** `path`: of the request. `mayLoad`: whether the visitor may cause a load, by default true. Never rejects. */
  visit(path: string, mayLoad?: () => boolean): Promise<MediaVisit>
}

export interface MediaFilesOptions {
  /** Works as the visitors' role. */
  db: Db
  log: Log
  maxBytes?: number
  timeoutMs?: number
}

const types: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
  woff2: 'font/woff2',
  css: 'text/css; charset=utf-8',
}
const address = /^\/media\/([A-Za-z0-9_-]{27})\/(\d{1,4}x\d{1,4}|\d{1,3}|fonts)\.(webp|avif|png|jpg|woff2|css)$/

/** How long a WebP in place of an AVIF is cached. */
export const provisionalSeconds = 60

const NOT_FOUND = { kind: 'not-found' } as const
const BUSY = { kind: 'busy' } as const
const LOAD_LIMITED = { kind: 'load-limited' } as const

/** Whether the target of a request is below `/media/`, where no slug is. */
export function isMediaTarget(target: string): boolean {
  return target.startsWith(mediaPath)
}

export function createMediaFiles({ db, log, maxBytes = 64 * 1_048_576, timeoutMs = 2_000 }: MediaFilesOptions): MediaFiles {
  const cache = new LRUCache<string, MediaFile>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes.length + 500 })
  const loading = new Map<string, Promise<MediaVisit>>()

  async function load(path: string, [digest, size, format]: string[]): Promise<MediaVisit> {
    try {
      const file = await withTimeout(timeoutMs, findFile(db, digest ?? '', size ?? '', format ?? ''))
      if (file === undefined) return NOT_FOUND
      cache.set(path, file, file.isFinal ? {} : { ttl: provisionalSeconds * 1_000 })
      return { kind: 'file', file }
    } catch (error) {
      log.warn({ err: error }, 'A file of an upload could not be loaded')
      return BUSY
    }
  }

  async function loadFont(path: string): Promise<MediaVisit> {
    const bytes = await readStoreFont(path)
    if (bytes === undefined) return NOT_FOUND
    const file = { contentType: 'font/woff2', bytes, isFinal: true }
    cache.set(path, file)
    return { kind: 'file', file }
  }

  return {
    async visit(path, mayLoad = () => true) {
      const file = cache.get(path)
      if (file !== undefined) return { kind: 'file', file }
      // The files are few and on disk, so a visitor who may cause no load gets them too.
      if (storeFontFiles.has(path)) return loadFont(path)
      const parts = address.exec(path)?.slice(1)
      if (parts === undefined) return NOT_FOUND
      const pending = loading.get(path)
      if (pending !== undefined) return pending
      if (!mayLoad()) return LOAD_LIMITED
      const visit = load(path, parts).finally(() => loading.delete(path))
      loading.set(path, visit)
      return visit
    },
  }
}

/**
 * An AVIF that is not encoded yet is answered with the WebP of its size, so that a page can name both from the start.
 * Relies on upload_files_pkey.
 */
async function findFile(db: Db, digest: string, size: string, format: string): Promise<MediaFile | undefined> {
  const names = format === 'avif' ? [`${size}.avif`, `${size}.webp`] : [`${size}.${format}`]
  const { rows } = await sql<{ name: string; bytes: Buffer }>`
    select name, bytes from upload_files where digest = ${digest} and name = any (${names}::text[])
    order by name limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const stored = row.name.slice(row.name.lastIndexOf('.') + 1)
  return { contentType: types[stored] ?? 'application/octet-stream', bytes: row.bytes, isFinal: stored === format }
}
