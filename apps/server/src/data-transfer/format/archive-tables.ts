// The tables of a project that an archive has, each with its columns in their order. An export selects by this list,
// and an import checks every value by it: an archive is input of a stranger. A test fails for a table or a column that
// is neither here nor in `omitted-data.ts`.
import {
  accountIdMaxLength,
  categoryDraft,
  categoryName,
  checkedPrice,
  currencyCode,
  defaultPageLanguage,
  destination,
  earningKinds,
  earningMethods,
  earningRatesDraft,
  earningStatuses,
  earningsRetailers,
  featuredLinkSubtitleMaxLength,
  hostName,
  integrationSettings,
  isPageSlug,
  labelName,
  labelNames,
  linkShops,
  notesMaxLength,
  nullableWebAddress,
  pageKinds,
  pageLanguageCodes,
  pageSlugMaxLength,
  productDraft,
  productName,
  retailers,
  slug,
  storeDraft,
  storeName,
  utmTemplateDraft,
  uuid,
  withCurrentPlaces,
} from '@linkshelf/contract'
import { z } from 'zod'
import { findTrafficSource } from '../../clicks/index.ts'

export interface ArchiveColumn {
  /** How the value is selected: as it is, in a form that is always the same, or the host of `domain_id`. */
  form: 'value' | 'instant' | 'decimal' | 'base64' | 'host'
  schema: z.core.$ZodType
  /** An id of the exporting instance: an import makes another of it. */
  isId?: boolean
  /** The table of the same project that the id refers to. A row whose id is missing there is skipped. */
  of?: string
  /** The id may be null, and is where what it names is missing. */
  isOptional?: boolean
  /** May name uploads by their address. */
  hasMedia?: boolean
}

export interface ArchiveTable {
  name: string
  columns: Record<string, ArchiveColumn>
  /** Unique within a project. Ids are in the order of their creation, in the importing instance too. */
  key: readonly string[]
  /** A condition on the archived rows. */
  condition?: string
  /** Whether the archive also has the rows as a CSV file. */
  hasCsv?: boolean
  /** Adds to a row of an archive of an earlier version what that version did not store, as far as the row tells it. */
  upgrade?(row: Record<string, unknown>): Record<string, unknown>
  /** Rows of one file; fewer where rows can be large. */
  rowsPerFile?: number
}

const value = (schema: ArchiveColumn['schema']): ArchiveColumn => ({ form: 'value', schema })
const id: ArchiveColumn = { ...value(uuid), isId: true }
const idOf = (table: string): ArchiveColumn => ({ ...id, of: table })
const optionalIdOf = (table: string): ArchiveColumn => ({ ...value(z.nullable(uuid)), isId: true, of: table, isOptional: true })
const shortLink = optionalIdOf('links')
const flag = value(z.boolean())
const time = z.iso.datetime()
const instant: ArchiveColumn = { form: 'instant', schema: time }
const optionalInstant: ArchiveColumn = { form: 'instant', schema: time.nullable() }
/** Null on the domain of the exporting instance. Archives of earlier versions lack it. */
const domain: ArchiveColumn = { form: 'host', schema: z.preprocess((given) => given ?? null, z.union([hostName, z.null()])) }
const position: ArchiveColumn = { form: 'decimal', schema: z.string().regex(/^-?\d{1,1000}(\.\d{1,1000})?$/) }
const rank = value(z.int32())
const minorUnits = value(z.int())
const reported = value(z.string().max(500).nullable())
/** Archives of earlier versions lack it. */
const newlyReported = value(z.string().max(500).nullable().default(null))
const newlyCounted = value(z.int32().default(0))
const media = (schema: ArchiveColumn['schema']): ArchiveColumn => ({ form: 'value', schema, hasMedia: true })
const color = value(storeDraft.shape.main_color)
/** Archives of earlier versions lack it. */
const newlyChosenColor = value(z.nullable(storeDraft.shape.main_color).default(null))
const page = storeDraft.shape
const product = productDraft.shape
/** Archives of earlier versions lack the fields of categories as collections. */
const collection = categoryDraft.shape
/** Archives of earlier versions lack the fields of featured links as cards, and such a link stays a button. */
const card = {
  subtitle: value(z.string().max(featuredLinkSubtitleMaxLength).nullable().default(null)),
  image_url: media(page.logo),
  has_thumbnail: value(z.boolean().default(false)),
}
/** Archives of earlier versions lack it, and an import makes one of the name for what is none. */
const newlyNamed = value(z.string().max(pageSlugMaxLength).nullable().default(null))
/** Archives of earlier versions lack it. */
const newlyPriced = value(z._default(z.nullable(checkedPrice), null))
const schedule = { show_from: optionalInstant, show_until: optionalInstant }

/** The same as the migrations that added these columns. What was shipped of orders is computed after the insert. */
function upgradeEarning(row: Record<string, unknown>): Record<string, unknown> {
  const { retailer, kind, quantity, method, referrer } = row
  const isShipment = retailer === 'amazon' && kind === 'sale' && row.is_day_of_shipment === true
  const shipped_quantity = isShipment && typeof quantity === 'number' ? Math.max(0, quantity) : 0
  const source = method === 'click' && typeof referrer === 'string' ? findTrafficSource(referrer, '') : null
  return { shipped_quantity, source, ...row }
}

/** The tables in the order in which an import can insert them. */
export const archiveTables: readonly ArchiveTable[] = [
  {
    name: 'integrations',
    columns: {
      retailer: value(z.enum(retailers)),
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
    columns: {
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
      page_kind: value(z.enum(pageKinds).nullable().default(null)), // archives of earlier versions lack both
      page_id: { ...value(z.nullable(uuid).default(null)), isId: true },
      revision: rank,
      created_at: instant,
    },
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
  {
    name: 'stores',
    columns: {
      id,
      name: value(storeName),
      handle: value(z.string().min(1).max(200)),
      description: value(page.description),
      main_color: color,
      secondary_color: color,
      language: value(z.enum(pageLanguageCodes).default(defaultPageLanguage)), // archives of earlier versions lack it
      layout: value(page.layout),
      picture_ratio: value(z.enum(['whole', 'square', 'portrait', 'landscape']).default('whole')), // archives of earlier versions lack it
      theme: value(page.theme),
      heading_font: value(page.heading_font),
      text_font: value(page.text_font),
      logo: media(page.logo),
      title: value(page.title),
      store_name: value(page.store_name),
      custom_fonts_url: media(page.custom_fonts_url),
      favicon: media(page.favicon),
      banner_image: media(page.banner_image),
      footer_text: value(page.footer_text),
      snippet: media(page.snippet),
      is_active: flag,
      is_disclosed: flag,
      disclosure_text: value(page.disclosure_text),
      ad_label: value(page.ad_label),
      imprint_url: value(page.imprint_url),
      privacy_url: value(page.privacy_url),
      contact_url: value(page.contact_url),
      social_links: value(page.social_links),
      newsletter_url: value(page.newsletter_url), // archives of earlier versions lack the newsletter
      newsletter_field: value(page.newsletter_field),
      newsletter_heading: value(page.newsletter_heading),
      short_link_id: shortLink,
      created_at: instant,
    },
    key: ['id'],
    hasCsv: true,
  },
  {
    name: 'store_handles',
    columns: { handle: value(z.string().min(1).max(200)), store_id: idOf('stores') },
    key: ['handle'],
    condition: 'store_id is not null',
  },
  {
    name: 'categories',
    columns: {
      id,
      name: value(categoryName),
      slug: newlyNamed,
      color_hex: color,
      is_active: flag,
      description: value(collection.description),
      image_url: media(collection.image_url),
      is_row: value(collection.show_as_row),
      position,
      ...schedule,
      created_at: instant,
    },
    key: ['id'],
    hasCsv: true,
  },
  {
    name: 'products',
    columns: {
      id,
      name: value(productName),
      slug: newlyNamed,
      description: value(product.description),
      image_url: media(product.image_url),
      product_url: value(product.product_url),
      attributes: value(product.attributes),
      is_active: flag,
      is_in_store: flag,
      availability: value(product.availability),
      price: newlyPriced,
      is_pinned: value(product.pinned),
      position,
      ...schedule,
      short_link_id: shortLink,
      created_at: instant,
    },
    key: ['id'],
    hasCsv: true,
    rowsPerFile: 500,
  },
  {
    name: 'page_slugs',
    columns: {
      slug: value(z.string().refine(isPageSlug)),
      product_id: optionalIdOf('products'),
      category_id: optionalIdOf('categories'),
      replaced_at: instant,
    },
    key: ['slug'],
    condition: 'replaced_at is not null',
  },
  {
    name: 'product_categories',
    columns: { product_id: idOf('products'), category_id: idOf('categories') },
    key: ['product_id', 'category_id'],
  },
  { name: 'product_links', columns: { product_id: idOf('products'), link_id: idOf('links'), rank }, key: ['product_id', 'link_id'] },
  {
    name: 'featured_links',
    columns: {
      store_id: idOf('stores'),
      link_id: idOf('links'),
      title: value(z.string().min(1).max(120)),
      ...card,
      is_ad: flag,
      ...schedule,
      rank,
    },
    key: ['store_id', 'link_id'],
  },
  {
    name: 'qr_codes',
    columns: {
      subject_kind: value(z.enum(['link', 'product', 'store'])),
      subject_id: id,
      color,
      background_color: color,
      background_transparent: flag,
      logo: { form: 'base64', schema: z.base64().max(2_000_000).nullable() },
    },
    key: ['subject_kind', 'subject_id'],
    // The rows include those of a deleted link until the deletion can't be undone.
    condition: "(subject_kind <> 'link' or exists (select from links where links.id = subject_id and links.deleted_at is null))",
    rowsPerFile: 20,
  },
  {
    name: 'earnings',
    columns: {
      id,
      transaction_key: value(z.string().min(1).max(500)),
      version_at: instant,
      recorded_at: instant,
      retailer: value(z.enum(earningsRetailers)),
      kind: value(z.enum(earningKinds)),
      status: value(z.enum(earningStatuses)),
      currency: value(currencyCode),
      amount: minorUnits,
      reversed_amount: minorUnits,
      sale_amount: minorUnits,
      quantity: rank,
      shipped_quantity: newlyCounted,
      fulfilled_quantity: newlyCounted,
      occurred_on: value(z.iso.date()),
      occurred_at: optionalInstant,
      is_day_of_shipment: flag,
      item_id: reported,
      item_name: reported,
      tracking_id: reported,
      sub_id: reported,
      is_direct: value(z.boolean().nullable().default(null)),
      network: reported,
      matched_at: optionalInstant,
      method: value(z.enum(earningMethods).nullable()),
      link_id: optionalIdOf('links'),
      product_id: optionalIdOf('products'),
      country: value(z.string().max(2).nullable()),
      source: newlyReported,
      referrer: reported,
      shop: newlyReported,
      shop_reason: newlyReported,
      announced_at: optionalInstant,
    },
    key: ['id'],
    condition: 'is_current',
    hasCsv: true,
    upgrade: upgradeEarning,
  },
  { name: 'earning_rates', columns: { currency: value(currencyCode), rates: value(earningRatesDraft.shape.rates) }, key: ['currency'] },
]
