interface Page {
  headers: { 'x-next-cursor'?: string | undefined }
}

/** True where a page follows those shown. `hasNextPage` of a query is false while these are of an earlier query, and another loads. */
export function hasNextCursor(pages: readonly Page[]): boolean {
  return pages.at(-1)?.headers['x-next-cursor'] !== undefined
}
