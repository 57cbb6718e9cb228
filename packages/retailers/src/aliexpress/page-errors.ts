import type { PageErrors } from '../retailer-definition.ts'

export const aliexpressPageErrors: PageErrors = {
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
  soldOutMarks: null,
}
