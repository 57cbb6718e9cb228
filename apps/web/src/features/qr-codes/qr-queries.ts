import { type DailyLinkClicks, type QrConfig, qrSizes } from '@linkshelf/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QrSubject } from './qr-subject.ts'

/** Returns the saved options of a QR code. */
export function qrConfigQuery({ configKey, fetchConfig }: QrSubject) {
  return queryOptions({ queryKey: configKey, queryFn: ({ signal }) => fetchConfig(signal) })
}

/**
 * Returns the picture of a QR code with these options. The previous picture stays on screen until the next one is
 * loaded.
 */
export function qrImageQuery({ imageKey, fetchPicture }: QrSubject, config: QrConfig | undefined) {
  return queryOptions({
    queryKey: [...imageKey, config && { ...config, logo: hashLogo(config.logo) }],
    queryFn: ({ signal }) => fetchPicture({ format: 'png', size: qrSizes.default }, signal),
    enabled: config !== undefined,
    placeholderData: keepPreviousData,
  })
}

/**
 * Returns the length of the logo and its FNV-1a hash (32 bits). A query key contains this instead of the logo, which
 * can be up to half a megabyte.
 */
function hashLogo(logo: string | null): string | null {
  if (logo === null) return null
  let hash = 0x811c9dc5
  for (let index = 0; index < logo.length; index += 1) hash = Math.imul(hash ^ logo.charCodeAt(index), 0x01000193)
  return `${logo.length}:${hash}`
}

/** The number of days for which scans are counted. */
export const scanDays = 30

/** Counts the scans of the last 30 days, including today. `days` are the days of a link, oldest first. */
export function countRecentScans(days: readonly DailyLinkClicks[]): number {
  return days.slice(-scanDays).reduce((sum, { scans }) => sum + scans, 0)
}
