import { acceptedAddresses, textAttacks } from './text-attacks.ts'

const text = (nth: number) => textAttacks[nth] ?? ''
const address = (nth: number) => acceptedAddresses[nth] ?? ''
const all = textAttacks.join('\n')

/** The texts and addresses of a store, each an attack that its field accepts. */
export const hostileStore = {
  title: text(0),
  store_name: text(3),
  description: all.slice(0, 2_000),
  footer_text: all.slice(0, 1_000),
  disclosure_text: all.slice(-1_000),
  ad_label: '"><script>x</script>',
  logo: address(1),
  favicon: address(2),
  banner_image: address(0),
  custom_fonts_url: address(4),
  imprint_url: address(1),
  contact_url: 'mailto:mia+onclick@mia.example',
  social_links: acceptedAddresses,
  newsletter_url: address(2),
  newsletter_field: 'name[onfocus]',
  newsletter_heading: oneLine(text(9)).slice(0, 120),
}

/** The attacks through a product. */
export const hostileProduct = {
  name: text(10),
  description: all.slice(0, 5_000),
  image_url: address(0),
  attributes: Object.fromEntries(textAttacks.slice(0, 50).map((attack) => [oneLine(attack).slice(0, 100), oneLine(attack)])),
}

/** The attacks through a category, which the main page shows as a row. */
export const hostileCategory = { description: all.slice(0, 1_000), image_url: address(2), show_as_row: true }

/** Returns the attack in the form that a name or the value of an attribute accepts. */
export function oneLine(attack: string): string {
  return attack.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '').slice(0, 200)
}
