import type pg from 'pg'

export interface InstanceIdentity {
  id: string
  /** When the database was created, or migrated to the first release that has identities. */
  createdAt: Date
}

/** Returns undefined if the database has the schema of an earlier release. */
export async function findInstanceIdentity(client: pg.Client): Promise<InstanceIdentity | undefined> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('public.instance_identity') is not null as exists")
  if (rows[0]?.exists !== true) return undefined
  return (await client.query<InstanceIdentity>('select id, created_at as "createdAt" from instance_identity')).rows[0]
}
