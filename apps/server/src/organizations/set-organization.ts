import { packageName } from '@linkshelf/contract'
import { z } from 'zod'
import type { Db } from '../platform/postgres/postgres.ts'
import { withOrganizationScope } from '../platform/postgres/postgres.ts'
import { StartError } from '../platform/process/start-error.ts'
import { updateOrganizationSettings } from './organization-table.ts'

const settings = z
  .strictObject({
    package: packageName,
    dashboard_days: z.coerce.number().int().min(1).max(3_650),
    full_analytics_enabled: z.stringbool(),
    store_page_enabled: z.stringbool(),
    product_page_enabled: z.stringbool(),
  })
  .partial()

/** The operator's own hand: `given` are words such as `package=Pro`. A paid package turns full analytics on unless the words say otherwise. */
export async function setOrganization(db: Db, id: string, given: string[]): Promise<void> {
  const read = settings.safeParse(Object.fromEntries(given.map((word) => word.split('=', 2))))
  if (!z.uuid().safeParse(id).success || !read.success || given.length === 0) {
    const wrong = read.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
    throw new StartError(`Give the organization's id and settings such as package=Pro or dashboard_days=90${wrong ? ` (${wrong})` : ''}.`)
  }
  const change = { ...read.data }
  if (change.package !== undefined) change.full_analytics_enabled ??= change.package !== 'Free'
  const found = await withOrganizationScope(db, id, (tx) => updateOrganizationSettings(tx, id, change))
  if (!found) throw new StartError(`There is no organization ${id}.`)
}
