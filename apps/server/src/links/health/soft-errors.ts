// Phrases of pages that shops answer with 200 although the product is gone, or that are no product page at
// all. Shops change their wording, and these phrases have not been verified on live pages: where none matches,
// the page counts as found.
import type { Retailer } from '@linkshelf/retailers'

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

export const softErrors: Record<Retailer, SoftErrors> = {
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
      'Momenteel niet verkrijgbaar',
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
      'Bidding ended on',
      'Dieses Angebot wurde vom Verkäufer',
      'Dieses Angebot wurde beendet',
      'Cette annonce a été clôturée',
      'Cette annonce est terminée',
      "L'inserzione è stata chiusa",
      'Questa inserzione è stata chiusa',
      'Este anuncio ha finalizado',
    ],
    soldOutTexts: [
      'This item is out of stock',
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
      'Désolé, cet article n’est plus disponible',
      "Désolé, cet article n'est plus disponible",
      'Lo sentimos, este artículo ya no está disponible',
      'Spiacenti, questo articolo non è più disponibile',
      'К сожалению, этот товар больше недоступен',
    ],
    endedTexts: [],
    soldOutTexts: [],
  },
}
