// Wordings of the disclosure to choose from. The owner may change them, and decides whether they fit:
// this is no legal advice.
import { retailerNames, retailerOfHost } from '@linkshelf/retailers'

/** The mark beside each button that leads to a shop, unless the owner chooses another. */
export const defaultAdLabel = 'Ad'

/** The disclosure of every page whose owner wrote none. */
const generalDisclosure = 'Ad: links on this page are affiliate links. The owner may earn a commission when you buy.'

interface DisclosureWording {
  /** The name of the wording in lists on screen. */
  name: string
  /** BCP 47. */
  language: string
  /** The mark beside each button. */
  label: string
  text: string
}

/** Wordings that authorities and courts accept as a clear mark, by country. */
const byCountry: DisclosureWording[] = [
  { name: 'International', language: 'en', label: defaultAdLabel, text: generalDisclosure },
  {
    name: 'United States',
    language: 'en-US',
    label: 'Paid link',
    text: 'Paid links: I earn a commission if you buy through links on this page.',
  },
  {
    name: 'United Kingdom',
    language: 'en-GB',
    label: 'Ad',
    text: 'Ad: I earn a commission if you buy through links on this page.',
  },
  {
    name: 'Germany, Austria, Switzerland',
    language: 'de',
    label: 'Werbung',
    text: 'Werbung: Wenn du über Links auf dieser Seite einkaufst, erhalte ich eine Provision.',
  },
  {
    name: 'France',
    language: 'fr',
    label: 'Publicité',
    text: 'Publicité : je perçois une commission si vous achetez en passant par les liens de cette page.',
  },
  {
    name: 'Italy',
    language: 'it',
    label: 'Pubblicità',
    text: 'Pubblicità: ricevo una commissione se acquisti tramite i link di questa pagina.',
  },
  {
    name: 'Spain',
    language: 'es',
    label: 'Publicidad',
    text: 'Publicidad: recibo una comisión si compras a través de los enlaces de esta página.',
  },
  {
    name: 'Netherlands',
    language: 'nl',
    label: 'Advertentie',
    text: 'Advertentie: ik ontvang een commissie als je via links op deze pagina koopt.',
  },
]

/**
 * The sentence that Amazon's operating agreement requires, by the marketplace, `en` for the others (help topic
 * GHQNZAU6669EZS98 of each).
 */
const amazonSentences: Record<string, string> = {
  en: 'As an Amazon Associate I earn from qualifying purchases.',
  de: 'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
  fr: 'En tant que Partenaire Amazon, je réalise un bénéfice sur les achats remplissant les conditions requises.',
  it: 'In qualità di Affiliato Amazon io ricevo un guadagno dagli acquisti idonei.',
  es: 'En calidad de Afiliado de Amazon, obtengo ingresos por las compras adscritas que cumplen los requisitos aplicables.',
  nl: 'Als Amazon-partner verdien ik aan in aanmerking komende aankopen.',
}

/** Proposed by the eBay Partner Network. */
const ebaySentence = 'As an eBay Partner, I may be compensated if you make a purchase.'

/** The name of a shop as text; another shop is named by its host. */
export function shopName(host: string): string {
  const retailer = retailerOfHost(host)?.retailer
  return retailer === undefined ? host.replace(/^www\./, '') : retailerNames[retailer]
}

/** The sentences that the shops at these hosts require, in the language of each marketplace, each once. */
export function retailerSentences(hosts: Iterable<string>): string[] {
  return [...new Set([...hosts].flatMap((host) => sentenceOf(host) ?? []))]
}

function sentenceOf(host: string): string | undefined {
  const shop = retailerOfHost(host)
  if (shop?.retailer === 'ebay') return ebaySentence
  return shop?.retailer === 'amazon' ? (amazonSentences[shop.market ?? ''] ?? amazonSentences.en) : undefined
}

/**
 * The wordings to offer to the owner of a store that links to these hosts: by country, each with
 * what the shops require.
 */
export function disclosureWordings(hosts: Iterable<string> = []): DisclosureWording[] {
  const sentences = retailerSentences(hosts)
  return byCountry.map((wording) => ({ ...wording, text: [wording.text, ...sentences].join(' ') }))
}

/** The same for links to Amazon and eBay, each with the sentence of the Amazon of its country. */
export function retailerWordings(): DisclosureWording[] {
  return byCountry.map(({ text, ...wording }) => {
    const amazonSentence = amazonSentences[wording.language] ?? amazonSentences.en
    return { ...wording, text: [text, amazonSentence, ebaySentence].join(' ') }
  })
}

/** Returns the disclosure on the page of one affiliate link. */
export function linkDisclosure(hosts: Iterable<string>): string {
  return ['Ad: this is an affiliate link. Its owner may earn a commission when you buy.', ...retailerSentences(hosts)].join(' ')
}

/** Returns the disclosure of a page whose owner wrote none. */
export function defaultDisclosure(hosts: Iterable<string>): string {
  return [generalDisclosure, ...retailerSentences(hosts)].join(' ')
}
