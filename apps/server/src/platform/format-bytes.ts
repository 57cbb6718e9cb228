/** Returns a size such as `1.2 GB`. A unit is 1,000 times the unit before it. */
export function formatBytes(bytes: number): string {
  const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte']
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length)
  const value = bytes / 1_000 ** power
  return value.toLocaleString('en', { style: 'unit', unit: units[power - 1] ?? 'terabyte', maximumFractionDigits: value < 100 ? 1 : 0 })
}
