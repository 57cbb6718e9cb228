import { type Link, type LinkAlias, makeStoreHandle, type Product, type QrConfig, type Store, slugOfShortUrl } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../api/api.ts'

export interface QrImageRequest {
  format: 'png' | 'svg'
  /** Width and height of a PNG, in pixels. */
  size?: number
}

export type QrChange = Partial<QrConfig>

/** The thing that a QR code belongs to, for example a link. Contains its calls, names and query keys. */
export interface QrSubject {
  id: string
  /** Shown as the target of the code: an address without its query, or a description. */
  leadsTo: string
  /** The file name of a download, without the extension. */
  fileName: string
  configKey: readonly unknown[]
  imageKey: readonly unknown[]
  fetchConfig: (signal: AbortSignal) => Promise<QrConfig>
  fetchPicture: (wanted: QrImageRequest, signal?: AbortSignal) => Promise<Blob>
  saveConfig: (change: QrChange) => Promise<QrConfig>
}

/**
 * Returns the subject for the QR code of a link. If an alias is given, the code leads to the alias but has the options
 * of the link.
 */
export function toLinkQrSubject(
  scope: ProjectScope,
  { url_id: urlId, url, target }: Pick<Link, 'url_id' | 'url' | 'target'>,
  alias?: Pick<LinkAlias, 'alias_id' | 'url'>,
): QrSubject {
  const input = { params: { ...scope, urlId } }
  const aliasQuery = alias === undefined ? {} : { alias_id: alias.alias_id }
  return {
    id: urlId,
    leadsTo: stripQuery(target),
    fileName: `linkshelf-${slugOfShortUrl(alias?.url ?? url).replaceAll('/', '-')}`,
    configKey: api.qrCodes.linkConfig.key({ input }),
    imageKey: api.qrCodes.linkImage.key({ input: alias === undefined ? input : { ...input, query: aliasQuery } }),
    fetchConfig: (signal) => api.qrCodes.linkConfig.call(input, { signal }),
    fetchPicture: async (query, signal) => {
      const { body } = await api.qrCodes.linkImage.call({ ...input, query: { ...query, ...aliasQuery }, headers: {} }, { signal })
      return body ?? Promise.reject(new Error('The response has no picture'))
    },
    saveConfig: (body) => api.qrCodes.updateLink.call({ ...input, body }),
  }
}

/**
 * Returns the subject for the QR code of a product. The code leads to the short URL of the product's page. If there is
 * no short URL, the code leads to the page itself.
 */
export function toProductQrSubject(
  scope: ProjectScope,
  { product_id: productId, name, product_linkshelf_url }: Pick<Product, 'product_id' | 'name' | 'product_linkshelf_url'>,
): QrSubject {
  const input = { params: { ...scope, productId } }
  return {
    id: productId,
    leadsTo: product_linkshelf_url === null ? `the page of ${name}` : stripQuery(product_linkshelf_url),
    fileName: ['linkshelf', makeStoreHandle(name)].filter(Boolean).join('-'),
    configKey: api.qrCodes.productConfig.key({ input }),
    imageKey: api.qrCodes.productImage.key({ input }),
    fetchConfig: (signal) => api.qrCodes.productConfig.call(input, { signal }),
    fetchPicture: async (query, signal) => {
      const { body } = await api.qrCodes.productImage.call({ ...input, query, headers: {} }, { signal })
      return body ?? Promise.reject(new Error('The response has no picture'))
    },
    saveConfig: (body) => api.qrCodes.updateProduct.call({ ...input, body }),
  }
}

export function toStoreQrSubject(
  scope: ProjectScope,
  { store_id: storeId, name, store_linkshelf_url }: Pick<Store, 'store_id' | 'name' | 'store_linkshelf_url'>,
): QrSubject {
  const input = { params: { ...scope, storeId } }
  return {
    id: storeId,
    leadsTo: decodeURI(stripQuery(store_linkshelf_url)),
    fileName: `linkshelf-${makeStoreHandle(name)}`,
    configKey: api.qrCodes.storeConfig.key({ input }),
    imageKey: api.qrCodes.storeImage.key({ input }),
    fetchConfig: (signal) => api.qrCodes.storeConfig.call(input, { signal }),
    fetchPicture: async (query, signal) => {
      const { body } = await api.qrCodes.storeImage.call({ ...input, query, headers: {} }, { signal })
      return body ?? Promise.reject(new Error('The response has no picture'))
    },
    saveConfig: (body) => api.qrCodes.updateStore.call({ ...input, body }),
  }
}

function stripQuery(address: string): string {
  const { host, pathname } = new URL(address)
  return pathname === '/' ? host : `${host}${pathname}`
}
