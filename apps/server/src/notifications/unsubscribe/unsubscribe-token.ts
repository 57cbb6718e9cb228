// The token of an unsubscribe link says which notification of which user it switches off, and is signed, since the link works without sign-in. It does not
// expire: emails are read years later, and all that a token can do is switch that one notification off.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type NotificationId, notificationIds, type UserId, unsubscribePath, userId as userIdSchema } from '@linkshelf/contract'
import type { Deps } from '../../platform/deps.ts'
import type { Db } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    unsubscribe_key: { key: Buffer }
  }
}

export interface Unsubscription {
  userId: UserId
  notification: NotificationId
}

/** The address for the header and the footer of an email. */
export async function createUnsubscribeUrl({ db, origins }: Pick<Deps, 'db' | 'origins'>, unsubscription: Unsubscription): Promise<string> {
  const subject = `${unsubscription.userId}.${unsubscription.notification}`
  return `${origins.app}${unsubscribePath}/${subject}.${sign(await selectKey(db), subject).toString('base64url')}`
}

/** Undefined for a token that this instance did not sign. */
export async function verifyUnsubscribeToken(db: Db, token: string): Promise<Unsubscription | undefined> {
  const [, subject = '', user, notification, signature = ''] = /^((.+)\.(\w+))\.([\w-]+)$/.exec(token) ?? []
  const [given, expected] = [Buffer.from(signature, 'base64url'), sign(await selectKey(db), subject)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const id = notificationIds.find((one) => one === notification)
  return id && { userId: userIdSchema.parse(user), notification: id }
}

function sign(key: Buffer, subject: string): Buffer {
  return createHmac('sha256', key).update(`unsubscribe ${subject}`).digest()
}

async function selectKey(db: Db): Promise<Buffer> {
  return (await db.selectFrom('unsubscribe_key').select('key').executeTakeFirstOrThrow()).key
}
