// Every statement that reads or writes `sign_up_requests`: sign-up forms whose email has not been sent yet.
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    sign_up_requests: { id: string; email: string; full_name: string; password_hash: string; expires_at: Date }
  }
}

export interface SignUpRequest {
  email: string
  full_name: string
  password_hash: string
}

export async function insertSignUpRequest(tx: Tx, id: string, request: SignUpRequest, expiresAt: Date): Promise<void> {
  await tx
    .insertInto('sign_up_requests')
    .values({ id, ...request, expires_at: expiresAt })
    .execute()
}

export function selectSignUpRequest(db: Db, id: string): Promise<SignUpRequest | undefined> {
  return db.selectFrom('sign_up_requests').select(['email', 'full_name', 'password_hash']).where('id', '=', id).executeTakeFirst()
}

export async function deleteSignUpRequest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sign_up_requests').where('id', '=', id).execute()
}

export async function deleteExpiredSignUpRequests(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_up_requests').where('expires_at', '<=', now).execute()
}
