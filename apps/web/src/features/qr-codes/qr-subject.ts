import type { Link, QrConfig } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../api.ts'

export interface QrImageRequest {
  format: 'png' | 'svg'
  /** Width and height of a PNG, in pixels. */
  size?: number
}

export type QrChange = Partial<QrConfig>

/** What a QR code belongs to: its calls, names and keys. */
export interface QrSubject {
  id: string
  /** The target of a scan, without its query. */
  leadsTo: string
  /** The file name of a download, without extension. */
  fileName: string
  configKey: readonly unknown[]
  imageKey: readonly unknown[]
  fetchConfig: (signal: AbortSignal) => Promise<QrConfig>
  fetchPicture: (wanted: QrImageRequest, signal?: AbortSignal) => Promise<Blob>
  saveConfig: (change: QrChange) => Promise<QrConfig>
}

export function qrCodeOfLink(scope: ProjectScope, { url_id: urlId, url, target }: Pick<Link, 'url_id' | 'url' | 'target'>): QrSubject {
  const input = { params: { ...scope, urlId } }
  return {
    id: urlId,
    leadsTo: withoutQuery(target),
    fileName: `linkshelf-${new URL(url).pathname.split('/').at(-1)}`,
    configKey: api.qrCodes.linkConfig.key({ input }),
    imageKey: api.qrCodes.linkImage.key({ input }),
    fetchConfig: (signal) => api.qrCodes.linkConfig.call(input, { signal }),
    fetchPicture: async (query, signal) => {
      const { body } = await api.qrCodes.linkImage.call({ ...input, query, headers: {} }, { signal })
      return body ?? Promise.reject(new Error('The response has no picture'))
    },
    saveConfig: (body) => api.qrCodes.updateLink.call({ ...input, body }),
  }
}

function withoutQuery(address: string): string {
  const { host, pathname } = new URL(address)
  return pathname === '/' ? host : `${host}${pathname}`
}
