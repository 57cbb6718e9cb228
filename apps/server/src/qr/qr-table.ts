// Every statement that touches `qr_codes` is here. A subject without a row has the usual look.
import { defaultQrBackgroundColor, defaultQrColor } from '@linkshelf/contract'
import type { ColumnType } from 'kysely'
import type { Project } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    qr_codes: {
      organization_id: string
      project_id: string
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

/** What a QR code leads to. */
export interface QrSubject {
  kind: 'link' | 'product' | 'store'
  id: string
}

export interface QrLook {
  color: string
  background_color: string
  background_transparent: boolean
  logo_digest: string | null
}

export interface QrLookWithLogo extends QrLook {
  logo: Buffer | null
}

/** What is left out stays as it is. */
export interface QrChange {
  color?: string
  background_color?: string
  background_transparent?: boolean
  logo?: Buffer | null
}

const usual = {
  color: defaultQrColor,
  background_color: defaultQrBackgroundColor,
  background_transparent: false,
  logo: null,
} as const

const usualLook: QrLookWithLogo = { ...usual, logo_digest: null }

const lookColumns = ['color', 'background_color', 'background_transparent', 'logo_digest'] as const

type ProjectIds = Pick<Project, 'id' | 'organizationId'>

/** Without the logo itself, which may be half a megabyte. */
export async function selectLook(tx: Tx, project: ProjectIds, subject: QrSubject): Promise<QrLook> {
  return (await rowOf(tx, project, subject).select(lookColumns).executeTakeFirst()) ?? usualLook
}

export async function selectLookWithLogo(tx: Tx, project: ProjectIds, subject: QrSubject): Promise<QrLookWithLogo> {
  return (await rowOf(tx, project, subject).select(lookColumns).select('logo').executeTakeFirst()) ?? usualLook
}

function rowOf(tx: Tx, project: ProjectIds, subject: QrSubject) {
  return tx
    .selectFrom('qr_codes')
    .where('organization_id', '=', project.organizationId)
    .where('project_id', '=', project.id)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
}

/** Sets the columns that are named and no other, so that two changes at once both stand. `change` names one at least. */
export function upsertLook(tx: Tx, project: ProjectIds, subject: QrSubject, change: QrChange): Promise<QrLookWithLogo> {
  const key = { organization_id: project.organizationId, project_id: project.id, subject_kind: subject.kind, subject_id: subject.id }
  return tx
    .insertInto('qr_codes')
    .values({ ...key, ...usual, ...change })
    .onConflict((held) => held.columns(['organization_id', 'project_id', 'subject_kind', 'subject_id']).doUpdateSet(change))
    .returning([...lookColumns, 'logo'])
    .executeTakeFirstOrThrow()
}
