import { type Store, type StoreUpdate, storeUpdate } from '@linkshelf/contract'

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
  }
}

/** What is sent: optional texts only when they are not empty; the server clears those that are left out. */
export function toUpdate(values: StoreValues): StoreUpdate {
  return withoutEmpty(storeUpdate.parse(values))
}

/** Every text but the name may be left out, so what remains is an update too. */
export function withoutEmpty(update: StoreUpdate): StoreUpdate {
  return Object.fromEntries(Object.entries(update).filter(([, value]) => value !== null)) as StoreUpdate
}
