/** Why a visit is a bot's, or `repeat` for a human who comes again at once. Empty for any other human. */
export type VisitReason = '' | 'repeat' | 'head' | 'prefetch' | 'no-user-agent' | 'bot' | 'mail-scanner'

/** The columns that `clicks` and `page_views` have in common, under their names. */
export interface VisitRow {
  id: string
  /** `yyyy-mm-dd hh:mm:ss.mmm`, UTC. */
  at: string
  organization_id: string
  project_id: string
  /** The daily visitor key: 64 bits, written in decimal because they don't fit a number. */
  visitor: string
  is_bot: boolean
  reason: VisitReason
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

export const visitColumns = [
  'id',
  'at',
  'organization_id',
  'project_id',
  'visitor',
  'is_bot',
  'reason',
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
] as const satisfies readonly (keyof VisitRow)[]

/** Stored where a row has no such id. */
export const noId = '00000000-0000-0000-0000-000000000000'
