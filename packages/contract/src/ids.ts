import { z } from 'zod'
import * as mini from 'zod/mini'

/**
 * The schema of all ids: a UUID, which is converted to lower case. It uses `zod/mini`, because forms of the dashboard
 * check ids and must load little code.
 */
export const uuid = mini.uuid({ error: 'This is not an id', abort: true }).check(mini.toLowerCase())

/**
 * Ids are branded, so that an id of one kind can't be used where another kind is expected. Ids arrive as plain strings,
 * and parsing brands them.
 */
export const userId = uuid.brand<'UserId'>()
export const organizationId = uuid.brand<'OrganizationId'>()
export const projectId = uuid.brand<'ProjectId'>()
export const linkId = uuid.brand<'LinkId'>()
export const linkAliasId = uuid.brand<'LinkAliasId'>()
export const labelId = uuid.brand<'LabelId'>()
export const utmTemplateId = uuid.brand<'UtmTemplateId'>()
export const savedViewId = uuid.brand<'SavedViewId'>()
export const sessionId = uuid.brand<'SessionId'>()
export const storeId = uuid.brand<'StoreId'>()
export const productId = uuid.brand<'ProductId'>()
export const fileImportId = uuid.brand<'FileImportId'>()
export const amazonMigrationId = uuid.brand<'AmazonMigrationId'>()
export const youtubeChannelId = uuid.brand<'YoutubeChannelId'>()
export const earningId = uuid.brand<'EarningId'>()
export const clickId = uuid.brand<'ClickId'>()
export const invitationId = uuid.brand<'InvitationId'>()
export const categoryId = uuid.brand<'CategoryId'>()
export const apiKeyId = uuid.brand<'ApiKeyId'>()
export const domainId = uuid.brand<'DomainId'>()
export const dataExportId = uuid.brand<'DataExportId'>()
export const dataImportId = uuid.brand<'DataImportId'>()

/** Up to 100 link ids in a query parameter, separated by commas. */
export const linkIdList = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(linkId).min(1).max(100))

/** Up to 100 product ids in a query parameter, separated by commas. */
export const productIdList = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(productId).min(1).max(100))

export type UserId = z.output<typeof userId>
export type OrganizationId = z.output<typeof organizationId>
export type ProjectId = z.output<typeof projectId>
export type LinkId = z.output<typeof linkId>
export type LinkAliasId = z.output<typeof linkAliasId>
export type LabelId = z.output<typeof labelId>
export type UtmTemplateId = z.output<typeof utmTemplateId>
export type SavedViewId = z.output<typeof savedViewId>
export type SessionId = z.output<typeof sessionId>
export type StoreId = z.output<typeof storeId>
export type ProductId = z.output<typeof productId>
export type FileImportId = z.output<typeof fileImportId>
export type AmazonMigrationId = z.output<typeof amazonMigrationId>
export type YoutubeChannelId = z.output<typeof youtubeChannelId>
export type EarningId = z.output<typeof earningId>
export type InvitationId = z.output<typeof invitationId>
export type CategoryId = z.output<typeof categoryId>
export type ApiKeyId = z.output<typeof apiKeyId>
export type DomainId = z.output<typeof domainId>
export type DataExportId = z.output<typeof dataExportId>
export type DataImportId = z.output<typeof dataImportId>
