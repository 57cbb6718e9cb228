import type { QrConfig } from '@linkshelf/contract'
import type { QrStyleWithLogo } from './qr-code-table.ts'

export function toQrConfig({ logo, color, background_color, background_transparent }: QrStyleWithLogo): QrConfig {
  return { logo: logo && `data:image/png;base64,${logo.toString('base64')}`, color, background_color, background_transparent }
}
