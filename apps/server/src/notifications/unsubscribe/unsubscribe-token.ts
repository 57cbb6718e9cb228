// The token of an unsubscribe link contains a user and the notification or report that it switches off. The token is
// signed, because the link works without sign-in. It does not expire, because emails are read even years later, and
// because a token can only switch off one kind of email.
import { createHmac } from 'node:crypto'
import {
  type NotificationId,
  notificationIds,
  type OrganizationId,
  organizationId,
  type SavedViewId,
  savedViewId,
  type UserId,
  unsubscribePath,
  userId as userIdSchema,
} from '@linkshelf/contract'
import type { OriginDeps } from '../../platform/deps.ts'
import { hasEqualBytes } from '../../platform/has-equal-bytes.ts'
import type { Db } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    unsubscribe_key: { key: Buffer }
  }
}

export interface NotificationUnsubscription {
  userId: UserId
  notification: NotificationId
}

export interface ReportUnsubscription {
  userId: UserId
  organizationId: OrganizationId
  reportId: SavedViewId
}

/** The notification or report that a token switches off. */
export type Unsubscription = NotificationUnsubscription | ReportUnsubscription

/** Creates the address for the header and footer of an email. */
export async function createUnsubscribeUrl({ db, origins }: OriginDeps, unsubscription: Unsubscription): Promise<string> {
  const subject = toSubject(unsubscription)
  return `${origins.app}${unsubscribePath}/${subject}.${sign(await selectKey(db), subject).toString('base64url')}`
}

/** Returns what the token switches off. Undefined if this instance did not sign the token. */
export async function verifyUnsubscribeToken(db: Db, token: string): Promise<Unsubscription | undefined> {
  const [, subject = '', signature = ''] = /^(.+)\.([\w-]+)$/.exec(token) ?? []
  if (!hasEqualBytes(Buffer.from(signature, 'base64url'), sign(await selectKey(db), subject))) return undefined
  const [user, kind, organization, report] = subject.split('.')
  const userId = userIdSchema.parse(user)
  if (kind === reportKind) return { userId, organizationId: organizationId.parse(organization), reportId: savedViewId.parse(report) }
  const notification = notificationIds.find((id) => id === kind)
  return notification && { userId, notification }
}

const reportKind = 'report'

/** All parts have a fixed format, so two unsubscriptions never have the same subject. */
function toSubject({ userId, ...of }: Unsubscription): string {
  return 'notification' in of ? `${userId}.${of.notification}` : `${userId}.${reportKind}.${of.organizationId}.${of.reportId}`
}

function sign(key: Buffer, subject: string): Buffer {
  return createHmac('sha256', key).update(`unsubscribe ${subject}`).digest()
}

async function selectKey(db: Db): Promise<Buffer> {
  return (await db.selectFrom('unsubscribe_key').select('key').executeTakeFirstOrThrow()).key
}
