import type { Store, StoreUpdate } from '@linkshelf/contract'

/** The fields of the settings form, as they are typed; an empty text is none. */
export type StoreValues = ReturnType<typeof toValues>

export function toValues(store: Store) {
  return {
    name: store.name,
    store_name: store.store_name ?? '',
    title: store.title ?? '',
    description: store.description ?? '',
    logo: store.logo ?? '',
    favicon: store.favicon ?? '',
    banner_image: store.banner_image ?? '',
    main_color: store.main_color,
    secondary_color: store.secondary_color,
    custom_fonts_url: store.custom_fonts_url ?? '',
    layout: store.layout,
    footer_text: store.footer_text ?? '',
    snippet: store.snippet ?? '',
    disclosure: store.disclosure,
    disclosure_text: store.disclosure_text ?? '',
    ad_label: store.ad_label ?? '',
    imprint_url: store.imprint_url ?? '',
    privacy_url: store.privacy_url ?? '',
    contact_url: store.contact_url?.replace(/^mailto:/, '') ?? '',
    social_links: store.social_links,
    featured_links: store.featured_links,
  }
}

const contentFields = [
  'disclosure',
  'disclosure_text',
  'ad_label',
  'imprint_url',
  'privacy_url',
  'contact_url',
  'social_links',
  'featured_links',
] as const

/**
 * Sends optional texts only where they are not empty: the server clears those that are missing. The content of the page
 * is not sent, so it stays unchanged.
 */
export function omitEmptyFields(update: StoreUpdate): StoreUpdate {
  const isSent = ([name, value]: [string, unknown]) => value !== null && !contentFields.some((field) => field === name)
  return Object.fromEntries(Object.entries(update).filter(isSent)) as StoreUpdate
}

/** Returns the content of the page where it was changed; null clears a text. */
export function changedContent(update: StoreUpdate, store: Store): Partial<StoreUpdate> {
  const changed = contentFields.filter((field) => JSON.stringify(update[field]) !== JSON.stringify(store[field]))
  return Object.fromEntries(changed.map((field) => [field, update[field]]))
}
