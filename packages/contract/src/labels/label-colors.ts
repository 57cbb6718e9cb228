// Apart from the schemas of labels, since every screen shows the colors, and a first load has no library of schemas.

/** The colors that labels get and that are offered; the first is the default. */
export const labelPalette = ['#3B82F6', '#10B981', '#F59E0B', '#EF4444', '#8B5CF6', '#EC4899', '#14B8A6', '#6B7280'] as const
export const defaultLabelColor = labelPalette[0]

/** The names of the palette, for a reader who can't tell its colors apart. */
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

/** The palette as colors to choose from, in the form in which a label stores one. */
export const labelSwatches = labelPalette.map((color) => ({ name: labelColorNames[color], color: color.toLowerCase() }))

/**
 * Returns the color that fewest of the labels have, the first of the palette among equals, as a label stores it: a new
 * label looks like no other until all colors are taken.
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
 * The color of a label for which none was chosen, derived from its name (FNV-1a over its characters), so it is the
 * same everywhere and not stored.
 */
export function computeLabelColor(name: string): (typeof labelPalette)[number] {
  if (name === '') return defaultLabelColor
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  // The low bits of this hash are poorly mixed, and three bits choose the color.
  return labelPalette[((hash ^ (hash >>> 15)) >>> 0) % labelPalette.length] ?? defaultLabelColor
}
