import { type DailyLinkClicks, type QrConfig, qrSizes } from '@linkshelf/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QrSubject } from './qr-subject.ts'

/** Returns the saved options of a code. */
export function qrConfigQuery({ configKey, fetchConfig }: QrSubject) {
  return queryOptions({ queryKey: configKey, queryFn: ({ signal }) => fetchConfig(signal) })
}

/** Returns the picture of a code with these options; the previous picture stays until the next is loaded. */
export function qrImageQuery({ imageKey, fetchPicture }: QrSubject, config: QrConfig | undefined) {
  return queryOptions({
    queryKey: [...imageKey, config && { ...config, logo: hashLogo(config.logo) }],
    queryFn: ({ signal }) => fetchPicture({ format: 'png', size: qrSizes.default }, signal),
    enabled: config !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** Replaces a logo of up to half a megabyte in a query key: its length and FNV-1a hash (32 bits). */
function hashLogo(logo: string | null): string | null {
  if (logo === null) return null
  let hash = 0x811c9dc5
  for (let index = 0; index < logo.length; index += 1) hash = Math.imul(hash ^ logo.charCodeAt(index), 0x01000193)
  return `${logo.length}:${hash}`
}

/** The days counted in the line under a code. */
export const scanDays = 30

/** Returns the scans of the last 30 days, today included. Takes a link's days, oldest first. */
export function countRecentScans(days: readonly DailyLinkClicks[]): number {
  return days.slice(-scanDays).reduce((sum, { scans }) => sum + scans, 0)
}
