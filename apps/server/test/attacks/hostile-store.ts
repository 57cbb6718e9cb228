import { acceptedAddresses, textAttacks } from './text-attacks.ts'

const pickText = (nth: number) => textAttacks[nth] ?? ''
const pickAddress = (nth: number) => acceptedAddresses[nth] ?? ''
const all = textAttacks.join('\n')

/** Store fields, each filled with an attack that the field's validation accepts. */
export const hostileStore = {
  title: pickText(0),
  store_name: pickText(3),
  description: all.slice(0, 2_000),
  footer_text: all.slice(0, 1_000),
  disclosure_text: all.slice(-1_000),
  ad_label: '"><script>x</script>',
  logo: pickAddress(1),
  favicon: pickAddress(2),
  banner_image: pickAddress(0),
  custom_fonts_url: pickAddress(4),
  imprint_url: pickAddress(1),
  contact_url: 'mailto:mia+onclick@mia.example',
  social_links: acceptedAddresses,
  newsletter_url: pickAddress(2),
  newsletter_field: 'name[onfocus]',
  newsletter_heading: toOneLine(pickText(9)).slice(0, 120),
}

/** A product whose texts and addresses are attacks. */
export const hostileProduct = {
  name: pickText(10),
  description: all.slice(0, 5_000),
  image_url: pickAddress(0),
  attributes: Object.fromEntries(textAttacks.slice(0, 50).map((attack) => [toOneLine(attack).slice(0, 100), toOneLine(attack)])),
}

/** A category whose texts and addresses are attacks. The store's main page shows the category as a row. */
export const hostileCategory = { description: all.slice(0, 1_000), image_url: pickAddress(2), show_as_row: true }

/** Shortens the attack and removes its control characters and line breaks, so that a name or attribute accepts it. */
export function toOneLine(attack: string): string {
  return attack.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '').slice(0, 200)
}
