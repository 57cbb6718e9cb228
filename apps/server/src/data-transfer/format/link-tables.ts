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
  slug,
  utmTemplateDraft,
  uuid,
  withCurrentPlaces,
} from '@linkshelf/contract'
import { retailerIds } from '@linkshelf/retailers'
import { z } from 'zod'
import type { NewLink } from '../../links/index.ts'
import { type ArchiveColumn, type ArchiveTable, domain, flag, id, idOf, instant, newlyChosenColor, rank, value } from './archive-columns.ts'

/** The domain is archived by its host. An import computes the pending state. */
const linkArchiveColumns: Record<Exclude<keyof NewLink, 'domain_id' | 'is_pending'> | 'domain', ArchiveColumn> = {
  id,
  domain,
  slug: value(slug),
  target: value(destination),
  expanded_target: value(z.preprocess((given) => given ?? null, z.union([destination, z.null()]))), // archives of earlier versions lack it
  title: value(z.string().max(2_000).nullable()),
  has_own_title: flag,
  notes: value(z.preprocess((given) => given ?? null, z.string().max(notesMaxLength).nullable())), // archives of earlier versions lack it
  labels: value(labelNames),
  brand_logo: value(nullableWebAddress),
  is_archived: flag,
  is_affiliated: value(z.boolean().default(true)), // archives of earlier versions lack it
  shops: value(z.preprocess(withCurrentPlaces, z._default(linkShops, []))),
  expanded_shops: value(z.preprocess((given) => given ?? {}, z.record(z.string().max(2_048), destination))),
  has_choice_page: value(z.boolean().default(false)),
  page_kind: value(z.enum(pageKinds).nullable().default(null)), // archives of earlier versions have no page
  page_id: { ...value(z.nullable(uuid).default(null)), isId: true },
  revision: rank,
  created_at: instant,
}

/** Links, and what is theirs. */
export const linkTables: readonly ArchiveTable[] = [
  {
    name: 'integrations',
    columns: {
      retailer: value(z.enum(retailerIds)),
      account_id: value(z.string().min(1).max(accountIdMaxLength)),
      settings: value(z.union(Object.values(integrationSettings))),
      updated_at: instant,
    },
    key: ['retailer'],
  },
  {
    name: 'labels',
    columns: { id, name: value(labelName), is_active: flag, color_hex: newlyChosenColor, created_at: instant },
    key: ['id'],
    hasCsv: true,
  },
  {
    name: 'utm_templates',
    columns: {
      id,
      name: value(utmTemplateDraft.shape.name),
      source: value(utmTemplateDraft.shape.source),
      medium: value(utmTemplateDraft.shape.medium),
      campaign: value(utmTemplateDraft.shape.campaign),
      term: value(utmTemplateDraft.shape.term),
      content: value(utmTemplateDraft.shape.content),
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
    columns: { id, link_id: idOf('links'), domain, slug: value(slug), created_at: instant },
    key: ['id'],
    condition: 'exists (select from links where links.id = link_id and links.deleted_at is null)',
  },
]
