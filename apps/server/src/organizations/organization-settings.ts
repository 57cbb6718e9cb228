import {
  includesFullAnalytics,
  isRecurring,
  limitNames,
  type OrganizationId,
  organizationId,
  type PackageName,
  type PaymentPeriod,
  packageName,
} from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, mutate, type OrganizationContext } from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { StartError } from '../platform/process/start-error.ts'
import { lockOrganizationForUpdate, updateOrganizationRow } from './organization-table.ts'

/** Returns the organization settings that a package determines. The period is used only if the package renews. */
function toPackageSettings(name: PackageName, period: PaymentPeriod | null) {
  return { package: name, payment_period: isRecurring(name) ? period : null, full_analytics_enabled: includesFullAnalytics(name) }
}

/**
 * Sets the organization's package. Runs inside `mutate`. A smaller package deletes nothing: resources over its limits
 * remain, but no new ones can be added.
 */
export async function setPackage(
  tx: Tx,
  organizationId: OrganizationId,
  { name, period }: { name: PackageName; period: PaymentPeriod | null },
): Promise<void> {
  await updateOrganizationRow(tx, organizationId, toPackageSettings(name, period))
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

const raisedLimitsInput = z.partialRecord(z.enum(limitNames), z.coerce.number().nonnegative())

interface SettingsDeps extends CoreDeps {
  /**
   * Records the change of the package. Runs in the command's transaction, after the command has locked the
   * organization.
   */
  recordPackage?: (tx: Tx, id: OrganizationId, packages: { before: PackageName; after: PackageName }) => Promise<void>
}

/**
 * Changes settings and limits of an organization, for the operator's command. `words` are settings such as
 * `package=Pro` or raised limits such as `linksPerProject=600`. The value 0 resets a limit to the package's limit. A
 * paid package turns on full analytics unless the settings turn it off. `recordPackage` is called if the settings
 * contain a package. Throws StartError if the organization, a setting or a limit is unknown.
 */
export async function setOrganizationSettings(deps: SettingsDeps, id: string, words: string[]): Promise<void> {
  const entries = words.map((word) => word.split('=', 2))
  const isLimit = ([name]: string[]) => limitNames.some((known) => known === name)
  const settings = settingsInput.safeParse(Object.fromEntries(entries.filter((entry) => !isLimit(entry))))
  const raised = raisedLimitsInput.safeParse(Object.fromEntries(entries.filter(isLimit)))
  if (!settings.success || !raised.success) {
    const issues = [settings, raised].flatMap(({ error }) => error?.issues ?? [])
    const named = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
    throw new StartError(`Give settings such as package=Pro, dashboard_days=90 or linksPerProject=600 (${named}).`)
  }

  const { data } = settings
  const isRaising = Object.keys(raised.data).length > 0
  const ctx = await getCommandContext(deps, id)
  await mutate(ctx, { action: 'organization.update', entity: 'organization', entityId: ctx.organization.id }, async (tx, change) => {
    const before = await lockOrganizationForUpdate(tx, ctx.organization.id)
    const after = { ...(data.package && toPackageSettings(data.package, data.payment_period ?? null)), ...data }
    const raised_limits = { ...before?.raised_limits, ...raised.data }
    change.before = before
    change.after = { ...after, ...(isRaising && { raised_limits }) }
    await updateOrganizationRow(tx, ctx.organization.id, { ...after, ...(isRaising && { raised_limits: JSON.stringify(raised_limits) }) })
    if (before && data.package) await deps.recordPackage?.(tx, ctx.organization.id, { before: before.package, after: data.package })
  })
}

/**
 * Returns the context of the operator's command about an organization. Throws StartError if the organization is
 * unknown.
 */
export async function getCommandContext(deps: CoreDeps, id: string): Promise<OrganizationContext> {
  const parsed = organizationId.safeParse(id)
  const command = createRequestContext(deps, { actor: { kind: 'system', name: 'linkshelf organization' }, source: 'command' })
  const ctx = parsed.success ? await findSystemContext(command, parsed.data) : undefined
  if (ctx === undefined)
    throw new StartError(`There is no organization ${id}. GET /v1/organizations lists the ids of a user's organizations.`)
  return ctx
}
