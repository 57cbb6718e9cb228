interface Swatch {
  name: string
  color: string
}

/** Each has enough contrast with every background below. */
export const codeSwatches: readonly Swatch[] = [
  { name: 'Black', color: '#000000' },
  { name: 'Slate', color: '#334155' },
  { name: 'Navy', color: '#1e3a8a' },
  { name: 'Teal', color: '#115e59' },
  { name: 'Forest', color: '#14532d' },
  { name: 'Plum', color: '#581c87' },
  { name: 'Wine', color: '#881337' },
  { name: 'Rust', color: '#7c2d12' },
]

export const backgroundSwatches: readonly Swatch[] = [
  { name: 'White', color: '#ffffff' },
  { name: 'Mist', color: '#eef2f6' },
  { name: 'Sky', color: '#e0f0fe' },
  { name: 'Mint', color: '#dcf5e9' },
  { name: 'Lime', color: '#eef7c9' },
  { name: 'Cream', color: '#fff4d6' },
  { name: 'Peach', color: '#ffe6d8' },
  { name: 'Rose', color: '#fde4ec' },
]
