/** The tabs of a link's page, in the order on screen. */
export const linkTabs = [
  { name: 'overview', label: 'Overview' },
  { name: 'analytics', label: 'Analytics' },
  { name: 'qr', label: 'QR' },
  { name: 'settings', label: 'Settings' },
] as const

export type LinkTab = (typeof linkTabs)[number]['name']

export function toLinkPath(urlId: string, tab: LinkTab): string {
  if (tab === 'overview') return `/links/${urlId}`
  return tab === 'analytics' ? `/analytics/link/${urlId}` : `/links/${urlId}/${tab}`
}
