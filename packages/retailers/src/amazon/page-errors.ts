import type { PageErrors } from '../retailer-definition.ts'

export const amazonPageErrors: PageErrors = {
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
  // `soldOutTexts` are searched only after these marks, because a page also lists other products, which may be sold
  // out.
  soldOutMarks: ['id="availability"', 'id="outOfStock"'],
}
