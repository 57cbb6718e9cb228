export const auditMessages = {
  title: 'Account Activity Log',
  none: 'No activity logs found.',
  loadFailed: 'The activity log could not be loaded',
} as const

export const auditLogPageSize = 50
export const auditSearchMaxLength = 200

export const auditGroups = {
  account: 'Account',
  organization: 'Organization',
  member: 'Members',
  api_key: 'API keys',
  subscription: 'Subscription',
  project: 'Projects',
  link: 'Links',
  clicks: 'Clicks',
  earnings: 'Earnings',
  label: 'Labels',
  qr_code: 'QR codes',
  store: 'Store',
  product: 'Products',
  category: 'Categories',
  integration: 'Integrations',
  upload: 'Pictures and fonts',
  data: 'Exports and imports',
  feedback: 'Feedback',
} as const

export type AuditGroup = keyof typeof auditGroups

/** "Mia Reed", "API key CI", "Linkshelf" or "The operator". `source` is that of the entry's metadata. */
export function describeActor(
  { kind, name }: { kind: 'user' | 'api_key' | 'system'; name: string | null },
  source: string | undefined,
): string {
  if (kind === 'system') return source === 'command' ? 'The operator' : 'Linkshelf'
  if (kind === 'api_key') return name === null ? 'A deleted API key' : `API key ${name}`
  return name ?? 'A deleted account'
}
