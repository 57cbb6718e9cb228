/** The tabs of a link's page, in the order they are shown. */
export const linkTabs = [
  { name: 'overview', label: 'Overview' },
  { name: 'analytics', label: 'Analytics' },
  { name: 'qr', label: 'QR' },
  { name: 'settings', label: 'Settings' },
] as const

export type LinkTab = (typeof linkTabs)[number]['name']

/** Returns the path of a tab of a link's page. */
export function toLinkPath(urlId: string, tab: LinkTab): string {
  if (tab === 'overview') return `/links/${urlId}`
  return tab === 'analytics' ? `/analytics/link/${urlId}` : `/links/${urlId}/${tab}`
}
