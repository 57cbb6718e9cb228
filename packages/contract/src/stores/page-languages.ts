// Apart from the schemas of stores: screens load it without the library of schemas.

/** The languages of pages that visitors see, each with its own name. */
export const pageLanguages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  es: 'Español',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
  ar: 'العربية',
  he: 'עברית',
} as const

export type PageLanguage = keyof typeof pageLanguages
export const pageLanguageCodes = Object.keys(pageLanguages) as [PageLanguage, ...PageLanguage[]]
export const defaultPageLanguage = 'en' satisfies PageLanguage

/** The value of `dir` on pages in this language. */
export function directionOf(language: PageLanguage): 'ltr' | 'rtl' {
  return language === 'ar' || language === 'he' ? 'rtl' : 'ltr'
}
