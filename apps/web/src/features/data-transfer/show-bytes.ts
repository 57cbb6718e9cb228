const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const formats = units.map((unit) => new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 }))

/** Returns a size in its largest unit: "512 byte", "1.2 MB". */
export function showBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return formats[power]?.format(bytes / 1_000 ** power) ?? ''
}
