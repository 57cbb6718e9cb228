import {
  accountIdMaxLength,
  destination,
  integrationSettings,
  labelName,
  labelNames,
  linkShops,
  notesMaxLength,
  nullableWebAddress,
  pageKinds,
  replaceRetiredCountries,
  slug,
  utmTemplateDraft,
  uuid,
} from '@linkshelf/contract'
import { retailerIds } from '@linkshelf/retailers'
import { z } from 'zod'
import type { NewLink } from '../../links/index.ts'
import {
  type ArchiveColumn,
  type ArchiveTable,
  addedColor,
  domain,
  flag,
  id,
  instant,
  rank,
  toColumn,
  toIdColumn,
} from './archive-columns.ts'

/** A link's domain is archived as its host. An import computes whether the link is pending. */
const linkArchiveColumns: Record<Exclude<keyof NewLink, 'domain_id' | 'is_pending'> | 'domain', ArchiveColumn> = {
  id,
  domain,
  slug: toColumn(slug),
  target: toColumn(destination),
  // Archives of earlier versions lack this column.
  expanded_target: toColumn(z.preprocess((given) => given ?? null, z.union([destination, z.null()]))),
  title: toColumn(z.string().max(2_000).nullable()),
  has_own_title: flag,
  // Archives of earlier versions lack this column.
  notes: toColumn(z.preprocess((given) => given ?? null, z.string().max(notesMaxLength).nullable())),
  labels: toColumn(labelNames),
  brand_logo: toColumn(nullableWebAddress),
  is_archived: flag,
  is_affiliated: toColumn(z.boolean().default(true)), // archives of earlier versions lack this column
  shops: toColumn(z.preprocess(replaceRetiredCountries, z._default(linkShops, []))),
  expanded_shops: toColumn(z.preprocess((given) => given ?? {}, z.record(z.string().max(2_048), destination))),
  has_choice_page: toColumn(z.boolean().default(false)),
  // Archives of earlier versions lack both page columns.
  page_kind: toColumn(z.enum(pageKinds).nullable().default(null)),
  page_id: { ...toColumn(z.nullable(uuid).default(null)), isId: true },
  revision: rank,
  created_at: instant,
  // Archives of earlier versions lack this column.
  address_id: { ...toColumn(z.nullable(uuid).default(null)), isId: true },
}

/** Tables of links and of entities that belong to links. */
export const linkTables: readonly ArchiveTable[] = [
  {
    name: 'integrations',
    columns: {
      retailer: toColumn(z.enum(retailerIds)),
      account_id: toColumn(z.string().min(1).max(accountIdMaxLength)),
      settings: toColumn(z.union(Object.values(integrationSettings))),
      updated_at: instant,
    },
    key: ['retailer'],
  },
  {
    name: 'labels',
    columns: { id, name: toColumn(labelName), is_active: flag, color_hex: addedColor, created_at: instant },
    key: ['id'],
    hasCsv: true,
  },
  {
    name: 'utm_templates',
    columns: {
      id,
      name: toColumn(utmTemplateDraft.shape.name),
      source: toColumn(utmTemplateDraft.shape.source),
      medium: toColumn(utmTemplateDraft.shape.medium),
      campaign: toColumn(utmTemplateDraft.shape.campaign),
      term: toColumn(utmTemplateDraft.shape.term),
      content: toColumn(utmTemplateDraft.shape.content),
      created_at: instant,
    },
    key: ['id'],
  },
  {
    name: 'links',
    columns: linkArchiveColumns,
    key: ['id'],
    condition: 'deleted_at is null',
    hasCsv: true,
  },
  {
    name: 'link_aliases',
    columns: { id, link_id: toIdColumn('links'), domain, slug: toColumn(slug), created_at: instant },
    key: ['id'],
    condition: 'exists (select from links where links.id = link_id and links.deleted_at is null)',
  },
]
