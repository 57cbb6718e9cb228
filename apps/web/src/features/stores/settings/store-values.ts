import {
  type FeaturedLinkDraft,
  pageLanguages,
  pictureRatios,
  type Store,
  type StoreUpdate,
  storeFonts,
  storeLayouts,
  storeThemes,
} from '@linkshelf/contract'
import type { FieldTexts } from '../../../ui/forms/conflict-form.tsx'
import { formatScheduleTime } from '../../../ui/forms/schedule-fields.tsx'

/** The fields of the settings form as typed. An empty text means no value. */
export type StoreValues = ReturnType<typeof toStoreValues>

export function toStoreValues(store: Store) {
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
    language: store.language,
    layout: store.layout,
    picture_ratio: store.picture_ratio,
    theme: store.theme,
    heading_font: store.heading_font,
    text_font: store.text_font,
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
    newsletter_url: store.newsletter_url ?? '',
    newsletter_field: store.newsletter_field ?? '',
    newsletter_heading: store.newsletter_heading ?? '',
  }
}

/** Returns how each setting is shown if another user has changed it at the same time. */
export function createStoreFieldTexts(timeZone: string): FieldTexts<Omit<StoreUpdate, 'active'>> {
  return {
    name: { label: 'Store name' },
    store_name: { label: 'Display name' },
    title: { label: 'Page title' },
    description: { label: 'Description' },
    logo: { label: 'Logo', isPicture: true },
    favicon: { label: 'Favicon', isPicture: true },
    banner_image: { label: 'Banner', isPicture: true },
    main_color: { label: 'Main color' },
    secondary_color: { label: 'Secondary color' },
    custom_fonts_url: { label: 'Custom fonts URL' },
    language: { label: 'Language', toText: (language) => pageLanguages[language] },
    layout: { label: 'Layout', toText: (layout) => storeLayouts[layout] },
    picture_ratio: { label: 'Pictures of products', toText: (ratio) => pictureRatios[ratio] },
    theme: { label: 'Theme', toText: (theme) => storeThemes[theme] },
    heading_font: { label: 'Heading font', toText: (font) => storeFonts[font].name },
    text_font: { label: 'Text font', toText: (font) => storeFonts[font].name },
    footer_text: { label: 'Footer text' },
    snippet: { label: 'Custom HTML' },
    disclosure: { label: 'Show a disclosure that links are ads' },
    disclosure_text: { label: 'Text about ads' },
    ad_label: { label: 'Ad label' },
    imprint_url: { label: 'Impressum' },
    privacy_url: { label: 'Privacy' },
    contact_url: { label: 'Contact' },
    social_links: { label: 'Social links' },
    newsletter_url: { label: 'Form address of the newsletter' },
    newsletter_field: { label: 'Email field of the newsletter form' },
    newsletter_heading: { label: 'Heading of the newsletter' },
    featured_links: { label: 'Featured links', toText: (links) => links.map((link) => describeFeatured(link, timeZone)) },
  }
}

function describeFeatured(
  { title, subtitle, image_url, thumbnail, ad, show_from, show_until }: FeaturedLinkDraft,
  timeZone: string,
): string {
  const parts = [
    title,
    subtitle,
    image_url ? 'own picture' : thumbnail && 'picture of the page',
    ad && 'ad',
    show_from && `from ${formatScheduleTime(show_from, timeZone)}`,
    show_until && `until ${formatScheduleTime(show_until, timeZone)}`,
  ]
  return parts.filter(Boolean).join(', ')
}
