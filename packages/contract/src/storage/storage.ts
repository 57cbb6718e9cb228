import type { Entitlements } from '../subscriptions/entitlements.ts'

/**
 * Kinds of data that an organization stores. Plans do not limit the last three kinds. `drawn_pictures` and `icons` are
 * made by this instance for links, stores and products, whose numbers are limited. `responses` to calls with an
 * idempotency key have a limit of their own. If it is exceeded, the oldest are deleted.
 */
export const storageKinds = ['pictures', 'imports', 'archives', 'exports', 'drawn_pictures', 'icons', 'responses'] as const
export type StorageKind = (typeof storageKinds)[number]

export type LimitedStorageKind = Exclude<StorageKind, 'drawn_pictures' | 'icons' | 'responses'>

/**
 * The limit of each kind of data, and the words of the message if the limit is reached. `subject` says what takes up
 * the space, and `advice` says how to get space.
 */
const limitsByKind = {
  pictures: {
    limit: 'uploadBytes',
    subject: 'Your pictures take up',
    advice: 'Remove pictures you no longer use: their space is free again after a day.',
  },
  imports: {
    limit: 'importBytes',
    subject: 'Files and reports of your imports take up',
    advice: 'Delete imports you no longer need.',
  },
  archives: {
    limit: 'archiveBytes',
    subject: 'This archive does not fit into',
    advice: 'Upgrade, or import a smaller archive.',
  },
  exports: {
    limit: 'exportBytes',
    subject: 'Your exports take up',
    advice: 'Delete exports you have downloaded.',
  },
  total: {
    limit: 'storedBytes',
    subject: 'Everything you have stored takes up',
    advice: 'Delete exports, imports or pictures you no longer use.',
  },
} as const satisfies Record<LimitedStorageKind | 'total', { limit: keyof Entitlements; subject: string; advice: string }>

/** Returns the number of bytes that an organization may store of a kind, or of all limited kinds together. */
export function toStorageLimit(entitlements: Entitlements, kind: LimitedStorageKind | 'total'): number {
  return entitlements[limitsByKind[kind].limit]
}

/** Returns the message of UPLOAD_SPACE_EXHAUSTED. It names the organization's own limit and what to delete. */
export function formatStorageMessage(kind: LimitedStorageKind | 'total', maxBytes: number): string {
  const { subject, advice } = limitsByKind[kind]
  const size = maxBytes >= 1e9 ? `${maxBytes / 1e9} GB` : `${maxBytes / 1e6} MB`
  return `Limit reached - ${subject} the ${size} of your plan. ${advice}`
}
