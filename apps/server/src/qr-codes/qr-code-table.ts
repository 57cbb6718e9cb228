// Every statement on `qr_codes`. If a subject has no row, it has the default style.
import { defaultQrBackgroundColor, defaultQrColor, type OrganizationId, type ProjectId, type QrConfig } from '@linkshelf/contract'
import type { ColumnType, Selectable } from 'kysely'
import type { ProjectContext } from '../access/index.ts'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'
import type { QrSubject } from './qr-subject.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    qr_codes: {
      organization_id: OrganizationId
      project_id: ProjectId
      subject_kind: QrSubject['kind']
      subject_id: string
      color: string
      background_color: string
      background_transparent: boolean
      logo: Buffer | null
      logo_digest: ColumnType<string | null, never, never>
    }
  }
}

const styleColumns = ['color', 'background_color', 'background_transparent', 'logo_digest'] as const

export type QrStyle = Pick<Selectable<Tables['qr_codes']>, (typeof styleColumns)[number]>
type QrStyleWithLogo = QrStyle & { logo: Buffer | null }

/** Omitted columns do not change. */
export interface QrStyleChange {
  color?: string
  background_color?: string
  background_transparent?: boolean
  logo?: Buffer | null
}

const defaults = {
  color: defaultQrColor,
  background_color: defaultQrBackgroundColor,
  background_transparent: false,
  logo: null,
} as const

const defaultStyle: QrStyleWithLogo = { ...defaults, logo_digest: null }

/** Selects the style without the logo itself, because a logo can have half a megabyte. */
export async function selectStyle(tx: Tx, ctx: ProjectContext, subject: QrSubject): Promise<QrStyle> {
  return (await selectSubjectRow(tx, ctx, subject).select(styleColumns).executeTakeFirst()) ?? defaultStyle
}

export async function selectStyleWithLogo(tx: Tx, ctx: ProjectContext, subject: QrSubject): Promise<QrStyleWithLogo> {
  return (await selectSubjectRow(tx, ctx, subject).select(styleColumns).select('logo').executeTakeFirst()) ?? defaultStyle
}

function selectSubjectRow(tx: Tx, { organization, project }: ProjectContext, subject: QrSubject) {
  return tx
    .selectFrom('qr_codes')
    .where('organization_id', '=', organization.id)
    .where('project_id', '=', project.id)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
}

/**
 * Inserts or changes the style. Sets only the named columns, so that two concurrent changes both take effect. `change`
 * must name at least one column.
 */
export function upsertStyle(
  tx: Tx,
  { organization, project }: ProjectContext,
  subject: QrSubject,
  change: QrStyleChange,
): Promise<QrStyleWithLogo> {
  const key = { organization_id: organization.id, project_id: project.id, subject_kind: subject.kind, subject_id: subject.id }
  return tx
    .insertInto('qr_codes')
    .values({ ...key, ...defaults, ...change })
    .onConflict((conflict) => conflict.columns(['organization_id', 'project_id', 'subject_kind', 'subject_id']).doUpdateSet(change))
    .returning([...styleColumns, 'logo'])
    .executeTakeFirstOrThrow()
}

export function toQrConfig({ logo, color, background_color, background_transparent }: QrStyleWithLogo): QrConfig {
  return { logo: logo && `data:image/png;base64,${logo.toString('base64')}`, color, background_color, background_transparent }
}
