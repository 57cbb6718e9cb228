import {
  includesFullAnalytics,
  isRecurring,
  type OrganizationId,
  organizationId,
  type PackageName,
  type PaymentPeriod,
  packageName,
} from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, mutate } from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { StartError } from '../platform/process/start-error.ts'
import { lockOrganizationForUpdate, updateOrganizationRow } from './organization-table.ts'

/** Returns the settings of an organization that a package determines; the period counts where the package renews. */
function packageSettings(name: PackageName, period: PaymentPeriod | null) {
  return { package: name, payment_period: isRecurring(name) ? period : null, full_analytics_enabled: includesFullAnalytics(name) }
}

/** Runs within `mutate`. A smaller package deletes nothing: resources over its limits stay, and can't grow. */
export async function setPackage(
  tx: Tx,
  organizationId: OrganizationId,
  { name, period }: { name: PackageName; period: PaymentPeriod | null },
): Promise<void> {
  await updateOrganizationRow(tx, organizationId, packageSettings(name, period))
}

const settingsInput = z
  .strictObject({
    package: packageName,
    payment_period: z.enum(['monthly', 'yearly']),
    dashboard_days: z.coerce.number().int().min(1).max(3_650),
    full_analytics_enabled: z.stringbool(),
    store_page_enabled: z.stringbool(),
    product_page_enabled: z.stringbool(),
  })
  .partial()

/**
 * The operator's command: `words` are settings such as `package=Pro`. A paid package turns full analytics on unless the
 * settings turn it off. Throws StartError for an unknown organization or setting.
 */
export async function setOrganizationSettings(deps: CoreDeps, id: string, words: string[]): Promise<void> {
  const parsedId = organizationId.safeParse(id)
  const parsed = settingsInput.safeParse(Object.fromEntries(words.map((word) => word.split('=', 2))))
  if (!parsedId.success || !parsed.success || words.length === 0) {
    const issues = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
    throw new StartError(`Give the organization's id and settings such as package=Pro or dashboard_days=90${issues ? ` (${issues})` : ''}.`)
  }
  const { data } = parsed
  const settings = { ...(data.package && packageSettings(data.package, data.payment_period ?? null)), ...data }

  const command = createRequestContext(deps, { actor: { kind: 'system', name: 'linkshelf organization' }, source: 'command' })
  const ctx = await findSystemContext(command, parsedId.data)
  if (ctx === undefined) throw new StartError(`There is no organization ${id}.`)
  await mutate(ctx, { action: 'organization.update', entity: 'organization', entityId: ctx.organization.id }, async (tx, change) => {
    change.before = await lockOrganizationForUpdate(tx, ctx.organization.id)
    change.after = settings
    await updateOrganizationRow(tx, ctx.organization.id, settings)
  })
}
