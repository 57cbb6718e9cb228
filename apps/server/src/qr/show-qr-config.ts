import type { QrConfig } from '@linkshelf/contract'
import type { QrLookWithLogo } from './qr-table.ts'

export function showQrConfig({ logo, color, background_color, background_transparent }: QrLookWithLogo): QrConfig {
  return { logo: logo && `data:image/png;base64,${logo.toString('base64')}`, color, background_color, background_transparent }
}
