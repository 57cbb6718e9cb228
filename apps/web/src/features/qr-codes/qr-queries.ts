import { type QrConfig, qrSizes } from '@linkshelf/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QrSubject } from './qr-subject.ts'

/** How the code looks, as the server keeps it. */
export function qrConfigQuery({ configKey, fetchConfig }: QrSubject) {
  return queryOptions({ queryKey: configKey, queryFn: ({ signal }) => fetchConfig(signal) })
}

/** The code as it looks with this config; the picture before a change stays until the next is there. */
export function qrImageQuery({ imageKey, fetchPicture }: QrSubject, config: QrConfig | undefined) {
  return queryOptions({
    queryKey: [...imageKey, config && { ...config, logo: markOf(config.logo) }],
    queryFn: ({ signal }) => fetchPicture({ format: 'png', size: qrSizes.usual }, signal),
    enabled: config !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** Stands for a logo in a key, as its text may have half a megabyte: FNV-1a (32 bits) beside the length. */
function markOf(logo: string | null): string | null {
  if (logo === null) return null
  let hash = 0x811c9dc5
  for (let index = 0; index < logo.length; index += 1) hash = Math.imul(hash ^ logo.charCodeAt(index), 0x01000193)
  return `${logo.length}:${hash}`
}
