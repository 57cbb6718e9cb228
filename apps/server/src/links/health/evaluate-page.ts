import type { LinkHealthReason } from '@linkshelf/contract'
import { type Retailer, retailerOfHost } from '@linkshelf/retailers'
import { decodeHtml } from '../html-page.ts'

/**
 * The result of one check. `broken` counts as a failure at once, `temporary` after repeats. `blocked` and `unchecked`
 * say nothing about the page, and `unavailable` means that the page exists but sells nothing.
 */
export type CheckResult =
  | { kind: 'ok'; reason: null }
  | { kind: 'broken' | 'temporary' | 'blocked' | 'unchecked' | 'unavailable'; reason: LinkHealthReason }

interface Page {
  url: string
  status: number
  contentType: string
  body: Buffer
}

const ok: CheckResult = { kind: 'ok', reason: null }

/** Judges a response that is no redirect. A page is read for soft errors on retailers only. */
export function evaluatePage(page: Page): CheckResult {
  const retailer = retailerOfHost(new URL(page.url).hostname)?.retailer
  const isPage = retailer !== undefined && page.body.length > 0 && /html/i.test(page.contentType)
  const source = isPage ? decodeHtml(page.body, page.contentType) : ''
  const errors = retailer && softErrors[retailer]
  if (errors?.captcha.some((mark) => source.includes(mark))) return { kind: 'blocked', reason: 'captcha' }
  const result = evaluateStatus(page.status)
  if (result.kind !== 'ok' || errors === undefined || !isPage) return result

  if (errors.removed.some((mark) => source.includes(mark))) return { kind: 'broken', reason: 'page_removed' }
  const text = visibleText(source)
  const says = (texts: readonly string[], part = text) => texts.some((phrase) => part.includes(comparable(phrase)))
  if (says(errors.removedTexts)) return { kind: 'broken', reason: 'page_removed' }
  if (says(errors.endedTexts)) return { kind: 'broken', reason: 'listing_ended' }
  // Amazon lists other products on the same page, which may be sold out too.
  const offer = retailer === 'amazon' ? comparable(availabilityOf(source)) : text
  return says(errors.soldOutTexts, offer) ? { kind: 'unavailable', reason: 'sold_out' } : ok
}

function evaluateStatus(status: number): CheckResult {
  if (status === 404) return { kind: 'broken', reason: 'not_found' }
  if (status === 410) return { kind: 'broken', reason: 'gone' }
  if (status === 429) return { kind: 'blocked', reason: 'rate_limited' }
  if (status >= 500) return { kind: 'temporary', reason: 'server_error' }
  return status >= 400 ? { kind: 'blocked', reason: 'access_denied' } : ok
}

/** Characters after the element's id within which Amazon says whether the product can be bought. */
const availabilityLength = 2_000

function availabilityOf(source: string): string {
  return ['id="availability"', 'id="outOfStock"']
    .map((id) => source.indexOf(id))
    .map((at) => (at < 0 ? '' : source.slice(at, at + availabilityLength)))
    .join(' ')
}

/**
 * The page without scripts and styles, which contain every message that the page might show, as `comparable` writes it.
 * In time that grows with the page.
 */
function visibleText(source: string): string {
  return comparable(without(without(source, 'script'), 'style'))
}

/** Pages write apostrophes and spaces in several ways, and the same phrase in small or capital letters. */
function comparable(text: string): string {
  return text
    .replace(/[\u2018\u2019\u02bc\u00b4`]|&(?:apos|[lr]squo|#0?39|#821[67]|#x27|#x201[89]);/gi, "'")
    .replace(/&(?:nbsp|#160|#xa0);|\s/gi, ' ')
    .replace(/ {2,}/g, ' ')
    .toLowerCase()
}

function without(source: string, element: string): string {
  const [opening, closing] = [`<${element}`, `</${element}`]
  let text = ''
  let at = 0
  for (;;) {
    const start = source.indexOf(opening, at)
    if (start < 0) return text + source.slice(at)
    text += source.slice(at, start)
    const end = source.indexOf(closing, start)
    if (end < 0) return text
    at = end + closing.length
  }
}

// Phrases of pages that shops answer with 200 although the product is gone, or that are no product page at
// all. Shops change their wording, and these phrases have not been verified on live pages: where none matches,
// the page counts as found.

interface SoftErrors {
  /** Phrases in the source of a challenge that replaces the page. */
  captcha: readonly string[]
  /** Phrases in the source of the page. */
  removed: readonly string[]
  /** Phrases in the text of the page. */
  removedTexts: readonly string[]
  endedTexts: readonly string[]
  soldOutTexts: readonly string[]
}

const softErrors: Record<Retailer, SoftErrors> = {
  amazon: {
    captcha: ['/errors/validateCaptcha', 'opfcaptcha'],
    removed: ['/dogsofamazon', '/error/title._TTD_', '/error/en_US/title._TTD_'],
    removedTexts: [
      'The Web address you entered is not a functioning page on our site',
      'Die von Ihnen eingegebene Webadresse ist keine funktionierende Seite',
    ],
    endedTexts: [],
    soldOutTexts: [
      'Currently unavailable',
      'Derzeit nicht verfügbar',
      'Actuellement indisponible',
      'Attualmente non disponibile',
      'Non disponibile',
      'No disponible',
      'Não disponível',
      'Temporarily out of stock',
      'Currently out of stock',
      'Momenteel niet verkrijgbaar',
      'Niet op voorraad',
      'Niet meer op voorraad',
      'Uitverkocht',
      'För närvarande inte tillgänglig',
      'Obecnie niedostępny',
      'Şu anda mevcut değil',
      '現在在庫切れです',
    ],
  },
  ebay: {
    captcha: ['/splashui/captcha', 'Pardon Our Interruption'],
    removed: [],
    removedTexts: [
      'The item you selected is unavailable',
      'We looked everywhere. Looks like this page is missing',
      'Dieses Angebot ist nicht mehr verfügbar',
      "L'objet que vous avez sélectionné n'est pas disponible",
      "L'oggetto selezionato non è disponibile",
      'El artículo que seleccionaste no está disponible',
    ],
    endedTexts: [
      'This listing was ended',
      'This listing ended',
      'This listing has ended',
      'This listing sold on',
      'Item sold on',
      'Bidding ended on',
      'Dieses Angebot wurde vom Verkäufer',
      'Dieses Angebot wurde beendet',
      'Dieses Angebot wurde verkauft',
      'Cette annonce a été clôturée',
      'Cette annonce est terminée',
      "L'inserzione è stata chiusa",
      'Questa inserzione è stata chiusa',
      'Este anuncio ha finalizado',
      'Deze aanbieding is beëindigd',
      'Deze aanbieding is verkocht',
    ],
    soldOutTexts: [
      'This item is out of stock',
      'This item is currently out of stock',
      'This item is sold out',
      'Dit object is niet op voorraad',
      'Dit object is niet meer op voorraad',
      'Dit artikel is niet op voorraad',
      'Dit item is niet op voorraad',
      'Dieser Artikel ist nicht vorrätig',
      'Cet objet est en rupture de stock',
      'Questo oggetto è esaurito',
    ],
  },
  aliexpress: {
    captcha: ['_____tmd_____/punish', 'x5secdata'],
    removed: [],
    removedTexts: [
      'Sorry, the page you requested can not be found',
      "Sorry, the page you're looking for",
      'Sorry, this item is no longer available',
      "Sorry, this item's currently unavailable",
      'Dieser Artikel ist nicht mehr verfügbar',
      "Désolé, cet article n'est plus disponible",
      'Lo sentimos, este artículo ya no está disponible',
      'Spiacenti, questo articolo non è più disponibile',
      'К сожалению, этот товар больше недоступен',
      'На жаль, цей товар більше недоступний',
      'Sorry, dit artikel is niet meer beschikbaar',
    ],
    endedTexts: [],
    soldOutTexts: [],
  },
}
