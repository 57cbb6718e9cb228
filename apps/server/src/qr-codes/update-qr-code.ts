import type { QrConfig, QrConfigUpdate } from '@linkshelf/contract'
import { mutate, type ProjectContext, spendWrite } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { importLogo } from './import-logo.ts'
import { type QrStyle, type QrStyleChange, selectStyleWithLogo, upsertStyle } from './qr-code-table.ts'
import { getSubjectAddress, lockSubject, type QrSubject } from './qr-subject.ts'
import { toQrConfig } from './to-qr-config.ts'

interface QrCodeUpdateInput {
  subject: QrSubject
  update: QrConfigUpdate
}

/**
 * Changes the given options; a logo of null removes it. Throws LINK_NOT_FOUND, PRODUCT_NOT_FOUND, STORE_NOT_FOUND,
 * QR_LOGO_INVALID, QR_LOGO_UNREACHABLE, UPLOAD_SOURCE_FORBIDDEN or TOO_MANY_REQUESTS, and then changes nothing.
 */
export async function updateQrCode(
  deps: Pick<Deps, 'origins' | 'fetchImage'>,
  ctx: ProjectContext,
  { subject, update: { logo, ...colors } }: QrCodeUpdateInput,
): Promise<QrConfig> {
  await getSubjectAddress(deps, ctx, subject) // before a logo is fetched for it
  const values: QrStyleChange = colors
  if (logo === null) values.logo = null
  else if (logo !== undefined) {
    // Fetching and decoding cost more than a write, also when nothing comes of them.
    await spendWrite(ctx)
    values.logo = await importLogo(deps.fetchImage, logo)
  }

  return mutate(ctx, { action: 'qr_code.update', entity: 'qr_code', entityId: subject.id }, async (tx, change) => {
    await lockSubject(tx, ctx, subject)
    const before = await selectStyleWithLogo(tx, ctx, subject)
    const hasValues = Object.values(values).some((value) => value !== undefined)
    const after = hasValues ? await upsertStyle(tx, ctx, subject, values) : before
    Object.assign(change, { before: toAuditedStyle(before), after: toAuditedStyle(after) })
    return toQrConfig(after)
  })
}

/** A logo is named by its digest. */
function toAuditedStyle({ color, background_color, background_transparent, logo_digest }: QrStyle): object {
  return { color, background_color, background_transparent, logo_digest }
}
