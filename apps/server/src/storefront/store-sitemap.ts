import { storePaths } from '@linkshelf/storefront'
import type { VisibleStore } from './find-store.ts'

/** The addresses of the pages that search engines may index. They have no character that XML would need escaped. */
export function storeSitemap(store: VisibleStore, origin: string): string {
  const pages = store.hasStorePage ? [storePaths.store(store), ...store.categories.map(({ id }) => storePaths.category(store, id))] : []
  const described = store.hasProductPages ? store.products.filter(({ description }) => description !== null) : []
  const paths = [...pages, ...described.map(({ id }) => storePaths.product(store, id))]
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}
