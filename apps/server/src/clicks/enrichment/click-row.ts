/** Why a click is a bot's, or `repeat` for a human double tap. Empty for any other human click. */
export type ClickReason = '' | 'repeat' | 'head' | 'prefetch' | 'no-user-agent' | 'bot' | 'mail-scanner'

/** One row of the table `clicks`, under its column names. */
export interface ClickRow {
  id: string
  /** `yyyy-mm-dd hh:mm:ss.mmm`, UTC. */
  at: string
  organization_id: string
  project_id: string
  link_id: string
  /** The daily visitor key: 64 bits, written in decimal because they don't fit a number. */
  visitor: string
  is_bot: boolean
  /** Came through a QR code. */
  is_scan: boolean
  reason: ClickReason
  rule: string
  revision: number
  country: string
  subdivision: string
  city: string
  device: string
  browser: string
  os: string
  /** A host. */
  referrer: string
  language: string
  utm_source: string
  utm_medium: string
  utm_campaign: string
}

/** The columns in the order in which rows are inserted. */
export const clickColumns = [
  'id',
  'at',
  'organization_id',
  'project_id',
  'link_id',
  'visitor',
  'is_bot',
  'is_scan',
  'reason',
  'rule',
  'revision',
  'country',
  'subdivision',
  'city',
  'device',
  'browser',
  'os',
  'referrer',
  'language',
  'utm_source',
  'utm_medium',
  'utm_campaign',
] as const satisfies readonly (keyof ClickRow)[]
