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

type Language = 'en' | 'de' | 'fr' | 'it' | 'es' | 'nl'

/**
 * The sentences that programs require. Amazon's operating agreement has one for each marketplace (help topic
 * GHQNZAU6669EZS98 of each); eBay proposes the English one, and the others are translations of it. A text has all its
 * sentences in its own language, wherever the shops are: readers would take a foreign sentence for part of a list of
 * shops.
 */
const sentences: Record<Language, { amazon: string; ebay: string }> = {
  en: {
    amazon: 'As an Amazon Associate I earn from qualifying purchases.',
    ebay: 'As an eBay Partner, I may be compensated if you make a purchase.',
  },
  de: {
    amazon: 'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
    ebay: 'Als eBay-Partner erhalte ich möglicherweise eine Vergütung, wenn du etwas kaufst.',
  },
  fr: {
    amazon: 'En tant que Partenaire Amazon, je réalise un bénéfice sur les achats remplissant les conditions requises.',
    ebay: 'En tant que Partenaire eBay, je peux être rémunéré si vous effectuez un achat.',
  },
  it: {
    amazon: 'In qualità di Affiliato Amazon io ricevo un guadagno dagli acquisti idonei.',
    ebay: 'In qualità di Partner eBay, potrei ricevere un compenso se effettui un acquisto.',
  },
  es: {
    amazon: 'En calidad de Afiliado de Amazon, obtengo ingresos por las compras adscritas que cumplen los requisitos aplicables.',
    ebay: 'Como socio de eBay, puedo recibir una compensación si realizas una compra.',
  },
  nl: {
    amazon: 'Als Amazon-partner verdien ik aan in aanmerking komende aankopen.',
    ebay: 'Als eBay-partner kan ik een vergoeding ontvangen als je iets koopt.',
  },
}

/** The name of a shop as text; another shop is named by its host. */
export function shopName(host: string): string {
  const retailer = retailerOfHost(host)?.retailer
  return retailer === undefined ? host.replace(/^www\./, '') : retailerNames[retailer]
}

/** Whether the program of the shop at this host requires a sentence of its own. */
export function requiresSentence(host: string): boolean {
  const retailer = retailerOfHost(host)?.retailer
  return retailer === 'amazon' || retailer === 'ebay'
}

/** The sentences that the shops at these hosts require, in one language, each once. */
function sentencesOf(hosts: Iterable<string>, language: Language): string[] {
  const retailers = [...hosts].map((host) => retailerOfHost(host)?.retailer)
  return [
    ...new Set(retailers.flatMap((retailer) => (retailer === 'amazon' || retailer === 'ebay' ? [sentences[language][retailer]] : []))),
  ]
}

function languageOf({ language }: Pick<DisclosureWording, 'language'>): Language {
  const [base = 'en'] = language.split('-')
  return base in sentences ? (base as Language) : 'en'
}

/**
 * The wordings to offer to the owner of a store that links to these hosts: by country, each with
 * what the shops require.
 */
export function disclosureWordings(hosts: Iterable<string> = []): DisclosureWording[] {
  return byCountry.map((wording) => ({ ...wording, text: [wording.text, ...sentencesOf(hosts, languageOf(wording))].join(' ') }))
}

/** The same for links to Amazon and eBay. */
export function retailerWordings(): DisclosureWording[] {
  return disclosureWordings(['amazon.com', 'ebay.com'])
}

/** Returns the disclosure on the page of one affiliate link, in the language of that page. */
export function linkDisclosure(hosts: Iterable<string>): string {
  return ['Ad: this is an affiliate link. Its owner may earn a commission when you buy.', ...sentencesOf(hosts, 'en')].join(' ')
}

/** Returns the disclosure of a page whose owner wrote none, in the language of that page. */
export function defaultDisclosure(hosts: Iterable<string>): string {
  return [generalDisclosure, ...sentencesOf(hosts, 'en')].join(' ')
}
