import sharp, { type Sharp } from 'sharp'

/** An image of random pixels; the caller chooses its format. */
export function anImage({ width = 40, height = 40 } = {}): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#777777', noise } })
}

export function asDataUrl(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}
