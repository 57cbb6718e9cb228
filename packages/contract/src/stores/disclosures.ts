// Wordings of the disclosure that owners can choose. Owners can change them, and must decide whether they fit, because
// they are no legal advice.
import { findRetailerByHost, type Retailer, retailerIds, retailerNames, retailers } from '@linkshelf/retailers'
import { defaultPageLanguage, type PageLanguage, pageLanguages } from './page-languages.ts'

interface DisclosureWording {
  /** The name of the wording in lists on screen. */
  name: string
  /** BCP 47 tag. */
  language: string
  /** The mark next to each button. */
  label: string
  text: string
}

/**
 * Wordings by country that authorities and courts accept as a clear mark. The first wording in a language is the
 * default of pages in that language.
 */
const wordings: DisclosureWording[] = [
  {
    name: 'International',
    language: 'en',
    label: 'Ad',
    text: 'Ad: links on this page are affiliate links. The owner may earn a commission when you buy.',
  },
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
    name: 'Brazil, Portugal',
    language: 'pt',
    label: 'Publicidade',
    text: 'Publicidade: recebo uma comissão se você comprar pelos links desta página.',
  },
  {
    name: 'Netherlands',
    language: 'nl',
    label: 'Advertentie',
    text: 'Advertentie: ik ontvang een commissie als je via links op deze pagina koopt.',
  },
  {
    name: 'Poland',
    language: 'pl',
    label: 'Reklama',
    text: 'Reklama: otrzymuję prowizję, jeśli kupisz coś przez linki na tej stronie.',
  },
  {
    name: 'Japan',
    language: 'ja',
    label: '広告',
    text: '広告：このページのリンクから購入されると、運営者が報酬を受け取ります。',
  },
  {
    name: 'Arab countries',
    language: 'ar',
    label: 'إعلان',
    text: 'إعلان: أحصل على عمولة إذا اشتريت عبر الروابط الموجودة في هذه الصفحة.',
  },
  {
    name: 'Israel',
    language: 'he',
    label: 'פרסומת',
    text: 'פרסומת: רכישה דרך הקישורים בעמוד הזה מזכה אותי בעמלה.',
  },
]

/** The disclosure on the page of a single link. */
const linkDisclosures: Record<PageLanguage, string> = {
  en: 'Ad: this is an affiliate link. The person who shares it may earn a commission when you buy.',
  de: 'Werbung: Das ist ein Affiliate-Link. Wenn du darüber einkaufst, erhält die Person, die ihn teilt, eventuell eine Provision.',
  fr: 'Publicité : ceci est un lien affilié. La personne qui le partage peut percevoir une commission si vous achetez.',
  it: 'Pubblicità: questo è un link di affiliazione. Chi lo condivide può ricevere una commissione se acquisti.',
  es: 'Publicidad: este es un enlace de afiliado. Quien lo comparte puede recibir una comisión si compras.',
  pt: 'Publicidade: este é um link de afiliado. Quem o compartilha pode receber uma comissão se você comprar.',
  nl: 'Advertentie: dit is een affiliatelink. Wie hem deelt, kan een commissie ontvangen als je iets koopt.',
  pl: 'Reklama: to link afiliacyjny. Osoba, która go udostępnia, może otrzymać prowizję, jeśli coś kupisz.',
  ja: '広告：これはアフィリエイトリンクです。購入されると、リンクの運営者が報酬を受け取ることがあります。',
  ar: 'إعلان: هذا رابط تسويق بالعمولة. قد يحصل صاحبه على عمولة عند الشراء.',
  he: 'פרסומת: זהו קישור שותפים. רכישה דרכו עשויה לזכות את בעליו בעמלה.',
}

/**
 * The sentence that each program requires; null if the program requires no sentence. Amazon's operating agreement has
 * the sentence for most marketplaces (help topic GHQNZAU6669EZS98 of each marketplace), and eBay proposes the English
 * sentence. All other sentences are translations. A disclosure has only sentences in its own language, even for shops
 * in other countries, because readers would mistake a foreign sentence for a part of a list of shops.
 */
const sentencesByRetailer: Readonly<Record<Retailer, Record<PageLanguage, string> | null>> = {
  amazon: {
    en: 'As an Amazon Associate I earn from qualifying purchases.',
    de: 'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
    fr: 'En tant que Partenaire Amazon, je réalise un bénéfice sur les achats remplissant les conditions requises.',
    it: 'In qualità di Affiliato Amazon io ricevo un guadagno dagli acquisti idonei.',
    es: 'En calidad de Afiliado de Amazon, obtengo ingresos por las compras adscritas que cumplen los requisitos aplicables.',
    pt: 'Como participante do Programa de Associados da Amazon, sou remunerado pelas compras qualificadas efetuadas.',
    nl: 'Als Amazon-partner verdien ik aan in aanmerking komende aankopen.',
    pl: 'Jako partner Amazon zarabiam na kwalifikujących się zakupach.',
    ja: 'Amazonのアソシエイトとして、運営者は適格販売により収入を得ています。',
    ar: 'بصفتي شريكًا لأمازون، أكسب من عمليات الشراء المؤهلة.',
    he: 'בתור שותף של אמזון, יש לי רווח מרכישות מזכות.',
  },
  ebay: {
    en: 'As an eBay Partner, I may be compensated if you make a purchase.',
    de: 'Als eBay-Partner erhalte ich möglicherweise eine Vergütung, wenn du etwas kaufst.',
    fr: 'En tant que Partenaire eBay, je peux être rémunéré si vous effectuez un achat.',
    it: 'In qualità di Partner eBay, potrei ricevere un compenso se effettui un acquisto.',
    es: 'Como socio de eBay, puedo recibir una compensación si realizas una compra.',
    pt: 'Como parceiro do eBay, posso receber uma remuneração se você fizer uma compra.',
    nl: 'Als eBay-partner kan ik een vergoeding ontvangen als je iets koopt.',
    pl: 'Jako partner eBay mogę otrzymać wynagrodzenie, jeśli dokonasz zakupu.',
    ja: 'eBayパートナーとして、購入があった場合に運営者が報酬を受け取ることがあります。',
    ar: 'بصفتي شريكًا لـ eBay، قد أحصل على مقابل إذا أجريت عملية شراء.',
    he: 'בתור שותף של eBay, ייתכן שאקבל תגמול על רכישה.',
  },
  aliexpress: null,
}

/** Returns the name of a retailer by its host. For any other shop, returns the host. */
export function toShopName(host: string): string {
  const retailer = findRetailerByHost(host)?.retailer
  return retailer === undefined ? host.replace(/^www\./, '') : retailerNames[retailer]
}

/** Whether the affiliate program of the shop at this host requires a sentence of its own. */
export function requiresSentence(host: string): boolean {
  const retailer = findRetailerByHost(host)?.retailer
  return retailer !== undefined && sentencesByRetailer[retailer] !== null
}

/** All required sentences, in every language. */
export const requiredSentences: readonly string[] = Object.values(sentencesByRetailer).flatMap((ofRetailer) =>
  Object.values(ofRetailer ?? {}),
)

/**
 * Appends the sentences that the shops at these hosts require, in one language. Each sentence is appended only once.
 */
function appendRequiredSentences(text: string, hosts: Iterable<string>, language: PageLanguage): string {
  const required = [...hosts].flatMap((host) => {
    const retailer = findRetailerByHost(host)?.retailer
    return (retailer && sentencesByRetailer[retailer]?.[language]) ?? []
  })
  return [text, ...new Set(required)].join(language === 'ja' ? '' : ' ')
}

function toWordingLanguage({ language }: Pick<DisclosureWording, 'language'>): PageLanguage {
  const [base = ''] = language.split('-')
  return Object.hasOwn(pageLanguages, base) ? (base as PageLanguage) : defaultPageLanguage
}

/**
 * Returns the wordings that the owner of a store with links to these hosts can choose: one or more per country, each
 * with the sentences that the shops require.
 */
export function listDisclosureWordings(hosts: Iterable<string> = []): DisclosureWording[] {
  const all = [...hosts]
  return wordings.map((wording) => ({ ...wording, text: appendRequiredSentences(wording.text, all, toWordingLanguage(wording)) }))
}

/** Returns the wordings for a store with links to all retailers. */
export function listRetailerWordings(): DisclosureWording[] {
  return listDisclosureWordings(retailerIds.flatMap((retailer) => [...retailers[retailer].domains.keys()]))
}

function getDefaultWording(language: PageLanguage): DisclosureWording {
  const wording = wordings.find((one) => one.language === language)
  if (wording === undefined) throw new Error(`No disclosure in ${language}`)
  return wording
}

/** Returns the default mark next to each button that leads to a shop, for pages in this language. */
export function toDefaultAdLabel(language: PageLanguage): string {
  return getDefaultWording(language).label
}

/** Returns the disclosure on the page of one affiliate link, in the language of that page. */
export function formatLinkDisclosure(hosts: Iterable<string>, language: PageLanguage): string {
  return appendRequiredSentences(linkDisclosures[language], hosts, language)
}

/** Returns the disclosure of a page whose owner wrote no disclosure, in the language of the page. */
export function formatDefaultDisclosure(hosts: Iterable<string>, language: PageLanguage): string {
  return appendRequiredSentences(getDefaultWording(language).text, hosts, language)
}
