/** Returns at most two initials of a name or an email address. */
export function toInitials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '')
  return words
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('')
}
