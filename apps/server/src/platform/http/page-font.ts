import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The font of every page, with Latin letters in all weights. Each origin serves the font itself, so that no page
 * requests another origin.
 */
export const pageFont: Buffer = readFileSync(
  fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
)

/**
 * The address of the font has a version, so browsers may cache it forever. Any origin may load it, because a sandboxed
 * preview has no origin.
 */
export const pageFontHeaders = {
  'content-type': 'font/woff2',
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
} as const
