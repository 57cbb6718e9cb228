// Separate from the label schemas, because every screen shows the colors and the first load has no schema library.

/** Colors that labels get and that users can choose. The first is the default. */
export const labelPalette = ['#3B82F6', '#10B981', '#F59E0B', '#EF4444', '#8B5CF6', '#EC4899', '#14B8A6', '#6B7280'] as const
export const defaultLabelColor = labelPalette[0]

/** Names of the colors, for readers who can't tell the colors apart. */
export const labelColorNames: Readonly<Record<(typeof labelPalette)[number], string>> = {
  '#3B82F6': 'Blue',
  '#10B981': 'Green',
  '#F59E0B': 'Amber',
  '#EF4444': 'Red',
  '#8B5CF6': 'Violet',
  '#EC4899': 'Pink',
  '#14B8A6': 'Teal',
  '#6B7280': 'Gray',
}

/** The palette as colors that users can choose, in lower case as labels store them. */
export const labelSwatches = labelPalette.map((color) => ({ name: labelColorNames[color], color: color.toLowerCase() }))

/**
 * Returns the color that the fewest labels have, in lower case as labels store it. If several colors are equally rare,
 * the first of the palette is returned. So a new label has the color of another label only if all colors are used.
 */
export function chooseLabelColor(labels: Iterable<{ name: string; color_hex: string | null }>): string {
  const counts = new Map(labelSwatches.map(({ color }) => [color, 0]))
  for (const { name, color_hex } of labels) {
    const color = (color_hex ?? computeLabelColor(name)).toLowerCase()
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const fewest = labelSwatches.toSorted((one, other) => (counts.get(one.color) ?? 0) - (counts.get(other.color) ?? 0))[0]
  return (fewest?.color ?? defaultLabelColor).toLowerCase()
}

/**
 * Returns the color of a label without a chosen color. It is computed from the name (FNV-1a over its characters), so it
 * is the same everywhere and need not be stored.
 */
export function computeLabelColor(name: string): (typeof labelPalette)[number] {
  if (name === '') return defaultLabelColor
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  // The low three bits select the color. They are poorly mixed in this hash, so higher bits are mixed into them.
  return labelPalette[((hash ^ (hash >>> 15)) >>> 0) % labelPalette.length] ?? defaultLabelColor
}
