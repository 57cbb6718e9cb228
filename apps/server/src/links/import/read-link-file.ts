import { type LinkImportColumn, linkFileMaxRows, linkImportMessages } from '@linkshelf/contract'
import { createFileParser, type ParsedFile, readCsvFile } from '../../file-imports/index.ts'
import { type FileColumns, type ParsedRow, parseRow } from './parse-link-row.ts'

export type LinkFile = ParsedFile<ParsedRow>

/**
 * Column headings by field. Linkshelf's own headings come first, then the headings in exports of Bitly, Dub, Short.io,
 * Rebrandly, TinyURL, YOURLS, Shlink and Pretty Links. If two columns of a file match a field, the heading that is
 * earlier in this list wins.
 */
const headings: Readonly<Record<LinkImportColumn, readonly string[]>> = {
  target: [
    'target',
    'destination',
    'destination_url',
    'long_url',
    'original_url',
    'target_url',
    'redirect_url',
    'final_url',
    'url',
    'link',
  ],
  domain: ['domain', 'short_domain', 'hostname'],
  slug: [
    'slug',
    'custom_bitlink',
    'custom_bitlinks',
    'custom_back_half',
    'back_half',
    'slashtag',
    'short_name',
    'short_code',
    'keyword',
    'alias',
    'path',
    'key',
    'short_url',
    'short_link',
    'bitlink',
    'link',
  ],
  title: ['title', 'link_title', 'page_title', 'name'],
  labels: ['labels', 'label', 'tags', 'tag', 'categories'],
  notes: ['notes', 'note', 'comments', 'comment', 'description'],
  archived: ['archived', 'is_archived'],
  created_at: ['created_at', 'created', 'created_date', 'date_created', 'created_on', 'creation_date', 'date_added', 'timestamp', 'date'],
}

/** Headings of short names whose cells are short URLs, mostly without a scheme. */
const shortUrlHeadings = ['custom_bitlink', 'custom_bitlinks', 'short_url', 'short_link', 'bitlink', 'link']

/**
 * Reads the rows of a file, each with its issues. If nothing can be imported, returns an error message. Times of
 * creation after `now` are rejected.
 */
export function readLinkFile(file: Buffer, now: Date): LinkFile | string {
  return readCsvFile(file, {
    maxRows: linkFileMaxRows,
    messages: linkImportMessages,
    readHeader(header) {
      const columns = findColumns(header)
      if (!columns.places.has('target')) return undefined
      const used = new Set([...columns.places.values()].flat())
      return {
        isIgnored: (_heading, place) => !used.has(place),
        parseRow: (cells, line) => parseRow(cells, { columns, line, now }),
      }
    },
  })
}

export const parser = createFileParser(import.meta.url, readLinkFile)

function findColumns(header: readonly string[]): FileColumns {
  const keys = header.map(toKey)
  const findPlaces = (column: LinkImportColumn, without: readonly number[] = []) =>
    headings[column].flatMap((name) => keys.flatMap((key, place) => (key === toKey(name) && !without.includes(place) ? [place] : [])))
  const targets = findPlaces('target').slice(0, 1)
  // A column called "link" contains the short link, unless it is the only column that can contain the destination.
  const columns = (Object.keys(headings) as LinkImportColumn[]).map((column) => [column, findPlaces(column, targets)] as const)
  return {
    places: new Map([...columns.filter(([, places]) => places.length > 0), ...(targets.length > 0 ? [['target', targets] as const] : [])]),
    shortUrls: new Set(shortUrlHeadings.flatMap((name) => keys.flatMap((key, place) => (key === toKey(name) ? [place] : [])))),
  }
}

/**
 * Returns a heading in a comparable form: it is the same for `created_at`, `Created At (UTC)`, `createdAt` and
 * `created-at`.
 */
function toKey(heading: string): string {
  return heading
    .replace(/\(.*?\)/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
