// Serves uploaded files and fonts of store pages to visitors. A file never changes, so an edge caches it without
// revalidating. The cache's memory is limited.
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
  /**
   * False if another file is returned in place of the requested file: a WebP file until the AVIF file is encoded, or
   * the current drawing if the requested drawing was deleted.
   */
  readonly isFinal: boolean
}

/**
 * The result of a request. If the file is not cached, `busy` means that PostgreSQL is unavailable, and `load-limited`
 * means that the visitor may not load a file from PostgreSQL now.
 */
export type MediaVisit = { kind: 'file'; file: MediaFile } | { kind: 'not-found' | 'busy' | 'load-limited' }

export interface MediaFiles {
  /**
   * Returns the file at `path`, the request's path. `mayLoad` returns whether the visitor may load a file from
   * PostgreSQL; if omitted, the visitor may. Never rejects.
   */
  visit(path: string, mayLoad?: () => boolean): Promise<MediaVisit>
}

export interface MediaFilesOptions {
  /** Uses the visitors' database role. */
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
/** The address of a file. A drawing's address also names the store, product or category that it shows. */
const address =
  /^\/media\/(?<digest>[A-Za-z0-9_-]{27})(?:\/(?<kind>stores|products|categories)\/(?<id>[0-9a-f-]{36}))?\/(?<size>\d{1,4}x\d{1,4}|\d{1,3}|fonts)\.(?<format>webp|avif|png|jpg|woff2|css)$/

interface MediaAddress {
  digest: string
  size: string
  format: string
  kind?: keyof typeof drawings
  id?: string
}

/** How long a file that is returned in place of the requested file is cached. */
export const provisionalSeconds = 60

const NOT_FOUND = { kind: 'not-found' } as const
const BUSY = { kind: 'busy' } as const
const LOAD_LIMITED = { kind: 'load-limited' } as const

/** Returns whether a request's target is below `/media/`, where no slug exists. */
export function isMediaTarget(target: string): boolean {
  return target.startsWith(mediaPath)
}

export function createMediaFiles({ db, log, maxBytes = 64 * 1_048_576, timeoutMs = 2_000 }: MediaFilesOptions): MediaFiles {
  const cache = new LRUCache<string, MediaFile>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes.length + 500 })
  const loading = new Map<string, Promise<MediaVisit>>()

  async function load(key: string, parts: MediaAddress): Promise<MediaVisit> {
    try {
      const file = await withTimeout(timeoutMs, findMediaFile(db, parts))
      if (file !== undefined) {
        cache.set(key, file, file.isFinal ? {} : { ttl: provisionalSeconds * 1_000 })
        return { kind: 'file', file }
      }
      const drawing = await withTimeout(timeoutMs, findCurrentDrawing(db, parts))
      return drawing === undefined ? NOT_FOUND : { kind: 'file', file: drawing }
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
      // The font files are few and on disk, so a visitor who may load nothing from PostgreSQL gets them too.
      if (storeFontFiles.has(path)) return loadFont(path)
      const parts = address.exec(path)?.groups as MediaAddress | undefined
      if (parts === undefined) return NOT_FOUND
      // A drawing is cached once, whatever store, product or category its address names.
      const key = parts.kind === undefined ? path : `${mediaPath}${parts.digest}/${parts.size}.${parts.format}`
      const drawing = cache.get(key)
      if (drawing !== undefined) return { kind: 'file', file: drawing }
      const pending = loading.get(path)
      if (pending !== undefined) return pending
      if (!mayLoad()) return LOAD_LIMITED
      const visit = load(key, parts).finally(() => loading.delete(path))
      loading.set(path, visit)
      return visit
    },
  }
}

/**
 * Returns a file by its address. If an AVIF file is not encoded yet, returns the WebP file of the same size, so that a
 * page can name both from the start. Relies on upload_files_pkey.
 */
async function findMediaFile(db: Db, { digest, size, format }: MediaAddress): Promise<MediaFile | undefined> {
  const names = format === 'avif' ? [`${size}.avif`, `${size}.webp`] : [`${size}.${format}`]
  const { rows } = await sql<StoredFile>`
    select name, bytes from upload_files where digest = ${digest} and name = any (${names}::text[])
    order by name limit 1`.execute(db)
  return rows[0] && toMediaFile(rows[0], format)
}

/** Conditions that select the current drawing of a store, product or category, if visitors can see it. */
const drawings = {
  stores: sql`social_pictures join stores on stores.id = store_id and stores.is_active where store_id`,
  products: sql`product_pictures join products on products.id = product_id and products.is_active and availability <> 'hidden'
    join stores on stores.project_id = products.project_id and stores.is_active where product_id`,
  categories: sql`category_pictures join categories on categories.id = category_id and categories.is_active
    join stores on stores.project_id = categories.project_id and stores.is_active where category_id`,
}

/**
 * Returns the drawing that replaced a deleted drawing: other sites store a drawing's address for weeks, but the drawing
 * is deleted soon after it was replaced.
 */
async function findCurrentDrawing(db: Db, { kind, id }: MediaAddress): Promise<MediaFile | undefined> {
  if (kind === undefined) return undefined
  const { rows } = await sql<StoredFile>`
    select name, bytes from upload_files where digest = (select digest from ${drawings[kind]} = ${id})`.execute(db)
  return rows[0] && toMediaFile(rows[0], undefined)
}

interface StoredFile {
  name: string
  bytes: Buffer
}

function toMediaFile({ name, bytes }: StoredFile, format: string | undefined): MediaFile {
  const stored = name.slice(name.lastIndexOf('.') + 1)
  return { contentType: types[stored] ?? 'application/octet-stream', bytes, isFinal: stored === format }
}
