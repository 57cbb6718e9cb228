/** Suggested colors of categories: each can be told from the others, on light and dark surfaces. */
export const categorySwatches = [
  { name: 'Blue', color: '#3b82f6' },
  { name: 'Violet', color: '#8b5cf6' },
  { name: 'Pink', color: '#ec4899' },
  { name: 'Red', color: '#ef4444' },
  { name: 'Amber', color: '#f59e0b' },
  { name: 'Teal', color: '#14b8a6' },
  { name: 'Gray', color: '#6b7280' },
] as const
